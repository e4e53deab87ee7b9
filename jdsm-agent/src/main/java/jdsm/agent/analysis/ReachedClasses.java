package jdsm.agent.analysis;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The classes of the application that code of a class may use: those that it names, and those that these name. A class
 * without instance methods is a set of functions, such as Kotlin makes of each file of a library; of it only the methods
 * that are called count, and its initialiser. Not thread-safe.
 */
final class ReachedClasses {
    private static final String CONSTRUCTOR = "<init>";

    private final ApplicationClasses classes;
    private final ClassSource files;
    private final Set<String> reached = new HashSet<>();
    private final ArrayDeque<String> left = new ArrayDeque<>();
    private final Map<String, Functions> functions = new HashMap<>();
    private final MethodVisitor uses = new Uses();

    /** The methods of a class without instance methods, and those of them that are called. */
    private record Functions(ClassNode node, Set<String> called) {}

    private ReachedClasses(ApplicationClasses classes, ClassSource files) {
        this.classes = classes;
        this.files = files;
    }

    /** The classes that a class reaches, itself included. All of the methods of the first class count. */
    static Set<String> from(String first, ApplicationClasses classes, ClassSource files) {
        ReachedClasses search = new ReachedClasses(classes, files);
        search.reached.add(first);
        search.readAll(first);
        while (!search.left.isEmpty()) {
            String name = search.left.remove();
            if (hasFunctionsOnly(classes.find(name))) {
                search.functions(name);
            } else {
                search.readAll(name);
            }
        }
        return search.reached;
    }

    /** Whether a class has neither instance fields nor instance methods but constructors. */
    private static boolean hasFunctionsOnly(ClassFacts facts) {
        return !facts.isInterface()
                && !facts.hasInstanceFields()
                && facts.methods().entrySet().stream()
                        .allMatch(method -> (method.getValue() & Opcodes.ACC_STATIC) != 0
                                || method.getKey().startsWith(CONSTRUCTOR));
    }

    /** Follows all that the constant pool of a class file names. */
    private void readAll(String name) {
        ConstantPool pool = new ConstantPool(new ClassReader(files.find(name)));
        for (int entry = 1; entry < pool.end(); entry++) {
            int tag = pool.tag(entry);
            if (tag == ConstantPool.CLASS) {
                addNamed(pool.className(entry));
            } else if (tag == ConstantPool.METHOD || tag == ConstantPool.INTERFACE_METHOD) {
                addMethod(pool.className(pool.owner(entry)), pool.name(entry), pool.descriptor(entry));
            }
        }
    }

    /** Adds a class by its internal name, or the class of the elements by an array's descriptor. */
    private void addNamed(String name) {
        Type type = Type.getObjectType(name);
        Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
        if (element.getSort() == Type.OBJECT
                && classes.isApplication(element.getInternalName())
                && reached.add(element.getInternalName())) {
            left.add(element.getInternalName());
        }
    }

    private void addMethod(String owner, String name, String descriptor) {
        if (owner.startsWith("[") || !classes.isApplication(owner) || !hasFunctionsOnly(classes.find(owner))) {
            return;
        }
        addNamed(owner);
        Functions all = functions(owner);
        if (all.called.add(name + descriptor)) {
            addMethod(all.node.superName, name, descriptor);
            readMethod(all, name, descriptor);
        }
    }

    /** The functions of a class; at its first use its supertypes and its initialiser are followed. */
    private Functions functions(String owner) {
        Functions known = functions.get(owner);
        if (known != null) {
            return known;
        }
        ClassNode node = new ClassNode();
        new ClassReader(files.find(owner)).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        Functions all = new Functions(node, new HashSet<>());
        functions.put(owner, all);
        addNamed(node.superName);
        node.interfaces.forEach(this::addNamed);
        readMethod(all, Instructions.INITIALIZER, "()V");
        return all;
    }

    private void readMethod(Functions all, String name, String descriptor) {
        for (MethodNode method : all.node.methods) {
            if (method.name.equals(name) && method.desc.equals(descriptor)) {
                method.instructions.accept(uses);
                method.tryCatchBlocks.forEach(block -> uses.visitTryCatchBlock(null, null, null, block.type));
            }
        }
    }

    /** Follows what instructions name. */
    private final class Uses extends MethodVisitor {
        private Uses() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            addNamed(type);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            addNamed(owner);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            addNamed(owner);
            addMethod(owner, name, descriptor);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            addConstant(bootstrap);
            for (Object argument : arguments) {
                addConstant(argument);
            }
        }

        @Override
        public void visitLdcInsn(Object value) {
            addConstant(value);
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            addNamed(descriptor);
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            if (type != null) {
                addNamed(type);
            }
        }

        private void addConstant(Object value) {
            if (value instanceof Handle handle) {
                visitMethodInsn(0, handle.getOwner(), handle.getName(), handle.getDesc(), handle.isInterface());
            } else if (value instanceof Type type && type.getSort() != Type.METHOD) {
                addNamed(type.getInternalName());
            } else if (value instanceof ConstantDynamic constant) {
                addConstant(constant.getBootstrapMethod());
                for (int i = 0; i < constant.getBootstrapMethodArgumentCount(); i++) {
                    addConstant(constant.getBootstrapMethodArgument(i));
                }
            }
        }
    }
}
