package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdsm.sync.Waits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Workers that wait for ever are found soon, and others never. */
class DeadlockTest {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final Pattern WAITS = Pattern.compile("(rank \\d+ worker \\d+) waits");

    @Test
    void searchesBeginAtHalfASecondAndThenMoreAndMoreRarely() {
        List<Long> millis = new ArrayList<>();
        for (long age = 100; age < 20_000; age += 250) {
            if (Deadlock.isDue(TimeUnit.MILLISECONDS.toNanos(age), TICK_NANOS)) {
                millis.add(age);
            }
        }

        assertThat(millis).containsExactly(600L, 1100L, 2100L, 4100L, 8100L, 16_100L);
    }

    @Test
    void aDeadlockIsToldWithLocksLinesAndStacks() {
        List<RankState> look = List.of(rank(0, wants(0, 7, 5), 6), rank(1, wants(1, 6, 9), 7));

        Deadlock found = Deadlock.of(look, look).orElseThrow();

        assertThat(found.text())
                .isEqualTo(
                        "deadlock: rank 0 worker 0 waits at A.b(A.java:1) for the lock of x7, which rank 1 worker 1 has;"
                                + " rank 1 worker 1 waits at A.b(A.java:1) for the lock of x6, which rank 0 worker 0 has");
        assertThat(found.stacks())
                .containsExactly(
                        "rank 0 worker 0 has the lock of x6 and has waited 0.7 s for the lock of x7,"
                                + " which rank 1 worker 1 has, at",
                        "    A.b(A.java:1)",
                        "    A.c(A.java:2)",
                        "rank 1 worker 1 has the lock of x7 and has waited 0.7 s for the lock of x6,"
                                + " which rank 0 worker 0 has, at",
                        "    A.b(A.java:1)",
                        "    A.c(A.java:2)");
    }

    @Test
    void aWaitThatIsAnotherOneAtTheSecondLookIsNoProof() {
        List<RankState> first = List.of(rank(0, wants(0, 7, 5), 6), rank(1, wants(1, 6, 9), 7));
        List<RankState> second = List.of(rank(0, wants(0, 7, 6), 6), rank(1, wants(1, 6, 9), 7));

        assertThat(Deadlock.isSuspected(first)).isTrue();
        assertThat(Deadlock.of(first, second)).isEmpty();
    }

    @Test
    void whoHasEndedStartNeverComesToABarrier() {
        ThreadState ended = barrier("worker 0", "in barrier 5 (END_OF_START)", 4);
        ThreadState waiting = barrier("worker 1", "in barrier 5 (BARRIER)", 4);
        ThreadState before = barrier("worker 1", "in barrier 4 (BARRIER)", 3);
        ThreadState running = ThreadState.running("worker 2", new StackTraceElement[0], "");

        assertThat(uneven(ended, running, waiting).orElseThrow().text())
                .isEqualTo("rank 0 worker 0 has ended start() after 4 barriers while rank 1 worker 1 is"
                        + " in barrier 5 (BARRIER) at A.b(A.java:1)");
        assertThat(uneven(ended, running, before)).isEmpty();
        assertThat(uneven(ended, running, ended)).isEmpty();
    }

    private static Optional<Deadlock> uneven(ThreadState first, ThreadState second, ThreadState third) {
        List<RankState> look = List.of(
                new RankState(0, 4, List.of(first, second), Map.of()), new RankState(1, 4, List.of(third), Map.of()));
        assertThat(Deadlock.isSuspected(look)).isEqualTo(Deadlock.of(look, look).isPresent());
        return Deadlock.of(look, look);
    }

    /** Looks take long, and workers go on meanwhile; also workers that no deadlock concerns. */
    @Test
    @Tag("once")
    void randomWorkersAreReportedIfAndOnlyIfTheyNeverGoOn() {
        int found = 0;
        for (int seed = 0; seed < 800; seed++) {
            found += new Search(seed, false).run() ? 1 : 0;
        }

        assertThat(found).isGreaterThan(250);
    }

    @Test
    @Tag("once")
    void workersThatAvoidDeadlocksAreNeverReported() {
        for (int seed = 0; seed < 100; seed++) {
            assertThat(new Search(seed, true).run()).as("seed %d", seed).isFalse();
        }
    }

    /** A random program, and the searches of its ranks in virtual time; searches without a pause in a careful program. */
    private static final class Search {
        private static final int STEPS = 3000;
        private static final int STEPS_PER_CHECK = 10;

        private final String seed;
        private final Random random;
        private final LockModel model;
        private final boolean careful;
        private final long[] lookedAt;
        /** The number of steps in which a rank answers, on average. */
        private final int slowness;

        private long deadSince;
        private List<RankState> first;
        private List<RankState> look;
        private Set<String> deadAtFirstLook;

        Search(int seed, boolean careful) {
            this.seed = "seed " + seed;
            this.careful = careful;
            random = new Random(seed);
            model = new LockModel(random, careful);
            lookedAt = new long[model.ranks()];
            slowness = 1 + random.nextInt(2) * 100;
        }

        /** Whether a deadlock has been found; fails if it is none, or one is missed or found late. */
        boolean run() {
            for (int step = 0; step < STEPS; step++) {
                model.step();
                if (step % STEPS_PER_CHECK == 0) {
                    requireSoon();
                }
                Optional<Deadlock> found = search();
                if (found.isPresent()) {
                    assertThat(model.dead()).as(seed).isNotEmpty().containsAll(names(found.get()));
                    return true;
                }
            }
            return false;
        }

        /** A cycle of locks is found after half a second, or after a second if another search was under way. */
        private void requireSoon() {
            Set<String> dead = model.dead();
            deadSince = dead.isEmpty() ? model.now() : deadSince;
            boolean soon = slowness == 1 && model.isDeadByLocksOnly(dead);
            long most = TimeUnit.MILLISECONDS.toNanos(soon ? 1500 : 25_000);
            assertThat(model.now() - deadSince).as(seed).isLessThan(most);
        }

        private Optional<Deadlock> search() {
            boolean due = careful;
            for (int rank = 0; rank < lookedAt.length; rank++) {
                if (model.now() - lookedAt[rank] >= TICK_NANOS) {
                    due |= model.isDue(rank, model.now() - lookedAt[rank]);
                    lookedAt[rank] = model.now();
                }
            }
            if (look == null && due) {
                look = new ArrayList<>();
                deadAtFirstLook = model.dead();
            } else if (look != null && random.nextInt(slowness) == 0) {
                return goOn();
            }
            return Optional.empty();
        }

        private Optional<Deadlock> goOn() {
            look.add(model.state(look.size(), first == null));
            if (look.size() < model.ranks()) {
                return Optional.empty();
            }
            List<RankState> whole = look;
            if (first == null) {
                first = Deadlock.isSuspected(whole) ? whole : null;
                look = first == null ? null : new ArrayList<>();
                assertThat(first != null || deadAtFirstLook.isEmpty()).as(seed).isTrue();
                return Optional.empty();
            }
            Optional<Deadlock> found = Deadlock.of(first, whole);
            assertThat(found.isPresent() || deadAtFirstLook.isEmpty()).as(seed).isTrue();
            first = null;
            look = null;
            return found;
        }

        private static Set<String> names(Deadlock deadlock) {
            Set<String> names = new HashSet<>();
            Matcher matcher = WAITS.matcher(deadlock.text());
            while (matcher.find()) {
                names.add(matcher.group(1));
            }
            return names;
        }
    }

    private static RankState rank(int rank, ThreadState thread, int held) {
        return new RankState(rank, 0, List.of(thread), Map.of(held, thread.name()));
    }

    private static ThreadState wants(int worker, int unit, long number) {
        return new ThreadState(
                "worker " + worker,
                700,
                "to acquire the lock of x" + unit + ", unit " + unit + ", last known owner rank 1",
                unit,
                Waits.NONE,
                "",
                false,
                number,
                List.of("A.b(A.java:1)", "A.c(A.java:2)"),
                "");
    }

    private static ThreadState barrier(String name, String what, int barrier) {
        return new ThreadState(name, 700, what, Waits.NONE, barrier, "", false, 3, List.of("A.b(A.java:1)"), "");
    }
}
