package jdsm.agent.analysis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * An instruction that makes an object of a class without a class file, such as a lambda. Immutable.
 *
 * @param types the interfaces that the class implements
 * @param method the name of the method that the class implements
 * @param body the method that this one runs; null if it is not known
 */
record Lambda(Set<String> types, String method, Handle body) {
    private static final int BODY = 1;

    /** The lambdas, method references and the like in a class file. */
    static List<Lambda> of(byte[] classFile) {
        List<Lambda> found = new ArrayList<>();
        ClassVisitor reader = new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitInvokeDynamicInsn(
                            String method, String descriptor, Handle bootstrap, Object... arguments) {
                        found.add(of(method, Type.getReturnType(descriptor), bootstrap, arguments));
                    }
                };
            }
        };
        new ClassReader(classFile).accept(reader, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return found;
    }

    private static Lambda of(String method, Type made, Handle bootstrap, Object[] arguments) {
        Set<String> types = new HashSet<>();
        if (made.getSort() == Type.OBJECT) {
            types.add(made.getInternalName());
        }
        boolean isLambda = bootstrap.getOwner().equals("java/lang/invoke/LambdaMetafactory")
                && arguments.length > BODY
                && arguments[BODY] instanceof Handle;
        for (Object argument : arguments) {
            if (argument instanceof Type type && type.getSort() == Type.OBJECT) {
                types.add(type.getInternalName());
            }
        }
        return new Lambda(types, method, isLambda ? (Handle) arguments[BODY] : null);
    }

    /** Whether a virtual call runs the body. */
    boolean isVirtual() {
        return body.getTag() == Opcodes.H_INVOKEVIRTUAL || body.getTag() == Opcodes.H_INVOKEINTERFACE;
    }
}
