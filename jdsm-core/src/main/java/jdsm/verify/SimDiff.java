package jdsm.verify;

import jdsm.coherence.Diff;

/** The elements that changed, and to what. */
record SimDiff(int[] elements, long[] values) implements Diff {
    boolean contains(int element) {
        for (int changed : elements) {
            if (changed == element) {
                return true;
            }
        }
        return false;
    }
}
