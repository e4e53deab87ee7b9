package jdsm.directory;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import jdsm.Protocol;
import jdsm.codec.UnitContent;
import jdsm.coherence.UnitState;
import jdsm.runtime.Hashes;

/** A shared object: its key, and its units' ids, {@code firstUnit} and those behind it. */
public final class SharedEntry {
    private final int key;
    private final Object object;
    private final int blockLength;
    private final int firstUnit;
    private final List<UnitContent> contents;
    private final boolean volatiles;
    private final int lockUnit;
    private final Optional<Protocol> consistency;
    private UnitState[] states = {};
    /** Before {@link #hash(int)}: what all ranks have has it by its key. */
    private Integer hash;

    /**
     * @param key its place among all that were shared before the computation began; -1 behind that
     * @param blockLength elements a unit; 0 where the object is one unit
     * @param contents the units' contents, in order
     * @param consistency empty: the job's
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
        this.blockLength = blockLength;
        this.firstUnit = place.firstUnit();
        this.lockUnit = place.lockUnit();
        this.volatiles = place.volatiles();
        this.contents = contents;
        this.consistency = consistency;
    }

    /**
     * Where its units are.
     *
     * @param volatiles whether the last unit is that of the volatile fields, and none of {@link #units}
     * @param lockUnit the id of its lock; -1: it goes by the key
     */
    record Place(int firstUnit, boolean volatiles, int lockUnit) {}

    /** Its place among all that were shared before the computation began; -1 if it came later. */
    public int key() {
        return key;
    }

    public Object object() {
        return object;
    }

    /** Elements a unit; 0 where the object is one unit. */
    public int blockLength() {
        return blockLength;
    }

    public int firstUnit() {
        return firstUnit;
    }

    /** The contents of all units, in order. */
    public List<UnitContent> contents() {
        return contents;
    }

    /** Empty: the job's. */
    public Optional<Protocol> consistency() {
        return consistency;
    }

    public boolean isArray() {
        return object.getClass().isArray();
    }

    /** Elements of the array, or 1. */
    public int length() {
        return isArray() ? Array.getLength(object) : 1;
    }

    /** How many units, but for that of the volatile fields. */
    public int units() {
        return contents.size() - (volatiles ? 1 : 0);
    }

    /** Whether there are volatile fields, whose unit is the one behind the others. */
    public boolean hasVolatiles() {
        return volatiles;
    }

    /** The id of its lock's unit; -1: as its key says. */
    public int lockUnit() {
        return lockUnit;
    }

    /** The unit of an element: its place within this object. */
    public int unitOf(int index) {
        return blockLength == 0 ? 0 : index / blockLength;
    }

    /** Sets the units' states: once, before anybody else sees this object. */
    public void states(UnitState[] all) {
        states = all;
    }

    /** Says what the object's maker has for it in place of {@code Object.hashCode}: once, before anybody else sees this. */
    public void hash(int ofItsMaker) {
        hash = ofItsMaker;
    }

    /** What the object has on all ranks in place of {@code Object.hashCode}. */
    public int hash() {
        return hash == null ? Hashes.ofInitial(object, key) : hash;
    }

    /** The state of a unit: its place within this object. */
    public UnitState state(int unit) {
        return states[unit];
    }

    /** The states of {@link #units}. */
    public UnitState[] dataStates() {
        return Arrays.copyOf(states, units());
    }

    /** What it is, in words: {@code double[256] (key 17)}. */
    public String label() {
        String blocks = blockLength == 0 ? "" : " in blocks of " + blockLength;
        return type() + blocks + (key < 0 ? " (unit " + firstUnit + ")" : " (key " + key + ")");
    }

    /** Its type in words, with its length: {@code double[256]}. */
    public String type() {
        Class<?> type = object.getClass();
        if (!isArray()) {
            return type.getName();
        }
        String element = type.getComponentType().getTypeName();
        int brackets = element.indexOf('[');
        String base = brackets < 0 ? element : element.substring(0, brackets);
        String more = brackets < 0 ? "" : element.substring(brackets);
        return base + "[" + length() + "]" + more;
    }
}
