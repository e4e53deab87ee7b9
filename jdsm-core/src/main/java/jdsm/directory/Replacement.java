package jdsm.directory;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import jdsm.codec.References;
import jdsm.codec.UnitContent;

/**
 * Takes the instances of later objects away, gives the objects others in their place, and removes objects from the
 * directory; divides initial arrays anew. Service loop only.
 */
public final class Replacement {
    private final ObjectContents contents;
    private final PagedMap<SharedEntry> later;
    /** For each class, whether its objects can be replaced. */
    private final Map<Class<?>, Boolean> possible = new HashMap<>();

    Replacement(ObjectContents contents, PagedMap<SharedEntry> later) {
        this.contents = contents;
        this.later = later;
    }

    /** Whether another instance can take the place of an object's instance here without a difference to the program. */
    public boolean isPossible(SharedEntry entry) {
        return possible.computeIfAbsent(entry.type(), contents::isReplaceable);
    }

    /** The values of those fields of an object of which each rank has its own value. */
    public Object[] ownValues(Object object) {
        return contents.ownValues(object);
    }

    /** Sets the values of {@link #ownValues(Object)} in another instance of the same class. */
    public void ownValues(Object object, Object[] values) {
        contents.ownValues(object, values);
    }

    /** The contents of an instance that need not be shared, see {@link Directory#addMade}. */
    public List<UnitContent> contentsOf(Object instance, int blockLength, References references) {
        return contents.of(instance, blockLength, references);
    }

    /** Calls {@code found} with each field of an object of which each rank has its own value, and with the value. */
    public void forEachOwn(Object object, BiConsumer<Field, Object> found) {
        if (!object.getClass().isArray() && object.getClass() != Object.class) {
            for (Field field : contents.layoutOf(object.getClass()).own()) {
                if (field.trySetAccessible()) {
                    found.accept(field, ObjectContents.valueOf(field, object));
                }
            }
        }
    }

    /** Takes the instance of an object away, until {@link #attach}. Other threads must not use the entry meanwhile. */
    public void detach(SharedEntry entry) {
        entry.detach();
    }

    /**
     * Gives an object its instance back, or another one in its place. The other objects in its unit have to follow; then
     * {@link #join} completes the unit.
     */
    public void attach(SharedEntry entry, Object instance, References references) {
        entry.attach(instance, contents.of(instance, entry.blockLength(), references));
    }

    /** Makes the content of a unit anew, after all objects in it have got an instance. */
    public void join(SharedEntry first, References references) {
        if (first.objectsInUnit() > 1) {
            List<SharedEntry> all = together(first);
            List<Object> instances = all.stream().map(SharedEntry::object).toList();
            first.join(all, contents.ofTogether(instances, references));
        }
    }

    /**
     * Divides an initial array of a primitive type into other units, on all ranks alike. The array keeps its number, by which
     * other objects refer to it. The units have no states yet.
     *
     * @param blockLength the number of elements in a unit
     * @param firstUnit the id of the first unit; a rank has reserved the ids
     */
    public void divide(SharedEntry entry, int blockLength, int firstUnit, References references) {
        for (int unit = 0; unit < entry.units(); unit++) {
            later.remove(entry.firstUnit() + unit); // has no effect on initial ids
        }
        entry.divide(blockLength, firstUnit, contents.of(entry.object(), blockLength, references));
        for (int unit = 0; unit < entry.units(); unit++) {
            later.put(firstUnit + unit, entry);
        }
    }

    /** The later objects in the unit of which an object is the first, in order. */
    public List<SharedEntry> together(SharedEntry first) {
        List<SharedEntry> all = new ArrayList<>(first.objectsInUnit());
        all.add(first);
        for (int i = 1; i < first.objectsInUnit(); i++) {
            all.add(later.get(first.number() + i));
        }
        return all;
    }

    /** Removes an object, so that its ids stand for nothing. */
    public void remove(SharedEntry entry) {
        later.remove(entry.number());
        for (int i = 1; i < entry.states().length; i++) {
            later.remove(entry.number() + i);
        }
        later.remove(entry.lockUnit());
    }
}
