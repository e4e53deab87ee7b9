package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random programs have the same results with the JDK's set of bits and with the twin. */
class BitSetTest {
    private static final int STEPS = 500;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void bits(int seed) {
        for (int program = 0; program < 50; program++) {
            long steps = 1000L * seed + program;
            int bits = new Random(steps).nextInt(200);
            assertThat(run(new BitSet(bits), new BitSet(), new Random(steps)))
                    .as("seed %d, program %d", seed, program)
                    .isEqualTo(run(new java.util.BitSet(bits), new java.util.BitSet(), new Random(steps)));
        }
    }

    private static List<String> run(java.util.BitSet one, java.util.BitSet other, Random random) {
        List<String> seen = new ArrayList<>();
        java.util.BitSet bits = one;
        java.util.BitSet others = other;
        for (int step = 0; step < STEPS; step++) {
            java.util.BitSet changed = bits;
            java.util.BitSet second = others;
            Object result = tried(() -> step(changed, second, random));
            seen.add(step + " " + result + " " + changed + changed.length() + " " + changed.size() + changed.isEmpty());
            if (random.nextInt(5) == 0) {
                bits = second;
                others = changed;
            }
        }
        return seen;
    }

    private static Object tried(Supplier<Object> step) {
        try {
            return step.get();
        } catch (IndexOutOfBoundsException e) {
            return e.getMessage();
        }
    }

    private static Object step(java.util.BitSet bits, java.util.BitSet other, Random random) {
        int from = random.nextInt(260) - 3;
        int to = Math.max(from + random.nextInt(130) - 2, -2);
        switch (random.nextInt(24)) {
            case 0, 1 -> bits.set(from);
            case 2 -> bits.set(from, to);
            case 3 -> bits.set(from, random.nextBoolean());
            case 4 -> bits.set(from, to, random.nextBoolean());
            case 5 -> bits.flip(from);
            case 6 -> bits.flip(from, to);
            case 7 -> bits.clear(from);
            case 8 -> bits.clear(from, to);
            case 9 -> bits.and(other);
            case 10 -> bits.or(other);
            case 11 -> bits.xor(other);
            case 12 -> bits.andNot(other);
            case 13 -> {
                if (random.nextInt(10) == 0) {
                    bits.clear();
                }
            }
            case 14 -> {
                return bits.get(from) + " " + bits.cardinality() + bits.hashCode();
            }
            case 15 -> {
                return bits.get(from, to) + " " + bits.get(from, to).size();
            }
            case 16 -> {
                return bits.nextSetBit(from) + " " + bits.nextClearBit(from);
            }
            case 17 -> {
                return bits.previousSetBit(from) + " " + bits.previousClearBit(from);
            }
            case 18 -> {
                return bits.intersects(other) + " " + bits.equals(other) + bits.equals(bits.clone());
            }
            case 19 -> {
                return bits.clone() + " " + ((java.util.BitSet) bits.clone()).size() + bits.size();
            }
            case 20 -> {
                return Arrays.toString(bits.toLongArray()) + Arrays.toString(bits.toByteArray());
            }
            case 21 -> {
                return bits.stream().sum();
            }
            default -> bits.or(bits.get(from, to));
        }
        return "";
    }

    @Test
    void aSetIsMadeOfWordsOrBytes() {
        long[] words = {5, -1, 0};
        byte[] bytes = {5, 0, 1, 0};
        assertThat(BitSet.valueOf(words))
                .isEqualTo(java.util.BitSet.valueOf(words))
                .isInstanceOf(BitSet.class);
        assertThat(BitSet.valueOf(bytes)).isEqualTo(java.util.BitSet.valueOf(bytes));
        assertThat(BitSet.valueOf(LongBuffer.wrap(words)))
                .isEqualTo(java.util.BitSet.valueOf(words))
                .hasToString(java.util.BitSet.valueOf(words).toString());
        assertThat(BitSet.valueOf(ByteBuffer.wrap(bytes)).size())
                .isEqualTo(java.util.BitSet.valueOf(bytes).size());
    }
}
