package jdsm.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/*
 * Sleep sets: Godefroid, Partial-order methods for the verification of concurrent systems, LNCS 1032, 1996. Steps of different
 * ranks commute: they have nothing in common but queues, one's end and the other's beginning. So of the schedules that differ
 * by such steps alone one is run, and the others are abandoned as soon as they are seen to be such.
 */

/**
 * Goes through all schedules of a job, one a run: {@link #begin}, the run, {@link #another}. What a state in between must
 * fulfil over several ranks is checked in the schedules that are run, not in those that differ by the order of steps of
 * different ranks.
 */
final class DepthFirst implements Scheduler {
    /** A choice on the way to where this run is. */
    private static final class Node {
        /** Options of {@link #next}; null: a choice within a step. */
        private final int[] options;

        private final int count;
        /** A bit for each option that has been gone through, here or in a schedule that differs in nothing. */
        private long asleep;

        private int chosen;

        Node(int[] options, int count, long asleep) {
            this.options = options;
            this.count = count;
            this.asleep = asleep;
        }

        /** Moves on to an option that is awake. @return false if there is none */
        boolean settle() {
            while (chosen < count && options != null && (asleep & 1L << options[chosen]) != 0) {
                chosen++;
            }
            return chosen < count;
        }
    }

    private final Programs.Shape shape;
    private final List<Node> path = new ArrayList<>();
    private BooleanSupplier over;
    private int depth;
    private long asleep;

    DepthFirst(Programs.Shape shape) {
        this.shape = shape;
    }

    /** A run begins. @param ended from when on any order will do */
    void begin(BooleanSupplier ended) {
        over = ended;
        depth = 0;
        asleep = 0;
    }

    /** Whether another run is left. */
    boolean another() {
        for (int last = path.size() - 1; last >= 0; last--) {
            Node node = path.get(last);
            if (node.options != null) {
                node.asleep |= 1L << node.options[node.chosen];
            }
            node.chosen++;
            if (node.settle()) {
                return true;
            }
            path.remove(last);
        }
        return false;
    }

    @Override
    public int next(int[] options, int count) {
        if (over.getAsBoolean()) {
            return options[0];
        }
        if (depth == path.size()) {
            Node node = new Node(options.clone(), count, asleep);
            if (!node.settle()) {
                return ABANDON;
            }
            path.add(node);
        }
        Node node = path.get(depth++);
        int option = node.options[node.chosen];
        int rank = Simulation.rankOf(shape, option);
        asleep = 0;
        for (long rest = node.asleep; rest != 0; rest &= rest - 1) {
            int sleeper = Long.numberOfTrailingZeros(rest);
            asleep |= Simulation.rankOf(shape, sleeper) == rank ? 0 : 1L << sleeper;
        }
        return option;
    }

    @Override
    public int choose(int count) {
        if (over.getAsBoolean()) {
            return count - 1;
        }
        if (depth == path.size()) {
            path.add(new Node(null, count, 0));
        }
        return path.get(depth++).chosen;
    }

    @Override
    public boolean chance(int in) {
        return choose(2) == 0;
    }
}
