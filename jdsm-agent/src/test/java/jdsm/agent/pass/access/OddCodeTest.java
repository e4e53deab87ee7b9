package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Code that no compiler of today writes, or that is not to be touched. */
class OddCodeTest {
    private static final int ACCESSES = 9_000;

    /** A class with one method {@code static int m(int[] a, int i)}, woven. */
    private static ClassNode woven(int version, Consumer<MethodVisitor> body) {
        ClassNode node = new ClassNode();
        node.visit(version, Opcodes.ACC_PUBLIC, "Odd", null, "java/lang/Object", null);
        MethodVisitor method = node.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "m", "([II)I", null, null);
        method.visitCode();
        body.accept(method);
        method.visitMaxs(8, 8);
        method.visitEnd();
        new AccessPass().weave(node, new TestClasses(Map.of()));
        return node;
    }

    private static int run(ClassNode node, int[] array, int index) throws Exception {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        node.accept(writer);
        ClassLoader loader = Weaving.loader(Map.of("Odd", writer.toByteArray()));
        return (int)
                loader.loadClass("Odd").getMethod("m", int[].class, int.class).invoke(null, array, index);
    }

    private static List<MethodInsnNode> checks(ClassNode node) {
        MethodNode method = node.methods.get(0);
        return java.util.stream.StreamSupport.stream(method.instructions.spliterator(), false)
                .filter(MethodInsnNode.class::isInstance)
                .map(MethodInsnNode.class::cast)
                .filter(call -> call.owner.equals(Snippets.CHECKS) || call.owner.equals(Snippets.RANGES))
                .filter(call -> call.desc.endsWith("V"))
                .toList();
    }

    private static void load(MethodVisitor method) {
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitInsn(Opcodes.IALOAD);
    }

    /** Two blocks that jump to each other, and can both be entered first. */
    @Test
    void aLoopWithTwoEntriesIsCheckedInside() throws Exception {
        ClassNode node = woven(Opcodes.V17, method -> {
            Label one = new Label();
            Label other = new Label();
            Label end = new Label();
            method.visitVarInsn(Opcodes.ILOAD, 1);
            method.visitJumpInsn(Opcodes.IFEQ, other);
            method.visitLabel(one);
            method.visitIincInsn(1, -1);
            method.visitVarInsn(Opcodes.ILOAD, 1);
            method.visitJumpInsn(Opcodes.IFLT, end);
            method.visitLabel(other);
            load(method);
            method.visitJumpInsn(Opcodes.IFNE, one);
            method.visitLabel(end);
            method.visitVarInsn(Opcodes.ILOAD, 1);
            method.visitInsn(Opcodes.IRETURN);
        });

        assertThat(checks(node)).hasSize(1);
        assertThat(run(node, new int[] {1, 0, 1, 1}, 3)).isEqualTo(1);
    }

    /** Behind the second entry, the index is another one than that of the check before the loop. */
    @Test
    void anIndexThatChangesInALoopWithTwoEntries() throws Exception {
        ClassNode node = woven(Opcodes.V17, method -> {
            Label one = new Label();
            Label other = new Label();
            load(method);
            method.visitJumpInsn(Opcodes.IFEQ, other);
            method.visitLabel(one);
            load(method);
            method.visitInsn(Opcodes.POP);
            method.visitLabel(other);
            method.visitIincInsn(1, -1);
            method.visitVarInsn(Opcodes.ILOAD, 1);
            method.visitJumpInsn(Opcodes.IFGT, one);
            method.visitVarInsn(Opcodes.ILOAD, 1);
            method.visitInsn(Opcodes.IRETURN);
        });

        assertThat(checks(node)).hasSize(2);
        assertThat(run(node, new int[] {1, 0, 1, 1}, 3)).isZero();
    }

    /** A constant that a method computes has the size of its type. */
    @Test
    void aComputedConstantOfTwoSlots() {
        Handle maker = new Handle(
                Opcodes.H_INVOKESTATIC,
                "Odd",
                "make",
                "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)J",
                false);
        ClassNode node = woven(Opcodes.V17, method -> {
            method.visitLdcInsn(new ConstantDynamic("constant", "J", maker));
            method.visitInsn(Opcodes.POP2);
            load(method);
            method.visitInsn(Opcodes.IRETURN);
        });

        assertThat(checks(node)).hasSize(1);
    }

    @Test
    void subroutinesAreCopied() throws Exception {
        ClassNode node = woven(Opcodes.V1_4, method -> {
            Label subroutine = new Label();
            method.visitJumpInsn(Opcodes.JSR, subroutine);
            method.visitIincInsn(1, 1);
            method.visitJumpInsn(Opcodes.JSR, subroutine);
            load(method);
            method.visitInsn(Opcodes.IRETURN);
            method.visitLabel(subroutine);
            method.visitVarInsn(Opcodes.ASTORE, 2);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitVarInsn(Opcodes.ILOAD, 1);
            method.visitInsn(Opcodes.DUP2);
            method.visitInsn(Opcodes.IALOAD);
            method.visitInsn(Opcodes.ICONST_2);
            method.visitInsn(Opcodes.IMUL);
            method.visitInsn(Opcodes.IASTORE);
            method.visitVarInsn(Opcodes.RET, 2);
        });

        int[] array = {1, 2, 3};
        assertThat(run(node, array, 1)).isEqualTo(6);
        assertThat(array).containsExactly(1, 4, 6);
        assertThat(checks(node)).extracting(call -> call.name).containsExactly("write", "write");
    }

    @Test
    void aMethodThatBecomesTooLongIsRefused() {
        assertThatThrownBy(() -> woven(Opcodes.V17, method -> {
                    for (int i = 0; i < ACCESSES; i++) {
                        load(method);
                        method.visitVarInsn(Opcodes.ISTORE, 1);
                    }
                    method.visitInsn(Opcodes.ICONST_0);
                    method.visitInsn(Opcodes.IRETURN);
                }))
                .isInstanceOf(MethodTooLargeException.class)
                .hasMessageContaining("Odd.m");
    }

    @Test
    void volatileElementsAreLeftToWhoWrappedThem() {
        ClassNode node = woven(Opcodes.V17, method -> {
            method.visitInsn(Opcodes.ACONST_NULL);
            method.visitVarInsn(Opcodes.ILOAD, 1);
            method.visitMethodInsn(
                    Opcodes.INVOKESTATIC, "jdsm/runtime/Volatiles", "enter", "(Ljdsm/runtime/Shared;I)V", false);
            load(method);
            method.visitInsn(Opcodes.ACONST_NULL);
            method.visitVarInsn(Opcodes.ILOAD, 1);
            method.visitMethodInsn(
                    Opcodes.INVOKESTATIC, "jdsm/runtime/Volatiles", "exit", "(Ljdsm/runtime/Shared;I)V", false);
            method.visitInsn(Opcodes.IRETURN);
        });

        assertThat(checks(node)).isEmpty();
    }
}
