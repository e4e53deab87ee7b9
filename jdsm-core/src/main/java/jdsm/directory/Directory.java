package jdsm.directory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import jdsm.Protocol;
import jdsm.codec.CodecException;
import jdsm.codec.References;
import jdsm.codec.UnitContent;

/**
 * The shared objects of a rank, by identity and by unit. During {@code initialize} one thread adds the objects that all
 * ranks have, in the same order on all ranks. After {@link #seal} the service loop may add objects that ranks make
 * while they compute, and all threads may look objects up. No method blocks.
 *
 * <p>Ids of units: the first ids are for units of the initial objects, which all ranks have. The next are for locks,
 * one for each initial object. Then follow {@link NamedLocks#IDS} locks with a name; the id is a hash of the name, so
 * that all ranks agree without a message. The remaining ids are divided evenly among the ranks: the first half of a
 * rank's part is for units of objects that the rank made, the second half for their locks.
 */
public final class Directory {
    private final ObjectContents contents = new ObjectContents();
    private final List<SharedEntry> entries = new ArrayList<>();
    private final Map<Object, SharedEntry> byIdentity = new IdentityHashMap<>();
    /** The entry of each initial unit; null behind them. */
    private SharedEntry[] byUnit = new SharedEntry[16];

    private int initialUnits;
    /** The first id that is no unit of an initial object, and no lock of one. */
    private int firstNamed;

    private int firstLater = NamedLocks.IDS;

    private final NamedLocks named = new NamedLocks();
    /** The entry of each later unit, and of each later lock. */
    private final PagedMap<SharedEntry> later = new PagedMap<>();
    /** Null until {@link #seal}. */
    private LaterIds ids;

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
        try {
            SharedEntry entry = add(object, blockLength, contents.byValue(object, blockLength), false, consistency);
            entry.keepBlocks();
            return entry;
        } catch (CodecException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /**
     * Adds an initial array or object of a woven class. Its references remain references to shared objects.
     *
     * @param blockLength the number of array elements in a unit; 0 shares the object as one unit
     * @throws CodecException if the object cannot be shared
     */
    public SharedEntry add(Object object, int blockLength, References references, Optional<Protocol> consistency) {
        return add(
                object,
                blockLength,
                contents.of(object, blockLength, references),
                contents.hasVolatiles(object),
                consistency);
    }

    private SharedEntry add(
            Object object,
            int blockLength,
            List<UnitContent> units,
            boolean volatiles,
            Optional<Protocol> consistency) {
        SharedEntry.Place place = new SharedEntry.Place(initialUnits, volatiles, -1);
        return added(new SharedEntry(entries.size(), object, blockLength, place, units, consistency));
    }

    private SharedEntry added(SharedEntry entry) {
        entries.add(entry);
        byIdentity.put(entry.object(), entry);
        int more = entry.allUnits();
        if (initialUnits + more > byUnit.length) {
            byUnit = Arrays.copyOf(byUnit, Math.max(2 * byUnit.length, initialUnits + more));
        }
        Arrays.fill(byUnit, initialUnits, initialUnits + more, entry);
        initialUnits += more;
        firstNamed = initialUnits + entries.size();
        firstLater = firstNamed + NamedLocks.IDS;
        return entry;
    }

    /**
     * Adds initial objects as one unit: objects of one woven class without volatile fields, or arrays of one class and
     * length.
     *
     * @param objects at least two
     * @return their entries, in order
     */
    List<SharedEntry> addTogether(List<Object> objects, References references, Optional<Protocol> consistency) {
        UnitContent joined = contents.ofTogether(objects, references);
        List<SharedEntry> together = new ArrayList<>(objects.size());
        for (Object object : objects) {
            SharedEntry.Place place = new SharedEntry.Place(initialUnits, false, -1);
            SharedEntry first = together.isEmpty() ? null : together.get(0);
            together.add(
                    added(new SharedEntry(entries.size(), object, place, joined, objects.size(), consistency, first)));
        }
        return together;
    }

    ObjectLayout layoutOf(Class<?> type) {
        return contents.layoutOf(type);
    }

    /**
     * Calls {@code found} with each object to which an array, or an object of a woven class, leads by elements or
     * shared fields, see {@link References#behind}.
     */
    public void referencesOf(Object object, Consumer<Object> found) {
        contents.referencesOf(object, found);
    }

    /**
     * Divides objects that a worker has made into units of one object, or of several small ones.
     *
     * @throws CodecException if one of them cannot be shared
     */
    public List<List<Object>> unitsOf(List<Object> made) {
        return Alike.units(made, contents);
    }

    /** Whether objects of a woven class can be shared: each of their fields can. */
    public boolean canShare(Class<?> woven) {
        return contents.canShare(woven);
    }

    /**
     * Whether a worker's objects of a class can be one unit.
     *
     * @param length the length of the arrays, if the class is one of arrays
     */
    public boolean canShareUnit(Class<?> type, int length, int number) {
        int bytes = Alike.of(type, length, contents).bytes();
        return bytes > 0 && number <= BlockLengths.OBJECTS_BYTES / bytes;
    }

    Alike kindOf(Object object) {
        return Alike.of(object, contents);
    }

    /** Allows instances of a class inside shared objects; throws IllegalArgumentException if they cannot travel. */
    public void declare(Class<?> type) {
        try {
            contents.declare(type);
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
        return initialUnits;
    }

    /**
     * Ends the phase of initial objects: rank {@code me} of {@code ranks} makes each object that it adds from now on.
     */
    public void seal(int me, int ranks) {
        ids = new LaterIds(firstLater, me, ranks);
    }

    /** Adds an object that this rank has made. */
    public SharedEntry addMade(Object object, int blockLength, References references, Optional<Protocol> consistency) {
        List<UnitContent> units = contents.of(object, blockLength, references);
        SharedEntry.Place place = new SharedEntry.Place(ids.nextUnit(), contents.hasVolatiles(object), ids.nextLock());
        ids.use(units.size(), 1);
        return addedLater(new SharedEntry(-1, object, blockLength, place, units, consistency));
    }

    /** As {@link #addTogether}, of objects that this rank has made. */
    public List<SharedEntry> addMadeTogether(
            List<Object> objects, References references, Optional<Protocol> consistency) {
        int number = ids.nextUnit();
        int lock = ids.nextLock();
        ids.use(objects.size(), objects.size());
        return laterTogether(objects, references, consistency, number, lock);
    }

    /**
     * Reserves ids of this rank for units of an initial array that is to be divided anew.
     *
     * @return the first of them; -1 if too few are left
     */
    public int reserve(int units) {
        return ids.reserve(units);
    }

    private List<SharedEntry> laterTogether(
            List<Object> objects, References references, Optional<Protocol> consistency, int number, int lock) {
        UnitContent joined = contents.ofTogether(objects, references);
        List<SharedEntry> together = new ArrayList<>(objects.size());
        for (int i = 0; i < objects.size(); i++) {
            SharedEntry.Place place = new SharedEntry.Place(number + i, false, lock + i);
            SharedEntry first = i == 0 ? null : together.get(0);
            SharedEntry entry = new SharedEntry(-1, objects.get(i), place, joined, objects.size(), consistency, first);
            together.add(addedLater(entry));
        }
        return together;
    }

    /** Adds this rank's instance of an object that another rank has made, with the ids that the other rank chose. */
    public SharedEntry addKnown(
            Object object,
            int blockLength,
            References references,
            Optional<Protocol> consistency,
            int firstUnit,
            int lockUnit) {
        List<UnitContent> units = contents.of(object, blockLength, references);
        requireFree(firstUnit, units.size());
        SharedEntry.Place place = new SharedEntry.Place(firstUnit, contents.hasVolatiles(object), lockUnit);
        return addedLater(new SharedEntry(-1, object, blockLength, place, units, consistency));
    }

    /** As {@link #addTogether}, of objects that another rank has made and given numbers and locks that follow each other. */
    public List<SharedEntry> addKnownTogether(
            List<Object> objects, References references, Optional<Protocol> consistency, int number, int lock) {
        requireFree(number, objects.size());
        for (int i = 0; i < objects.size(); i++) {
            if (!isLock(lock + i) || later.get(lock + i) != null) {
                throw new CodecException("lock " + (lock + i) + " is in use or not that of an object");
            }
        }
        return laterTogether(objects, references, consistency, number, lock);
    }

    private void requireFree(int first, int ids) {
        for (int unit = first; unit < first + ids; unit++) {
            if (unit < 0 || isLock(unit) || later.get(unit) != null) {
                throw new CodecException("an object of " + ids + " units from unit " + first + " on, but id " + unit
                        + " is in use or not that of a unit");
            }
        }
    }

    /**
     * Checks the ids, in a message, of an object that is not known on this rank.
     *
     * @return the rank that made the object
     * @throws CodecException if no other rank can have made an object with these ids
     */
    public int requireMadeElsewhere(int unit, int lock, int me, int ranks) {
        int maker = unit >= firstLater ? beginsAt(unit, ranks) : -1;
        boolean right = maker >= 0
                && maker < ranks
                && maker != me
                && !isLock(unit)
                && lock >= firstLater
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
        for (int i = 0; i < entry.allUnits(); i++) {
            later.put(entry.number() + i, entry);
        }
        later.put(entry.lockUnit(), entry);
        return entry;
    }

    /**
     * The entry of a unit or of an object's lock; null for an object that is unknown on this rank, and for a named
     * lock.
     */
    public SharedEntry entryOfUnit(int unit) {
        if (unit >= firstLater) {
            return later.get(unit);
        } else if (unit >= firstNamed) {
            return null;
        }
        return unit < initialUnits ? byUnit[unit] : entries.get(unit - initialUnits);
    }

    /** Gives the receiver each later object. Any thread. */
    public void forEachLater(Consumer<SharedEntry> receiver) {
        forEachLater(0, Integer.MAX_VALUE, receiver);
    }

    /** Gives the receiver each later object with a number from {@code first} to {@code first + count - 1}. Any thread. */
    public void forEachLater(int first, int count, Consumer<SharedEntry> receiver) {
        later.forEach(first, count, (id, entry) -> {
            if (id == entry.number()) {
                receiver.accept(entry);
            }
        });
    }

    /** The part that gives later objects other instances, and removes them. */
    public Replacement replacement() {
        return new Replacement(contents, later);
    }

    /** Whether an id is that of a lock. */
    public boolean isLock(int unit) {
        return unit >= firstLater ? ids.isLock(unit) : unit >= initialUnits;
    }

    /** Whether an id is that of a unit or lock that all ranks have from the beginning. */
    public boolean isInitial(int unit) {
        return unit < firstLater;
    }

    /** The rank at which a lock begins, or the rank that made the object of a later unit. */
    public int beginsAt(int unit, int ranks) {
        return unit >= firstLater ? ids.rankOf(unit) : (unit - initialUnits) % ranks;
    }

    /** The id of an object's lock. */
    public int lockOf(SharedEntry entry) {
        return entry.key() < 0 ? entry.lockUnit() : initialUnits + entry.key();
    }

    /**
     * The id of a named lock. Called after {@link #seal}.
     *
     * @throws IllegalStateException if another name has the same lock
     */
    public int lockOf(String name) {
        return firstNamed + named.placeOf(name);
    }

    /** A description of the object or name that a unit or lock belongs to, for messages. */
    public String label(int unit) {
        SharedEntry entry = entryOfUnit(unit);
        if (entry != null) {
            return entry.label() + (isLock(unit) ? "" : entry.others());
        }
        return isInitial(unit) ? named.nameOf(unit - firstNamed) : "another rank's object";
    }

    /** The names of the declared classes that may travel; they must be equal on all ranks. */
    public List<String> declaredClasses() {
        return contents.declaredClasses();
    }
}
