package jdsm.runtime;

/**
 * Stores the elements that differ between two versions of an array to a third array, and leaves its other elements
 * alone. Thread-safe.
 */
final class Differences {
    private Differences() {}

    /**
     * Stores the changed elements. Primitives are compared by their bits, references by identity.
     *
     * @param before an array of primitives or references
     * @param after an array of the same type and length
     * @param target an array of the same type, which may be shared: each element is checked before it is stored
     * @param from the index in {@code target} of the first element of {@code after}
     */
    static void store(Object before, Object after, Object target, int from) {
        Shared shared = Checks.ofAny(target);
        if (before instanceof Object[] was) {
            references(was, (Object[]) after, (Object[]) target, from, shared);
        } else if (before instanceof boolean[] was) {
            booleans(was, (boolean[]) after, (boolean[]) target, from, shared);
        } else if (before instanceof byte[] was) {
            bytes(was, (byte[]) after, (byte[]) target, from, shared);
        } else if (before instanceof char[] was) {
            chars(was, (char[]) after, (char[]) target, from, shared);
        } else if (before instanceof short[] was) {
            shorts(was, (short[]) after, (short[]) target, from, shared);
        } else if (before instanceof int[] was) {
            ints(was, (int[]) after, (int[]) target, from, shared);
        } else if (before instanceof long[] was) {
            longs(was, (long[]) after, (long[]) target, from, shared);
        } else if (before instanceof float[] was) {
            floats(was, (float[]) after, (float[]) target, from, shared);
        } else if (before instanceof double[] was) {
            doubles(was, (double[]) after, (double[]) target, from, shared);
        }
    }

    private static void references(Object[] was, Object[] is, Object[] target, int from, Shared shared) {
        for (int i = 0; i < is.length; i++) {
            if (was[i] != is[i]) {
                write(shared, target, from + i);
                target[from + i] = is[i];
            }
        }
    }

    private static void booleans(boolean[] was, boolean[] is, boolean[] target, int from, Shared shared) {
        for (int i = 0; i < is.length; i++) {
            if (was[i] != is[i]) {
                write(shared, target, from + i);
                target[from + i] = is[i];
            }
        }
    }

    private static void bytes(byte[] was, byte[] is, byte[] target, int from, Shared shared) {
        for (int i = 0; i < is.length; i++) {
            if (was[i] != is[i]) {
                write(shared, target, from + i);
                target[from + i] = is[i];
            }
        }
    }

    private static void chars(char[] was, char[] is, char[] target, int from, Shared shared) {
        for (int i = 0; i < is.length; i++) {
            if (was[i] != is[i]) {
                write(shared, target, from + i);
                target[from + i] = is[i];
            }
        }
    }

    private static void shorts(short[] was, short[] is, short[] target, int from, Shared shared) {
        for (int i = 0; i < is.length; i++) {
            if (was[i] != is[i]) {
                write(shared, target, from + i);
                target[from + i] = is[i];
            }
        }
    }

    private static void ints(int[] was, int[] is, int[] target, int from, Shared shared) {
        for (int i = 0; i < is.length; i++) {
            if (was[i] != is[i]) {
                write(shared, target, from + i);
                target[from + i] = is[i];
            }
        }
    }

    private static void longs(long[] was, long[] is, long[] target, int from, Shared shared) {
        for (int i = 0; i < is.length; i++) {
            if (was[i] != is[i]) {
                write(shared, target, from + i);
                target[from + i] = is[i];
            }
        }
    }

    private static void floats(float[] was, float[] is, float[] target, int from, Shared shared) {
        for (int i = 0; i < is.length; i++) {
            if (Float.floatToRawIntBits(was[i]) != Float.floatToRawIntBits(is[i])) {
                write(shared, target, from + i);
                target[from + i] = is[i];
            }
        }
    }

    private static void doubles(double[] was, double[] is, double[] target, int from, Shared shared) {
        for (int i = 0; i < is.length; i++) {
            if (Double.doubleToRawLongBits(was[i]) != Double.doubleToRawLongBits(is[i])) {
                write(shared, target, from + i);
                target[from + i] = is[i];
            }
        }
    }

    private static void write(Shared shared, Object target, int index) {
        Checks.write(shared, index);
        Observed.accessed(Observed.current(), target, index, true);
    }
}
