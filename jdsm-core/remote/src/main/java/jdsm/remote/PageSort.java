package jdsm.remote;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Quicksort (Hoare) down to parts of a page, which {@link Arrays} sorts. Both ends of a partition move page by page. The
 * order is that of {@link Arrays#sort}: -0.0 before 0.0, NaN last.
 */
final class PageSort {
    private final RemoteArray array;
    private final SplittableRandom random = new SplittableRandom(1);
    private final int most;

    PageSort(RemoteArray array) {
        this.array = array;
        most = array.mask + 1;
    }

    void sort(int from, int to) {
        int low = from;
        int high = to;
        while (high - low > most) {
            int middle = partition(low, high - 1) + 1;
            if (middle - low < high - middle) {
                sort(low, middle);
                low = middle;
            } else {
                sort(middle, high);
                high = middle;
            }
        }
        if (high - low > 1) {
            Object part = array.javaArray(high - low);
            array.out(low, part, 0, high - low);
            sortJava(part, 0, high - low);
            array.in(low, part, 0, high - low);
        }
    }

    /** Returns the last index of the lower part; both parts have elements. */
    private int partition(int first, int last) {
        swap(first, random.nextInt(first, last + 1));
        int low = first - 1;
        int high = last + 1;
        Key pivot = key(first);
        while (true) {
            do {
                low++;
            } while (key(low).compareTo(pivot) < 0);
            do {
                high--;
            } while (key(high).compareTo(pivot) > 0);
            if (low >= high) {
                return high;
            }
            swap(low, high);
        }
    }

    /** One of the two has the value, by the type of the elements; for comparisons. */
    private record Key(double real, long whole) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int order = Double.compare(real, other.real);
            return order != 0 ? order : Long.compare(whole, other.whole);
        }
    }

    private Key key(int index) {
        if (array instanceof RemoteDoubles doubles) {
            return new Key(doubles.load(index), 0);
        }
        if (array instanceof RemoteFloats floats) {
            return new Key(floats.load(index), 0);
        }
        if (array instanceof RemoteLongs longs) {
            return new Key(0, longs.load(index));
        }
        if (array instanceof RemoteInts ints) {
            return new Key(0, ints.load(index));
        }
        if (array instanceof RemoteBytes bytes) {
            return new Key(0, bytes.load(index));
        }
        return new Key(
                0, array instanceof RemoteShorts shorts ? shorts.load(index) : ((RemoteChars) array).load(index));
    }

    private void swap(int one, int other) {
        Object kept = array.javaArray(2);
        array.out(one, kept, 0, 1);
        array.out(other, kept, 1, 1);
        array.in(one, kept, 1, 1);
        array.in(other, kept, 0, 1);
    }

    /** Sorts elements of an array of Java. */
    static void sortJava(Object part, int from, int to) {
        if (part instanceof double[] doubles) {
            Arrays.sort(doubles, from, to);
        } else if (part instanceof float[] floats) {
            Arrays.sort(floats, from, to);
        } else if (part instanceof long[] longs) {
            Arrays.sort(longs, from, to);
        } else if (part instanceof int[] ints) {
            Arrays.sort(ints, from, to);
        } else if (part instanceof byte[] bytes) {
            Arrays.sort(bytes, from, to);
        } else if (part instanceof short[] shorts) {
            Arrays.sort(shorts, from, to);
        } else {
            Arrays.sort((char[]) part, from, to);
        }
    }
}
