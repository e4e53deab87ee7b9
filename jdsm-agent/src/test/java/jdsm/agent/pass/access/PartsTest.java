package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.Printer;

/** The small parts from which checks are made. */
class PartsTest {
    @ParameterizedTest
    @CsvSource({
        "-32769, LDC",
        "-32768, SIPUSH",
        "-129, SIPUSH",
        "-128, BIPUSH",
        "-2, BIPUSH",
        "-1, ICONST_M1",
        "0, ICONST_0",
        "5, ICONST_5",
        "6, BIPUSH",
        "127, BIPUSH",
        "128, SIPUSH",
        "32767, SIPUSH",
        "32768, LDC"
    })
    void aConstantTakesTheShortestInstruction(int number, String instruction) {
        assertThat(Printer.OPCODES[Snippets.constant(number).getOpcode()]).isEqualTo(instruction);
    }

    @Test
    void aLineNumberPointsToItsLabel() {
        List<AbstractInsnNode> code = new ArrayList<>();
        Snippets.line(17).forEach(code::add);
        assertThat(code).hasSize(2);
        LineNumberNode line = (LineNumberNode) code.get(1);
        assertThat(line.line).isEqualTo(17);
        assertThat(line.start).isSameAs(code.get(0));
    }

    @Test
    void arrayAccessesAreToldFromTheirNeighbours() {
        List<String> loads = names(Access::isArrayLoad);
        List<String> stores = names(Access::isArrayStore);
        assertThat(loads)
                .containsExactly("IALOAD", "LALOAD", "FALOAD", "DALOAD", "AALOAD", "BALOAD", "CALOAD", "SALOAD");
        assertThat(stores)
                .containsExactly(
                        "IASTORE", "LASTORE", "FASTORE", "DASTORE", "AASTORE", "BASTORE", "CASTORE", "SASTORE");
    }

    private static List<String> names(IntPredicate matches) {
        return IntStream.range(0, Printer.OPCODES.length)
                .filter(matches)
                .mapToObj(opcode -> Printer.OPCODES[opcode])
                .toList();
    }

    @Test
    void aMethodWithoutChecksIsTooLongToBeInlined() {
        MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "plain", "()V", null, null);
        method.instructions.add(new InsnNode(Opcodes.RETURN));
        PlainMethods.keepOut(method);
        assertThat(CodeSize.of(method.instructions).min()).isGreaterThan(325).isLessThan(340);
        assertThat(method.instructions.getLast().getOpcode()).isEqualTo(Opcodes.ATHROW);
    }

    @Test
    void codeBecomesAMethodFromTheLeastLengthOn() {
        PlainMethods methods = new PlainMethods(200, 8000);
        assertThat(methods.isWorth(199)).isFalse();
        assertThat(methods.isWorth(200)).isTrue();
        assertThat(methods.areWanted()).isTrue();
        assertThat(new PlainMethods(PlainMethods.NEVER, 8000).areWanted()).isFalse();
    }
}
