package jdsm.pool;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import jdsm.codec.CodecException;

/** Reads the descriptions that a {@link DescriptionWriter} has put into one message. Service loop only. */
final class DescriptionReader {
    private final SharedObjects objects;
    private final List<Class<?>> classes = new ArrayList<>(4);
    private int lastNumber;
    private int lastLock;

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
                long code = Packing.number(in);
                Predicate<Class<?>> admits = expected.of(lastNumber);
                if (code == DescriptionWriter.VALUE) {
                    learnValue(in, admits);
                } else {
                    learnObject(type(code, in), in, admits);
                }
            }
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

    private Class<?> type(long code, ByteBuffer in) {
        if (code == DescriptionWriter.NEW_CLASS) {
            byte[] name = new byte[Packing.length(in, in.remaining())];
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

    private void learnObject(Class<?> type, ByteBuffer in, Predicate<Class<?>> admits) {
        int unit = lastNumber - 1;
        int lock = lastLock + (int) Packing.signed(in);
        lastLock = lock;
        int hash = in.getInt();
        long length = type.isArray() ? Packing.signed(in) : 0;
        long blockLength = type.isArray() ? Packing.signed(in) : 0;
        if (lastNumber > 0 && objects.isKnown(lastNumber)) {
            return;
        }
        int maker = objects.makerOf(unit, lock);
        Object object =
                type.isArray() ? Described.array(type, length, blockLength, admits) : Described.object(type, admits);
        objects.add(object, (int) blockLength, unit, lock, hash, maker);
    }
}
