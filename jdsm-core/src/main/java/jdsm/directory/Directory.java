package jdsm.directory;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdsm.Consistency;
import jdsm.codec.CodecException;
import jdsm.codec.ElementKind;
import jdsm.codec.ElementsContent;
import jdsm.codec.ObjectCodec;
import jdsm.codec.UnitContent;

/**
 * The registered objects of a rank in the order of registration. Filled by one thread in {@code initialize}; read-only, and
 * readable by all threads, from then on.
 */
public final class Directory {
    /** Longest content of one unit: what fits a message with all that goes before it. */
    static final int MAX_UNIT_BYTES = (1 << 30) - (1 << 16);

    private final ObjectCodec codec = new ObjectCodec(MAX_UNIT_BYTES);
    private final List<SharedEntry> entries = new ArrayList<>();
    private final Map<Object, SharedEntry> byIdentity = new IdentityHashMap<>();
    private int units;

    /**
     * Adds an object as one unit.
     *
     * @throws IllegalArgumentException if it cannot be shared
     * @throws IllegalStateException if it is there already
     */
    public SharedEntry add(Object object) {
        return add(object, 0, Optional.empty());
    }

    /**
     * Adds an array in blocks of {@code blockLength} elements; 0: any object, as one unit.
     *
     * @param consistency empty: the job's
     */
    public SharedEntry add(Object object, int blockLength, Optional<Consistency> consistency) {
        SharedEntry known = byIdentity.get(object);
        if (known != null) {
            throw new IllegalStateException("registered already: " + known.label());
        }
        List<UnitContent> contents;
        try {
            contents = contentsOf(object, blockLength);
        } catch (CodecException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        SharedEntry entry = new SharedEntry(entries.size(), object, blockLength, units, contents, consistency);
        entries.add(entry);
        byIdentity.put(object, entry);
        units += contents.size();
        return entry;
    }

    private List<UnitContent> contentsOf(Object object, int blockLength) {
        if (!object.getClass().isArray()) {
            return List.of(codec.contentOf(object));
        }
        int length = Array.getLength(object);
        if (blockLength == 0 || length <= blockLength) {
            return List.of(elements(object, 0, length));
        }
        List<UnitContent> contents = new ArrayList<>((length - 1) / blockLength + 1);
        for (int from = 0; from < length; from += Math.min(blockLength, length - from)) {
            contents.add(elements(object, from, Math.min(blockLength, length - from)));
        }
        return Collections.unmodifiableList(contents);
    }

    private UnitContent elements(Object array, int from, int count) {
        return ElementKind.of(array.getClass()) == null
                ? codec.contentOf((Object[]) array, from, count)
                : new ElementsContent(array, from, count, MAX_UNIT_BYTES);
    }

    /** Lets instances of a class occur inside shared objects. */
    public void declare(Class<?> type) {
        try {
            codec.declare(type);
        } catch (CodecException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The entry of an object, by identity; null if it is not registered. */
    public SharedEntry find(Object object) {
        return byIdentity.get(object);
    }

    /** All entries, by key. */
    public List<SharedEntry> entries() {
        return Collections.unmodifiableList(entries);
    }

    /** The entry that a unit belongs to. */
    public SharedEntry entryOfUnit(int unit) {
        int low = 0;
        int high = entries.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (entries.get(middle).firstUnit() <= unit) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return entries.get(low);
    }

    /** Number of units of all entries. */
    public int units() {
        return units;
    }

    /** Names of the classes that may travel beside the usual ones; equal on all ranks. */
    public List<String> declaredClasses() {
        return codec.declaredClasses();
    }
}
