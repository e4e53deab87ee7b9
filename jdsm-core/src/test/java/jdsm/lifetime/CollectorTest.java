package jdsm.lifetime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jdsm.coherence.UnitRanges;
import jdsm.message.MarksLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The search over random graphs, whose units lie on different ranks, with messages that arrive at any time. */
class CollectorTest {
    private static final int UNITS = 60;

    /** A job: which unit refers to which, where the contents are, and what is reached without other units. */
    private static final class Job {
        final int ranks;
        final List<Set<Integer>> references = new ArrayList<>();
        final int[] owner;
        final Set<Integer> roots = new TreeSet<>();
        /** For each rank, the units that its program reaches. */
        final List<Set<Integer>> held = new ArrayList<>();

        final List<Part> parts = new ArrayList<>();
        /** The steps under way, by sender and receiver. */
        final List<List<Deque<MarksLayout>>> wires = new ArrayList<>();

        int blocked = -1;
        int ended;

        Job(int ranks, int units, Random random) {
            this.ranks = ranks;
            this.owner = random.ints(units, 0, ranks).toArray();
            for (int unit = 0; unit < units; unit++) {
                references.add(random.ints(random.nextInt(3), 0, units).boxed().collect(Collectors.toSet()));
            }
            random.ints(random.nextInt(3), 0, units).forEach(roots::add);
            for (int rank = 0; rank < ranks; rank++) {
                held.add(random.ints(random.nextInt(2), 0, units).boxed().collect(Collectors.toSet()));
                wires.add(IntStream.range(0, ranks)
                        .<Deque<MarksLayout>>mapToObj(to -> new ArrayDeque<>())
                        .toList());
            }
            for (int rank = 0; rank < ranks; rank++) {
                parts.add(new Part(this, rank));
            }
        }

        Set<Integer> reached() {
            Set<Integer> all = new TreeSet<>(roots);
            held.forEach(all::addAll);
            Deque<Integer> open = new ArrayDeque<>(all);
            while (!open.isEmpty()) {
                for (int to : references.get(open.remove())) {
                    if (all.add(to)) {
                        open.add(to);
                    }
                }
            }
            return all;
        }

        /** Lets the ranks begin, and messages arrive, in a random order. */
        void run(Random random) {
            List<Integer> toBegin = IntStream.range(0, ranks).boxed().collect(Collectors.toList());
            while (ended < ranks) {
                int from = random.nextInt(ranks);
                int to = random.nextInt(ranks);
                if (!toBegin.isEmpty() && random.nextInt(4) == 0) {
                    parts.get(toBegin.remove(random.nextInt(toBegin.size()))).start();
                } else if (!wires.get(from).get(to).isEmpty()) {
                    parts.get(to).collector.onStep(from, wires.get(from).get(to).remove());
                }
            }
        }
    }

    /** One rank, which follows the units that it owns. */
    private static final class Part implements Collector.Heap {
        final Job job;
        final int rank;
        final Collector collector;
        final Set<Integer> marked = new TreeSet<>();
        /** Whether instances are away. */
        boolean isApart;

        boolean hasFreed;
        boolean isCancelled;

        Part(Job job, int rank) {
            this.job = job;
            this.rank = rank;
            this.collector = new Collector(rank, job.ranks, this, this::send);
        }

        private void send(MarksLayout step) {
            for (int to = 0; to < job.ranks; to++) {
                if (to != rank) {
                    job.wires.get(rank).get(to).add(MarksLayout.decode(ByteBuffer.wrap(step.encode())));
                }
            }
        }

        void start() {
            collector.begin(() -> {
                assertThat(job.parts).noneMatch(part -> part.isApart);
                job.ended++;
            });
        }

        @Override
        public boolean begin() {
            return rank != job.blocked;
        }

        @Override
        public int[] reachedFromRoots() {
            return mark(
                    job.roots.stream().filter(unit -> job.owner[unit] == rank).toList());
        }

        /** Marks units and what they refer to by contents that are here; returns all that is new. */
        private int[] mark(Collection<Integer> units) {
            Set<Integer> news = new TreeSet<>();
            Deque<Integer> open = new ArrayDeque<>(units);
            while (!open.isEmpty()) {
                int unit = open.remove();
                if (marked.add(unit)) {
                    news.add(unit);
                    open.addAll(referencesHere(unit));
                }
            }
            return news.stream().mapToInt(unit -> unit).toArray();
        }

        private Set<Integer> referencesHere(int unit) {
            return job.owner[unit] == rank ? job.references.get(unit) : Set.of();
        }

        @Override
        public int[] follow(List<UnitRanges> units) {
            List<Integer> next = new ArrayList<>();
            units.forEach(ranges -> ranges.forEach((unit, version) -> {
                if (marked.add(unit)) {
                    next.addAll(referencesHere(unit));
                }
            }));
            return mark(next);
        }

        @Override
        public int[] reachedByProgram() {
            isApart = true;
            return mark(job.held.get(rank));
        }

        @Override
        public void free() {
            isApart = false;
            hasFreed = true;
        }

        @Override
        public void cancel() {
            isCancelled = true;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8, 16})
    void marksExactlyWhatIsReached(int ranks) {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            Job job = new Job(ranks, 1 + random.nextInt(UNITS), random);

            job.run(random);

            for (Part part : job.parts) {
                assertThat(part.marked).as("seed %s", seed).isEqualTo(job.reached());
                assertThat(part.hasFreed).isTrue();
            }
        }
    }

    @Test
    void nothingIsFreedWhileAContentIsOnItsWay() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Job job = new Job(3, UNITS, random);
            job.blocked = random.nextInt(3);

            job.run(random);

            assertThat(job.parts).allMatch(part -> part.isCancelled && !part.hasFreed);
        }
    }

    @Test
    void oneSearchFollowsAnother() {
        Random random = new Random(7);
        Job job = new Job(3, UNITS, random);
        job.run(random);
        job.parts.forEach(part -> part.marked.clear());
        job.ended = 0;
        job.roots.clear();

        job.run(random);

        assertThat(job.parts).allMatch(part -> part.marked.equals(job.reached()));
    }

    @Test
    void aStepThatNoRankCanHaveSentIsRefused() {
        Job job = new Job(3, UNITS, new Random(1));
        Collector collector = job.parts.get(0).collector;

        assertThatThrownBy(() -> collector.onStep(1, MarksLayout.of(1, false)))
                .hasMessage("step 1 of rank 1, while this rank is in step 0");
        assertThatThrownBy(() -> collector.onStep(0, MarksLayout.of(0, false)))
                .hasMessage("step 0 of rank 0, while this rank is in step 0");
        collector.onStep(1, MarksLayout.of(0, false));
        assertThatThrownBy(() -> collector.onStep(1, MarksLayout.of(0, false)))
                .hasMessage("step 0 of rank 1, while this rank is in step 0");
    }
}
