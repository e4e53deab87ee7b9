package jdsm.directory;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import jdsm.Protocol;
import jdsm.codec.CodecException;
import jdsm.codec.ElementKind;
import jdsm.codec.ObjectCodec;
import jdsm.codec.References;
import jdsm.codec.UnitContent;
import jdsm.runtime.Refusal;

/**
 * The shared objects of a rank, by identity and by unit. During {@code initialize} one thread adds the objects that all
 * ranks have, in the same order on all ranks. After {@link #seal} the service loop may add objects that ranks make
 * while they compute, and all threads may look objects up. No method blocks.
 *
 * <p>Ids of units: the first ids are for units of the initial objects, which all ranks have. The next are for locks,
 * one for each initial object. Then follow {@link #NAMED_LOCKS} locks with a name; the id is a hash of the name, so
 * that all ranks agree without a message. The remaining ids are divided evenly among the ranks: the first half of a
 * rank's part is for units of objects that the rank made, the second half for their locks.
 */
public final class Directory {
    /** The maximal length of a unit's content, in bytes: a message has room for this content and its head. */
    static final int MAX_UNIT_BYTES = (1 << 30) - (1 << 16);

    /**
     * The number of ids for named locks: so many more than names that two names rarely get one lock. An unused id costs
     * nothing.
     */
    private static final int NAMED_LOCKS = 1 << 26;

    /**
     * A hash multiplier: an odd number with irregular bits. A product with it has well-mixed bits, the upper ones best.
     */
    private static final long MIX = 0x9E3779B97F4A7C15L;

    /**
     * Made at the first use: Kryo's start takes a tenth of an empty program's time, and programs of arrays do not need
     * Kryo.
     */
    private ObjectCodec codec;

    private final List<SharedEntry> entries = new ArrayList<>();
    private final Map<Object, SharedEntry> byIdentity = new IdentityHashMap<>();
    private final Map<Class<?>, ObjectLayout> layouts = new ConcurrentHashMap<>();
    /** The entry of each initial unit. */
    private final List<SharedEntry> byUnit = new ArrayList<>();

    private final Map<Integer, String> names = new ConcurrentHashMap<>();
    /** The entry of each later unit, and of each later lock. */
    private final PagedMap<SharedEntry> later = new PagedMap<>();
    /** The number of ids in the part of each rank; 0 until {@link #seal}. */
    private int span;

    private int nextUnit;
    private int nextLock;

    /**
     * Adds an initial object as one unit.
     *
     * @throws IllegalArgumentException if the object cannot be shared
     * @throws IllegalStateException if the directory has the object already
     */
    public SharedEntry add(Object object) {
        return add(object, 0, Optional.empty());
    }

    /**
     * Adds an initial object; the objects that it refers to travel with it as values.
     *
     * @param blockLength the number of array elements in a unit; 0 shares the object as one unit
     * @param consistency the object's protocol; empty for the job's
     * @throws IllegalArgumentException if the object cannot be shared
     * @throws IllegalStateException if the directory has the object already
     */
    public SharedEntry add(Object object, int blockLength, Optional<Protocol> consistency) {
        SharedEntry known = byIdentity.get(object);
        if (known != null) {
            throw new IllegalStateException("registered already: " + known.label());
        }
        List<UnitContent> contents;
        try {
            contents = object.getClass().isArray()
                    ? blocks(object, blockLength, (from, count) -> byValue(object, from, count))
                    : List.of(codec().contentOf(object));
        } catch (CodecException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        return add(object, blockLength, contents, false, consistency);
    }

    /**
     * Adds an initial array or object of a woven class. Its references remain references to shared objects.
     *
     * @param blockLength the number of array elements in a unit; 0 shares the object as one unit
     * @throws CodecException if the object cannot be shared
     */
    public SharedEntry add(Object object, int blockLength, References references, Optional<Protocol> consistency) {
        return add(object, blockLength, contents(object, blockLength, references), hasVolatiles(object), consistency);
    }

    private SharedEntry add(
            Object object,
            int blockLength,
            List<UnitContent> contents,
            boolean volatiles,
            Optional<Protocol> consistency) {
        SharedEntry.Place place = new SharedEntry.Place(units(), volatiles, -1);
        return added(new SharedEntry(entries.size(), object, blockLength, place, contents, consistency, null));
    }

    private SharedEntry added(SharedEntry entry) {
        entries.add(entry);
        byIdentity.put(entry.object(), entry);
        byUnit.addAll(Collections.nCopies(entry.contents().size(), entry));
        return entry;
    }

    /**
     * Adds initial objects of one woven class, which has no volatile fields, as one unit.
     *
     * @param objects at least two
     * @return their entries, in order
     */
    List<SharedEntry> addTogether(List<Object> objects, References references, Optional<Protocol> consistency) {
        List<SharedEntry> together = new ArrayList<>();
        for (Object object : objects) {
            together.add(added(new SharedEntry(
                    entries.size(),
                    object,
                    0,
                    new SharedEntry.Place(units(), false, -1),
                    contents(object, 0, references),
                    consistency,
                    together.isEmpty() ? null : together.get(0))));
        }
        together.get(0)
                .join(UnitContent.ofParts(
                        together.stream().map(entry -> entry.contents().get(0)).toList()));
        return together;
    }

    private boolean hasVolatiles(Object object) {
        return !object.getClass().isArray()
                && !layoutOf(object.getClass()).volatiles().isEmpty();
    }

    private List<UnitContent> contents(Object object, int blockLength, References references) {
        if (object.getClass().isArray()) {
            return blocks(
                    object,
                    blockLength,
                    (from, count) -> object instanceof Object[] array
                            ? UnitContent.ofReferences(references, array, from, count)
                            : UnitContent.ofElements(object, from, count, MAX_UNIT_BYTES));
        }
        ObjectLayout layout = layoutOf(object.getClass());
        UnitContent plain = UnitContent.ofFields(references, object, layout.plain());
        return layout.volatiles().isEmpty()
                ? List.of(plain)
                : List.of(plain, UnitContent.ofFields(references, object, layout.volatiles()));
    }

    ObjectLayout layoutOf(Class<?> type) {
        return layouts.computeIfAbsent(type, ObjectLayout::of);
    }

    /**
     * Calls {@code found} with each object that an array, or an object of a woven class, refers to by elements or
     * shared fields.
     */
    public void referencesOf(Object object, Consumer<Object> found) {
        if (object instanceof Object[] array) {
            for (Object element : array) {
                if (element != null) {
                    found.accept(element);
                }
            }
        } else if (!object.getClass().isArray()) {
            for (Field field : layoutOf(object.getClass()).references()) {
                Object value;
                try {
                    value = field.get(object);
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException("field " + field, e);
                }
                if (value != null) {
                    found.accept(value);
                }
            }
        }
    }

    private interface Block {
        UnitContent of(int from, int count);
    }

    private static List<UnitContent> blocks(Object array, int blockLength, Block block) {
        int length = Array.getLength(array);
        if (blockLength == 0 || length <= blockLength) {
            return List.of(block.of(0, length));
        }
        List<UnitContent> contents = new ArrayList<>((length - 1) / blockLength + 1);
        for (int from = 0; from < length; from += Math.min(blockLength, length - from)) {
            contents.add(block.of(from, Math.min(blockLength, length - from)));
        }
        return Collections.unmodifiableList(contents);
    }

    private UnitContent byValue(Object array, int from, int count) {
        return ElementKind.of(array.getClass()) == null
                ? codec().contentOf((Object[]) array, from, count)
                : UnitContent.ofElements(array, from, count, MAX_UNIT_BYTES);
    }

    /** Allows instances of a class inside shared objects; throws IllegalArgumentException if they cannot travel. */
    public void declare(Class<?> type) {
        try {
            codec().declare(type);
        } catch (CodecException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The entry of an initial object, by identity; null if there is none. */
    public SharedEntry find(Object object) {
        return byIdentity.get(object);
    }

    /** The entries of all initial objects, by key. */
    public List<SharedEntry> entries() {
        return Collections.unmodifiableList(entries);
    }

    /** The number of units of the initial objects. */
    public int units() {
        return byUnit.size();
    }

    /**
     * Ends the phase of initial objects: rank {@code me} of {@code ranks} makes each object that it adds from now on.
     */
    public void seal(int me, int ranks) {
        span = (Integer.MAX_VALUE - firstLater()) / ranks;
        nextUnit = firstLater() + me * span;
        nextLock = nextUnit + span / 2;
    }

    private int firstNamed() {
        return units() + entries.size();
    }

    private int firstLater() {
        return firstNamed() + NAMED_LOCKS;
    }

    /** Adds an object that this rank has made. */
    public SharedEntry addMade(Object object, int blockLength, References references, Optional<Protocol> consistency) {
        List<UnitContent> contents = contents(object, blockLength, references);
        SharedEntry entry = new SharedEntry(
                -1,
                object,
                blockLength,
                new SharedEntry.Place(nextUnit, hasVolatiles(object), nextLock),
                contents,
                consistency,
                null);
        nextUnit += contents.size();
        nextLock++;
        if (!isLock(nextLock) || isLock(nextUnit)) {
            throw new IllegalStateException("too many shared objects: this rank has used up its ids");
        }
        return addedLater(entry);
    }

    /** Adds this rank's instance of an object that another rank has made, with the ids that the other rank chose. */
    public SharedEntry addKnown(
            Object object,
            int blockLength,
            References references,
            Optional<Protocol> consistency,
            int firstUnit,
            int lockUnit) {
        List<UnitContent> contents = contents(object, blockLength, references);
        for (int unit = firstUnit; unit < firstUnit + contents.size(); unit++) {
            if (unit < 0 || isLock(unit) || later.get(unit) != null) {
                throw new CodecException("an object of " + contents.size() + " units from unit " + firstUnit
                        + " on, but id " + unit + " is in use or not that of a unit");
            }
        }
        return addedLater(new SharedEntry(
                -1,
                object,
                blockLength,
                new SharedEntry.Place(firstUnit, hasVolatiles(object), lockUnit),
                contents,
                consistency,
                null));
    }

    /**
     * Checks the ids, in a message, of an object that is not known on this rank.
     *
     * @return the rank that made the object
     * @throws CodecException if no other rank can have made an object with these ids
     */
    public int requireMadeElsewhere(int unit, int lock, int me, int ranks) {
        int maker = unit >= firstLater() ? beginsAt(unit, ranks) : -1;
        boolean right = maker >= 0
                && maker < ranks
                && maker != me
                && !isLock(unit)
                && lock >= firstLater()
                && isLock(lock)
                && beginsAt(lock, ranks) == maker
                && later.get(lock) == null;
        if (!right) {
            throw new CodecException(
                    "an object with unit " + unit + " and lock " + lock + ", which no rank can have made");
        }
        return maker;
    }

    private SharedEntry addedLater(SharedEntry entry) {
        for (int i = 0; i < entry.contents().size(); i++) {
            later.put(entry.firstUnit() + i, entry);
        }
        later.put(entry.lockUnit(), entry);
        return entry;
    }

    /**
     * The entry of a unit or of an object's lock; null for an object that is unknown on this rank, and for a named
     * lock.
     */
    public SharedEntry entryOfUnit(int unit) {
        if (unit >= firstLater()) {
            return later.get(unit);
        } else if (unit >= firstNamed()) {
            return null;
        }
        int all = units();
        return unit < all ? byUnit.get(unit) : entries.get(unit - all);
    }

    /** Gives the receiver each later object. Any thread. */
    public void forEachLater(Consumer<SharedEntry> receiver) {
        later.forEach((id, entry) -> {
            if (id == entry.firstUnit()) {
                receiver.accept(entry);
            }
        });
    }

    /** Whether an id is that of a lock. */
    public boolean isLock(int unit) {
        int first = firstLater();
        return unit >= first ? (unit - first) % span >= span / 2 : unit >= units();
    }

    /** Whether an id is that of a unit or lock that all ranks have from the beginning. */
    public boolean isInitial(int unit) {
        return unit < firstLater();
    }

    /** The rank at which a lock begins, or the rank that made the object of a later unit. */
    public int beginsAt(int unit, int ranks) {
        int first = firstLater();
        return unit >= first ? (unit - first) / span : (unit - units()) % ranks;
    }

    /** The id of an object's lock. */
    public int lockOf(SharedEntry entry) {
        return entry.key() < 0 ? entry.lockUnit() : units() + entry.key();
    }

    /**
     * The id of a named lock. Called after {@link #seal}. Two names with one hash would share a lock, which is wrong
     * for nested monitors and for waits; a rank that uses both names refuses the second.
     *
     * @throws IllegalStateException if another name has the same lock
     */
    public int lockOf(String name) {
        long hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * MIX;
            hash ^= hash >>> Integer.SIZE;
        }
        int lock = firstNamed() + (int) Math.floorMod(hash * MIX >> Integer.SIZE, (long) NAMED_LOCKS);
        String known = names.putIfAbsent(lock, name);
        if (known != null && !known.equals(name)) {
            throw Refusal.of(new IllegalStateException("the monitors of " + known + " and of " + name
                    + " happen to have one number: synchronize on something else, or rename it"));
        }
        return lock;
    }

    /** A description of the object or name that a unit or lock belongs to, for messages. */
    public String label(int unit) {
        SharedEntry entry = entryOfUnit(unit);
        if (entry != null) {
            return entry.label() + (isLock(unit) ? "" : entry.others());
        }
        return isInitial(unit) ? names.getOrDefault(unit, "a class or constant") : "another rank's object";
    }

    /** The names of the declared classes that may travel; they must be equal on all ranks. */
    public List<String> declaredClasses() {
        return codec == null ? List.of() : codec.declaredClasses();
    }

    private ObjectCodec codec() {
        if (codec == null) {
            codec = new ObjectCodec(MAX_UNIT_BYTES);
        }
        return codec;
    }
}
