package jdsm.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import jdsm.message.BarrierLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostsBarrierTest {
    private static final int GENERATIONS = 6;

    /** A message; {@code cargo} says which ranks its sender had heard of, itself included. */
    private record Letter(int from, BarrierLayout message, byte[] cargo) {}

    /**
     * Ranks that enter one generation after the other, over a network in any order that keeps each pair's. What a rank sends and
     * whom it wakes are steps of their own. It may fall asleep whenever nothing lies before it.
     */
    private static final class Model {
        final int ranks;
        final Random random;
        final List<Member> members = new ArrayList<>();
        final List<String> mismatches = new ArrayList<>();

        Model(int ranks, int ranksPerHost, long seed) {
            this.ranks = ranks;
            this.random = new Random(seed);
            for (int r = 0; r < ranks; r++) {
                members.add(new Member(r, ranksPerHost));
            }
        }

        private final class Member implements HostsBarrier.Outbox {
            final int me;
            final int ranksPerHost;
            final HostsBarrier barrier;
            final List<Deque<Letter>> inbox = new ArrayList<>();
            final Deque<Runnable> doing = new ArrayDeque<>();
            int entered;
            int passed;
            boolean asleep;
            boolean[] heard = new boolean[ranks];

            Member(int me, int ranksPerHost) {
                this.me = me;
                this.ranksPerHost = ranksPerHost;
                this.barrier = new HostsBarrier(me, ranks, rank -> rank - rank % ranksPerHost);
                IntStream.range(0, ranks).forEach(from -> inbox.add(new ArrayDeque<>()));
            }

            void steps(List<Runnable> possible, SyncPoint point) {
                if (!doing.isEmpty()) {
                    possible.add(() -> doing.remove().run());
                    return;
                }
                if (entered == passed && entered < GENERATIONS) {
                    possible.add(() -> {
                        asleep = false;
                        entered++;
                        heard[me] = true;
                        barrier.enter(point, this);
                    });
                }
                if (asleep) {
                    return;
                }
                boolean any = false;
                for (Deque<Letter> queue : inbox) {
                    if (!queue.isEmpty()) {
                        any = true;
                        possible.add(() -> {
                            Letter letter = queue.remove();
                            barrier.onMessage(letter.from, letter.message, letter.cargo, this);
                        });
                    }
                }
                if (!any) {
                    possible.add(() -> asleep = true);
                }
            }

            private Letter letter(BarrierLayout message) {
                byte[] cargo = new byte[ranks];
                IntStream.range(0, ranks).filter(rank -> heard[rank]).forEach(rank -> cargo[rank] = 1);
                return new Letter(me, message, cargo);
            }

            @Override
            public void send(int to, BarrierLayout message) {
                assertThat(to / ranksPerHost).isNotEqualTo(me / ranksPerHost);
                Letter letter = letter(message);
                doing.add(() -> {
                    members.get(to).inbox.get(me).add(letter);
                    members.get(to).asleep = false;
                });
            }

            @Override
            public void tell(int[] mates, BarrierLayout message) {
                Letter letter = letter(message);
                for (int mate : mates) {
                    assertThat(mate / ranksPerHost).isEqualTo(me / ranksPerHost);
                    doing.add(() -> members.get(mate).inbox.get(me).add(letter));
                }
            }

            @Override
            public void wake(int mate, int generation) {
                assertThat(mate / ranksPerHost).isEqualTo(me / ranksPerHost);
                Member woken = members.get(mate);
                doing.add(() -> woken.asleep &= woken.entered != generation + 1 || woken.passed != generation);
            }

            @Override
            public void heard(byte[] cargo) {
                IntStream.range(0, ranks).filter(rank -> cargo[rank] != 0).forEach(rank -> heard[rank] = true);
            }

            @Override
            public void passed(int generation) {
                assertThat(generation).isEqualTo(passed);
                passed++;
                for (int rank = 0; rank < ranks; rank++) {
                    assertThat(members.get(rank).entered).isGreaterThan(generation);
                    assertThat(heard[rank])
                            .as("rank %s has heard of rank %s in generation %s", me, rank, generation)
                            .isTrue();
                }
                heard = new boolean[ranks];
            }

            @Override
            public void mismatch(int peer, SyncPoint here, SyncPoint there, byte[] cargo) {
                mismatches.add(me + " " + here + ", " + peer + " " + there);
            }
        }

        void run(SyncPoint[] points) {
            while (mismatches.isEmpty()) {
                List<Runnable> possible = new ArrayList<>();
                members.forEach(member -> member.steps(possible, points[member.me]));
                if (possible.isEmpty()) {
                    return;
                }
                possible.get(random.nextInt(possible.size())).run();
            }
        }
    }

    private static SyncPoint[] barriers(int ranks) {
        SyncPoint[] points = new SyncPoint[ranks];
        Arrays.fill(points, SyncPoint.BARRIER);
        return points;
    }

    @ParameterizedTest(name = "{0} ranks, {1} a host")
    @CsvSource({
        "1, 1", "2, 1", "3, 1", "5, 1", "8, 1", "17, 1", //
        "2, 2", "3, 3", "4, 4", "9, 9", "16, 16", //
        "3, 2", "4, 2", "6, 3", "7, 3", "8, 4", "9, 2", "9, 4", "12, 3"
    })
    void allPassWhenAllHaveEnteredAndNotBefore(int ranks, int ranksPerHost) {
        for (long seed = 0; seed < 60; seed++) {
            Model model = new Model(ranks, ranksPerHost, seed);
            model.run(barriers(ranks));
            assertThat(model.members.stream().map(member -> member.passed))
                    .as("seed %s", seed)
                    .containsOnly(GENERATIONS);
        }
    }

    @ParameterizedTest(name = "{0} ranks, {1} a host")
    @CsvSource({"2, 1", "3, 1", "8, 1", "2, 2", "3, 3", "8, 8", "4, 2", "8, 3", "11, 4"})
    void differentPointsAreFound(int ranks, int ranksPerHost) {
        for (int odd = 0; odd < ranks; odd++) {
            SyncPoint[] points = barriers(ranks);
            points[odd] = SyncPoint.END_OF_START;
            Model model = new Model(ranks, ranksPerHost, odd);
            model.run(points);
            assertThat(model.mismatches).isNotEmpty();
            assertThat(model.mismatches.get(0)).contains("BARRIER").contains("END_OF_START");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void differentPointsOfAHostAreFoundBeforeAllHaveCome(boolean entersFirst) {
        Model model = new Model(3, 3, 0);
        Model.Member member = model.members.get(1);
        Runnable enter = () -> member.barrier.enter(SyncPoint.BARRIER, member);
        Runnable hear = () -> member.barrier.onMessage(
                2, new BarrierLayout(0, BarrierLayout.GATHERING, SyncPoint.END_OF_START.code()), new byte[3], member);

        (entersFirst ? enter : hear).run();
        assertThat(model.mismatches).isEmpty();
        (entersFirst ? hear : enter).run();

        assertThat(model.mismatches).containsExactly("1 BARRIER, 2 END_OF_START");
    }

    private static void refuses(Model model, int from, BarrierLayout message) {
        Model.Member member = model.members.get(0);
        assertThatThrownBy(() -> member.barrier.onMessage(from, message, new byte[4], member))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void messagesBetweenHostsThatCannotBeAreRefused() {
        Model model = new Model(4, 1, 0);
        int point = SyncPoint.BARRIER.code();
        Model.Member member = model.members.get(0);
        member.barrier.onMessage(3, new BarrierLayout(0, 0, point), new byte[4], member);
        for (BarrierLayout wrong : List.of(
                new BarrierLayout(0, 0, point),
                new BarrierLayout(2, 0, point),
                new BarrierLayout(-1, 0, point),
                new BarrierLayout(0, 2, point),
                new BarrierLayout(0, BarrierLayout.GATHERING, point),
                new BarrierLayout(0, BarrierLayout.RELEASE, point),
                new BarrierLayout(0, -3, point),
                new BarrierLayout(1, 0, 77))) {
            refuses(model, 3, wrong);
        }
        refuses(model, 2, new BarrierLayout(1, 0, point));
    }

    @Test
    void messagesWithinAHostThatCannotBeAreRefused() {
        int point = SyncPoint.BARRIER.code();
        Model model = new Model(6, 3, 0);
        Model.Member member = model.members.get(0);
        member.barrier.onMessage(1, new BarrierLayout(0, BarrierLayout.GATHERING, point), new byte[6], member);
        refuses(model, 1, new BarrierLayout(0, BarrierLayout.GATHERING, point));
        refuses(model, 1, new BarrierLayout(2, BarrierLayout.GATHERING, point));
        refuses(model, 1, new BarrierLayout(-1, BarrierLayout.GATHERING, point));
        refuses(model, 1, new BarrierLayout(1, BarrierLayout.GATHERING, 77));
        refuses(model, 3, new BarrierLayout(0, BarrierLayout.GATHERING, point));
        refuses(model, 1, new BarrierLayout(0, BarrierLayout.RELEASE, point));
        refuses(model, 1, new BarrierLayout(0, 0, point));
        refuses(model, 4, new BarrierLayout(0, 0, point));
    }
}
