package jdsm.remote;

import java.lang.reflect.Array;
import java.util.Arrays;
import jdsm.remote.PageTable.ElementType;

/**
 * The methods that stand in a program whose arrays are marked {@link Remote}, in place of the language's and the JDK's. They
 * throw what these throw. For the thread of the program's space only.
 */
public final class RemoteCode {
    /** By type names of descriptors: double, long, int, float, byte, short, char. */
    private static final String TYPES = "DJIFBSC";

    private static final ElementType[] ELEMENTS = {
        ElementType.DOUBLE,
        ElementType.LONG,
        ElementType.INT,
        ElementType.FLOAT,
        ElementType.BYTE,
        ElementType.SHORT,
        ElementType.CHAR
    };

    /** Grows when a page leaves its frame: then pages in local variables of loops are no longer valid. */
    private static int moves;

    private RemoteCode() {}

    static void moved() {
        moves++;
    }

    /** Returns a number that differs once a page has left its frame. */
    public static int moves() {
        return moves;
    }

    /** Returns the array of Java that has all elements until a page leaves its frame, or null; see {@link RemoteArray#java}. */
    public static Object java(RemoteArray array) {
        return array == null ? null : array.java();
    }

    /** Whether something was so, and an object is not null. */
    public static boolean isAlso(boolean so, Object object) {
        return so & object != null;
    }

    /** Whether a loop may have so many pages in local variables. */
    public static boolean fits(RemoteArray array, int pages) {
        return pages <= array.pager.frameCount() - 2;
    }

    /** Returns how many iterations of a loop are left whose variable changes by 1: {@code to - from + more}, at least 0. */
    public static int iterations(int from, int to, int more) {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, (long) to - from + more));
    }

    /**
     * Returns how many iterations of some find their elements: those from {@code index} to {@code index + span} in the first one.
     *
     * @param step 1 if each other iteration has the next elements, -1 if it has those before
     */
    public static int within(int iterations, RemoteArray array, int index, int span, int step) {
        if (index < 0 || (long) index + span >= array.size || Thread.currentThread() != array.owner) {
            return 0;
        }
        return Math.min(iterations, step > 0 ? array.size - span - index : index + 1);
    }

    /** Returns some iterations, or none if they read elements in the page of one that they overwrite; parameters as of {@link #within}. */
    public static int apart(
            int iterations, RemoteArray array, int index, int span, RemoteArray other, int overwritten, int step) {
        if (array.table != other.table || iterations == 0) {
            return iterations;
        }
        long page = other.first + overwritten >>> other.shift;
        long more = Math.min(iterations, array.mask + 1) - 1;
        long first = array.first + index;
        long lowest = step > 0 ? first : Math.max(0, first - more);
        long highest = step > 0 ? first + span + more : first + span;
        return page < lowest >>> array.shift || page > highest >>> array.shift ? iterations : 0;
    }

    /**
     * Brings the page of an element for writing, without its content if so many iterations overwrite all of its elements, one each from
     * this element on.
     *
     * @param step 1 to the next elements, -1 to those before
     */
    public static void replace(int iterations, RemoteArray array, int index, int step) {
        long at = array.first + index;
        int page = (int) (at >>> array.shift);
        int inPage = (int) at & array.mask;
        boolean whole = step > 0
                ? array.isWhole(at, iterations)
                : iterations > inPage && array.isWhole(at - inPage, inPage + 1L);
        if (iterations > 0 && whole && (array.addresses[page] & PageTable.WRITABLE) == 0) {
            array.pager.writable(array.table, page, false);
        }
    }

    /** As {@code new double[length]}. */
    public static RemoteArray make(int length, char type, String name) {
        if (length < 0) {
            throw new NegativeArraySizeException(Integer.toString(length));
        }
        return RemoteSpace.current().array(ELEMENTS[TYPES.indexOf(type)], name, length, length);
    }

    /** As {@code new double[lengths[0]][lengths[1]]} and so on. The rows share pages. */
    public static Object makeRows(int[] lengths, char type, String name) {
        long rows = 1;
        for (int i = 0; i < lengths.length; i++) {
            if (lengths[i] < 0) {
                throw new NegativeArraySizeException(Integer.toString(lengths[i]));
            }
            rows = i + 1 == lengths.length ? rows : Math.multiplyExact(rows, lengths[i]);
        }
        int last = lengths[lengths.length - 1];
        long length = Math.multiplyExact(rows, last);
        RemoteArray all = RemoteSpace.current().array(ELEMENTS[TYPES.indexOf(type)], name, length, last);
        return rows(lengths, 0, all, new long[1]);
    }

    private static Object rows(int[] lengths, int dimension, RemoteArray all, long[] next) {
        if (dimension == lengths.length - 1) {
            RemoteArray row = all.part(next[0], lengths[dimension]);
            row.whole = all;
            next[0] += lengths[dimension];
            return row;
        }
        int[] sizes = new int[lengths.length - 1 - dimension];
        sizes[0] = lengths[dimension];
        Object[] array = (Object[]) Array.newInstance(all.getClass(), sizes);
        for (int i = 0; i < array.length; i++) {
            array[i] = rows(lengths, dimension + 1, all, next);
        }
        return array;
    }

    /** As {@code array.clone()}. */
    public static RemoteArray copy(RemoteArray array) {
        RemoteArray copy =
                RemoteSpace.current().array(array.table.type, array.name() + ", copy", array.size, array.size);
        copy(array, 0, copy, 0, array.size);
        return copy;
    }

    /** As {@link System#arraycopy}, where one or both arrays are remote. */
    public static void arraycopy(Object source, int from, Object target, int to, int count) {
        if (source == null || target == null) {
            throw new NullPointerException();
        }
        checkRange(source, from, count);
        checkRange(target, to, count);
        if (source instanceof RemoteArray remote) {
            if (target instanceof RemoteArray other) {
                copy(remote, from, other, to, count);
            } else {
                remote.out(from, target, to, count);
            }
        } else {
            ((RemoteArray) target).in(to, source, from, count);
        }
    }

    private static void checkRange(Object array, int from, int count) {
        int length = array instanceof RemoteArray remote ? remote.size : Array.getLength(array);
        if (array instanceof RemoteArray remote) {
            remote.checkThread();
        }
        if ((from | count | length - count - from) < 0 || (long) from + count > length) {
            throw new ArrayIndexOutOfBoundsException(
                    "arraycopy: elements from " + from + ", " + count + " of them, of an array of length " + length);
        }
    }

    private static void copy(RemoteArray source, int from, RemoteArray target, int to, int count) {
        Object java = source.java();
        if (java != null) {
            target.in(to, java, from, count);
            return;
        }
        int most = target.mask + 1;
        Object part = source.javaArray(Math.min(count, most));
        boolean backwards = source.table == target.table && source.first + from < target.first + to;
        for (int done = 0; done < count; ) { // parts end with pages of the target, which need not be fetched then
            long next = target.first + to + (backwards ? count - done - 1 : done);
            int inPage = (int) next & target.mask;
            int size = Math.min(backwards ? inPage + 1 : most - inPage, count - done);
            int at = backwards ? count - done - size : done;
            source.out(from + (long) at, part, 0, size);
            target.in(to + (long) at, part, 0, size);
            done += size;
        }
    }

    /** As {@link Arrays#fill(double[], double)}; the value is a boxed one of the array's type. */
    public static void fill(RemoteArray array, Object value) {
        fill(array, 0, array.size, value);
    }

    /** As {@link Arrays#fill(double[], int, int, double)}. */
    public static void fill(RemoteArray array, int from, int to, Object value) {
        checkFromTo(array, from, to);
        int most = Math.max(1, Math.min(to - from, array.mask + 1));
        Object part = array.javaArray(most);
        for (int i = 0; i < most; i++) {
            Array.set(part, i, value);
        }
        for (int at = from; at < to; ) {
            int count = (int) Math.min(to - at, array.leftOfPage(at));
            array.in(at, part, 0, count);
            at += count;
        }
    }

    private static void checkFromTo(RemoteArray array, int from, int to) {
        array.checkThread();
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        }
        if (from < 0 || to > array.size) {
            throw new ArrayIndexOutOfBoundsException("Array index out of range: " + (from < 0 ? from : to));
        }
    }

    /** As {@link Arrays#sort(double[])}. */
    public static void sort(RemoteArray array) {
        sort(array, 0, array.size);
    }

    /** As {@link Arrays#sort(double[], int, int)}. */
    public static void sort(RemoteArray array, int from, int to) {
        checkFromTo(array, from, to);
        Object java = array.java();
        if (java != null) {
            PageSort.sortJava(java, from, to);
        } else {
            new PageSort(array).sort(from, to);
        }
    }
}
