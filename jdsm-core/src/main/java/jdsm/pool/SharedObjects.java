package jdsm.pool;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import jdsm.Protocol;
import jdsm.codec.CannotTravelException;
import jdsm.codec.CodecException;
import jdsm.codec.References;
import jdsm.codec.ValueCodec;
import jdsm.directory.Directory;
import jdsm.directory.ObjectGraph;
import jdsm.directory.SharedEntry;
import jdsm.runtime.Checks;
import jdsm.runtime.Hashes;
import jdsm.runtime.Shared;
import jdsm.runtime.Woven;

/**
 * Assigns numbers to the objects and values of a woven program, by which references travel. Objects and values that
 * exist on all ranks from the beginning have the same numbers everywhere. A later object or value gets a number when
 * the first reference to it leaves its rank; a description of the object or value travels with the reference. An
 * object's number is that of its first unit plus one; values have negative numbers.
 *
 * <p>One thread uses it until {@link #seal}, the service loop after that.
 */
final class SharedObjects implements References {
    /** The sorts of descriptions; the code of each stands in the description and never changes. */
    private enum Kind {
        OBJECT(0),
        ARRAY(1),
        VALUE(2);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** @throws CodecException if no sort of description has the code */
        static Kind of(int code) {
            return switch (code) {
                case 0 -> OBJECT;
                case 1 -> ARRAY;
                case 2 -> VALUE;
                default -> throw new CodecException("malformed descriptions: no description has code " + code);
            };
        }
    }

    private final Directory directory;
    private final ClassLoader loader;
    private final ValueCodec values;
    private final Map<Object, Integer> numberOfValue = new ConcurrentHashMap<>();
    private final Map<Integer, Object> valueOfNumber = new ConcurrentHashMap<>();

    /** Receives each new entry, with the rank that owns its units at first. */
    private BiConsumer<SharedEntry, Integer> receiver;

    private int me;
    private int ranks;
    private int initialValues;
    private int lastValue;

    /** @param loader the program's class loader */
    SharedObjects(Directory directory, ClassLoader loader) {
        this.directory = directory;
        this.loader = loader;
        this.values = new ValueCodec(loader);
    }

    /**
     * Ends the initial numbering. Objects that are not numbered yet become new entries from now on, which the receiver
     * gets.
     */
    void seal(int rank, int size, BiConsumer<SharedEntry, Integer> newEntries) {
        me = rank;
        ranks = size;
        receiver = newEntries;
        initialValues = lastValue;
        int span = (Integer.MAX_VALUE - initialValues) / ranks;
        lastValue = initialValues + me * span;
    }

    /** The encoded values that all ranks have from the beginning, in the order of their numbers. */
    List<byte[]> initialValues() {
        List<byte[]> encoded = new ArrayList<>();
        for (int number = 1; number <= initialValues; number++) {
            encoded.add(values.encode(valueOfNumber.get(-number)));
        }
        return encoded;
    }

    @Override
    public int numberOf(Object object) {
        if (ValueCodec.isValue(object)) {
            return numberOfValue.computeIfAbsent(keyOf(object), key -> numberValue(object));
        }
        Shared known = Checks.ofAny(object);
        if (known != null && !(known instanceof Handle)) {
            throw new CannotTravelException(
                    known + " is each rank's own, and a shared field cannot come to refer to it while the"
                            + " ranks compute: let it do so in initialize(), or make an object of its own",
                    null);
        }
        SharedEntry entry = known instanceof Handle handle ? handle.entry() : made(object);
        return entry.firstUnit() + 1;
    }

    /**
     * The key of a value. A record's key is its encoding, because its {@code equals} may be true for different records.
     */
    private Object keyOf(Object value) {
        return value instanceof Record ? ByteBuffer.wrap(values.encode(value)) : value;
    }

    private int numberValue(Object value) {
        values.encode(value); // throws if a record contains a component that is no value
        int number = -(++lastValue);
        valueOfNumber.put(number, value);
        return number;
    }

    private SharedEntry made(Object object) {
        Class<?> type = object.getClass();
        if (!(object instanceof Woven) && !type.isArray() && type != Object.class) {
            throw new CannotTravelException("an object of " + type.getName() + " cannot be shared", object);
        }
        if (receiver == null) {
            throw new IllegalStateException("an object of " + type.getName()
                    + " has no number: the program did not reach it after initialize()");
        }
        SharedEntry entry = directory.addMade(object, ObjectGraph.blockLength(object, true), this, protocolOf(object));
        entry.hash(Hashes.ofMade(object));
        receiver.accept(entry, me);
        return entry;
    }

    /**
     * Numbers an object and all objects that it reaches. Skips objects that cannot be shared: the program may remove
     * the references to them before any reference leaves the rank.
     */
    void publish(Object object) {
        Deque<Object> open = new ArrayDeque<>();
        open.add(object);
        while (!open.isEmpty()) {
            Object next = open.remove();
            if (ValueCodec.isValue(next) || Checks.ofAny(next) != null) {
                continue;
            }
            try {
                numberOf(next);
            } catch (CodecException e) {
                continue;
            }
            directory.referencesOf(next, open::add);
        }
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
            Object value = valueOfNumber.get(number);
            if (value != null) {
                return value;
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

    // Descriptions: number, kind, and the data of that kind.

    /** Collects the descriptions of numbers that not all ranks have from the beginning. */
    final class Description {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final DataOutputStream out = new DataOutputStream(bytes);

        void add(int number) {
            boolean known = number == NULL || (number < 0 ? -number <= initialValues : directory.isInitial(number - 1));
            if (known) {
                return;
            }
            try {
                out.writeInt(number);
                if (number < 0) {
                    byte[] value = values.encode(objectOf(number));
                    out.writeByte(Kind.VALUE.code);
                    out.writeInt(value.length);
                    out.write(value);
                } else {
                    add(directory.entryOfUnit(number - 1));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void add(SharedEntry entry) throws IOException {
            Object object = entry.object();
            Kind kind = entry.isArray() ? Kind.ARRAY : Kind.OBJECT;
            out.writeByte(kind.code);
            out.writeUTF(object.getClass().getName());
            out.writeInt(entry.lockUnit());
            out.writeInt(entry.hash());
            if (kind == Kind.ARRAY) {
                out.writeInt(entry.length());
                out.writeInt(entry.blockLength());
            }
        }

        byte[] bytes() {
            return bytes.toByteArray();
        }
    }

    /**
     * Makes this rank's instances of the described objects and values that it does not have yet.
     *
     * @param expected the references of the content that comes with the descriptions; only these may be described
     * @throws CodecException for any other description, before code of any class has run
     */
    void learn(byte[] descriptions, ExpectedTypes expected) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(descriptions));
        try {
            while (in.available() > 0) {
                int number = in.readInt();
                Kind kind = Kind.of(in.readByte());
                if (kind == Kind.VALUE) {
                    learnValue(number, in, expected.of(number));
                } else {
                    learn(number - 1, kind, in, expected.of(number));
                }
            }
        } catch (IOException | IndexOutOfBoundsException e) {
            throw new CodecException("malformed descriptions: " + e, e);
        }
    }

    private void learnValue(int number, DataInputStream in, Predicate<Class<?>> admits) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new CodecException(
                    "a description of a value of " + length + " bytes, of which " + in.available() + " are there");
        }
        byte[] value = in.readNBytes(length);
        if (valueOfNumber.containsKey(number)) {
            return;
        }
        if (number >= 0 || isOwnValue(number)) {
            throw new CodecException("number " + number + " for a value");
        }
        valueOfNumber.put(number, values.decode(ByteBuffer.wrap(value), admits));
    }

    /** Whether only this rank assigns an unknown number. */
    private boolean isOwnValue(int number) {
        int place = -number - initialValues;
        return number == Integer.MIN_VALUE
                || place <= 0
                || (place - 1) / ((Integer.MAX_VALUE - initialValues) / ranks) == me;
    }

    private void learn(int unit, Kind kind, DataInputStream in, Predicate<Class<?>> admits) throws IOException {
        String name = in.readUTF();
        int lock = in.readInt();
        int hash = in.readInt();
        int length = kind == Kind.ARRAY ? in.readInt() : 0;
        int blockLength = kind == Kind.ARRAY ? in.readInt() : 0;
        if (directory.entryOfUnit(unit) != null) {
            return;
        }
        int maker = directory.requireMadeElsewhere(unit, lock, me, ranks);
        Object object = kind == Kind.ARRAY
                ? Described.array(name, length, blockLength, loader, admits)
                : Described.object(name, loader, admits);
        SharedEntry entry = directory.addKnown(object, blockLength, this, protocolOf(object), unit, lock);
        entry.hash(hash);
        receiver.accept(entry, maker);
    }
}
