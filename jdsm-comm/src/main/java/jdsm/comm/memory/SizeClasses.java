package jdsm.comm.memory;

/**
 * The sizes of slots: multiples of 8 up to 64, then four sizes to each doubling, so that a slot is at most a quarter
 * longer than what it is taken for. A power of two is always a size. The same steps, counted in pages, are the lengths of
 * spans.
 */
final class SizeClasses {
    /** The shortest slot, and the unit of all sizes. */
    static final int UNIT = 8;

    private static final int STEPS = 4;
    /** Sizes up to {@code 2 * STEPS} units have a class each. */
    private static final int LINEAR = 2 * STEPS;

    private static final int TABLE_UNITS = 128;
    private static final byte[] TABLE = new byte[TABLE_UNITS + 1];

    static {
        for (int units = 0; units < TABLE.length; units++) {
            TABLE[units] = (byte) classOfUnits(Math.max(1, units));
        }
    }

    private SizeClasses() {}

    /** The class of the smallest slot of at least this many bytes, from 0. */
    static int of(int bytes) {
        int units = (bytes + (UNIT - 1)) >>> 3;
        return units <= TABLE_UNITS ? TABLE[units] : classOfUnits(units);
    }

    /** The class of the smallest slot of at least this many bytes whose size is a multiple of a power of two. */
    static int of(int bytes, int alignmentBytes) {
        int sizeClass = of(bytes);
        while (bytes(sizeClass) % alignmentBytes != 0) {
            sizeClass++;
        }
        return sizeClass;
    }

    /** The size of a class in bytes. */
    static int bytes(int sizeClass) {
        return units(sizeClass) * UNIT;
    }

    /** The class of the smallest size of at least this many units, from 1. */
    static int classOfUnits(int units) {
        if (units <= LINEAR) {
            return units - 1;
        }
        int log = 31 - Integer.numberOfLeadingZeros(units - 1);
        int step = (units - 1 >>> log - 2) - STEPS;
        return LINEAR + (log - 3) * STEPS + step;
    }

    /** The size of a class in units. */
    static int units(int sizeClass) {
        if (sizeClass < LINEAR) {
            return sizeClass + 1;
        }
        int doublings = (sizeClass - LINEAR) / STEPS;
        int step = (sizeClass - LINEAR) % STEPS;
        return STEPS + step + 1 << doublings + 1;
    }
}
