package jdsm.directory;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdsm.codec.ElementKind;
import jdsm.runtime.HeavyPart;
import jdsm.runtime.Woven;

/**
 * Which objects can share a unit, if they are small: objects of one woven class without volatile fields, or arrays of one
 * class and length. Heavy parts have a unit each, for ranks write them in no common order; and so have exceptions, whose descriptions differ.
 *
 * @param length the length of the arrays; -1 for other objects
 * @param bytes the length of an object's content; 0 for objects that have a unit each, whatever their length
 */
record Alike(Class<?> type, int length, int bytes) {
    /** The kind of an object. */
    static Alike of(Object object, ObjectContents contents) {
        Class<?> type = object.getClass();
        return of(type, type.isArray() ? Array.getLength(object) : -1, contents);
    }

    /** The kind of objects of a class, and of arrays of a length. */
    static Alike of(Class<?> type, int length, ObjectContents contents) {
        if (type.isArray()) {
            ElementKind kind = ElementKind.of(type);
            long bytes = (long) length * (kind == null ? Integer.BYTES : kind.widthBytes());
            return new Alike(type, length, bytes > BlockLengths.PART_BYTES ? 0 : (int) bytes);
        }
        boolean fits = Woven.class.isAssignableFrom(type)
                && !HeavyPart.class.isAssignableFrom(type)
                && !Throwable.class.isAssignableFrom(type)
                && contents.layoutOf(type).volatiles().size() == 0;
        int bytes = fits ? contents.layoutOf(type).plain().size() * Long.BYTES : 0;
        return new Alike(type, -1, bytes > BlockLengths.PART_BYTES ? 0 : bytes);
    }

    /** Divides objects into units. Each unit has objects of one kind, in their order; units are in the order of their firsts. */
    static List<List<Object>> units(List<Object> objects, ObjectContents contents) {
        List<List<Object>> units = new ArrayList<>();
        Map<Alike, List<Object>> open = new LinkedHashMap<>();
        Alike kind = null;
        List<Object> unit = null;
        for (Object object : objects) {
            if (kind == null || object.getClass() != kind.type || kind.length >= 0) {
                kind = of(object, contents);
                unit = open.get(kind);
            }
            if (unit == null || (unit.size() + 1) * kind.bytes > BlockLengths.OBJECTS_BYTES || kind.bytes == 0) {
                unit = new ArrayList<>();
                units.add(unit);
                open.put(kind, unit);
            }
            unit.add(object);
        }
        return units;
    }
}
