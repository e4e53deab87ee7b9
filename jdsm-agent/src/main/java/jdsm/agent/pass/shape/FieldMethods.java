package jdsm.agent.pass.shape;

import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.CHECKCAST;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.I2B;
import static org.objectweb.asm.Opcodes.I2C;
import static org.objectweb.asm.Opcodes.I2L;
import static org.objectweb.asm.Opcodes.I2S;
import static org.objectweb.asm.Opcodes.IAND;
import static org.objectweb.asm.Opcodes.ICONST_1;
import static org.objectweb.asm.Opcodes.IFEQ;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;
import static org.objectweb.asm.Opcodes.L2I;
import static org.objectweb.asm.Opcodes.PUTFIELD;
import static org.objectweb.asm.Opcodes.RETURN;

import java.util.List;
import java.util.function.BiConsumer;
import jdsm.runtime.FieldSink;
import jdsm.runtime.FieldSource;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** Adds the methods that read or write fields of a class, in the given order, behind those of the superclass. */
final class FieldMethods {
    /**
     * The most fields in a method. More are divided among private methods, for the JVM compiles no method of more than
     * 8,000 bytes, and a method has at most 64 KB.
     */
    static final int MOST_FIELDS = 200;

    private static final String SINK = Type.getInternalName(FieldSink.class);
    private static final String SOURCE = Type.getInternalName(FieldSource.class);

    private final ClassNode node;
    private final String name;
    private final boolean topmost;

    /**
     * Makes a generator of methods.
     *
     * @param name the name of the methods
     * @param topmost whether the superclass has no such methods
     */
    FieldMethods(ClassNode node, String name, boolean topmost) {
        this.node = node;
        this.name = name;
        this.topmost = topmost;
    }

    /** Adds the method that puts the values of fields into a sink. */
    void addReader(List<FieldNode> fields) {
        add(fields, "(L" + SINK + ";)V", this::read);
    }

    /** Adds the method that sets fields from a source. */
    void addWriter(List<FieldNode> fields) {
        add(fields, "(L" + SOURCE + ";)V", this::write);
    }

    private void add(List<FieldNode> fields, String descriptor, BiConsumer<MethodVisitor, FieldNode> code) {
        MethodNode method = method(ACC_PUBLIC, name, descriptor);
        if (!topmost) {
            call(method, node.superName, name, descriptor);
        }
        if (fields.size() <= MOST_FIELDS) {
            fields.forEach(field -> code.accept(method, field));
        } else {
            for (int from = 0; from < fields.size(); from += MOST_FIELDS) {
                MethodNode part = method(ACC_PRIVATE, name + from, descriptor);
                fields.subList(from, Math.min(from + MOST_FIELDS, fields.size()))
                        .forEach(field -> code.accept(part, field));
                end(part);
                call(method, node.name, part.name, descriptor);
            }
        }
        end(method);
    }

    private static MethodNode method(int access, String name, String descriptor) {
        return new MethodNode(access | ACC_SYNTHETIC, name, descriptor, null, null);
    }

    private static void call(MethodVisitor code, String owner, String name, String descriptor) {
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, 1);
        code.visitMethodInsn(INVOKESPECIAL, owner, name, descriptor, false);
    }

    private void end(MethodNode method) {
        method.visitInsn(RETURN);
        method.visitMaxs(0, 0); // the writer of the class computes them
        node.methods.add(method);
    }

    private void read(MethodVisitor code, FieldNode field) {
        code.visitVarInsn(ALOAD, 1);
        code.visitVarInsn(ALOAD, 0);
        code.visitFieldInsn(GETFIELD, node.name, field.name, field.desc);
        Type type = Type.getType(field.desc);
        switch (type.getSort()) {
            case Type.OBJECT, Type.ARRAY -> {
                code.visitMethodInsn(INVOKEVIRTUAL, SINK, "put", "(Ljava/lang/Object;)V", false);
                return;
            }
            case Type.LONG -> {}
            case Type.DOUBLE ->
                code.visitMethodInsn(INVOKESTATIC, "java/lang/Double", "doubleToRawLongBits", "(D)J", false);
            case Type.FLOAT -> {
                code.visitMethodInsn(INVOKESTATIC, "java/lang/Float", "floatToRawIntBits", "(F)I", false);
                code.visitInsn(I2L);
            }
            default -> code.visitInsn(I2L);
        }
        code.visitMethodInsn(INVOKEVIRTUAL, SINK, "put", "(J)V", false);
    }

    private void write(MethodVisitor code, FieldNode field) {
        Label next = new Label();
        code.visitVarInsn(ALOAD, 1);
        code.visitMethodInsn(INVOKEVIRTUAL, SOURCE, "next", "()Z", false);
        code.visitJumpInsn(IFEQ, next);
        code.visitVarInsn(ALOAD, 0);
        code.visitVarInsn(ALOAD, 1);
        Type type = Type.getType(field.desc);
        if (type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY) {
            code.visitMethodInsn(INVOKEVIRTUAL, SOURCE, "referent", "()Ljava/lang/Object;", false);
            code.visitTypeInsn(CHECKCAST, type.getInternalName());
        } else {
            code.visitMethodInsn(INVOKEVIRTUAL, SOURCE, "bits", "()J", false);
            fromBits(code, type.getSort());
        }
        code.visitFieldInsn(PUTFIELD, node.name, field.name, field.desc);
        code.visitLabel(next);
    }

    private static void fromBits(MethodVisitor code, int sort) {
        if (sort == Type.DOUBLE) {
            code.visitMethodInsn(INVOKESTATIC, "java/lang/Double", "longBitsToDouble", "(J)D", false);
        } else if (sort != Type.LONG) {
            code.visitInsn(L2I);
        }
        switch (sort) {
            case Type.FLOAT -> code.visitMethodInsn(INVOKESTATIC, "java/lang/Float", "intBitsToFloat", "(I)F", false);
            case Type.BOOLEAN -> {
                code.visitInsn(ICONST_1);
                code.visitInsn(IAND);
            }
            case Type.BYTE -> code.visitInsn(I2B);
            case Type.SHORT -> code.visitInsn(I2S);
            case Type.CHAR -> code.visitInsn(I2C);
            default -> {} // int, long, double
        }
    }
}
