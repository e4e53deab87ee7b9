package jdsm.junit;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the class file of a program that calls methods of a test (JVMS 4). In Java it would be:
 *
 * <pre>{@code
 * public class NAME extends SPMD {
 *     Test test;
 *     public void initialize() { test = new Test(); test.before(); }
 *     public void start() { test.method(this); }
 *     public void finish() { test.after(); }
 * }
 * }</pre>
 *
 * <p>No code branches, so no method needs a stack map. By hand, because the bytecode library of the agent's jar is the
 * agent's alone.
 */
final class ProgramFile {
    private static final String SPMD = "jdsm/SPMD";
    private static final String FIELD = "test";
    private static final String NO_ARGUMENTS = "()V";
    private static final String CONSTRUCTOR = "<init>";
    private static final int JAVA_17 = 61;

    private static final int PUBLIC = 1;
    private static final int SUPER = 0x20;

    // Opcodes (JVMS 6.5).
    private static final int ALOAD_0 = 0x2a;
    private static final int DUP = 0x59;
    private static final int RETURN = 0xb1;
    private static final int GETFIELD = 0xb4;
    private static final int PUTFIELD = 0xb5;
    private static final int INVOKEVIRTUAL = 0xb6;
    private static final int INVOKESPECIAL = 0xb7;
    private static final int NEW = 0xbb;

    // Tags of the constant pool (JVMS 4.4).
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int FIELD_REFERENCE = 9;
    private static final int METHOD_REFERENCE = 10;
    private static final int NAME_AND_TYPE = 12;

    private interface Body {
        void write(DataOutputStream out) throws IOException;
    }

    private final String name;
    private final String test;
    /** The entries of the constant pool, each with its index. */
    private final Map<List<Object>, Integer> constants = new LinkedHashMap<>();

    private final ByteArrayOutputStream methods = new ByteArrayOutputStream();
    private int methodCount;

    /** @param name the name of the program, with dots, in the package of the test */
    ProgramFile(String name, Class<?> test) {
        this.name = name.replace('.', '/');
        this.test = internal(test);
        method(CONSTRUCTOR, code -> {
            code.writeByte(ALOAD_0);
            reference(code, INVOKESPECIAL, METHOD_REFERENCE, SPMD, CONSTRUCTOR, NO_ARGUMENTS);
        });
    }

    /**
     * Adds a method without parameters that calls methods of the test in turn.
     *
     * @param makesTest whether it makes the test first
     * @param called methods without parameters, or with the program as their only one
     */
    ProgramFile method(String methodName, boolean makesTest, List<Method> called) {
        method(methodName, code -> {
            if (makesTest) {
                code.writeByte(ALOAD_0);
                code.writeByte(NEW);
                code.writeShort(type(test));
                code.writeByte(DUP);
                reference(code, INVOKESPECIAL, METHOD_REFERENCE, test, CONSTRUCTOR, NO_ARGUMENTS);
                reference(code, PUTFIELD, FIELD_REFERENCE, name, FIELD, "L" + test + ";");
            }
            for (Method each : called) {
                code.writeByte(ALOAD_0);
                reference(code, GETFIELD, FIELD_REFERENCE, name, FIELD, "L" + test + ";");
                if (each.getParameterCount() > 0) {
                    code.writeByte(ALOAD_0);
                }
                String descriptor = MethodType.methodType(void.class, each.getParameterTypes())
                        .toMethodDescriptorString();
                reference(code, INVOKEVIRTUAL, METHOD_REFERENCE, test, each.getName(), descriptor);
            }
        });
        return this;
    }

    byte[] bytes() {
        return bytes(out -> {
            byte[] rest = bytes(this::afterConstants);
            out.writeInt(0xcafebabe);
            out.writeShort(0);
            out.writeShort(JAVA_17);
            out.writeShort(constants.size() + 1);
            for (List<Object> constant : constants.keySet()) {
                writeConstant(out, constant);
            }
            out.write(rest);
        });
    }

    private void afterConstants(DataOutputStream out) throws IOException {
        out.writeShort(PUBLIC | SUPER);
        out.writeShort(type(name));
        out.writeShort(type(SPMD));
        out.writeShort(0); // interfaces
        out.writeShort(1); // fields
        out.writeShort(0); // package-private
        out.writeShort(text(FIELD));
        out.writeShort(text("L" + test + ";"));
        out.writeShort(0); // attributes
        out.writeShort(methodCount);
        methods.writeTo(out);
        out.writeShort(0); // attributes
    }

    private void method(String methodName, Body body) {
        byte[] code = bytes(out -> {
            body.write(out);
            out.writeByte(RETURN);
        });
        byte[] method = bytes(out -> {
            out.writeShort(PUBLIC);
            out.writeShort(text(methodName));
            out.writeShort(text(NO_ARGUMENTS));
            out.writeShort(1); // attributes
            out.writeShort(text("Code"));
            out.writeInt(12 + code.length);
            out.writeShort(3); // stack: this, test, test
            out.writeShort(1); // locals: this
            out.writeInt(code.length);
            out.write(code);
            out.writeShort(0); // exceptions
            out.writeShort(0); // attributes
        });
        methods.writeBytes(method);
        methodCount++;
    }

    private void reference(DataOutputStream code, int opcode, int tag, String owner, String member, String descriptor)
            throws IOException {
        int nameAndType = constant(NAME_AND_TYPE, text(member), text(descriptor));
        code.writeByte(opcode);
        code.writeShort(constant(tag, type(owner), nameAndType));
    }

    private int type(String internalName) {
        return constant(CLASS, text(internalName));
    }

    private int text(String value) {
        return constant(UTF8, value);
    }

    private int constant(Object... parts) {
        List<Object> key = List.of(parts);
        Integer known = constants.get(key);
        if (known == null) {
            known = constants.size() + 1;
            constants.put(key, known);
        }
        return known;
    }

    private static void writeConstant(DataOutputStream out, List<Object> parts) throws IOException {
        out.writeByte((Integer) parts.get(0));
        for (Object part : parts.subList(1, parts.size())) {
            if (part instanceof String value) {
                out.writeUTF(value);
            } else {
                out.writeShort((Integer) part);
            }
        }
    }

    private static String internal(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    private static byte[] bytes(Body body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            body.write(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // never, in memory
        }
        return bytes.toByteArray();
    }
}
