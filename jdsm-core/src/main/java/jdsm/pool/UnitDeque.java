package jdsm.pool;

import java.util.Arrays;

/** Units in a row, at most {@link #MOST}: who adds one more drops the last. Not thread-safe. */
final class UnitDeque {
    static final int MOST = 1 << 16;

    private int[] units = new int[16];
    private int first;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    private int place(int index) {
        return first + index & units.length - 1;
    }

    private void grow() {
        if (size == units.length) {
            int[] longer = new int[2 * size];
            for (int i = 0; i < size; i++) {
                longer[i] = units[place(i)];
            }
            units = longer;
            first = 0;
        }
    }

    void addFirst(int unit) {
        if (size == MOST) {
            size--;
        }
        grow();
        first = first - 1 & units.length - 1;
        units[first] = unit;
        size++;
    }

    void addLast(int unit) {
        if (size < MOST) {
            grow();
            units[place(size++)] = unit;
        }
    }

    /** The first unit; there must be one. */
    int first() {
        return units[first];
    }

    /** Takes the first unit out; there must be one. */
    int removeFirst() {
        int unit = units[first];
        first = first + 1 & units.length - 1;
        size--;
        return unit;
    }

    /** Takes the last unit out; there must be one. */
    int removeLast() {
        return units[place(--size)];
    }

    int size() {
        return size;
    }

    /** Takes a unit out; false if it is not there. */
    boolean remove(int unit) {
        for (int i = 0; i < size; i++) {
            if (units[place(i)] == unit) {
                for (int j = i; j > 0; j--) {
                    units[place(j)] = units[place(j - 1)];
                }
                removeFirst();
                return true;
            }
        }
        return false;
    }

    void clear() {
        size = 0;
    }

    @Override
    public String toString() {
        int[] all = new int[size];
        for (int i = 0; i < size; i++) {
            all[i] = units[place(i)];
        }
        return Arrays.toString(all);
    }
}
