package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The twin has the JDK's sequences of numbers. */
class RandomTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, 42, Long.MIN_VALUE, 0x5DEECE66DL})
    void numbersAreThoseOfTheSeed(long seed) {
        List<Object> numbers = numbers(new Random(seed), seed);
        assertThat(numbers).isEqualTo(numbers(new java.util.Random(seed), seed));
        Random again = new Random();
        again.setSeed(seed);
        assertThat(numbers(again, seed)).isEqualTo(numbers);
    }

    private static List<Object> numbers(java.util.Random random, long seed) {
        List<Object> all = new ArrayList<>();
        java.util.Random choice = new java.util.Random(~seed);
        for (int i = 0; i < 500; i++) {
            all.add(
                    switch (choice.nextInt(14)) {
                        case 0 -> random.nextInt();
                        case 1 -> random.nextInt(1 + choice.nextInt(Integer.MAX_VALUE));
                        case 2 -> random.nextInt(64);
                        case 3 -> random.nextLong();
                        case 4 -> random.nextBoolean();
                        case 5 -> random.nextFloat();
                        case 6 -> random.nextDouble();
                        case 7, 8 -> random.nextGaussian();
                        case 9 -> bytes(random, choice.nextInt(9));
                        case 10 -> random.ints(3, 5, 1000).sum();
                        case 11 ->
                            random.doubles(2).sum()
                                    + random.longs(3, 0, 1L << 40).sum();
                        case 12 -> random.nextInt(5, 9) + random.nextLong(1L << 50) + random.nextDouble(2, 3);
                        default -> {
                            if (choice.nextInt(10) == 0) {
                                random.setSeed(choice.nextLong());
                            }
                            yield "";
                        }
                    });
        }
        return all;
    }

    private static String bytes(java.util.Random random, int length) {
        byte[] all = new byte[length];
        random.nextBytes(all);
        return Arrays.toString(all);
    }

    @Test
    void generatorsWithoutASeedDiffer() {
        assertThat(IntStream.range(0, 20).mapToObj(i -> new Random().nextLong()).distinct())
                .hasSize(20);
    }

    /** A subclass decides the numbers by its next, as it does for the JDK's class. */
    @Test
    void aSubclassOverridesNext() {
        Random zero = new Random(3) {
            private static final long serialVersionUID = 1L;

            @Override
            protected int next(int bits) {
                return 0;
            }
        };
        assertThat(List.of(zero.nextInt(), zero.nextInt(7), zero.nextBoolean(), zero.nextDouble()))
                .isEqualTo(List.of(0, 0, false, 0.0));
    }
}
