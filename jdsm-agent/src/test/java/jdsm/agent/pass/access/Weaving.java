package jdsm.agent.pass.access;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.CheckReport;
import jdsm.agent.pass.calls.CallPass;
import jdsm.agent.pass.inline.InlinePass;
import jdsm.runtime.Shared;
import jdsm.runtime.Woven;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.util.CheckClassAdapter;

/** Runs the pass on compiled classes, behind that of calls, with as little of the others as makes them work. */
final class Weaving {
    private static final String SHARED = Type.getDescriptor(Shared.class);

    private Weaving() {}

    /** Woven class files, in which all that can be a method of its own is one. */
    static Map<String, byte[]> weave(
            Map<String, byte[]> files, Classes classes, CheckReport report, Consumer<ClassNode> afterwards) {
        return weave(new AccessPass(0, PlainMethods.MAX_COMPILED_BYTES), files, classes, report, afterwards);
    }

    /** Woven class files. */
    static Map<String, byte[]> weave(
            AccessPass pass,
            Map<String, byte[]> files,
            Classes classes,
            CheckReport report,
            Consumer<ClassNode> afterwards) {
        Map<String, byte[]> woven = new HashMap<>();
        withHolders(files, classes).forEach((name, bytes) -> {
            ClassNode node = new ClassNode();
            new ClassReader(bytes).accept(node, ClassReader.SKIP_FRAMES);
            shape(node, classes);
            new InlinePass().weave(node, classes, refusal -> {});
            new CallPass().weave(node, classes, refusal -> {});
            pass.weave(node, classes, report);
            afterwards.accept(node);
            woven.put(name, write(node, classes));
        });
        return woven;
    }

    /** The class files with the shared static fields moved, and the holders of these fields. */
    private static Map<String, byte[]> withHolders(Map<String, byte[]> files, Classes classes) {
        Map<String, byte[]> all = new HashMap<>();
        files.forEach((name, bytes) -> {
            all.put(name, classes.withHolders(bytes));
            byte[] holder = classes.holderOf(name);
            if (holder != null) {
                all.put(name + Woven.HOLDER, holder);
            }
        });
        return all;
    }

    private static void shape(ClassNode node, Classes classes) {
        if (!classes.isShareable(node.name) || classes.isShareable(node.superName)) {
            return;
        }
        node.fields.stream()
                .filter(field -> (field.access & Opcodes.ACC_STATIC) == 0)
                .forEach(field -> field.access &= ~(Opcodes.ACC_FINAL | Opcodes.ACC_PRIVATE));
        node.fields.add(new FieldNode(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC, Woven.FIELD, SHARED, null, null));
        node.interfaces.add(Type.getInternalName(Woven.class));
        MethodNode getter = new MethodNode(Opcodes.ACC_PUBLIC, Woven.FIELD, "()" + SHARED, null, null);
        getter.instructions.add(new VarInsnNode(Opcodes.ALOAD, 0));
        getter.instructions.add(new FieldInsnNode(Opcodes.GETFIELD, node.name, Woven.FIELD, SHARED));
        getter.instructions.add(new InsnNode(Opcodes.ARETURN));
        MethodNode setter = new MethodNode(Opcodes.ACC_PUBLIC, Woven.FIELD, "(" + SHARED + ")V", null, null);
        setter.instructions.add(new VarInsnNode(Opcodes.ALOAD, 0));
        setter.instructions.add(new VarInsnNode(Opcodes.ALOAD, 1));
        setter.instructions.add(new FieldInsnNode(Opcodes.PUTFIELD, node.name, Woven.FIELD, SHARED));
        setter.instructions.add(new InsnNode(Opcodes.RETURN));
        for (MethodNode method : new MethodNode[] {getter, setter}) {
            method.maxStack = 2;
            method.maxLocals = 2;
            node.methods.add(method);
        }
    }

    static byte[] write(ClassNode node, Classes classes) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
            @Override
            protected String getCommonSuperClass(String one, String other) {
                for (String type = one; type != null; type = classes.superName(type)) {
                    if (classes.isSubtype(other, type)) {
                        return type;
                    }
                    if (type.equals("java/lang/Object")) {
                        break;
                    }
                }
                return "java/lang/Object";
            }
        };
        node.accept(writer);
        return writer.toByteArray();
    }

    /** Defines classes, even where others of that name are to be found outside. */
    static ClassLoader loader(Map<String, byte[]> files) {
        return new ClassLoader(Weaving.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                byte[] bytes = files.get(name.replace('.', '/'));
                synchronized (getClassLoadingLock(name)) {
                    Class<?> known = findLoadedClass(name);
                    if (known != null || bytes == null) {
                        return known != null ? known : super.loadClass(name, resolve);
                    }
                    return defineClass(name, bytes, 0, bytes.length);
                }
            }
        };
    }

    /** What is wrong with a class; empty if nothing is. */
    static String problems(byte[] file, ClassLoader loader) {
        StringWriter problems = new StringWriter();
        CheckClassAdapter.verify(new ClassReader(file), loader, false, new PrintWriter(problems));
        return problems.toString();
    }
}
