package jdsm.agent.analysis;

import java.util.Arrays;
import java.util.List;

/**
 * The dominators of a flow graph: a block dominates another one if every path to the latter passes the former. Computes
 * immediate dominators after Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001). Immutable.
 */
public final class Dominators {
    private static final int NONE = -1;

    private final int[] immediate;
    /** Each block's place in reverse postorder, or NONE for an unreachable block. */
    private final int[] place;

    public Dominators(FlowGraph graph) {
        this.immediate = new int[graph.blocks()];
        this.place = new int[graph.blocks()];
        Arrays.fill(immediate, NONE);
        Arrays.fill(place, NONE);
        int[] order = graph.order();
        for (int i = 0; i < order.length; i++) {
            place[order[i]] = i;
        }
        immediate[order[0]] = order[0];
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int i = 1; i < order.length; i++) {
                changed |= update(order[i], graph.predecessors(order[i]));
            }
        }
    }

    private boolean update(int block, List<Integer> predecessors) {
        int common = NONE;
        for (int predecessor : predecessors) {
            if (immediate[predecessor] != NONE) {
                common = common == NONE ? predecessor : meet(common, predecessor);
            }
        }
        boolean changed = immediate[block] != common;
        immediate[block] = common;
        return changed;
    }

    private int meet(int one, int other) {
        int a = one;
        int b = other;
        while (a != b) {
            if (place[a] > place[b]) {
                a = immediate[a];
            } else {
                b = immediate[b];
            }
        }
        return a;
    }

    /**
     * Whether every path from the entry to {@code block} passes {@code above}; each reachable block dominates itself.
     */
    public boolean dominates(int above, int block) {
        if (place[above] == NONE || place[block] == NONE) {
            return false;
        }
        int candidate = block;
        while (place[candidate] > place[above]) {
            candidate = immediate[candidate];
        }
        return candidate == above;
    }

    /** Whether each iteration of a loop that comes to its end passes a block. */
    public boolean isInEachIteration(Loop loop, int block) {
        return loop.latches().stream().allMatch(latch -> dominates(block, latch));
    }

    /** The place of a reachable block in the graph's reverse postorder. */
    int place(int block) {
        return place[block];
    }
}
