package jdsm.node;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import jdsm.sync.Waits;

/**
 * The threads of all ranks, and which of them waits for which others. A wait for a unit is a wait for the unit's
 * holder, a wait for a monitor of a rank is one for its owner, and a wait in a barrier is one for all threads that have
 * not entered it. A thread waits for each of these threads, so no thread of a cycle goes on. Immutable.
 */
final class WaitGraph {
    private static final Comparator<ThreadState> BY_NAME =
            Comparator.comparing((ThreadState thread) -> thread.name().length()).thenComparing(ThreadState::name);

    private final Map<String, ThreadState> threads = new LinkedHashMap<>();
    private final Map<String, Set<String>> waitsFor = new LinkedHashMap<>();

    /** The graph of the states of ranks. */
    WaitGraph(Collection<RankState> ranks) {
        Map<Integer, String> holders = new TreeMap<>();
        Map<String, Integer> passed = new LinkedHashMap<>();
        for (RankState rank : ranks) {
            // By number: worker 2 before worker 10.
            rank.threads().stream().sorted(BY_NAME).forEach(thread -> {
                threads.put(nameOf(rank.rank(), thread.name()), thread);
                passed.put(nameOf(rank.rank(), thread.name()), rank.passed());
            });
            rank.holders().forEach((unit, name) -> holders.put(unit, nameOf(rank.rank(), name)));
        }
        threads.forEach((name, thread) -> waitsFor.put(name, targets(name, thread, holders, passed)));
    }

    private WaitGraph(WaitGraph before, WaitGraph after) {
        threads.putAll(after.threads);
        after.waitsFor.forEach((name, others) -> {
            ThreadState then = before.threads.get(name);
            Set<String> still = new TreeSet<>();
            if (then != null && then.isSameWait(threads.get(name))) {
                still.addAll(others);
                still.retainAll(before.waitsFor.get(name));
            }
            waitsFor.put(name, still);
        });
    }

    /** The graph of those waits that are in this graph and in an earlier one. */
    WaitGraph since(WaitGraph earlier) {
        return new WaitGraph(earlier, this);
    }

    private static String nameOf(int rank, String thread) {
        return "rank " + rank + " " + thread;
    }

    private Set<String> targets(
            String name, ThreadState thread, Map<Integer, String> holders, Map<String, Integer> passed) {
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
                // A thread outside barriers may have left this one, before the waiting thread hears of that.
                boolean isMissing = state.barrier() < thread.barrier() && passed.get(other) <= thread.barrier();
                if (state.isParty() && isMissing) {
                    others.add(other);
                }
            });
        }
        return others;
    }

    /** The threads by their names, such as {@code rank 0 worker 1}: by rank and number. */
    Map<String, ThreadState> threads() {
        return threads;
    }

    /** The names of the threads for which a thread waits. */
    Set<String> waitsFor(String name) {
        return waitsFor.getOrDefault(name, Set.of());
    }

    /**
     * Finds cycles of waits: at least one, if there is any.
     *
     * @param certain whether a wait may be part of a cycle; a wait with a time limit never is
     * @return the names of each cycle's threads, each of which waits for the next one, and the last for the first
     */
    List<List<String>> cycles(Predicate<ThreadState> certain) {
        List<List<String>> cycles = new ArrayList<>();
        Set<String> told = new HashSet<>();
        for (String start : threads.keySet()) {
            List<String> cycle = told.contains(start) ? null : cycleFrom(start, certain);
            if (cycle != null) {
                told.addAll(cycle);
                cycles.add(cycle);
            }
        }
        return cycles;
    }

    /** The shortest path from a thread back to itself over waits that are certain; null if there is none. */
    private List<String> cycleFrom(String start, Predicate<ThreadState> certain) {
        Map<String, String> from = new LinkedHashMap<>();
        List<String> reached = new ArrayList<>(List.of(start));
        for (int i = 0; i < reached.size(); i++) {
            String name = reached.get(i);
            ThreadState thread = threads.get(name);
            if (thread == null || !thread.waits() || thread.ends() || !certain.test(thread)) {
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
