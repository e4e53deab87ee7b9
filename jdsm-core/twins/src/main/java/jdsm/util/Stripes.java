package jdsm.util;

/** The monitors for the elements of an atomic array: neighbours have the same one. */
final class Stripes {
    private static final int MOST = 16;
    /** The binary logarithm of the number of elements of a stripe. */
    private static final int SHIFT = 6;

    private final Object[] monitors;
    private final int length;

    Stripes(int length) {
        this.length = length;
        monitors = new Object[Math.max(1, Math.min(MOST, length + (1 << SHIFT) - 1 >> SHIFT))];
        for (int i = 0; i < monitors.length; i++) {
            monitors[i] = new Object();
        }
    }

    /** The monitor for an element. */
    Object of(int index) {
        if (index < 0 || index >= length) {
            throw new ArrayIndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        }
        return monitors[(index >> SHIFT) % monitors.length];
    }
}
