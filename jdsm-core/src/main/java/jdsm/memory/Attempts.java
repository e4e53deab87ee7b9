package jdsm.memory;

/**
 * Decides when to register memory again after a failure. An attempt that fails may cost as much as one that succeeds,
 * and takes memory from other processes for a moment. After each consecutive failure, half as many requests make an
 * attempt.
 */
final class Attempts {
    private static final int MOST_DOUBLINGS = 10;

    private int failures;
    private int leftOut;

    /** Whether the present request is to fail without an attempt. */
    boolean isInVain() {
        if (leftOut == 0) {
            return false;
        }
        leftOut--;
        return true;
    }

    void failed() {
        failures = Math.min(failures + 1, MOST_DOUBLINGS);
        leftOut = (1 << failures) - 1;
    }

    void succeeded() {
        failures = 0;
    }
}
