package jdsm.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random accesses of all forms, against a Java array that says what each read must see. Three servers and the frames
 * together have room for the array and no page more. More accesses: {@code -Djdsm.remote.accesses=1000000}.
 */
class RandomAccessTest {
    private static final int ACCESSES = Integer.getInteger("jdsm.remote.accesses", 20_000);
    private static final int FRAMES = 10;
    private static final int[] SERVERS = {6, 9, 8};

    static List<Arguments> spaces() {
        List<Arguments> all = new ArrayList<>();
        for (int pageBytes : new int[] {4 << 10, 64 << 10, 1 << 20, 4 << 20}) {
            for (ReplacementPolicy policy : ReplacementPolicy.values()) {
                for (boolean messages : new boolean[] {true, false}) {
                    all.add(Arguments.of(pageBytes, policy, messages, messages ? 1 : 2));
                }
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void everyReadSeesTheLastWrite(int pageBytes, ReplacementPolicy policy, boolean messages, int copies) {
        long seed = 31L * pageBytes + policy.ordinal();
        try (TestSpace space =
                new TestSpace(TestSpace.settings(pageBytes, FRAMES, policy, copies), messages, SERVERS)) {
            long pages = FRAMES - 1 + space.placement.count();
            int length = (int) (pages * pageBytes / Double.BYTES) - 5;
            RemoteDoubles array = space.doubles(length);
            double[] model = new double[length];
            Accesses accesses = new Accesses(new Random(seed), array, model, pageBytes / Double.BYTES);
            for (int done = 0; done < ACCESSES; ) {
                done += accesses.some("seed " + seed + ", access " + done);
            }
            assertThat(accesses.whole()).as("seed %d", seed).isEqualTo(model);
            RemoteStatistics statistics = space.pager.statistics().get(0);
            assertThat(statistics.faults()).isPositive();
            assertThat(statistics.pagesIn()).isPositive();
            assertThat(statistics.pagesOut()).isPositive();
            array.close();
            assertThat(space.placement.free()).isEqualTo(space.placement.count());
            assertThat(space.endings).isEmpty();
        }
    }

    /** Accesses in bursts of neighbouring elements, so that large pages do not travel for each. */
    static final class Accesses {
        private final Random random;
        private final RemoteDoubles array;
        private final double[] model;
        private final int perPage;

        Accesses(Random random, RemoteDoubles array, double[] model, int perPage) {
            this.random = random;
            this.array = array;
            this.model = model;
            this.perPage = perPage;
        }

        /** Makes some accesses and returns their number. */
        int some(String where) {
            int burst = 1 + random.nextInt(Math.max(2, perPage / 256));
            int near = random.nextInt(model.length);
            switch (random.nextInt(20)) {
                case 0 -> bulk(near, where);
                case 1 -> sequence(near, where);
                case 2 -> slice(near, where);
                default -> {
                    for (int i = 0; i < burst; i++) {
                        single(Math.min(model.length - 1, near + random.nextInt(perPage)), where);
                    }
                }
            }
            return burst;
        }

        private void single(int index, String where) {
            if (random.nextBoolean()) {
                model[index] = random.nextDouble();
                array.set(index, model[index]);
            } else {
                check(array.get(index), index, where);
            }
        }

        private void check(double value, int index, String where) {
            if (value != model[index]) {
                throw new AssertionError(where + ": element " + index + " is " + value + " instead of " + model[index]);
            }
        }

        /** Crosses the borders of pages. */
        private void bulk(int from, String where) {
            int count = Math.min(model.length - from, 1 + random.nextInt(2 * perPage));
            double[] some = random.doubles(count).toArray();
            if (random.nextBoolean()) {
                array.set(from, some, 0, count);
                System.arraycopy(some, 0, model, from, count);
            } else {
                array.get(from, some, 0, count);
                assertThat(some).as(where).isEqualTo(Arrays.copyOfRange(model, from, from + count));
            }
        }

        /** Makes a stream, whose pages are fetched ahead. */
        private void sequence(int from, String where) {
            int stride = (random.nextBoolean() ? 1 : -1) * (perPage / 2 + random.nextInt(perPage));
            for (long index = from, n = 0; index >= 0 && index < model.length && n < 12; index += stride, n++) {
                check(array.get(index), (int) index, where);
            }
        }

        private void slice(int from, String where) {
            int to = from + 1 + random.nextInt(Math.min(model.length - from, perPage));
            RemoteDoubles slice = array.slice(from, to);
            double value = random.nextDouble();
            boolean fills = random.nextBoolean();
            if (fills) {
                slice.fill(value);
                Arrays.fill(model, from, to, value);
            }
            slice.forEachPage(PageUse.READ, (at, page) -> {
                for (int i = 0; i < page.limit(); i++) {
                    check(page.get(i), from + (int) at + i, where);
                }
            });
        }

        /** Returns the whole array. */
        double[] whole() {
            double[] all = new double[model.length];
            array.get(0, all, 0, all.length);
            return all;
        }
    }
}
