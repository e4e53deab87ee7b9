package jdsm.memory;

/**
 * When to try again after there was no memory: to find out that there is none may cost as much as to get it, and takes it from
 * others for a moment. Not at once, and after each failure in a row half as often as before.
 */
final class Attempts {
    private static final int MOST_DOUBLINGS = 10;

    private int failures;
    private int leftOut;

    /** Whether this one is to be left out. */
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
