package jdsm.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jdsm.sync.Waits;

/**
 * Workers that wait for ever: each waits for the next one, or one has ended {@code start} and another one is in a
 * barrier. Found by two looks at all ranks, of which the second begins after the end of the first: a thread that is in
 * the same wait at both looks was in it between them. So there was one moment with all waits of a cycle, however long
 * the looks took.
 *
 * @param text the workers with their waits and lines, as one line
 * @param stacks the same with the stacks of all workers, as several lines
 */
record Deadlock(String text, List<String> stacks) {
    /** The age of a wait, in nanoseconds, at which the first search for a deadlock begins. */
    static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final String FOR = "for ";

    /** Copies the list of lines. */
    Deadlock {
        stacks = List.copyOf(stacks);
    }

    /**
     * Whether a wait makes a search due: when its age is {@link #FIRST_NANOS}, and whenever the age has doubled since.
     * A cycle of locks is complete when its last wait begins; but a search may fail, and the last wait may be in a
     * barrier.
     *
     * @param nanos the age of the wait, in nanoseconds
     * @param sinceNanos the time since the last call for this wait, in nanoseconds
     */
    static boolean isDue(long nanos, long sinceNanos) {
        long age = FIRST_NANOS;
        while (age <= nanos / 2) {
            age *= 2;
        }
        return nanos >= age && nanos - sinceNanos < age;
    }

    /** Whether a first look shows a deadlock, so that a second look is worth while. */
    static boolean isSuspected(Collection<RankState> first) {
        WaitGraph graph = new WaitGraph(first);
        return !cycles(graph).isEmpty() || uneven(graph).isPresent();
    }

    /** The deadlock that two looks prove, if they prove one. */
    static Optional<Deadlock> of(Collection<RankState> first, Collection<RankState> second) {
        WaitGraph graph = new WaitGraph(second).since(new WaitGraph(first));
        List<List<String>> cycles = cycles(graph);
        return cycles.isEmpty() ? uneven(graph) : Optional.of(ofCycle(graph, cycles.get(0)));
    }

    private static Deadlock ofCycle(WaitGraph graph, List<String> cycle) {
        List<String> stacks = new ArrayList<>();
        List<String> clauses = new ArrayList<>();
        String before = cycle.get(cycle.size() - 1);
        for (String name : cycle) {
            ThreadState thread = graph.threads().get(name);
            ThreadState waitsForIt = graph.threads().get(before);
            String reason = reason(thread) + because(graph, name, thread);
            String has = waitsForIt.barrier() == Waits.NONE
                    ? " has " + reason(waitsForIt).replaceFirst("^" + FOR, "") + " and"
                    : "";
            String time = String.format(Locale.ROOT, "%.1f s ", thread.millis() / 1e3);
            stacks.add(name + has + " has waited " + time + reason + ", at");
            thread.stack().forEach(frame -> stacks.add("    " + frame));
            clauses.add(name + " waits" + place(thread) + " " + reason);
            before = name;
        }
        return new Deadlock("deadlock: " + String.join("; ", clauses), stacks);
    }

    /** A worker that has ended {@code start} while another one is in the same barrier at another point: for ever. */
    private static Optional<Deadlock> uneven(WaitGraph graph) {
        Map<String, ThreadState> threads = graph.threads();
        for (Map.Entry<String, ThreadState> one : threads.entrySet()) {
            int barrier = one.getValue().barrier();
            Optional<String> other = threads.keySet().stream()
                    .filter(name -> barrier != Waits.NONE
                            && one.getValue().hasEndedStart()
                            && threads.get(name).barrier() == barrier
                            && !threads.get(name).hasEndedStart())
                    .findFirst();
            if (other.isPresent()) {
                ThreadState waiting = threads.get(other.get());
                return Optional.of(new Deadlock(
                        one.getKey() + " has ended start() after " + barrier + (barrier == 1 ? " barrier" : " barriers")
                                + " while " + other.get() + " is " + waiting.what() + place(waiting),
                        List.of()));
            }
        }
        return Optional.empty();
    }

    private static List<List<String>> cycles(WaitGraph graph) {
        return graph.cycles(wait -> true);
    }

    /** A cycle in words, as in stall reports. */
    static String chain(List<String> cycle) {
        return "deadlock: " + String.join(" waits for ", cycle) + " waits for " + cycle.get(0);
    }

    private static String place(ThreadState thread) {
        return thread.stack().isEmpty() ? "" : " at " + thread.stack().get(0);
    }

    /** The reason of a wait in few words: a lock without what its rank knows of the lock's unit. */
    private static String reason(ThreadState thread) {
        return thread.barrier() != Waits.NONE
                ? thread.what()
                : thread.what().replaceFirst("^to (acquire|enter) ", FOR).replaceFirst(", unit \\d.*", "");
    }

    /** The threads for which a thread waits, as the end of a sentence about the wait. */
    static String because(WaitGraph graph, String name, ThreadState thread) {
        Set<String> others = graph.waitsFor(name);
        return thread.barrier() != Waits.NONE
                ? ", where " + StallReport.list(others) + (others.size() == 1 ? " is" : " are") + " missing"
                : ", which " + StallReport.list(others) + " has";
    }
}
