package jdsm.agent.pass.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import jdsm.agent.pass.OnePass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** The references to methods that become references to new methods of the class. */
class MethodReferencesTest {
    private static final String SOURCE = """
            class Refers {
                void wait(int n) {}
                void wait(Object o) {}
                void notify(int n) {}
                void notifyAll(int n) {}
                int sum(int[] a) { return a.length; }
            }
            """;

    private static final OnePass PROGRAM = OnePass.over(SOURCE);

    /** A class with a method that contains one reference, at a line; 0 for none. */
    private static ClassNode reference(Handle target, String captured, int line) {
        ClassNode node = PROGRAM.compiled("Refers");
        MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "refer", "(" + captured + ")V", null, null);
        if (line > 0) {
            LabelNode start = new LabelNode();
            method.instructions.add(start);
            method.instructions.add(new LineNumberNode(line, start));
        }
        if (!captured.isEmpty()) {
            method.visitVarInsn(Opcodes.ALOAD, 0);
        }
        method.visitInvokeDynamicInsn(
                "run",
                "(" + captured + ")Ljava/lang/Object;",
                new Handle(Opcodes.H_INVOKESTATIC, "java/lang/invoke/LambdaMetafactory", "metafactory", "()V", false),
                Type.getMethodType("()V"),
                target,
                Type.getMethodType("()V"));
        method.visitInsn(Opcodes.POP);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(1, 1);
        node.methods.add(method);
        return PROGRAM.weave(new ReferencePass(), node);
    }

    private static Handle target(ClassNode node) {
        InvokeDynamicInsnNode found = (InvokeDynamicInsnNode)
                Arrays.stream(OnePass.method(node, "refer").instructions.toArray())
                        .filter(InvokeDynamicInsnNode.class::isInstance)
                        .findFirst()
                        .orElseThrow();
        return (Handle) found.bsmArgs[1];
    }

    private static boolean isExpanded(String owner, String name, String descriptor) {
        Handle before = new Handle(Opcodes.H_INVOKESTATIC, owner, name, descriptor, false);
        Handle after = target(reference(before, "", 0));
        assertThat(after.equals(before)).isEqualTo(!after.getName().startsWith("lambda$jdsm$"));
        return !after.equals(before);
    }

    @ParameterizedTest
    @CsvSource({
        "java/lang/Object, wait, ()V",
        "java/lang/Object, wait, (J)V",
        "java/lang/Object, wait, (JI)V",
        "java/lang/Object, notify, ()V",
        "java/lang/Object, notifyAll, ()V",
        "Refers, wait, (J)V",
    })
    void methodsOfMonitors(String owner, String name, String descriptor) {
        assertThat(isExpanded(owner, name, descriptor)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"wait, (I)V", "wait, (Ljava/lang/Object;)V", "notify, (I)V", "notifyAll, (I)V", "sum, ([I)I"})
    void methodsOfTheProgramAreLeftAlone(String name, String descriptor) {
        assertThat(isExpanded("Refers", name, descriptor)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "java/lang/Object, clone, ()Ljava/lang/Object;",
        "Refers, clone, ()Ljava/lang/Object;",
        "Refers, identityHashCode, (Ljava/lang/Object;)I",
        "Refers, writeObject, (Ljava/lang/Object;)V",
        "Refers, writeUnshared, (Ljava/lang/Object;)V",
        "[I, hashCode, ()I",
    })
    void callsThatOtherPassesReplace(String owner, String name, String descriptor) {
        assertThat(isExpanded(owner, name, descriptor)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "java/lang/Class, getSimpleName, ()Ljava/lang/String;",
        "sun/misc/Unsafe, pageSize, ()I",
        "java/lang/reflect/Field, getName, ()Ljava/lang/String;",
        "java/lang/invoke/VarHandle, coordinateTypes, ()Ljava/util/List;",
        "java/util/concurrent/atomic/AtomicIntegerFieldUpdater, get, (Ljava/lang/Object;)I",
    })
    void waysAroundFields(String owner, String name, String descriptor) {
        assertThat(isExpanded(owner, name, descriptor)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "java/util/Arrays, sort, ([I)V", // a use
        "java/util/List, clear, ()V", // a trait
    })
    void methodsOfTheJdkWithAnEffect(String owner, String name, String descriptor) {
        assertThat(isExpanded(owner, name, descriptor)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "java/lang/String, length, ()I",
        "java/util/concurrent/atomic/AtomicInteger, get, ()I",
        "java/lang/Thread, yield, ()V",
    })
    void methodsOfTheJdkWithoutAnEffectAreLeftAlone(String owner, String name, String descriptor) {
        assertThat(isExpanded(owner, name, descriptor)).isFalse();
    }

    @Test
    void anUnboundReceiverIsTheFirstParameter() {
        Handle unbound = new Handle(
                Opcodes.H_INVOKEVIRTUAL, "java/io/ObjectOutputStream", "writeObject", "(Ljava/lang/Object;)V", false);
        ClassNode node = reference(unbound, "", 0);

        assertThat(target(node).getDesc()).isEqualTo("(Ljava/io/ObjectOutputStream;Ljava/lang/Object;)V");
        assertThat(OnePass.listing(node, target(node).getName()))
                .containsExactly("ALOAD 0", "ALOAD 1", "INVOKEVIRTUAL ObjectOutputStream.writeObject", "RETURN");
    }

    @Test
    void aCapturedReceiverHasTheTypeOfItsVariable() {
        Handle bound = new Handle(Opcodes.H_INVOKEVIRTUAL, "java/lang/Object", "notify", "()V", false);

        assertThat(target(reference(bound, "LRefers;", 0)).getDesc()).isEqualTo("(LRefers;)V");
    }

    @Test
    void theNewMethodHasTheLineOfTheReference() {
        Handle wait = new Handle(Opcodes.H_INVOKEVIRTUAL, "java/lang/Object", "wait", "()V", false);
        ClassNode node = reference(wait, "LRefers;", 17);
        MethodNode made = OnePass.method(node, target(node).getName());

        assertThat(made.instructions.getFirst()).isInstanceOf(LabelNode.class);
        assertThat(made.instructions.get(1)).isInstanceOfSatisfying(LineNumberNode.class, line -> {
            assertThat(line.line).isEqualTo(17);
            assertThat(line.start).isSameAs(made.instructions.getFirst());
        });
    }

    @Test
    void withoutLinesTheNewMethodHasNone() {
        Handle wait = new Handle(Opcodes.H_INVOKEVIRTUAL, "java/lang/Object", "wait", "()V", false);
        ClassNode node = reference(wait, "LRefers;", 0);

        assertThat(OnePass.method(node, target(node).getName()).instructions.toArray())
                .noneMatch(LineNumberNode.class::isInstance);
    }
}
