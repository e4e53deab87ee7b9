package jdsm.agent.analysis;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * A forward must-analysis: the facts about values that hold at a place on every path to it. Instructions add and remove
 * facts. A fact about a value also ends where the value's name takes a new meaning, in the next iteration of a loop.
 */
public final class MustFacts {
    /**
     * A fact about one or two values.
     *
     * @param what the kind of fact, which the user of the analysis defines
     * @param index the second value, or null
     */
    public record Fact(Enum<?> what, Value object, Value index) {
        private boolean isMade(Value.Kind kind, int number) {
            return isMade(object, kind, number) || index != null && isMade(index, kind, number);
        }

        private static boolean isMade(Value value, Value.Kind kind, int number) {
            for (Value leaf : value.leaves()) {
                if (leaf.kind() == kind && leaf.number() == number) {
                    return true;
                }
            }
            return false;
        }
    }

    /** A change of facts by an instruction. */
    public interface Event {
        /** Changes the facts before the instruction into the facts after it. */
        void apply(Set<Fact> facts);
    }

    private final FlowGraph graph;
    private final Loops loops;
    private final Map<Integer, List<Event>> events;
    private final Map<Integer, Set<Fact>> in = new HashMap<>();
    private final Map<Integer, Set<Fact>> out = new HashMap<>();
    private final Map<Integer, Set<Fact>> thrown = new HashMap<>();

    /**
     * Analyses a method.
     *
     * @param events the events of each block, in order; blocks without events may be missing
     * @param start the facts at the method's start
     */
    public MustFacts(FlowGraph graph, Loops loops, Map<Integer, List<Event>> events, Set<Fact> start) {
        this.graph = graph;
        this.loops = loops;
        this.events = events;
        int[] order = graph.order();
        ArrayDeque<Integer> left = new ArrayDeque<>();
        Set<Integer> waiting = new HashSet<>();
        for (int block : order) {
            left.add(block);
            waiting.add(block);
        }
        while (!left.isEmpty()) {
            int block = left.remove();
            waiting.remove(block);
            Set<Fact> facts = meet(block, block == 0 ? start : null, false);
            if (facts != null && !facts.equals(in.put(block, facts)) || facts != null && !out.containsKey(block)) {
                transfer(block, facts);
                for (List<Integer> next : List.of(graph.successors(block), graph.handlers(block))) {
                    next.stream().filter(waiting::add).forEach(left::add);
                }
            }
        }
    }

    private void transfer(int block, Set<Fact> before) {
        Set<Fact> facts = new HashSet<>(before);
        boolean throwing = !graph.handlers(block).isEmpty();
        Set<Fact> always = new HashSet<>(throwing ? before : Set.of());
        for (Event event : events.getOrDefault(block, List.of())) {
            event.apply(facts);
            if (throwing) {
                always.retainAll(facts);
            }
        }
        out.put(block, facts);
        thrown.put(block, always);
    }

    /** The facts that all analysed paths to a block have in common; null if no path has been analysed yet. */
    private Set<Fact> meet(int block, Set<Fact> start, boolean entering) {
        Set<Fact> met = start == null ? null : new HashSet<>(start);
        Loop loop = loops.headedBy(block);
        for (int predecessor : graph.predecessors(block)) {
            boolean back = loop != null && loop.isLatch(predecessor);
            if (!out.containsKey(predecessor) || entering && back) {
                continue;
            }
            if (graph.handlers(predecessor).contains(block)) {
                met = meet(met, along(thrown.get(predecessor), block, back));
            }
            if (graph.successors(predecessor).contains(block)) {
                met = meet(met, along(out.get(predecessor), block, back));
            }
        }
        return met;
    }

    private static Set<Fact> meet(Set<Fact> met, Set<Fact> coming) {
        if (met == null) {
            return coming;
        }
        met.retainAll(coming);
        return met;
    }

    private static Set<Fact> along(Set<Fact> facts, int block, boolean back) {
        Set<Fact> along = new HashSet<>(facts);
        along.removeIf(
                fact -> fact.isMade(Value.Kind.MERGED, block) || !back && fact.isMade(Value.Kind.ENTERED, block));
        return along;
    }

    /**
     * An event that removes all facts about the previous result of an instruction, because the instruction runs again.
     */
    public static Event renew(int instruction) {
        return facts -> facts.removeIf(fact -> fact.isMade(Value.Kind.RESULT, instruction));
    }

    /** The facts at the entry of a region. */
    public Set<Fact> atEntry(Region region, Set<Fact> start) {
        Set<Fact> met = meet(region.header(), region.header() == 0 ? start : null, true);
        return met == null ? Set.of() : met;
    }

    /** Passes each event of the reachable blocks to a visitor, with the facts before the event. */
    public void replay(BiConsumer<Event, Set<Fact>> visitor) {
        for (int block : graph.order()) {
            Set<Fact> facts = new HashSet<>(in.getOrDefault(block, Set.of()));
            for (Event event : events.getOrDefault(block, List.of())) {
                visitor.accept(event, facts);
                event.apply(facts);
            }
        }
    }
}
