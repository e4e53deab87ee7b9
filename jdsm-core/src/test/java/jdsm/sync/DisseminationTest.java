package jdsm.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import jdsm.message.BarrierLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DisseminationTest {
    private static final int GENERATIONS = 6;

    private record Letter(int from, int to, BarrierLayout message) {}

    /** Ranks that enter one generation after the other, over a network in any order that keeps each pair's. */
    private static final class Model {
        final int ranks;
        final Random random;
        final List<Dissemination> barriers = new ArrayList<>();
        final List<Deque<Letter>> network = new ArrayList<>();
        final int[] entered;
        final int[] passed;
        final List<String> mismatches = new ArrayList<>();

        Model(int ranks, long seed) {
            this.ranks = ranks;
            this.random = new Random(seed);
            this.entered = new int[ranks];
            this.passed = new int[ranks];
            for (int r = 0; r < ranks; r++) {
                barriers.add(new Dissemination(r, ranks));
                for (int to = 0; to < ranks; to++) {
                    network.add(new ArrayDeque<>());
                }
            }
        }

        Dissemination.Outbox outbox(int me) {
            return new Dissemination.Outbox() {
                @Override
                public void send(int to, BarrierLayout message) {
                    network.get(me * ranks + to).add(new Letter(me, to, message));
                }

                @Override
                public void heard(byte[] cargo) {}

                @Override
                public void passed(int generation) {
                    assertThat(generation).isEqualTo(passed[me]);
                    passed[me]++;
                    for (int count : entered) {
                        assertThat(count)
                                .as("ranks in generation %s", generation)
                                .isGreaterThan(generation);
                    }
                }

                @Override
                public void mismatch(int peer, SyncPoint here, SyncPoint there) {
                    mismatches.add(me + " " + here + ", " + peer + " " + there);
                }
            };
        }

        void run(SyncPoint[] points) {
            while (true) {
                List<Runnable> possible = new ArrayList<>();
                for (Deque<Letter> queue : network) {
                    if (!queue.isEmpty()) {
                        possible.add(() -> {
                            Letter letter = queue.remove();
                            barriers.get(letter.to)
                                    .onMessage(letter.from, letter.message, new byte[0], outbox(letter.to));
                        });
                    }
                }
                for (int r = 0; r < ranks; r++) {
                    int me = r;
                    if (entered[r] == passed[r] && entered[r] < GENERATIONS) {
                        possible.add(() -> {
                            entered[me]++;
                            barriers.get(me).enter(points[me], outbox(me));
                        });
                    }
                }
                if (possible.isEmpty() || !mismatches.isEmpty()) {
                    return;
                }
                possible.get(random.nextInt(possible.size())).run();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17})
    void nobodyPassesBeforeAllHaveEntered(int ranks) {
        SyncPoint[] points = new SyncPoint[ranks];
        java.util.Arrays.fill(points, SyncPoint.BARRIER);
        for (long seed = 0; seed < 50; seed++) {
            Model model = new Model(ranks, seed);
            model.run(points);
            assertThat(model.passed).as("seed %s", seed).containsOnly(GENERATIONS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8, 11})
    void differentPointsAreFound(int ranks) {
        for (int odd = 0; odd < ranks; odd++) {
            SyncPoint[] points = new SyncPoint[ranks];
            java.util.Arrays.fill(points, SyncPoint.BARRIER);
            points[odd] = SyncPoint.END_OF_START;
            Model model = new Model(ranks, odd);
            model.run(points);
            assertThat(model.mismatches).isNotEmpty();
            assertThat(model.mismatches.get(0)).contains("BARRIER").contains("END_OF_START");
        }
    }

    @Test
    void messagesThatCannotBeAreRefused() {
        Model model = new Model(4, 0);
        Dissemination barrier = model.barriers.get(0);
        Dissemination.Outbox out = model.outbox(0);
        int point = SyncPoint.BARRIER.code();
        barrier.onMessage(3, new BarrierLayout(0, 0, point), new byte[0], out);
        for (BarrierLayout wrong : List.of(
                new BarrierLayout(0, 0, point),
                new BarrierLayout(2, 0, point),
                new BarrierLayout(-1, 0, point),
                new BarrierLayout(0, 2, point),
                new BarrierLayout(0, -1, point),
                new BarrierLayout(1, 0, 77))) {
            assertThatThrownBy(() -> barrier.onMessage(3, wrong, new byte[0], out))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> barrier.onMessage(2, new BarrierLayout(1, 0, point), new byte[0], out))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
