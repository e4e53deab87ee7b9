package jdsm.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import jdsm.sync.Waits;

/**
 * Makes a report of waits and deadlocks from the states of all ranks. A wait for a unit is a wait for the unit's
 * holder; a wait in a barrier is a wait for all threads that have not entered it. A thread waits for each of these
 * threads, so a cycle never ends by itself. The report depends on its arguments only.
 */
final class StallReport {
    private static final int MOST_NAMES = 8;
    private static final Comparator<ThreadState> BY_NAME =
            Comparator.comparing((ThreadState thread) -> thread.name().length()).thenComparing(ThreadState::name);

    private final Map<String, ThreadState> threads = new LinkedHashMap<>();
    private final Map<Integer, String> holders = new TreeMap<>();
    private final Map<String, Set<String>> waitsFor = new LinkedHashMap<>();
    private final Map<String, Set<String>> waitedForBy = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();
    private final long shownMillis;
    private final long certainMillis;

    private StallReport(Collection<RankState> ranks, long shownMillis, long certainMillis) {
        this.shownMillis = shownMillis;
        this.certainMillis = certainMillis;
        for (RankState rank : ranks) {
            // By number: worker 2 before worker 10.
            rank.threads().stream()
                    .sorted(BY_NAME)
                    .forEach(thread -> threads.put(nameOf(rank.rank(), thread.name()), thread));
            rank.holders().forEach((unit, name) -> holders.put(unit, nameOf(rank.rank(), name)));
        }
        threads.forEach((name, thread) -> {
            Set<String> others = waitsFor(name, thread);
            waitsFor.put(name, others);
            if (thread.millis() >= shownMillis) {
                others.forEach(other -> waitedForBy
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

    private static String nameOf(int rank, String thread) {
        return "rank " + rank + " " + thread;
    }

    private Set<String> waitsFor(String name, ThreadState thread) {
        Set<String> others = new TreeSet<>();
        if (!thread.waits()) {
            return others;
        }
        String holder = holders.get(thread.unit());
        if (holder != null && !holder.equals(name)) {
            others.add(holder);
        }
        if (!thread.owner().isEmpty()) {
            others.add(name.substring(0, name.indexOf(' ', "rank ".length()) + 1) + thread.owner());
        }
        if (thread.barrier() != Waits.NONE) {
            threads.forEach((other, state) -> {
                if (state.isParty() && state.barrier() < thread.barrier()) {
                    others.add(other);
                }
            });
        }
        return others;
    }

    /** Adds a line for each group of threads that wait for the same reason at the same place. */
    private void tellWaits() {
        Map<List<Object>, List<String>> alike = new LinkedHashMap<>();
        threads.forEach((name, thread) -> {
            if (thread.waits() && thread.millis() >= shownMillis) {
                String place =
                        thread.stack().isEmpty() ? "" : " at " + thread.stack().get(0);
                alike.computeIfAbsent(List.of(thread.what(), place, waitsFor.get(name)), none -> new ArrayList<>())
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
        Set<String> others = waitsFor.get(name);
        if (others.isEmpty()) {
            return "";
        }
        return (thread.barrier() != Waits.NONE
                ? ", where " + list(others) + (others.size() == 1 ? " is" : " are") + " missing"
                : ", which " + list(others) + " has");
    }

    private String place(String name, ThreadState thread) {
        String comma = waitsFor.get(name).isEmpty() ? "" : ",";
        return thread.stack().isEmpty() ? "" : comma + " at " + thread.stack().get(0);
    }

    private static String list(Collection<String> names) {
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
        Set<String> told = new LinkedHashSet<>();
        for (String start : threads.keySet()) {
            List<String> cycle = told.contains(start) ? null : cycleFrom(start);
            if (cycle != null && told.addAll(cycle)) {
                List<String> steps = new ArrayList<>(cycle);
                steps.add(start);
                lines.add("deadlock: " + String.join(" waits for ", steps));
            }
        }
        return !told.isEmpty();
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

    /** The shortest path from a thread back to itself over waits that are certain; null if there is none. */
    private List<String> cycleFrom(String start) {
        Map<String, String> from = new LinkedHashMap<>();
        List<String> reached = new ArrayList<>(List.of(start));
        for (int i = 0; i < reached.size(); i++) {
            String name = reached.get(i);
            ThreadState thread = threads.get(name);
            if (thread == null || !thread.waits() || thread.ends() || thread.millis() < certainMillis) {
                continue;
            }
            for (String next : waitsFor.get(name)) {
                if (next.equals(start)) {
                    return wayTo(name, start, from);
                }
                if (from.putIfAbsent(next, name) == null) {
                    reached.add(next);
                }
            }
        }
        return null;
    }

    private static List<String> wayTo(String end, String start, Map<String, String> from) {
        List<String> way = new ArrayList<>();
        for (String at = end; !at.equals(start); at = from.get(at)) {
            way.add(0, at);
        }
        way.add(0, start);
        return way;
    }
}
