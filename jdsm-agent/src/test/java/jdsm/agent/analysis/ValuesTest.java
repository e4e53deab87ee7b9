package jdsm.agent.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.util.Printer;

/** Symbolic values, how int expressions are simplified, and the keys of memory. */
class ValuesTest {
    private final Values values = new Values();
    private final Value p = values.parameter(1, "I");
    private final Value q = values.parameter(2, "I");
    private final Value zero = values.constant(0);
    private final Value one = values.constant(1);

    @ParameterizedTest
    @CsvSource({
        "IADD, 7, 3, 10",
        "ISUB, 7, 3, 4",
        "IMUL, 7, 3, 21",
        "IDIV, 7, 3, 2",
        "IREM, 7, 3, 1",
        "ISHL, 7, 3, 56",
        "ISHR, -70, 3, -9",
        "IUSHR, -70, 30, 3",
        "IAND, 6, 3, 2",
        "IOR, 6, 3, 7",
        "IXOR, 6, 3, 5",
        "IMUL, 65536, 65537, 65536",
    })
    void constantsAreComputed(String opcode, int left, int right, int result) {
        Value made = values.operation(opcode(opcode), values.constant(left), values.constant(right));

        assertThat(made).isSameAs(values.constant(result));
    }

    private static int opcode(String name) {
        int opcode = 0;
        while (!Printer.OPCODES[opcode].equals(name)) {
            opcode++;
        }
        return opcode;
    }

    @Test
    void onlyIntOperationsAreComputed() {
        assertThatThrownBy(() -> values.operation(Opcodes.LADD, one, one)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void expressionsAreSimplified() {
        assertThat(values.add(p, zero)).isSameAs(p);
        assertThat(values.add(zero, p)).isSameAs(p);
        assertThat(values.subtract(p, zero)).isSameAs(p);
        assertThat(values.subtract(p, p)).isSameAs(zero);
        assertThat(values.multiply(p, one)).isSameAs(p);
        assertThat(values.multiply(one, p)).isSameAs(p);
        assertThat(values.multiply(p, zero)).isSameAs(zero);
        assertThat(values.multiply(zero, p)).isSameAs(zero);
        assertThat(values.multiply(values.constant(3), p)).isSameAs(values.multiply(p, values.constant(3)));
        assertThat(values.subtract(p, one)).isSameAs(values.add(p, values.constant(-1)));
        assertThat(values.add(values.add(p, one), values.constant(4))).isSameAs(values.add(values.constant(5), p));
        assertThat(values.operation(Opcodes.INEG, p, null)).isSameAs(values.subtract(zero, p));
        assertThat(values.operation(Opcodes.ISHL, p, zero)).isNotSameAs(p);
        assertThat(values.operation(Opcodes.IDIV, one, p).part(0)).isSameAs(one);
        assertThat(values.add(p, q)).isNotSameAs(values.add(q, p)).isNotSameAs(p);
        assertThat(values.subtract(p, q).kind()).isEqualTo(Value.Kind.OPERATION);
        assertThat(values.subtract(one, p).part(0)).isSameAs(one);
        assertThat(values.add(values.multiply(p, q), one).part(0)).isSameAs(values.multiply(p, q));
        assertThat(values.multiply(values.add(p, one), values.constant(2)).part(0))
                .isSameAs(values.add(p, one));
    }

    @Test
    void differencesThatAreConstant() {
        assertThat(values.add(p, values.constant(5)).minus(p)).isEqualTo(5);
        assertThat(p.minus(values.add(p, values.constant(5)))).isEqualTo(-5);
        assertThat(p.minus(p)).isZero();
        assertThat(values.constant(9).minus(values.constant(4))).isEqualTo(5);
        assertThat(p.minus(q)).isNull();
        assertThat(p.minus(one)).isNull();
        assertThat(values.add(p, q).minus(p)).isNull();
        assertThat(values.multiply(p, values.constant(3)).minus(p)).isNull();
        assertThat(values.add(p, one).isSum()).isTrue();
        assertThat(values.add(p, q).isSum()).isFalse();
        assertThat(values.multiply(p, values.constant(3)).isSum()).isFalse();
        assertThat(p.isSum()).isFalse();
    }

    @Test
    void leavesAndLengths() {
        Value array = values.parameter(3, "[I");
        Value memory = values.memory(4, 9);
        Value element = values.element(Opcodes.IALOAD, array, values.add(p, one), memory);

        assertThat(element.leaves()).containsExactlyInAnyOrder(array, p, memory);
        assertThat(element.nodes()).isEqualTo(6);
        assertThat(one.leaves()).isEmpty();
        assertThat(values.unset().leaves()).isEmpty();
        assertThat(values.nothing().leaves()).isEmpty();
        for (Value leaf :
                new Value[] {values.result(3, "I"), values.merged(2, 1, "I"), values.entered(2, 1, "I"), p, memory}) {
            assertThat(leaf.leaves()).containsExactly(leaf);
            assertThat(leaf.nodes()).isEqualTo(1);
        }
        Value grown = p;
        for (int i = 0; i < 31; i++) {
            grown = values.multiply(grown, q);
        }
        assertThat(grown.nodes()).isEqualTo(63);
        assertThat(Values.isLong(grown)).isFalse();
        assertThat(Values.isLong(grown, one)).isTrue();
        assertThat(Values.isLong(values.operation(Opcodes.IAND, grown, one))).isTrue();
    }

    @Test
    void typesAndSizes() {
        Value rows = values.parameter(3, "[[D");
        Value memory = values.memory(4, 9);

        assertThat(values.element(Opcodes.AALOAD, rows, p, memory).type()).isEqualTo("[D");
        assertThat(values.element(Opcodes.AALOAD, values.parameter(4, "[Ljava/lang/String;"), p, memory)
                        .type())
                .isEqualTo("Ljava/lang/String;");
        assertThat(values.element(Opcodes.AALOAD, values.parameter(5, "Ljava/lang/Object;"), p, memory)
                        .type())
                .isNull();
        assertThat(values.element(Opcodes.AALOAD, values.parameter(6, null), p, memory)
                        .type())
                .isNull();
        assertThat(values.element(Opcodes.BALOAD, values.parameter(7, "[Z"), p, memory)
                        .type())
                .isEqualTo("I");
        assertThat(values.length(rows).type()).isEqualTo("I");
        assertThat(values.parameter(8, "J").getSize()).isEqualTo(2);
        assertThat(values.parameter(9, "D").getSize()).isEqualTo(2);
        assertThat(p.getSize()).isEqualTo(1);
        assertThat(values.nothing().getSize()).isEqualTo(1);
        assertThat(one.isConstant(1)).isTrue();
        assertThat(one.isConstant(2)).isFalse();
        assertThat(p.isConstant(0)).isFalse();
    }

    @Test
    void oneInstanceOfEachValue() {
        assertThat(values.extreme(true, p, q))
                .isSameAs(values.extreme(true, p, q))
                .isNotSameAs(values.extreme(false, p, q));
        assertThat(values.cast(p, "LA;")).isNotSameAs(values.cast(p, "LB;"));
        assertThat(values.field(p, "A.f:I", "I", q)).isNotSameAs(values.field(p, "A.g:I", "I", q));
        assertThat(values.memory(3, 7)).isNotSameAs(values.result(3, null)).isNotSameAs(values.memory(3, 8));
        assertThat(values.last(Opcodes.IF_ICMPNE, p, q, one, true).part(3)).isSameAs(one);
        assertThat(values.last(Opcodes.IF_ICMPNE, p, q, one, false).part(3)).isSameAs(zero);
    }

    @Test
    void inWords() {
        Value memory = values.memory(4, 9);

        assertThat(values.add(p, one)).hasToString("OPERATION " + Opcodes.IADD + "[p1, 1]");
        assertThat(values.field(p, "A.f:I", "I", memory)).hasToString("p1.A.f:I");
        assertThat(values.element(Opcodes.IALOAD, p, one, memory)).hasToString("p1[1]");
        assertThat(values.length(p)).hasToString("p1.length");
        assertThat(values.result(3, "I")).hasToString("r3");
        assertThat(values.merged(2, 5, "I")).hasToString("m2.5");
        assertThat(values.entered(2, 5, "I")).hasToString("e2.5");
    }

    @Test
    void affineForms() {
        Affine identity = new Affine(one, zero);
        Value shifted = values.operation(Opcodes.ISHL, p, values.constant(34));
        Value three = values.constant(3);

        assertThat(affine(p)).isEqualTo(identity);
        assertThat(affine(values.add(values.multiply(p, three), q))).isEqualTo(new Affine(three, q));
        assertThat(affine(values.multiply(q, values.add(p, one)))).isEqualTo(new Affine(q, q));
        assertThat(affine(values.subtract(q, p))).isEqualTo(new Affine(values.constant(-1), q));
        assertThat(affine(values.subtract(values.multiply(p, three), values.add(p, q))))
                .isEqualTo(new Affine(values.constant(2), values.subtract(zero, q)));
        assertThat(affine(shifted))
                .as("shifts take the lowest five bits")
                .isEqualTo(new Affine(values.constant(4), zero));
        assertThat(affine(q)).isEqualTo(new Affine(zero, q));
        assertThat(affine(values.multiply(p, p))).isNull();
        assertThat(affine(values.operation(Opcodes.ISHL, p, q))).isNull();
        assertThat(affine(values.operation(Opcodes.ISHL, one, p))).isNull();
        assertThat(affine(values.operation(Opcodes.IAND, p, three))).isNull();
        assertThat(affine(values.extreme(true, p, q))).isNull();
        assertThat(affine(values.add(values.multiply(p, p), p))).isNull();
        assertThat(affine(values.add(p, values.multiply(p, p)))).isNull();
        assertThat(affine(values.operation(Opcodes.IAND, q, three))).isNotNull();
    }

    private Affine affine(Value value) {
        return Affine.of(value, some -> some == p ? new Affine(one, zero) : null, values);
    }

    @Test
    void keysOfElements() {
        Map<Integer, String> keys = Map.of(
                Opcodes.AALOAD, "[]",
                Opcodes.AASTORE, "[]",
                Opcodes.IALOAD, "[I",
                Opcodes.IASTORE, "[I",
                Opcodes.BALOAD, "[B",
                Opcodes.BASTORE, "[B",
                Opcodes.CALOAD, "[C",
                Opcodes.CASTORE, "[C",
                Opcodes.SALOAD, "[S",
                Opcodes.SASTORE, "[S");
        keys.forEach((opcode, key) -> assertThat(Memory.elements(opcode)).isEqualTo(key));
        assertThat(Memory.elements(Opcodes.DALOAD)).isNull();
        assertThat(Memory.elements(Opcodes.LASTORE)).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "[I, [I",
        "[Z, [B",
        "[B, [B",
        "[S, [S",
        "[C, [C",
        "[D, ",
        "[J, ",
        "I, ",
        "LA;, ",
        "[LA;, []",
        "[[D, []",
    })
    void elementsThatCodeMayReach(String type, String key) {
        assertThat(Memory.elementsReachedBy(type)).isEqualTo(key == null ? Set.of() : Set.of(key));
    }

    @Test
    void anObjectMayBeAnyArray() {
        for (String type : new String[] {"Ljava/lang/Object;", "Ljava/lang/Cloneable;", "Ljava/io/Serializable;"}) {
            assertThat(Memory.elementsReachedBy(type)).containsExactlyInAnyOrder("[]", "[I", "[B", "[C", "[S");
        }
    }
}
