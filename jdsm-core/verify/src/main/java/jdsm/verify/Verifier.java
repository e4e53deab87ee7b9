package jdsm.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import jdsm.Protocol;
import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;

/**
 * Runs simulated jobs for ranges of seeds. A seed determines the job and the schedule. Thread-safe; each call blocks
 * until its jobs have run, in threads of its own.
 */
public final class Verifier {
    /** The sizes of jobs: small, so that the schedules are dense, but with up to five ranks. */
    private static final List<Programs.Shape> SHAPES = List.of(
            new Programs.Shape(2, 1, 1, 2, 1, 2, 4),
            new Programs.Shape(2, 2, 1, 3, 1, 2, 4),
            new Programs.Shape(3, 1, 2, 2, 1, 2, 4),
            new Programs.Shape(2, 2, 2, 4, 2, 3, 5),
            new Programs.Shape(3, 2, 1, 4, 1, 2, 4),
            new Programs.Shape(4, 1, 2, 3, 2, 3, 5),
            new Programs.Shape(5, 1, 1, 5, 2, 2, 5),
            new Programs.Shape(3, 3, 2, 3, 2, 2, 4));

    private static final int ONE_HAND_OVER_IN = 29;
    private static final int ONE_THROUGH_BARRIERS_IN = 7;
    /** In one job in this many, of those with several workers a rank, some of these are threads that pass no barrier. */
    private static final long ONE_WITH_THREADS_IN = 3;

    private final Publication publication;
    private final Fault fault;

    /**
     * Makes a verifier.
     *
     * @param publication the publication of all units; null for a random one of each
     * @param fault the deliberate fault of the runtime; null for none
     */
    public Verifier(Publication publication, Fault fault) {
        this.publication = publication;
        this.fault = fault;
    }

    /**
     * Makes a verifier for a protocol.
     *
     * @param consistency the protocol of all units; empty for a random one of each
     * @param fault the deliberate fault of the runtime; empty for none
     */
    public static Verifier of(Optional<Protocol> consistency, Optional<Fault> fault) {
        Publication publication = consistency
                .map(one -> switch (one) {
                    case WRITE_INVALIDATE, STRICT -> Publication.INVALIDATE;
                    case LAZY_RELEASE -> Publication.NOTIFY;
                    case WRITE_UPDATE -> Publication.UPDATE;
                    case AUTO -> Publication.ADAPT;
                })
                .orElse(null);
        return new Verifier(publication, fault.orElse(null));
    }

    /**
     * The numbers of schedules and steps that have run, and the number of each event in them, by
     * {@link Outbox.Event#ordinal}.
     */
    public record Outcome(long schedules, long steps, long[] events) {
        /** The events in words, as {@code fetch 12, ownership-move 3, ...}. */
        public String describeEvents() {
            return Arrays.stream(Outbox.Event.values())
                    .map(event ->
                            event.name().toLowerCase(Locale.ROOT).replace('_', '-') + " " + events[event.ordinal()])
                    .collect(Collectors.joining(", "));
        }

        private Outcome plus(Outcome other) {
            long[] sum = events.clone();
            for (int i = 0; i < sum.length; i++) {
                sum[i] += other.events[i];
            }
            return new Outcome(schedules + other.schedules, steps + other.steps, sum);
        }
    }

    /** The run of a seed in words, and whether a rule was violated. */
    public record Explanation(String text, boolean violated) {}

    /**
     * Runs the jobs of {@code schedules} successive seeds; blocks until they have run.
     *
     * @param from the first seed
     * @param threads the number of threads; the result is the same for any number
     * @throws Violation the violation of the lowest failing seed
     */
    public Outcome run(long from, long schedules, int threads) {
        AtomicLong lowestFailure = new AtomicLong(Long.MAX_VALUE);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Outcome>> parts = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                long first = from + part(schedules, thread, threads);
                long end = from + part(schedules, thread + 1, threads);
                parts.add(pool.submit(() -> range(first, end, lowestFailure)));
            }
            return sum(parts);
        } finally {
            pool.shutdownNow();
        }
    }

    private static long part(long all, int thread, int threads) {
        return all / threads * thread + Math.min(all % threads, thread);
    }

    /** Adds the outcomes. The ranges ascend, so the first failure is that of the lowest seed. */
    private static Outcome sum(List<Future<Outcome>> parts) {
        Outcome sum = new Outcome(0, 0, new long[Outbox.Event.values().length]);
        for (Future<Outcome> part : parts) {
            try {
                sum = sum.plus(part.get());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Violation violation) {
                    throw violation;
                }
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
        return sum;
    }

    /** Runs the seeds {@code first} to {@code end - 1}, until a lower seed has failed. */
    private Outcome range(long first, long end, AtomicLong lowestFailure) {
        long[] events = new long[Outbox.Event.values().length];
        long steps = 0;
        for (long seed = first; seed < end && seed < lowestFailure.get(); seed++) {
            try {
                Scenario scenario = scenario(seed);
                Memory memory = new Memory(scenario.shape());
                steps += new Simulation(scenario, scheduler(seed, scenario), memory, fault, events, null).run();
            } catch (RuntimeException e) {
                lowestFailure.accumulateAndGet(seed, Math::min);
                throw new Violation(seed, e);
            }
        }
        return new Outcome(end - first, steps, events);
    }

    Scenario scenario(long seed) {
        if (Math.floorMod(seed, ONE_HAND_OVER_IN) == 0) {
            return HandOvers.scenario(publication(seed / ONE_HAND_OVER_IN));
        }
        if (Math.floorMod(seed, ONE_THROUGH_BARRIERS_IN) == 0) {
            return ThroughBarriers.scenario(seed, publication(seed / ONE_THROUGH_BARRIERS_IN));
        }
        Programs.Shape shape = SHAPES.get(Math.floorMod(seed, SHAPES.size()));
        boolean threads = shape.workers() > 1 && Math.floorMod(seed / SHAPES.size(), ONE_WITH_THREADS_IN) == 0;
        int few =
                threads ? 1 + (int) Math.floorMod(seed / SHAPES.size() / ONE_WITH_THREADS_IN, shape.workers() - 1L) : 0;
        return Scenario.random(seed, shape.resized(shape.ranks(), shape.workers(), few), publication);
    }

    /** The publication of the units of one job; without one for all, each in turn. */
    private Publication publication(long turn) {
        Publication[] all = Publication.values();
        return publication != null ? publication : all[(int) Math.floorMod(turn, (long) all.length)];
    }

    private static Scheduler scheduler(long seed, Scenario scenario) {
        return new RandomScheduler(~seed, scenario.shape());
    }

    /**
     * Replays a seed and describes the run. If the seed fails, describes the run of a smaller failing job under a
     * shorter schedule.
     */
    public Explanation explain(long seed) {
        Scenario scenario = scenario(seed);
        Explanation whole = Shrinker.replay(scenario, scheduler(seed, scenario), fault);
        return whole.violated() ? new Shrinker(scenario, seed, fault).explain() : whole;
    }
}
