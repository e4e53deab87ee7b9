package jdsm.verify;

import java.util.List;
import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;

/** Runs simulated jobs over ranges of seeds. Thread-safe; each run is the caller's own. */
public final class Verifier {
    /** Small enough that schedules come often upon each other, large enough for three parties. */
    private static final List<Programs.Shape> SHAPES = List.of(
            new Programs.Shape(2, 1, 1, 2, 1, 2, 4),
            new Programs.Shape(2, 2, 1, 3, 1, 2, 4),
            new Programs.Shape(3, 1, 2, 2, 1, 2, 4),
            new Programs.Shape(2, 2, 2, 4, 2, 3, 5),
            new Programs.Shape(3, 2, 1, 4, 1, 2, 4),
            new Programs.Shape(4, 1, 2, 3, 2, 3, 5),
            new Programs.Shape(5, 1, 1, 5, 2, 2, 5),
            new Programs.Shape(3, 3, 2, 3, 2, 2, 4));

    private final Publication publication;
    private final Fault fault;

    /**
     * @param publication of all units; null: each its own, at random
     * @param fault which a runtime is made to have; null: none
     */
    public Verifier(Publication publication, Fault fault) {
        this.publication = publication;
        this.fault = fault;
    }

    /** How many steps, and how often what happened in them, by {@link Outbox.Event#ordinal}. */
    public record Outcome(long steps, long[] events) {}

    /**
     * Runs one job.
     *
     * @throws Violation if something went wrong
     */
    public int run(long seed, long[] events) {
        return simulation(seed, events, false).run();
    }

    private Simulation simulation(long seed, long[] events, boolean traced) {
        return new Simulation(seed, SHAPES.get(Math.floorMod(seed, SHAPES.size())), publication, fault, events, traced);
    }

    /**
     * Runs the jobs of seeds {@code from} to {@code to - 1}.
     *
     * @throws Violation at the first that goes wrong; its message begins with the seed
     */
    public Outcome run(long from, long to) {
        long[] events = new long[Outbox.Event.values().length];
        long steps = 0;
        for (long seed = from; seed < to; seed++) {
            try {
                steps += run(seed, events);
            } catch (RuntimeException e) {
                throw new Violation("seed " + seed + ": " + e.getMessage(), e);
            }
        }
        return new Outcome(steps, events);
    }

    /** What happens under a seed, step by step, and how it ends. */
    public String explain(long seed) {
        Simulation simulation = simulation(seed, new long[Outbox.Event.values().length], true);
        try {
            simulation.run();
            return simulation.trace() + "no violation\n";
        } catch (RuntimeException e) {
            return simulation.trace() + e + "\n";
        }
    }
}
