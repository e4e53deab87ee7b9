package jdsm.verify;

import jdsm.coherence.Diff;

/**
 * The diff of a simulated unit: the changed elements and their values.
 *
 * @param of the number of the unit's elements
 */
record SimDiff(int[] elements, long[] values, int of) implements Diff {
    /** The difference of two contents; null if they are equal. */
    static SimDiff between(long[] before, long[] now) {
        int count = 0;
        for (int element = 0; element < now.length; element++) {
            count += now[element] != before[element] ? 1 : 0;
        }
        if (count == 0) {
            return null;
        }
        int[] elements = new int[count];
        long[] values = new long[count];
        int next = 0;
        for (int element = 0; element < now.length; element++) {
            if (now[element] != before[element]) {
                elements[next] = element;
                values[next++] = now[element];
            }
        }
        return new SimDiff(elements, values, now.length);
    }

    @Override
    public boolean isOfMost() {
        return 2 * elements.length > of;
    }

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
