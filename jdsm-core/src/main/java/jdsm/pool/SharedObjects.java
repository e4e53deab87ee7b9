package jdsm.pool;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import jdsm.Protocol;
import jdsm.codec.CannotTravelException;
import jdsm.codec.CodecException;
import jdsm.codec.References;
import jdsm.codec.UnitContent;
import jdsm.codec.ValueCodec;
import jdsm.directory.Directory;
import jdsm.directory.ObjectGraph;
import jdsm.directory.SharedEntry;
import jdsm.runtime.Checks;
import jdsm.runtime.Hashes;
import jdsm.runtime.KeptArrays;
import jdsm.runtime.Shared;
import jdsm.runtime.Woven;

/**
 * Assigns numbers to the objects and values of a woven program, by which references travel. Objects and values that
 * exist on all ranks from the beginning have the same numbers everywhere. A later object or value gets a number when
 * the first reference to it leaves its rank; a description of the object or value travels with the reference. An
 * object's number is {@link SharedEntry#number} plus one; values have negative numbers.
 *
 * <p>One thread uses it until {@link #seal}, the service loop after that.
 */
final class SharedObjects implements References {
    /** The most objects that get numbers together. */
    private static final int MOST_AT_ONCE = 256;

    private final Directory directory;
    private final ClassLoader loader;
    private final ValueCodec codec;
    private final NumberedValues values = new NumberedValues();
    private final Departures departures = new Departures();

    private Newcomers receiver;

    /** Receives the entries of new objects. */
    interface Newcomers {
        /**
         * Called with the objects of a unit, or the one that has several.
         *
         * @param owner the rank that owns the units at first
         * @param mayBeWritten whether threads of this rank, which is the owner, may be writing them without any check
         */
        void accept(List<SharedEntry> together, int owner, boolean mayBeWritten);
    }

    /** Null until {@link #seal}. */
    private NewObjects news;

    /** The hash codes that objects of this rank are to have which are not shared yet; empty but for a restart. */
    private Map<Object, Integer> restored = Map.of();

    private int me;
    private int ranks;
    /** Whether the ranks have compared the values that they have at the start, boxed primitives like others. */
    private volatile boolean compared;
    /** Whether {@link #canNumber} is looking for objects that cannot become shared. */
    private boolean looking;

    /** @param loader the program's class loader */
    SharedObjects(Directory directory, ClassLoader loader) {
        this.directory = directory;
        this.loader = loader;
        this.codec = new ValueCodec(loader);
    }

    /**
     * Ends the initial numbering. Objects that are not numbered yet become new entries from now on, which the receiver
     * gets.
     */
    void seal(int rank, int size, Newcomers newEntries) {
        me = rank;
        ranks = size;
        receiver = newEntries;
        news = new NewObjects(directory, size);
        values.seal(me, ranks);
    }

    /**
     * Gives boxed primitives numbers that say what they are from now on; the ranks have compared what they have at the start. No
     * content and no twin keeps a number of before, for a difference between the two is a store of this rank. Service loop, before
     * workers run; a thread that the program has started may have made twins.
     */
    void begin() {
        compared = true;
        forgetReferents();
        directory.entries().forEach(SharedEntry::renumberTwins);
        directory.forEachLater(SharedEntry::renumberTwins);
    }

    /** Drops the numbers that contents have kept. */
    void forgetReferents() {
        directory.entries().forEach(SharedEntry::forgetReferents);
        directory.forEachLater(SharedEntry::forgetReferents);
    }

    /** The encoded values that all ranks have from the beginning, in the order of their numbers. */
    List<byte[]> initialValues() {
        List<byte[]> encoded = new ArrayList<>();
        for (int number = 1; number <= values.initial(); number++) {
            encoded.add(codec.encode(values.valueOf(-number)));
        }
        return encoded;
    }

    /**
     * An optional by the number of its content, which may be that of an object: so the optional keeps none reachable.
     *
     * @param content {@link References#NULL} for an empty one
     */
    private record OptionalOf(int content) {
        private Object made(References references) {
            return content == NULL ? Optional.empty() : Optional.of(references.objectOf(content));
        }
    }

    private int numberOf(Optional<?> optional) {
        OptionalOf value = new OptionalOf(optional.isEmpty() ? NULL : numberOf(optional.get()));
        return values.numberOf(value, value);
    }

    @Override
    public int numberOf(Object object) {
        if (object instanceof Woven woven && woven.$jdsm() instanceof Handle handle) {
            return handle.entry().number() + 1;
        }
        int immediate = immediate(object);
        if (immediate != NULL) {
            return immediate;
        } else if (object instanceof Optional<?> optional) {
            return numberOf(optional);
        } else if (!(object instanceof Woven) && ValueCodec.isValue(object)) {
            return numberOfValue(object);
        }
        Shared known = Checks.ofAny(object);
        if (known != null && !(known instanceof Handle)) {
            throw new CannotTravelException(
                    known + " is each rank's own, and a shared field cannot come to refer to it while the"
                            + " ranks compute: let it do so in initialize(), or make an object of its own",
                    null);
        }
        SharedEntry entry = known instanceof Handle handle ? handle.entry() : made(object);
        return entry.number() + 1;
    }

    @Override
    public int numberOf(Object element, Object[] array, int index, int end) {
        int immediate = immediate(element);
        if (immediate != NULL) {
            return immediate;
        } else if (receiver == null || !news.canBeMade(element)) {
            return numberOf(element);
        }
        List<Object> all = news.neighbours(element, array, index, end, any -> true);
        return add(news.reachedFrom(all, all.size() + MOST_AT_ONCE, any -> true), true)
                        .number()
                + 1;
    }

    private int immediate(Object object) {
        return compared ? ImmediateValues.numberOf(object) : NULL;
    }

    private int numberOfValue(Object value) {
        if (value instanceof Record) {
            return values.numberOf(new EncodedRecord(codec.encode(value)), value);
        }
        int known = values.knownNumberOf(value);
        if (known != NULL) {
            return known;
        }
        codec.encode(value); // throws if it cannot travel
        return values.numberOf(value, value);
    }

    private SharedEntry made(Object object) {
        Class<?> type = object.getClass();
        if (!(object instanceof Woven) && !NewObjects.isOfTable(object)) {
            throw new CannotTravelException("an object of " + type.getName() + " cannot be shared", object);
        }
        if (looking && KeptArrays.isKept(object)) {
            throw new CannotTravelException("an array that code without checks may use", object);
        }
        SharedEntry initial = receiver == null ? directory.find(object) : null; // it has no handle yet
        if (initial != null) {
            return initial;
        }
        if (receiver == null) {
            throw new IllegalStateException("an object of " + type.getName()
                    + " has no number: the program did not reach it after initialize()");
        }
        return add(news.reachedFrom(List.of(object), MOST_AT_ONCE, any -> true), true);
    }

    /**
     * Adds objects of this rank, several small ones to a unit.
     *
     * @param mayBeWritten whether threads of this rank may be writing them without any check
     * @return the entry of the first
     */
    SharedEntry add(List<Object> made, boolean mayBeWritten) {
        SharedEntry first = null;
        for (List<Object> unit : directory.unitsOf(made)) {
            departures.made(unit.get(0).getClass(), unit.size());
            List<SharedEntry> added = unit.size() == 1
                    ? List.of(directory.addMade(
                            unit.get(0), ObjectGraph.blockLength(unit.get(0)), this, protocolOf(unit.get(0))))
                    : directory.addMadeTogether(unit, this, protocolOf(unit.get(0)));
            for (SharedEntry entry : added) {
                Integer its = restored.isEmpty() ? null : restored.get(entry.object());
                entry.hash(its != null ? its : Hashes.ofMade(entry.object()));
            }
            receiver.accept(added, me, mayBeWritten);
            first = first == null ? added.get(0) : first;
        }
        return first;
    }

    /**
     * Numbers all objects and values to which a content refers.
     *
     * @param scratch room for the content
     * @return false if one of them cannot have a number; a request for the content would fail the job
     */
    boolean canNumber(UnitContent content, ByteBuffer scratch) {
        looking = true;
        try {
            content.encode(scratch);
            return true;
        } catch (CodecException e) {
            return false;
        } finally {
            looking = false;
        }
    }

    /**
     * Numbers an object and all objects that it reaches. Skips objects that cannot be shared: the program may remove
     * the references to them before any reference leaves the rank.
     */
    void publish(Object object) {
        if (news.canBeMade(object)) {
            add(news.reachedFrom(List.of(object), Integer.MAX_VALUE, any -> true), true);
        }
    }

    /**
     * Sets the hash codes of objects of this rank that are not shared yet.
     *
     * @param hashes by identity
     */
    void restored(Map<Object, Integer> hashes) {
        restored = hashes;
    }

    /**
     * The protocol of an object made by a worker. An array has the job's protocol, because fields of any protocol may
     * refer to it.
     */
    private static Optional<Protocol> protocolOf(Object object) {
        return object.getClass().isArray() ? Optional.empty() : ObjectGraph.protocolOf(object.getClass());
    }

    @Override
    public Object objectOf(int number) {
        if (number < 0) {
            Object value = values.valueOf(number);
            if (value != null) {
                return value instanceof OptionalOf optional ? optional.made(this) : value;
            }
        } else {
            SharedEntry entry = directory.entryOfUnit(number - 1);
            if (entry != null) {
                return entry.object();
            }
        }
        throw new CodecException("a reference to number " + number + ", which no message has described");
    }

    @Override
    public int ownNumber(int number) {
        return number < 0 ? numberOf(objectOf(number)) : number;
    }

    // Descriptions, of each number once, see docs/wire-format.md.

    /** Whether a number means the same on all ranks from the beginning. */
    boolean isInitial(int number) {
        return number <= NULL ? values.isInitial(number) : directory.isInitial(number - 1);
    }

    byte[] encodedValue(int number) {
        return codec.encode(objectOf(number));
    }

    ValueCodec codec() {
        return codec;
    }

    SharedEntry entryOf(int number) {
        return directory.entryOfUnit(number - 1);
    }

    ClassLoader loader() {
        return loader;
    }

    NewObjects news() {
        return news;
    }

    Departures departures() {
        return departures;
    }

    /** Whether this rank has what a number stands for, which another rank describes. */
    boolean isKnown(int number) {
        return number < 0 ? values.hear(number) : directory.entryOfUnit(number - 1) != null;
    }

    /** The values that have numbers. */
    NumberedValues values() {
        return values;
    }

    /** The number of the content of an optional; null if the number is that of another value. */
    Integer contentOfOptional(int number) {
        return values.valueOf(number) instanceof OptionalOf optional ? optional.content() : null;
    }

    /** Adds another rank's value that is not known yet. */
    void addValue(int number, byte[] encoded, Predicate<Class<?>> admits) {
        requireOthersValue(number);
        Object value = codec.decode(ByteBuffer.wrap(encoded), admits);
        if (value == null) {
            throw new CodecException("number " + number + " for null, which has number " + NULL);
        }
        values.add(number, value);
    }

    /**
     * Adds another rank's optional that is not known yet.
     *
     * @param content the number of its content, which the rank has numbered before
     */
    void addOptional(int number, int content, Predicate<Class<?>> admits) {
        requireOthersValue(number);
        if (values.isInitial(content)) {
            values.valueOf(content); // throws if no value can have the number
        } else if (content <= number) {
            throw new CodecException("optional " + number + " of number " + content);
        }
        Described.requireAdmitted(Optional.class, admits);
        values.add(number, new OptionalOf(content));
    }

    private void requireOthersValue(int number) {
        if (number >= 0 || values.isOwn(number)) {
            throw new CodecException("number " + number + " for a value");
        }
    }

    /** The rank that has made an object that is not known yet; throws CodecException if no rank can have made it. */
    int makerOf(int unit, int lock) {
        return directory.requireMadeElsewhere(unit, lock, me, ranks);
    }

    /**
     * Checks that described objects fit into one unit.
     *
     * @param length the length of the arrays, if the class is one of arrays
     * @throws CodecException if no rank makes such a unit
     */
    void requireOneUnit(Class<?> type, long length, int together) {
        if (length < 0 || length > Integer.MAX_VALUE || !directory.canShareUnit(type, (int) length, together)) {
            throw new CodecException(together + " objects of " + type.getName() + " in a unit");
        }
    }

    /** Adds this rank's instance of an object of another rank. */
    void add(Object object, int blockLength, int unit, int lock, int hash, int maker) {
        SharedEntry entry = directory.addKnown(object, blockLength, this, protocolOf(object), unit, lock);
        entry.hash(hash);
        entry.describeTo(maker);
        receiver.accept(List.of(entry), maker, false);
    }

    /** Adds this rank's instances of the objects of one unit of another rank. */
    void addTogether(List<Object> unit, int number, int lock, int[] hashes, int maker) {
        List<SharedEntry> added = directory.addKnownTogether(unit, this, protocolOf(unit.get(0)), number, lock);
        added.get(0).describeTo(maker);
        for (int i = 0; i < hashes.length; i++) {
            added.get(i).hash(hashes[i]);
        }
        receiver.accept(added, maker, false);
    }
}
