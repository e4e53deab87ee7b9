package jdsm.directory;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import jdsm.Protocol;
import jdsm.codec.Twin;
import jdsm.codec.UnitContent;
import jdsm.coherence.UnitState;
import jdsm.runtime.Hashes;

/**
 * A shared object with its key, its units and its lock. The ids of its units are {@code firstUnit} and the following
 * numbers. Several small objects of one class may share a unit: its id is the number of the first of them, and the
 * unit's state and twin are those of all their entries.
 */
public final class SharedEntry {
    private final int key;
    private final int number;
    private final int lockUnit;
    /** Another one after {@link #divide}. */
    private Units units;
    /** Null between {@link #detach} and {@link #attach}. */
    private Object object;
    /** Null where the objects in the unit have one content, of which this object has a part. */
    private List<UnitContent> contents;

    /** The hash code of a later object, and of an initial one after {@link #keepHash}, if it is not 0. */
    private int hash;

    /**
     * Makes the entry of an object.
     *
     * @param key the object's number among the initial objects; -1 for a later object
     * @param blockLength the number of elements in a unit; 0 if the object is one unit
     * @param place the ids of its units and lock
     * @param contents the contents of its units, in order
     * @param consistency the object's protocol; empty for the job's
     */
    SharedEntry(
            int key,
            Object object,
            int blockLength,
            Place place,
            List<UnitContent> contents,
            Optional<Protocol> consistency) {
        this.key = key;
        this.object = object;
        this.number = place.firstId();
        this.lockUnit = place.lockUnit();
        this.contents = contents;
        this.units = new Units(this, number, object, blockLength, place.volatiles(), contents, consistency);
    }

    /**
     * Makes the entry of an object that shares its unit with others.
     *
     * @param key as above
     * @param joined the content of the unit
     * @param together the number of objects in it
     * @param first the first object in the unit; null for this one
     */
    SharedEntry(
            int key,
            Object object,
            Place place,
            UnitContent joined,
            int together,
            Optional<Protocol> consistency,
            SharedEntry first) {
        this.key = key;
        this.object = object;
        this.number = place.firstId();
        this.lockUnit = place.lockUnit();
        this.units = first == null ? new Units(this, number, object, joined, together, consistency) : first.units;
    }

    /**
     * The ids of an object's units and lock.
     *
     * @param firstId the id of the first unit, or the object's number if it shares another object's unit
     * @param volatiles whether the last unit has the volatile fields; {@link #units} does not count that unit
     * @param lockUnit the id of its lock; -1 if the key determines the lock
     */
    record Place(int firstId, boolean volatiles, int lockUnit) {}

    /** The object's number among the initial objects; -1 for a later object. */
    public int key() {
        return key;
    }

    /** This rank's instance of the object or array. */
    public Object object() {
        return object;
    }

    /** The class of the object or array. */
    public Class<?> type() {
        return units.type;
    }

    /**
     * Lets go of this rank's instance, so that the garbage collector can tell whether the program reaches it. Until
     * {@link #attach} the entry has no instance and no contents.
     */
    void detach() {
        object = null;
        contents = List.of();
        units.joined = null;
    }

    /** Takes this rank's instance of the object, after {@link #detach}. */
    void attach(Object instance, List<UnitContent> itsContents) {
        object = instance;
        contents = itsContents;
    }

    /**
     * Divides an initial array into other units, which have no states yet.
     *
     * @param firstId the id of the first of the units
     */
    void divide(int blockLength, int firstId, List<UnitContent> itsContents) {
        Units before = units;
        units = new Units(this, firstId, object, blockLength, false, itsContents, before.consistency);
        units.part = before.part;
        units.described = -1; // all ranks have it
        units.keepsBlocks = before.keepsBlocks;
        contents = itsContents;
    }

    /** Has the array keep its blocks: the program has chosen their length, or has a view that names them. */
    public void keepBlocks() {
        units.keepsBlocks = true;
    }

    /** Whether the array keeps its blocks. */
    public boolean keepsBlocks() {
        return units.keepsBlocks;
    }

    /** The number of elements in a unit; 0 if the object is one unit. */
    public int blockLength() {
        return units.blockLength;
    }

    /** The id of the first unit; the others have the following ids. */
    public int firstUnit() {
        return units.firstId;
    }

    /** A number that only this object has: the id of its first unit, or one that is no unit's. */
    public int number() {
        return number;
    }

    /** Whether this object is the first, or the only one, in its units. */
    public boolean isFirst() {
        return units.first == this;
    }

    /** The content of a unit, numbered within this object from 0. */
    public UnitContent unitContent(int unit) {
        if (units.joined == null && units.objects > 1) {
            throw new IllegalStateException(label() + " has no content while a search has let go of its instance");
        }
        return units.joined != null ? units.joined : contents.get(unit);
    }

    /** Gives the unit of several objects, all of which have an instance again, its content. */
    void join(List<SharedEntry> all, UnitContent joined) {
        units.joined = joined;
        all.forEach(entry -> entry.contents = null); // contents() takes it from the unit's
    }

    /** Drops what the contents have kept of objects to which they referred earlier. */
    public void forgetReferents() {
        if (contents != null) {
            contents.forEach(UnitContent::forgetReferents);
        } else if (isFirst()) {
            units.joined.forgetReferents();
        }
    }

    /**
     * The length in bytes of the content of the object's unit, or of the unit of which it is the first object; 0 if the
     * length changes, or the object has several units. The unit of volatile fields does not count.
     */
    public int fixedBytes() {
        return units.fixedBytes;
    }

    /** The number of objects in the unit. */
    public int objectsInUnit() {
        return units.objects;
    }

    /** The contents of all units, in order; of a unit with several objects this one's part. */
    public List<UnitContent> contents() {
        return contents != null ? contents : List.of(content(0));
    }

    /** The number of {@link #contents}. */
    public int contentCount() {
        return contents == null ? 1 : contents.size();
    }

    /** One of the {@link #contents}, by its place among them. */
    public UnitContent content(int place) {
        return contents == null ? units.joined.part(number - units.first.number) : contents.get(place);
    }

    /** The object's protocol; empty for the job's. */
    public Optional<Protocol> consistency() {
        return units.consistency;
    }

    public boolean isArray() {
        return units.type.isArray();
    }

    /** The length of the array; 1 for an object. */
    public int length() {
        return units.length;
    }

    /** The number of units, without the unit of volatile fields. */
    public int units() {
        return units.count;
    }

    /** The number of units, with that of the volatile fields. */
    public int allUnits() {
        return units.all();
    }

    /** Whether the object has volatile fields; their unit follows the others. */
    public boolean hasVolatiles() {
        return units.volatiles;
    }

    /** The id of the object's lock; -1 if the key determines the lock. */
    public int lockUnit() {
        return lockUnit;
    }

    /** The unit of an element, numbered within this object from 0. */
    public int unitOf(int index) {
        return units.blockLength == 0 ? 0 : index / units.blockLength;
    }

    /**
     * Notes that a search has reached the object, and so all objects in its unit. Service loop only.
     *
     * @param search the number of the search, from 1
     * @return false if the search has reached one of them before
     */
    public boolean reach(int search) {
        boolean news = units.reached != search;
        units.reached = search;
        return news;
    }

    /** Whether a search has reached the object. Service loop only. */
    public boolean isReached(int search) {
        return units.reached == search;
    }

    /** The first object in the object's units; the object itself if it is the only one. */
    public SharedEntry first() {
        return units.first;
    }

    /** Sets the states of the units of a {@link #isFirst first} object; called once, before another thread can see this entry. */
    public void states(UnitState[] all) {
        units.states = all;
    }

    /**
     * Sets the hash code that a later object has on the rank that made it; called once, before another thread can see
     * this entry.
     */
    public void hash(int ofItsMaker) {
        hash = ofItsMaker;
    }

    /**
     * Records that another rank is told of the object, and of all objects in its unit, by a message that is certain to reach it. Service loop only.
     *
     * @return false if it has been told before
     */
    public boolean describeTo(int rank) {
        if (rank >= Long.SIZE) {
            return true;
        }
        long before = units.described;
        units.described |= 1L << rank;
        return units.described != before;
    }

    /** Whether a rank has been told of the object, as far as this rank has recorded it. */
    public boolean isDescribedTo(int rank) {
        return rank < Long.SIZE && (units.described >> rank & 1) != 0;
    }

    /** Whether this rank has recorded that another rank knows of the object. */
    public boolean isDescribed() {
        return units.described != 0;
    }

    /** Sets the part of the program's data in which the object is, see {@link Parts}; called before {@link #firstOwner}. */
    void part(int rank) {
        units.part = rank;
    }

    /**
     * The rank that owns a unit at first, if all ranks begin with the same content.
     *
     * @param unit numbered within this object from 0
     * @param ranks the number of ranks of the job
     */
    public int firstOwner(int unit, int ranks) {
        return Parts.ofUnit(unit, units.count, units.part, ranks);
    }

    /** The object's identity hash code on all ranks. */
    public int hash() {
        return key < 0 || hash != 0 ? hash : Hashes.ofInitial(object, key);
    }

    /** Looks the hash code of an initial object up once for all. No further one is drawn by now. */
    public void keepHash() {
        if (key >= 0) {
            hash = Hashes.ofInitial(object, key);
        }
    }

    /** The states of all units; none before {@link #states(UnitState[])}. To be read only. */
    public UnitState[] states() {
        return units.states;
    }

    /** The state of a unit, numbered within this object from 0. */
    public UnitState state(int unit) {
        return units.states[unit];
    }

    /** The twin of a unit of a {@link #isFirst first} object, numbered from 0; null if there is none. Service loop only. */
    public Twin twin(int unit) {
        return units.twins == null ? null : units.twins[unit];
    }

    /** Gives the references in the object's twins the numbers that this rank has for them now. Service loop only. */
    public void renumberTwins() {
        for (int i = 0; units.twins != null && isFirst() && i < units.twins.length; i++) {
            if (units.twins[i] != null) {
                units.twins[i].renumber();
            }
        }
    }

    /** Sets the twin of a unit, or drops it if {@code twin} is null. Service loop only. */
    public void twin(int unit, Twin twin) {
        units.twin(unit, twin);
    }

    /** The states of all units but that of the volatile fields; to be read only. */
    public UnitState[] dataStates() {
        return units.volatiles ? Arrays.copyOf(units.states, units.count) : units.states;
    }

    /** A description for messages: {@code double[256] (key 17)}. */
    public String label() {
        return arrayName() + (key < 0 ? " (unit " + number + ")" : " (key " + key + ")");
    }

    /** The type of the object, of an array with its length and that of its blocks: {@code double[256] in blocks of 64}. */
    public String arrayName() {
        return typeName() + (units.blockLength == 0 ? "" : " in blocks of " + units.blockLength);
    }

    /** The number of further objects in the unit, in words; empty if there are none. */
    String others() {
        return units.objects == 1 ? "" : " and " + (units.objects - 1) + " more";
    }

    /** The type with the length of an array, for messages: {@code double[256]}. */
    public String typeName() {
        if (!isArray()) {
            return units.type.getName();
        }
        String element = units.type.getComponentType().getTypeName();
        int brackets = element.indexOf('[');
        String base = brackets < 0 ? element : element.substring(0, brackets);
        String more = brackets < 0 ? "" : element.substring(brackets);
        return base + "[" + units.length + "]" + more;
    }
}
