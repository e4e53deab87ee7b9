package jdsm.pool;

import jdsm.config.FetchOrder;

/*
 * Groups of a few levels, one below the other, are those of hierarchical copying: see Wilson, Lam and Moher, Effective
 * "static-graph" reorganization to improve locality in garbage-collected systems, PLDI 1991, and Placement.
 */

/**
 * The units to which replies to one rank referred and that wait to be followed, in the job's order. Not thread-safe.
 */
final class Frontier {
    /** The levels of a group, with that of its first unit. */
    static final int LEVELS = 3;

    private final FetchOrder order;
    private final UnitDeque waiting = new UnitDeque();
    /** The units of the present group that have not been taken, level by level; empty but under HIERARCHICAL. */
    private final UnitDeque group = new UnitDeque();
    /** The first units of the groups below the present one. */
    private final UnitDeque below = new UnitDeque();

    private boolean breadthFirst;
    /** The level of the unit that was taken last, 0 for the first of a group. */
    private int level;
    /** The number of units of that level that have not been taken. */
    private int left;

    Frontier(FetchOrder order) {
        this.order = order;
    }

    /**
     * Begins a reply. What waited goes on waiting if the requested unit was among it.
     *
     * @param likesBreadth the order that the other rank would like, if orders are learnt
     */
    void request(int unit, boolean likesBreadth) {
        breadthFirst = order == FetchOrder.BREADTH || order == FetchOrder.LEARNT && likesBreadth;
        endGroup();
        if (!waiting.remove(unit)) {
            waiting.clear();
        }
    }

    /** Adds the first {@code count} of the units to which the requested unit, or the one that was taken last, refers. */
    void add(int[] units, int count) {
        if (order == FetchOrder.HIERARCHICAL) {
            UnitDeque next = level < LEVELS - 1 ? group : below;
            for (int i = 0; i < count; i++) {
                next.addLast(units[i]);
            }
        } else if (breadthFirst) {
            for (int i = 0; i < count; i++) {
                waiting.addLast(units[i]);
            }
        } else {
            for (int i = count - 1; i >= 0; i--) {
                waiting.addFirst(units[i]);
            }
        }
    }

    boolean isEmpty() {
        return group.isEmpty() && below.isEmpty() && waiting.isEmpty();
    }

    /** The unit that is taken next; there must be one. */
    int first() {
        if (!group.isEmpty()) {
            return group.first();
        }
        return below.isEmpty() ? waiting.first() : below.first();
    }

    /** Takes the next unit out; there must be one. */
    int removeFirst() {
        if (group.isEmpty()) {
            endGroup();
            return waiting.removeFirst();
        }
        if (left == 0) {
            level++;
            left = group.size();
        }
        left--;
        return group.removeFirst();
    }

    /** Lets the groups below the present one wait in front of all others, and begins a group. */
    private void endGroup() {
        while (!below.isEmpty()) {
            waiting.addFirst(below.removeLast());
        }
        while (!group.isEmpty()) {
            waiting.addFirst(group.removeLast());
        }
        level = 0;
        left = 0;
    }
}
