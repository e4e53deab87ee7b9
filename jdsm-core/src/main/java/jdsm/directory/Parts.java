package jdsm.directory;

/**
 * Which rank is expected to write an object of the program's start. Most programs divide their data into bands: each
 * rank writes a part of a long array, of the rows of a matrix, or of an array of many objects. The rank whose part a
 * unit is in owns the unit at first, so that its first write needs no message. What nobody divides is rank 0's.
 *
 * <p>A part is a number of a rank, or {@link #UNDIVIDED}. An object has the part of the object that refers to it, as far
 * as this one has any.
 */
final class Parts {
    /** The part of an object that is not known to be in the data of one rank. */
    static final int UNDIVIDED = -1;

    /** The least number of objects for each rank, in an array that ranks are expected to divide. */
    private static final int OBJECTS_OF_RANK = 16;

    private Parts() {}

    /**
     * The part of what an element of an array refers to.
     *
     * @param part the part of the array
     */
    static int ofElement(Object[] array, int index, int part, int ranks) {
        boolean rows = array.getClass().getComponentType().isArray();
        long least = (long) ranks * (rows ? BlockLengths.ROWS_OF_RANK : OBJECTS_OF_RANK);
        return part != UNDIVIDED || array.length < least ? part : rankOf(index, array.length, ranks);
    }

    /**
     * The rank that owns a unit at first.
     *
     * @param unit the number of the unit in its object; the unit of volatile fields is behind the others
     * @param units the number of the object's units, without that of volatile fields
     * @param part the part of the object
     */
    static int ofUnit(int unit, int units, int part, int ranks) {
        if (part != UNDIVIDED) {
            return part;
        }
        return unit < units ? rankOf(unit, units, ranks) : 0;
    }

    private static int rankOf(int index, int length, int ranks) {
        return (int) ((long) index * ranks / length);
    }
}
