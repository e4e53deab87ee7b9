package jdsm.runtime;

import java.util.Objects;

/**
 * The heads of resumable loops, at which checkpoints are taken: the agent weaves calls in place of
 * {@code SPMD.resumeFrom} and at the head of its loop. Thread-safe. Methods block while a checkpoint is taken.
 */
public final class Heads {
    /** Takes checkpoints. */
    public interface Listener {
        /**
         * A worker is about to enter a loop.
         *
         * @return the index with which the loop is to begin
         */
        int resume(String loop, int first);

        /** A worker is at the head of a loop. */
        void at(String loop, int index);
    }

    private static volatile Listener listener;

    private Heads() {}

    /** Sets who takes checkpoints. */
    public static void begin(Listener takesCheckpoints) {
        listener = Objects.requireNonNull(takesCheckpoints, "takesCheckpoints");
    }

    /** Ends checkpoints. */
    public static void end() {
        listener = null;
    }

    /** Woven in place of {@code program.resumeFrom(loop, first)}. */
    public static int resumeFrom(Object program, String loop, int first) {
        Listener now = listener;
        return now == null ? first : now.resume(loop, first);
    }

    /** Woven at the head of the loop, which a worker passes once for each value of the index. */
    public static void at(String loop, int index) {
        Listener now = listener;
        if (now != null) {
            now.at(loop, index);
        }
    }
}
