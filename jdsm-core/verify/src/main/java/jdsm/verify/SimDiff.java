package jdsm.verify;

import java.util.List;
import java.util.TreeMap;
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

    /** The diff that has the effect of several, in the order of their application. */
    static SimDiff inOrder(List<SimDiff> diffs) {
        TreeMap<Integer, Long> changed = new TreeMap<>();
        for (SimDiff diff : diffs) {
            for (int i = 0; i < diff.elements.length; i++) {
                changed.put(diff.elements[i], diff.values[i]);
            }
        }
        int[] elements = changed.keySet().stream().mapToInt(Integer::intValue).toArray();
        long[] values = changed.values().stream().mapToLong(Long::longValue).toArray();
        return new SimDiff(elements, values, diffs.get(0).of);
    }

    /** A byte for each element, so that a diff of few elements is short. */
    @Override
    public int bytes() {
        return elements.length;
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
