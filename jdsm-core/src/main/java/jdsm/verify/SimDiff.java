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

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < elements.length; i++) {
            text.append(i == 0 ? "[" : ", [").append(elements[i]).append("] = ").append(values[i]);
        }
        return text.toString();
    }
}
