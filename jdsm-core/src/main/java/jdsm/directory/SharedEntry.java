package jdsm.directory;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Optional;
import jdsm.Consistency;
import jdsm.codec.UnitContent;

/**
 * A registered object: its key, and its units' ids, {@code firstUnit} to {@code firstUnit + contents.size() - 1}.
 *
 * @param blockLength elements a unit; 0 where the object is one unit
 * @param contents the units' contents, in order
 * @param consistency empty: the job's
 */
public record SharedEntry(
        int key,
        Object object,
        int blockLength,
        int firstUnit,
        List<UnitContent> contents,
        Optional<Consistency> consistency) {
    public boolean isArray() {
        return object.getClass().isArray();
    }

    /** Elements of the array, or 1. */
    public int length() {
        return isArray() ? Array.getLength(object) : 1;
    }

    /** How many units. */
    public int units() {
        return contents.size();
    }

    /** The unit of an element: its place within this object. */
    public int unitOf(int index) {
        return blockLength == 0 ? 0 : index / blockLength;
    }

    /** What it is, in words: {@code double[256] (key 17)}. */
    public String label() {
        Class<?> type = object.getClass();
        if (!isArray()) {
            return type.getName() + " (key " + key + ")";
        }
        String element = type.getComponentType().getTypeName();
        int brackets = element.indexOf('[');
        String base = brackets < 0 ? element : element.substring(0, brackets);
        String more = brackets < 0 ? "" : element.substring(brackets);
        String blocks = blockLength == 0 ? "" : " in blocks of " + blockLength;
        return base + "[" + length() + "]" + more + blocks + " (key " + key + ")";
    }
}
