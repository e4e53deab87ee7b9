package jdsm.directory;

import java.lang.reflect.Array;
import jdsm.codec.ElementKind;

/**
 * Chooses the number of elements in a unit of an array for which the program gives none. Short blocks keep ranks that
 * write neighbouring elements apart; long blocks cost fewer messages, twins and diffs. Where the ranks' parts of an
 * array can have equal lengths, blocks end where the parts do.
 */
final class BlockLengths {
    /** The longest array of references in a field, in bytes, that is one unit. */
    private static final int REFERENCES_BYTES = 64 << 10;

    /** The largest array in an array, in bytes, that is one unit: programs mostly use rows as a whole. */
    private static final int ROW_BYTES = 1 << 20;

    private static final int ROW_BLOCK_BYTES = 64 << 10;

    /** The most elements for each rank of an array with a part for each worker, such as parts of a sum. */
    private static final int PARTS_OF_RANK = 4;

    /** The most ranks for which such an array is divided: each reads the parts of all others one by one. */
    private static final int RANKS_OF_PARTS = 4;

    /** The shortest block, in bytes; an array of up to {@value #SHORTEST_ARRAY} of them is one unit. */
    private static final int SHORTEST_BYTES = 512;

    private static final int SHORTEST_ARRAY = 4;

    private static final int USUAL_BYTES = 4 << 10;
    private static final int LONGEST_BYTES = 16 << 10;
    /** As {@link #LONGEST_BYTES}, where ranks have one memory: there the bytes of a block cost less than the block. */
    private static final int LONGEST_IN_MEMORY_BYTES = 128 << 10;

    /** The least number of blocks in the part of each rank where blocks are much longer than usual, or shorter. */
    private static final int BLOCKS_OF_RANK = 8;

    /** The number of blocks of an array from which on blocks are longer than usual. */
    private static final int MANY_BLOCKS = 256;
    /** As {@link #MANY_BLOCKS}, where ranks have one memory. */
    private static final int MANY_IN_MEMORY = 32;

    /** The number of rows for each rank from which on a rank is expected to use whole rows. */
    static final int ROWS_OF_RANK = 4;

    /** The most bytes of a unit of several objects. */
    static final int OBJECTS_BYTES = 2 << 10;

    /** The least number of units of several objects for each rank. */
    private static final int UNITS_OF_RANK = 16;

    /** The most bytes of a unit of several objects in the part of one rank. */
    static final int PART_BYTES = 8 << 10;

    /** The number of units of such an array from which on units are longer than {@link #OBJECTS_BYTES}: other loops may divide it otherwise. */
    private static final int UNITS_OF_PART = 8;

    private BlockLengths() {}

    /**
     * The number of elements in a unit of an array in a field; 0 for one unit.
     *
     * @param ranks the number of ranks of the job
     * @param oneMemory whether all ranks exchange content by shared memory
     */
    static int ofField(Object array, int ranks, boolean oneMemory) {
        ElementKind kind = ElementKind.of(array.getClass());
        if (kind == null) {
            return blocks(bytes(array, Integer.BYTES), REFERENCES_BYTES, USUAL_BYTES, Integer.BYTES);
        }
        int length = Array.getLength(array);
        long bytes = bytes(array, kind.widthBytes());
        if (hasPartOfEachRank(length, ranks)) {
            return length / ranks;
        } else if (ranks == 1 || bytes <= SHORTEST_ARRAY * SHORTEST_BYTES) {
            return blocks(bytes, REFERENCES_BYTES, USUAL_BYTES, kind.widthBytes());
        }
        long longer = oneMemory
                ? Math.min(bytes / Math.max(MANY_IN_MEMORY, (long) BLOCKS_OF_RANK * ranks), LONGEST_IN_MEMORY_BYTES)
                : Math.min(bytes / MANY_BLOCKS, LONGEST_BYTES);
        long most = Math.max(USUAL_BYTES, longer) / kind.widthBytes();
        int fitting = fittingInParts(length, ranks, (int) most);
        if (fitting > 0) {
            return fitting;
        }
        long part = Math.max(bytes / ((long) BLOCKS_OF_RANK * ranks), SHORTEST_BYTES) / kind.widthBytes();
        return (int) Long.highestOneBit(Math.min(part, most));
    }

    private static boolean hasPartOfEachRank(int length, int ranks) {
        return ranks > 1
                && ranks <= RANKS_OF_PARTS
                && length > 0
                && length % ranks == 0
                && length <= PARTS_OF_RANK * ranks;
    }

    /** As {@link #fitting}, for the parts of an array; 0 also if the ranks' parts have different lengths. */
    private static int fittingInParts(int length, int ranks, int most) {
        return length % ranks == 0 ? fitting(length / ranks, most) : 0;
    }

    /** The most elements, from half of {@code most} to {@code most}, that divide a part of an array evenly; 0 if none do. */
    private static int fitting(int part, int most) {
        for (int blocks = (part - 1) / most + 1;
                part / blocks >= Math.min(most, part) / 2 && blocks <= part;
                blocks++) {
            if (part % blocks == 0) {
                return part / blocks;
            }
        }
        return 0;
    }

    /**
     * The number of elements in a unit of an array in an array of the program's start; 0 for one unit.
     *
     * @param rows the length of the outer array: where it has few elements, ranks are expected to divide each of them
     * @param ranks the number of ranks of the job
     * @param oneMemory as for {@link #ofField}
     */
    static int ofElement(Object array, int rows, int ranks, boolean oneMemory) {
        return rows < ROWS_OF_RANK * ranks
                ? ofField(array, ranks, oneMemory)
                : ofRow(array.getClass(), Array.getLength(array));
    }

    /** The number of elements in a unit of an array that ranks are expected to use as a whole; 0 for one unit. */
    static int ofRow(Class<?> type, int length) {
        ElementKind kind = ElementKind.of(type);
        int width = kind == null ? Integer.BYTES : kind.widthBytes();
        return blocks((long) length * width, ROW_BYTES, ROW_BLOCK_BYTES, width);
    }

    /**
     * The number of objects in a unit, of small objects that follow each other in an array.
     *
     * @param bytes the length of an object's content
     * @param ranks the number of ranks of the job
     */
    static int ofObjects(int objects, int bytes, int ranks) {
        int most = Math.min(OBJECTS_BYTES / bytes, objects / (UNITS_OF_RANK * ranks));
        if (ranks == 1 || most <= 1) {
            return 1;
        }
        int fitting = fittingInParts(objects, ranks, most);
        return fitting > 0 ? fitting : most;
    }

    /**
     * As {@link #ofObjects}, of objects that one rank is expected to write, and its neighbours to read as a whole, such as
     * the rows of a plane.
     */
    static int ofObjectsOfPart(int objects, int bytes, int ranks) {
        int few = Math.max(OBJECTS_BYTES / bytes, 1);
        int most = Math.min(PART_BYTES / bytes, Math.max(objects / UNITS_OF_PART, few));
        int fitting = fittingInParts(objects, ranks, most);
        return fitting > 0 ? fitting : most;
    }

    private static long bytes(Object array, int width) {
        return (long) Array.getLength(array) * width;
    }

    private static int blocks(long bytes, int mostInOneUnit, int blockBytes, int width) {
        return bytes <= mostInOneUnit ? 0 : blockBytes / width;
    }
}
