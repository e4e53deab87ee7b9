package jdsm.agent.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds the natural loops of a method. A method with a loop of several entries counts as having no loop. Immutable. */
public final class Loops {
    private final List<Loop> all;
    private final Loop[] innermost;
    private final boolean reducible;

    public Loops(FlowGraph graph, Dominators dominators) {
        Map<Integer, Loop> byHeader = new TreeMap<>();
        boolean single = true;
        for (int block : graph.order()) {
            for (int predecessor : graph.predecessors(block)) {
                if (dominators.place(predecessor) < dominators.place(block)) {
                    continue;
                }
                if (dominators.dominates(block, predecessor)) {
                    collect(graph, byHeader.computeIfAbsent(block, Loop::new), predecessor);
                } else {
                    single = false;
                }
            }
        }
        this.reducible = single;
        this.all = reducible ? new ArrayList<>(byHeader.values()) : List.of();
        this.innermost = new Loop[graph.blocks()];
        nest();
    }

    private static void collect(FlowGraph graph, Loop loop, int latch) {
        loop.addLatch(latch);
        ArrayDeque<Integer> left = new ArrayDeque<>();
        if (loop.add(latch)) {
            left.add(latch);
        }
        while (!left.isEmpty()) {
            for (int predecessor : graph.predecessors(left.remove())) {
                if (loop.add(predecessor)) {
                    left.add(predecessor);
                }
            }
        }
    }

    private void nest() {
        if (all.isEmpty()) {
            return;
        }
        all.sort(Comparator.comparingInt(Loop::size));
        for (int i = 0; i < all.size(); i++) {
            Loop loop = all.get(i);
            loop.blocks().stream().filter(block -> innermost[block] == null).forEach(block -> innermost[block] = loop);
            for (int j = i + 1; j < all.size() && loop.parent() == null; j++) {
                if (all.get(j).contains(loop.header())) {
                    loop.parent(all.get(j));
                }
            }
        }
    }

    /** All loops; inner loops precede outer ones. */
    public List<Loop> all() {
        return List.copyOf(all);
    }

    /** The innermost loop that contains a block, or null. */
    public Loop innermost(int block) {
        return innermost[block];
    }

    /** The loop whose header is a block, or null. */
    public Loop headedBy(int block) {
        for (Loop loop = innermost[block]; loop != null; loop = loop.parent()) {
            if (loop.header() == block) {
                return loop;
            }
        }
        return null;
    }

    /** Whether each loop of the method has one entry. */
    public boolean isReducible() {
        return reducible;
    }
}
