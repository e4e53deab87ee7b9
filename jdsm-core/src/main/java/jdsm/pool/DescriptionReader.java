package jdsm.pool;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import jdsm.codec.CodecException;
import jdsm.codec.References;
import jdsm.codec.ThrowableState;

/** Reads the descriptions that a {@link DescriptionWriter} has put into one message. Service loop only. */
final class DescriptionReader {
    private final SharedObjects objects;
    private final List<Class<?>> classes = new ArrayList<>(4);
    /** Exceptions that have been made here and have no cause yet. */
    private final List<Unlinked> unlinked = new ArrayList<>(0);

    private int lastNumber;
    private int lastLock;

    /** An exception with the numbers of its cause and of its suppressed exceptions, which later descriptions may define. */
    private record Unlinked(Throwable made, int cause, int[] suppressed) {}

    DescriptionReader(SharedObjects objects) {
        this.objects = objects;
    }

    /**
     * Makes this rank's instances of the described objects and values that it does not have yet.
     *
     * @param descriptions the descriptions that come with one content, from position to limit
     * @param expected the references of the content that comes with the descriptions; only these may be described
     * @throws CodecException for any other description, before code of any class has run
     */
    void learn(ByteBuffer descriptions, ExpectedTypes expected) {
        ByteBuffer in = descriptions.order(ByteOrder.LITTLE_ENDIAN);
        try {
            while (in.hasRemaining()) {
                lastNumber += (int) Packing.signed(in);
                if (lastNumber == References.NULL) {
                    throw new CodecException("a description of null");
                }
                long code = Packing.number(in);
                Predicate<Class<?>> admits = expected.of(lastNumber);
                if (code == DescriptionWriter.VALUE) {
                    learnValue(in, admits);
                } else if (code == DescriptionWriter.OPTIONAL) {
                    learnOptional(in, admits, expected);
                } else if (code == DescriptionWriter.TOGETHER) {
                    int place = Packing.length(in, Integer.MAX_VALUE);
                    int together = Packing.length(in, in.remaining() / Integer.BYTES);
                    if (place >= together) {
                        throw new CodecException("object " + place + " of a unit of " + together);
                    }
                    learnObjects(type(Packing.number(in), in), place, together, in, expected);
                } else {
                    learnObjects(type(code, in), 0, 1, in, expected);
                }
            }
            link();
        } catch (BufferUnderflowException e) {
            throw new CodecException("malformed descriptions: cut off", e);
        }
    }

    private void learnValue(ByteBuffer in, Predicate<Class<?>> admits) {
        long length = Packing.number(in);
        if (length < 0 || length > in.remaining()) {
            throw new CodecException(
                    "a description of a value of " + length + " bytes, of which " + in.remaining() + " are there");
        }
        byte[] value = new byte[(int) length];
        in.get(value);
        if (!objects.isKnown(lastNumber)) {
            objects.addValue(lastNumber, value, admits);
        }
    }

    private void learnOptional(ByteBuffer in, Predicate<Class<?>> admits, ExpectedTypes expected) {
        int content = (int) Packing.signed(in);
        if (!objects.isKnown(lastNumber)) {
            objects.addOptional(lastNumber, content, admits);
        }
        expected.reference(content, Object.class);
    }

    private Class<?> type(long code, ByteBuffer in) {
        if (code == DescriptionWriter.NEW_CLASS) {
            byte[] name = new byte[Packing.lengthOfNext(in)];
            in.get(name);
            Class<?> type = Described.type(new String(name, StandardCharsets.UTF_8), objects.loader());
            classes.add(type);
            return type;
        }
        long index = code - DescriptionWriter.FIRST_CLASS;
        if (index < 0 || index >= classes.size()) {
            throw new CodecException("malformed descriptions: no description has code " + code);
        }
        return classes.get((int) index);
    }

    /**
     * Reads the description of the objects in a unit.
     *
     * @param place the place of the object with the last number among them
     */
    private void learnObjects(Class<?> type, int place, int together, ByteBuffer in, ExpectedTypes expected) {
        int unit = lastNumber - 1 - place;
        int lock = lastLock + (int) Packing.signed(in);
        lastLock = lock;
        int[] hashes = new int[together];
        for (int i = 0; i < together; i++) {
            hashes[i] = in.getInt();
        }
        if (Throwable.class.isAssignableFrom(type)) {
            if (together > 1) {
                throw new CodecException(together + " exceptions in a unit");
            }
            learnException(type, lock, hashes[0], in, expected);
            return;
        }
        long length = type.isArray() ? Packing.signed(in) : 0;
        long blockLength = type.isArray() ? Packing.signed(in) : 0;
        if (lastNumber > 0 && objects.isKnown(lastNumber)) {
            return;
        }
        int maker = objects.makerOf(unit, lock);
        Predicate<Class<?>> admits = expected.of(lastNumber);
        if (together > 1) {
            Described.requireAdmitted(type, admits);
            objects.requireOneUnit(type, length, together);
        }
        Object[] made = type.isArray()
                ? Described.arrays(type, length, blockLength, together, admits)
                : Described.objects(type, together, admits);
        if (together == 1) {
            objects.add(made[0], (int) blockLength, unit, lock, hashes[0], maker);
        } else {
            objects.addTogether(Arrays.asList(made), unit, lock, hashes, maker);
        }
    }

    private void learnException(Class<?> type, int lock, int hash, ByteBuffer in, ExpectedTypes expected) {
        int length = Packing.lengthOfNext(in);
        ByteBuffer state = in.slice(in.position(), length);
        in.position(in.position() + length);
        int cause = (int) Packing.signed(in);
        int[] suppressed = new int[Packing.length(in, in.remaining())];
        for (int i = 0; i < suppressed.length; i++) {
            suppressed[i] = (int) Packing.signed(in);
            expected.reference(suppressed[i], Throwable.class);
        }
        expected.reference(cause, Throwable.class);
        if (lastNumber > 0 && objects.isKnown(lastNumber)) {
            return;
        }
        int unit = lastNumber - 1;
        int maker = objects.makerOf(unit, lock);
        Throwable made = Described.exception(type, state, objects.codec(), expected.of(lastNumber));
        objects.add(made, 0, unit, lock, hash, maker);
        unlinked.add(new Unlinked(made, cause, suppressed));
    }

    /** Gives the exceptions that have been made what they refer to: all of it has been described by now. */
    private void link() {
        for (Unlinked each : unlinked) {
            Throwable cause = each.cause == References.NULL ? null : exception(each.cause);
            List<Throwable> suppressed =
                    Arrays.stream(each.suppressed).mapToObj(this::exception).toList();
            ThrowableState.link(each.made, cause, suppressed);
        }
        unlinked.clear();
    }

    private Throwable exception(int number) {
        if (objects.objectOf(number) instanceof Throwable exception) {
            return exception;
        }
        throw new CodecException("number " + number + " for an exception");
    }
}
