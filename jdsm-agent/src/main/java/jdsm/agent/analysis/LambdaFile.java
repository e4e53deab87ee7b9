package jdsm.agent.analysis;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import jdsm.runtime.Woven;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The class file of a lambda, see {@link LambdaClasses}: a final class with a field for each captured value. It does
 * what {@link java.lang.invoke.LambdaMetafactory} says of its objects, but each execution of the lambda's expression
 * makes a new one. Not thread-safe.
 */
final class LambdaFile {
    /** The static method that makes the lambda; its parameters are the captured values. */
    static final String MAKE = "make";

    private static final String OBJECT = "java/lang/Object";
    /** The begin of the names of fields. The names appear in messages. */
    private static final String CAPTURED = "captured$";
    /** The most that a converted value and its parts take on the stack. */
    private static final int MORE_STACK = 2;

    // The places of arguments of the bootstrap method.
    private static final int ERASED = 0;
    private static final int EXACT = 2;
    private static final int FLAGS = 3;
    private static final int MORE = 4;
    // The flags, as LambdaMetafactory has them.
    private static final int SERIALIZABLE = 1;
    private static final int MARKERS = 2;
    private static final int BRIDGES = 4;

    private final ClassNode maker;
    private final String name;
    private final InvokeDynamicInsnNode dynamic;
    private final MethodNode body;
    private final Type[] captured;
    private final String[] fields;
    private final Set<String> interfaces = new LinkedHashSet<>();
    private final Set<Type> methods = new LinkedHashSet<>();

    /**
     * @param maker the class with the lambda's expression
     * @param number the lambda's number among those of the class
     * @param body the maker's method that the lambda calls
     */
    LambdaFile(ClassNode maker, int number, InvokeDynamicInsnNode dynamic, MethodNode body) {
        this.maker = maker;
        this.name = maker.name + Woven.LAMBDA + number;
        this.dynamic = dynamic;
        this.body = body;
        this.captured = Type.getArgumentTypes(dynamic.desc);
        this.fields = fieldNames();
        interfaces.add(Type.getReturnType(dynamic.desc).getInternalName());
        methods.add((Type) dynamic.bsmArgs[ERASED]);
        if (dynamic.bsm.getName().equals("altMetafactory")) {
            readMore();
        }
    }

    /** The fields' names, with the names of the captured variables if the class file has these. */
    private String[] fieldNames() {
        String[] names = new String[captured.length];
        int local = 0;
        for (int i = 0; i < names.length; i++) {
            names[i] = CAPTURED + i + nameOf(local);
            local += captured[i].getSize();
        }
        return names;
    }

    private String nameOf(int local) {
        Handle target = (Handle) dynamic.bsmArgs[ReferenceBody.IMPLEMENTATION];
        for (MethodNode method : maker.methods) {
            boolean isTarget = target.getOwner().equals(maker.name)
                    && method.name.equals(target.getName())
                    && method.desc.equals(target.getDesc());
            if (isTarget && method.localVariables != null) {
                for (LocalVariableNode variable : method.localVariables) {
                    if (variable.index == local) {
                        return "$" + variable.name;
                    }
                }
            }
        }
        return "";
    }

    /** The further interfaces and methods that the long form of the instruction names. */
    private void readMore() {
        Object[] arguments = dynamic.bsmArgs;
        int flags = (Integer) arguments[FLAGS];
        int next = MORE;
        if ((flags & SERIALIZABLE) != 0) {
            interfaces.add("java/io/Serializable");
        }
        if ((flags & MARKERS) != 0) {
            int end = next + 1 + (Integer) arguments[next];
            for (next++; next < end; next++) {
                interfaces.add(((Type) arguments[next]).getInternalName());
            }
        }
        if ((flags & BRIDGES) != 0) {
            int end = next + 1 + (Integer) arguments[next];
            for (next++; next < end; next++) {
                methods.add((Type) arguments[next]);
            }
        }
    }

    /** A class file as a text, a char for each byte. */
    static String text(byte[] classFile) {
        return new String(classFile, StandardCharsets.ISO_8859_1);
    }

    String name() {
        return name;
    }

    byte[] write() {
        ClassWriter writer = new ClassWriter(0);
        int flags = Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC;
        writer.visit(maker.version, flags, name, null, OBJECT, interfaces.toArray(String[]::new));
        if (maker.sourceFile != null) {
            writer.visitSource(maker.sourceFile, null);
        }
        for (int i = 0; i < captured.length; i++) {
            int ofField = Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL;
            writer.visitField(ofField, fields[i], captured[i].getDescriptor(), null, null)
                    .visitEnd();
        }
        addConstructor(writer);
        addMaker(writer);
        methods.forEach(method -> addMethod(writer, method));
        writer.visitEnd();
        return writer.toByteArray();
    }

    private String constructor() {
        return Type.getMethodDescriptor(Type.VOID_TYPE, captured);
    }

    private void addConstructor(ClassWriter writer) {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PRIVATE, "<init>", constructor(), null, null);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, OBJECT, "<init>", "()V", false);
        int local = 1;
        for (int i = 0; i < captured.length; i++) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitVarInsn(captured[i].getOpcode(Opcodes.ILOAD), local);
            code.visitFieldInsn(Opcodes.PUTFIELD, name, fields[i], captured[i].getDescriptor());
            local += captured[i].getSize();
        }
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(1 + MORE_STACK, local);
    }

    private void addMaker(ClassWriter writer) {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, MAKE, dynamic.desc, null, null);
        code.visitTypeInsn(Opcodes.NEW, name);
        code.visitInsn(Opcodes.DUP);
        int local = 0;
        for (Type type : captured) {
            code.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
            local += type.getSize();
        }
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", constructor(), false);
        code.visitInsn(Opcodes.ARETURN);
        code.visitMaxs(2 + local, local);
    }

    /** Adds a method of the interface, which calls the body and converts arguments and result as the JVM does. */
    private void addMethod(ClassWriter writer, Type method) {
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC, dynamic.name, method.getDescriptor(), null, null);
        Type exact = (Type) dynamic.bsmArgs[EXACT];
        Type[] given = method.getArgumentTypes();
        Type[] meant = exact.getArgumentTypes();
        Type[] wanted = Type.getArgumentTypes(body.desc);
        int stack = MORE_STACK;
        for (int i = 0; i < captured.length; i++) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, name, fields[i], captured[i].getDescriptor());
            Conversion.add(code, captured[i], wanted[i]);
            stack += wanted[i].getSize();
        }
        int local = 1;
        for (int i = 0; i < given.length; i++) {
            Type last = wanted[captured.length + i];
            code.visitVarInsn(given[i].getOpcode(Opcodes.ILOAD), local);
            Conversion.add(code, given[i], meant[i]);
            Conversion.add(code, meant[i], last);
            local += given[i].getSize();
            stack += last.getSize();
        }
        boolean isInterface = (maker.access & Opcodes.ACC_INTERFACE) != 0;
        code.visitMethodInsn(Opcodes.INVOKESTATIC, maker.name, body.name, body.desc, isInterface);
        Conversion.add(code, Type.getReturnType(body.desc), exact.getReturnType());
        Conversion.add(code, exact.getReturnType(), method.getReturnType());
        code.visitInsn(method.getReturnType().getOpcode(Opcodes.IRETURN));
        code.visitMaxs(stack + MORE_STACK, local);
    }
}
