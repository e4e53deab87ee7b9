package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Loops in an order of code that javac does not write: their checks are before them, and run once. */
class OddLoopsTest {
    /** How a loop goes back to its header. */
    private enum Back {
        TABLE,
        TABLE_BY_DEFAULT,
        LOOKUP,
        LOOKUP_BY_DEFAULT,
        JUMP,
        FALLS_INTO_HEADER,
        TO_ONE_OF_TWO_LABELS
    }

    @AfterEach
    void forget() {
        Rights.reset();
    }

    /** A class {@code Odd} with one method {@code static int m(int[] a, int i)}. */
    private static ClassNode odd(Consumer<MethodVisitor> body) {
        ClassNode node = new ClassNode();
        node.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Odd", null, "java/lang/Object", null);
        MethodVisitor method = node.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "m", "([II)I", null, null);
        method.visitCode();
        body.accept(method);
        method.visitMaxs(8, 3);
        method.visitEnd();
        return node;
    }

    private static int run(ClassNode node, int[] array, int index) throws Exception {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        node.accept(writer);
        ClassLoader loader = Weaving.loader(Map.of("Odd", writer.toByteArray()));
        return (int)
                loader.loadClass("Odd").getMethod("m", int[].class, int.class).invoke(null, array, index);
    }

    /** {@code s = 0; while (i > 0) { s = 2 * s + a[i]; i--; } return s;}. */
    private static void sum(MethodVisitor method, Back back) {
        Label header = new Label();
        Label other = new Label();
        Label body = new Label();
        Label end = new Label();
        method.visitInsn(Opcodes.ICONST_0);
        method.visitVarInsn(Opcodes.ISTORE, 2);
        if (back == Back.FALLS_INTO_HEADER) {
            method.visitJumpInsn(Opcodes.GOTO, header);
            method.visitLabel(body);
            body(method);
        }
        method.visitLabel(header);
        method.visitLabel(other);
        method.visitVarInsn(Opcodes.ILOAD, 1);
        if (back == Back.FALLS_INTO_HEADER) {
            method.visitJumpInsn(Opcodes.IFGT, body);
        } else {
            method.visitJumpInsn(Opcodes.IFLE, end);
            body(method);
            back(method, back, back == Back.TO_ONE_OF_TWO_LABELS ? other : header, end);
        }
        method.visitLabel(end);
        method.visitVarInsn(Opcodes.ILOAD, 2);
        method.visitInsn(Opcodes.IRETURN);
    }

    private static void body(MethodVisitor method) {
        method.visitVarInsn(Opcodes.ILOAD, 2);
        method.visitInsn(Opcodes.ICONST_2);
        method.visitInsn(Opcodes.IMUL);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitInsn(Opcodes.IALOAD);
        method.visitInsn(Opcodes.IADD);
        method.visitVarInsn(Opcodes.ISTORE, 2);
        method.visitIincInsn(1, -1);
    }

    private static void back(MethodVisitor method, Back back, Label header, Label end) {
        if (back == Back.JUMP || back == Back.TO_ONE_OF_TWO_LABELS) {
            method.visitJumpInsn(Opcodes.GOTO, header);
            return;
        }
        boolean byDefault = back == Back.TABLE_BY_DEFAULT || back == Back.LOOKUP_BY_DEFAULT;
        Label dflt = byDefault ? header : end;
        Label[] labels = byDefault ? new Label[] {end} : new Label[] {header, header};
        method.visitVarInsn(Opcodes.ILOAD, 2);
        method.visitInsn(byDefault ? Opcodes.ICONST_1 : Opcodes.ICONST_2);
        method.visitInsn(byDefault ? Opcodes.IOR : Opcodes.IREM);
        if (back == Back.TABLE || back == Back.TABLE_BY_DEFAULT) {
            method.visitTableSwitchInsn(0, labels.length - 1, dflt, labels);
        } else {
            method.visitLookupSwitchInsn(dflt, byDefault ? new int[] {0} : new int[] {0, 1}, labels);
        }
    }

    /** With copies of the loop, and without: the loop stays as it is, and code before it checks all that it reads. */
    @ParameterizedTest
    @EnumSource
    void oneCheckBeforeTheLoop(Back back) throws Exception {
        int[] array = {7, 1, 2, 3, 4};
        for (AccessPass pass : new AccessPass[] {AccessPass.once(), new AccessPass(1_000, 8_000)}) {
            ClassNode node = odd(method -> {
                synchronize(method); // so that the checks are before the loop, not at the method's start
                sum(method, back);
            });
            int expected = run(node, array, 4);
            pass.weave(node, new SynchronizingYield());
            MethodNode method = node.methods.get(0);

            assertThat(Golden.checks(method, 1)).isZero();
            assertThat(Golden.checks(method, 0)).isPositive();
            assertThat(run(node, array, 4)).isEqualTo(expected);
            Rights.reset();
            Rights.share(array);
            assertThat(run(node, array, 4)).isEqualTo(expected);
        }
    }

    private static void synchronize(MethodVisitor method) {
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Thread", "yield", "()V", false);
    }

    /** The loop's own handler goes on with the next element. The code before the loop is not in its range. */
    @Test
    void theHandlerOfALoopWhoseHeaderIsInTheRange() throws Exception {
        for (boolean fallsInto : new boolean[] {false, true}) {
            ClassNode node = odd(method -> sumWithHandler(method, fallsInto));
            int[] array = {7, 1, 2, 3, 4};
            assertThat(run(node, array, 7)).isEqualTo(49);
            new AccessPass().weave(node, new TestClasses(Map.of()));

            assertThat(Golden.checks(node.methods.get(0), 0)).as("the handle").isPositive();
            assertThat(Golden.checks(node.methods.get(0), 1)).as("the element").isEqualTo(1);
            assertThat(run(node, array, 7)).isEqualTo(49);
            Rights.reset();
            Rights.share(array);
            assertThat(run(node, array, 7)).isEqualTo(49);
        }
    }

    /** {@code while (i > 0) try { s = 2 * s + a[i]; i--; } catch (RuntimeException e) { i--; }}, all in one range. */
    private static void sumWithHandler(MethodVisitor method, boolean fallsInto) {
        Label start = new Label();
        Label header = new Label();
        Label end = new Label();
        Label handler = new Label();
        Label leave = new Label();
        method.visitTryCatchBlock(start, end, handler, "java/lang/RuntimeException");
        method.visitInsn(Opcodes.ICONST_0);
        method.visitVarInsn(Opcodes.ISTORE, 2);
        method.visitJumpInsn(Opcodes.GOTO, header);
        method.visitLabel(start);
        if (fallsInto) {
            body(method);
            method.visitLabel(header);
            method.visitVarInsn(Opcodes.ILOAD, 1);
            method.visitJumpInsn(Opcodes.IFGT, start);
        } else {
            method.visitLabel(header);
            method.visitVarInsn(Opcodes.ILOAD, 1);
            method.visitJumpInsn(Opcodes.IFLE, leave);
            body(method);
            method.visitJumpInsn(Opcodes.GOTO, header);
        }
        method.visitLabel(end);
        method.visitLabel(leave);
        method.visitVarInsn(Opcodes.ILOAD, 2);
        method.visitInsn(Opcodes.IRETURN);
        method.visitLabel(handler);
        method.visitInsn(Opcodes.POP);
        method.visitIincInsn(1, -1);
        method.visitJumpInsn(Opcodes.GOTO, header);
    }

    /** The first instruction of a method without labels synchronises: a check at the method's start would end there. */
    @Test
    void aSynchronizationAtTheVeryStart() throws Exception {
        ClassNode node = odd(method -> {
            synchronize(method);
            sum(method, Back.JUMP);
        });
        new AccessPass().weave(node, new SynchronizingYield());

        long before = Arrays.stream(node.methods.get(0).instructions.toArray())
                .takeWhile(instruction -> instruction.getOpcode() != Opcodes.INVOKESTATIC)
                .filter(instruction -> instruction.getOpcode() >= 0)
                .count();
        assertThat(before).isZero();
        assertThat(Golden.checks(node.methods.get(0), 0)).isPositive();
        assertThat(run(node, new int[] {7, 1, 2}, 2)).isEqualTo(5);
    }

    /** The outer loop's header has no instruction of its own. */
    @Test
    void twoLoopsBeginAtOneInstruction() throws Exception {
        ClassNode node = odd(method -> {
            Label outer = new Label();
            Label inner = new Label();
            Label end = new Label();
            synchronize(method);
            method.visitInsn(Opcodes.ICONST_0);
            method.visitVarInsn(Opcodes.ISTORE, 2);
            method.visitLabel(outer);
            method.visitLabel(inner);
            method.visitVarInsn(Opcodes.ILOAD, 1);
            method.visitJumpInsn(Opcodes.IFLE, end);
            body(method);
            method.visitVarInsn(Opcodes.ILOAD, 2);
            method.visitInsn(Opcodes.ICONST_2);
            method.visitInsn(Opcodes.IREM);
            method.visitJumpInsn(Opcodes.IFEQ, inner);
            method.visitJumpInsn(Opcodes.GOTO, outer);
            method.visitLabel(end);
            method.visitVarInsn(Opcodes.ILOAD, 2);
            method.visitInsn(Opcodes.IRETURN);
        });
        int[] array = {7, 1, 2, 3, 4};
        int expected = run(node, array, 4);
        new AccessPass().weave(node, new SynchronizingYield());
        MethodNode method = node.methods.get(0);

        assertThat(Golden.checks(method, 0)).as("the handle").isEqualTo(1);
        assertThat(Golden.checks(method, 1)).as("the inner loop's range").isEqualTo(1);
        assertThat(Golden.checks(method, 2)).isZero();
        assertThat(run(node, array, 4)).isEqualTo(expected);
    }

    private static final class SynchronizingYield extends TestClasses {
        private SynchronizingYield() {
            super(Map.of());
        }

        @Override
        public boolean maySynchronize(String owner, String name, String descriptor, boolean virtual) {
            return name.equals("yield");
        }
    }
}
