package jdsm.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes a report of waits and deadlocks from the states of all ranks: see {@link WaitGraph}. The report
 * depends on its arguments only.
 */
final class StallReport {
    private static final int MOST_NAMES = 8;
    private final WaitGraph graph;
    private final Map<String, ThreadState> threads;
    private final Map<String, Set<String>> waitedForBy = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();
    private final long shownMillis;
    private final long certainMillis;

    private StallReport(Collection<RankState> ranks, long shownMillis, long certainMillis) {
        this.shownMillis = shownMillis;
        this.certainMillis = certainMillis;
        graph = new WaitGraph(ranks);
        threads = graph.threads();
        threads.forEach((name, thread) -> {
            if (thread.millis() >= shownMillis) {
                graph.waitsFor(name)
                        .forEach(other -> waitedForBy
                                .computeIfAbsent(other, none -> new LinkedHashSet<>())
                                .add(name));
            }
        });
    }

    /**
     * Makes the report.
     *
     * @param silent the ranks that have not answered
     * @param shownMillis the shortest wait that is shown, in milliseconds
     * @param certainMillis a wait of at least so many milliseconds lasted during the whole gathering of the states
     * @return the lines of the report; none if no wait is shown
     */
    public static List<String> of(
            Collection<RankState> ranks, Collection<Integer> silent, long shownMillis, long certainMillis) {
        StallReport report = new StallReport(ranks, shownMillis, certainMillis);
        report.tellWaits();
        if (!report.lines.isEmpty()) {
            report.tellWaitedFor();
            boolean cycles = report.tellDeadlocks();
            if (!cycles && silent.isEmpty()) {
                report.tellNobodyRuns();
            }
            silent.forEach(rank -> report.lines.add(
                    "rank " + rank + " does not answer: it is stopped, collects garbage, or cannot be reached"));
        }
        return report.lines;
    }

    /** Adds a line for each group of threads that wait for the same reason at the same place. */
    private void tellWaits() {
        Map<List<Object>, List<String>> alike = new LinkedHashMap<>();
        threads.forEach((name, thread) -> {
            if (thread.waits() && thread.millis() >= shownMillis) {
                String place =
                        thread.stack().isEmpty() ? "" : " at " + thread.stack().get(0);
                alike.computeIfAbsent(List.of(thread.what(), place, graph.waitsFor(name)), none -> new ArrayList<>())
                        .add(name);
            }
        });
        alike.values().forEach(names -> {
            ThreadState first = threads.get(names.get(0));
            long millis = names.stream()
                    .mapToLong(name -> threads.get(name).millis())
                    .max()
                    .orElseThrow();
            lines.add(String.format(
                    Locale.ROOT,
                    "%s %s waited %.1f s %s%s%s",
                    list(names),
                    names.size() == 1 ? "has" : "have",
                    millis / 1e3,
                    first.what(),
                    because(names.get(0), first),
                    place(names.get(0), first)));
        });
    }

    private String because(String name, ThreadState thread) {
        return graph.waitsFor(name).isEmpty() ? "" : Deadlock.because(graph, name, thread);
    }

    private String place(String name, ThreadState thread) {
        String comma = graph.waitsFor(name).isEmpty() ? "" : ",";
        return thread.stack().isEmpty() ? "" : comma + " at " + thread.stack().get(0);
    }

    /** The names, or the first ones and the number of the others. */
    static String list(Collection<String> names) {
        String some = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        return names.size() <= MOST_NAMES ? some : some + " and " + (names.size() - MOST_NAMES) + " others";
    }

    private void tellWaitedFor() {
        waitedForBy.forEach((name, others) -> {
            ThreadState thread = threads.get(name);
            if (thread == null) {
                return;
            }
            lines.add(name + ", for which " + list(others) + (others.size() == 1 ? " waits" : " wait") + ", is "
                    + (thread.waits() ? "waiting" : "running") + (thread.stack().isEmpty() ? "" : " at"));
            thread.stack().forEach(frame -> lines.add("    " + frame));
            if (!thread.hint().isEmpty()) {
                lines.add("    " + thread.hint());
            }
        });
    }

    private boolean tellDeadlocks() {
        List<List<String>> cycles = graph.cycles(thread -> thread.millis() >= certainMillis);
        cycles.forEach(cycle -> lines.add(Deadlock.chain(cycle)));
        return !cycles.isEmpty();
    }

    /** Adds a line if all threads wait but no cycle is known, for example if all wait to be notified. */
    private void tellNobodyRuns() {
        boolean all = threads.values().stream()
                .allMatch(thread ->
                        thread.waits() && !thread.ends() && thread.millis() >= Math.max(shownMillis, certainMillis));
        if (all) {
            lines.add("no worker runs any more: unless a thread that the program has started goes on, this never ends");
        }
    }
}
