package jdsm.checkpoint;

/**
 * An object in a checkpoint.
 *
 * @param number a number that only this object has, by which others refer to it
 * @param key its number among the objects that all ranks had at the start; -1 for a later one
 * @param hash its identity hash code
 * @param blockLength the number of elements in a unit; 0 for one unit
 * @param length the length of an array; 1 for an object
 * @param type the name of its class, as {@link Class#getName}
 */
public record SavedObject(int number, int key, int hash, int blockLength, int length, String type) {
    /** The index of the first element of a unit of an array in blocks. */
    public int firstOf(int unit) {
        return unit * blockLength;
    }

    /** The index behind the last element of a unit, for an array of any length. */
    public int endOf(int unit) {
        int first = firstOf(unit);
        return first + Math.min(blockLength, length - first);
    }
}
