package jdsm.agent.pass.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Arrays made for a call. The analysed method has a flag in variable 0, an array of objects in variable 1, and room for
 * one more variable.
 */
class FreshArraysTest {
    private static final String OBJECTS = "[Ljava/lang/Object;";

    private static boolean isFresh(Consumer<MethodNode> code) {
        return isFresh(code, "use", 0);
    }

    /** Whether the argument at a depth of the last call of a method is fresh. */
    private static boolean isFresh(Consumer<MethodNode> code, String called, int depth) {
        MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "test", "(I" + OBJECTS + ")" + OBJECTS, null, null);
        method.visitMaxs(6, 3);
        code.accept(method);
        AbstractInsnNode call = null;
        for (AbstractInsnNode instruction : method.instructions) {
            if (instruction instanceof MethodInsnNode found && found.name.equals(called)) {
                call = found;
            }
        }
        return FreshArrays.of("Test", method).isFresh(call, depth);
    }

    private static void make(MethodNode code) {
        code.visitInsn(Opcodes.ICONST_2);
        code.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
    }

    private static void use(MethodNode code) {
        call(code, "use", "(" + OBJECTS + ")V");
    }

    private static void call(MethodNode code, String name, String descriptor) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, "Test", name, descriptor, false);
    }

    private static void end(MethodNode code) {
        code.visitInsn(Opcodes.ACONST_NULL);
        code.visitInsn(Opcodes.ARETURN);
    }

    @Test
    void anArrayOfObjectsForOneCall() {
        assertThat(isFresh(code -> {
                    make(code);
                    code.visitInsn(Opcodes.DUP);
                    code.visitInsn(Opcodes.ICONST_0);
                    code.visitVarInsn(Opcodes.ALOAD, 1);
                    code.visitInsn(Opcodes.AASTORE);
                    use(code);
                    end(code);
                }))
                .isTrue();
    }

    @Test
    void anArrayOfNumbersBelowAnotherArgument() {
        Consumer<MethodNode> given = code -> {
            code.visitInsn(Opcodes.ICONST_2);
            code.visitIntInsn(Opcodes.NEWARRAY, Opcodes.T_INT);
            code.visitVarInsn(Opcodes.ALOAD, 1);
            call(code, "use", "([I" + OBJECTS + ")V");
            end(code);
        };

        assertThat(isFresh(given, "use", 1)).isTrue();
        assertThat(isFresh(given, "use", 0)).isFalse();
    }

    @Test
    void codeThatNeverRunsHasNoFreshArray() {
        assertThat(isFresh(code -> {
                    end(code);
                    make(code);
                    use(code);
                    end(code);
                }))
                .isFalse();
    }

    @Test
    void aCastArrayIsNotMadeForTheCall() {
        assertThat(isFresh(code -> {
                    code.visitVarInsn(Opcodes.ALOAD, 1);
                    code.visitTypeInsn(Opcodes.CHECKCAST, OBJECTS);
                    use(code);
                    end(code);
                }))
                .isFalse();
    }

    @Test
    void anArrayInAVariableHasOtherUses() {
        assertThat(isFresh(code -> {
                    make(code);
                    code.visitInsn(Opcodes.DUP);
                    code.visitVarInsn(Opcodes.ASTORE, 2);
                    use(code);
                    end(code);
                }))
                .isFalse();
    }

    /** After a copy of the reference, some other instruction takes the copy. */
    private static boolean isFreshAfter(Consumer<MethodNode> otherUse) {
        return isFresh(code -> {
            make(code);
            code.visitInsn(Opcodes.DUP);
            otherUse.accept(code);
            use(code);
            end(code);
        });
    }

    @Test
    void anArrayInAStaticFieldHasOtherUses() {
        assertThat(isFreshAfter(code -> code.visitFieldInsn(Opcodes.PUTSTATIC, "Test", "kept", OBJECTS)))
                .isFalse();
    }

    @Test
    void anArrayInAFieldHasOtherUses() {
        assertThat(isFreshAfter(code -> {
                    code.visitVarInsn(Opcodes.ALOAD, 1);
                    code.visitInsn(Opcodes.SWAP);
                    code.visitFieldInsn(Opcodes.PUTFIELD, "Test", "kept", OBJECTS);
                }))
                .isFalse();
    }

    @Test
    void anArrayThatIsReadHasOtherUses() {
        assertThat(isFreshAfter(code -> {
                    code.visitInsn(Opcodes.ICONST_0);
                    code.visitInsn(Opcodes.AALOAD);
                    code.visitInsn(Opcodes.POP);
                }))
                .isFalse();
    }

    @Test
    void anArrayInAnotherArrayHasOtherUses() {
        assertThat(isFreshAfter(code -> {
                    code.visitVarInsn(Opcodes.ALOAD, 1);
                    code.visitInsn(Opcodes.SWAP);
                    code.visitInsn(Opcodes.ICONST_0);
                    code.visitInsn(Opcodes.SWAP);
                    code.visitInsn(Opcodes.AASTORE);
                }))
                .isFalse();
    }

    @Test
    void anArrayOfTwoCallsIsFreshForNeither() {
        Consumer<MethodNode> twice = code -> {
            make(code);
            code.visitInsn(Opcodes.DUP);
            call(code, "first", "(" + OBJECTS + ")V");
            use(code);
            end(code);
        };

        assertThat(isFresh(twice, "first", 0)).isFalse();
        assertThat(isFresh(twice, "use", 0)).isFalse();
    }

    @Test
    void aReturnedArrayHasOtherUses() {
        assertThat(isFresh(code -> {
                    make(code);
                    code.visitInsn(Opcodes.DUP);
                    use(code);
                    code.visitInsn(Opcodes.ARETURN);
                }))
                .isFalse();
    }

    @Test
    void anArrayForACallInALoopStaysFresh() {
        assertThat(isFresh(code -> {
                    Label again = new Label();
                    code.visitLabel(again);
                    make(code);
                    code.visitInsn(Opcodes.ICONST_1);
                    code.visitVarInsn(Opcodes.ISTORE, 2); // another frame on the second way through
                    use(code);
                    code.visitVarInsn(Opcodes.ILOAD, 0);
                    code.visitJumpInsn(Opcodes.IFNE, again);
                    end(code);
                }))
                .isTrue();
    }

    @Test
    void anArrayKeptAcrossABranchStaysFresh() {
        assertThat(isFresh(code -> {
                    make(code);
                    branch(code, way -> {}, way -> {});
                    use(code);
                    end(code);
                }))
                .isTrue();
    }

    private static void branch(MethodNode code, Consumer<MethodNode> one, Consumer<MethodNode> other) {
        Label otherwise = new Label();
        Label join = new Label();
        code.visitVarInsn(Opcodes.ILOAD, 0);
        code.visitJumpInsn(Opcodes.IFEQ, otherwise);
        one.accept(code);
        code.visitJumpInsn(Opcodes.GOTO, join);
        code.visitLabel(otherwise);
        other.accept(code);
        code.visitLabel(join);
    }

    @Test
    void eitherOfTwoArraysIsNotFresh() {
        assertThat(isFresh(code -> {
                    branch(code, FreshArraysTest::make, FreshArraysTest::make);
                    use(code);
                    end(code);
                }))
                .isFalse();
        assertThat(isFresh(code -> {
                    branch(code, FreshArraysTest::make, way -> way.visitVarInsn(Opcodes.ALOAD, 1));
                    use(code);
                    end(code);
                }))
                .isFalse();
    }

    /** The reference is on the stack twice; on one way another reference replaces the upper one. */
    private static boolean isFreshBelow(Consumer<MethodNode> one, Consumer<MethodNode> other) {
        return isFresh(code -> {
            make(code);
            branch(code, one, other);
            code.visitVarInsn(Opcodes.ASTORE, 2);
            use(code);
            end(code);
        });
    }

    @Test
    void anArrayThatMeetsAnotherReferenceHasOtherUses() {
        Consumer<MethodNode> copy = way -> way.visitInsn(Opcodes.DUP);

        assertThat(isFreshBelow(copy, FreshArraysTest::make)).isFalse();
        assertThat(isFreshBelow(FreshArraysTest::make, copy)).isFalse();
        assertThat(isFreshBelow(way -> way.visitVarInsn(Opcodes.ALOAD, 1), copy))
                .isFalse();
    }

    /** Whichever branch is looked at first. */
    @Test
    void anArrayWhoseCopyMayBeAnotherArrayHasOtherUses() {
        Consumer<MethodNode> copy = code -> code.visitInsn(Opcodes.DUP);
        Consumer<MethodNode> another = code -> code.visitVarInsn(Opcodes.ALOAD, 1);

        for (int branch : new int[] {Opcodes.IFEQ, Opcodes.IFNE}) {
            assertThat(isFreshBelow(branch, copy, another)).isFalse();
            assertThat(isFreshBelow(branch, another, copy)).isFalse();
        }
    }

    /** A call keeps what one of two branches puts on top of a made array; the next call uses the array. */
    private static boolean isFreshBelow(int branch, Consumer<MethodNode> first, Consumer<MethodNode> second) {
        return isFresh(code -> {
            Label other = new Label();
            Label join = new Label();
            make(code);
            code.visitVarInsn(Opcodes.ILOAD, 0);
            code.visitJumpInsn(branch, other);
            first.accept(code);
            code.visitJumpInsn(Opcodes.GOTO, join);
            code.visitLabel(other);
            second.accept(code);
            code.visitLabel(join);
            call(code, "keep", "(" + OBJECTS + ")V");
            use(code);
            end(code);
        });
    }
}
