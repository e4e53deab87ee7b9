package jdsm.agent.analysis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import jdsm.agent.jdk.Inert;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What a method's own instructions say of synchronisation, and of what they store. Immutable.
 *
 * @param synchronizes whether one of them synchronises, whatever is called
 * @param calls what it calls; initialisers of classes that it may be the first to use, too
 * @param stores where it stores itself: keys of {@link Memory}
 */
record MethodFacts(boolean synchronizes, Set<Call> calls, Set<String> stores) {
    private static final String INITIALIZER = "<clinit>";

    /** Of all methods of a class, by name and descriptor. */
    static Map<String, MethodFacts> of(byte[] classFile, Predicate<ClassFacts.Field> isVolatile) {
        Map<String, MethodFacts> found = new HashMap<>();
        ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9) {
            private String owner;

            @Override
            public void visit(
                    int version, int access, String name, String signature, String superName, String[] interfaces) {
                owner = name;
            }

            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                int unknown = Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_NATIVE;
                Scanner scanner = new Scanner(owner, isVolatile, (access & unknown) != 0) {
                    @Override
                    public void visitEnd() {
                        found.put(ClassFacts.key(name, descriptor), facts());
                    }
                };
                return scanner;
            }
        };
        new ClassReader(classFile).accept(visitor, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return found;
    }

    private abstract static class Scanner extends MethodVisitor {
        private final Set<Call> calls = new LinkedHashSet<>();
        private final Set<String> stores = new HashSet<>();
        private final String self;
        private final Predicate<ClassFacts.Field> isVolatile;
        private boolean synchronizes;

        private Scanner(String self, Predicate<ClassFacts.Field> isVolatile, boolean synchronizes) {
            super(Opcodes.ASM9);
            this.self = self;
            this.isVolatile = isVolatile;
            this.synchronizes = synchronizes;
        }

        final MethodFacts facts() {
            return new MethodFacts(synchronizes, Set.copyOf(calls), Set.copyOf(stores));
        }

        @Override
        public void visitInsn(int opcode) {
            synchronizes |= opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT;
            if (opcode == Opcodes.AASTORE) {
                stores.add(Memory.ELEMENTS);
            }
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            synchronizes |= isVolatile.test(new ClassFacts.Field(owner, name, descriptor, 0, false, false));
            if (opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC) {
                uses(owner);
            }
            if (opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC) {
                stores.add(Memory.key(name, descriptor));
            }
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.NEW) {
                uses(type);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean virtual = opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
            calls.add(new Call(owner, name, descriptor, virtual));
            if (opcode == Opcodes.INVOKESTATIC) {
                uses(owner);
            }
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            boolean pure = switch (bootstrap.getOwner()) {
                case "java/lang/invoke/LambdaMetafactory" -> true;
                case "java/lang/invoke/StringConcatFactory" -> Inert.parameters(descriptor);
                default -> false;
            };
            synchronizes |= !pure;
        }

        @Override
        public void visitLdcInsn(Object value) {
            synchronizes |= value instanceof ConstantDynamic;
        }

        private void uses(String type) {
            if (!type.equals(self)) {
                calls.add(new Call(type, INITIALIZER, "()V", false));
            }
        }
    }
}
