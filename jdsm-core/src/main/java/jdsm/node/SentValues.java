package jdsm.node;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jdsm.codec.CannotTravelException;
import jdsm.codec.ElementKind;
import jdsm.codec.ValueCodec;
import jdsm.runtime.ArrayCalls;

/**
 * Encodes the values that a collective call sends: those of {@link ValueCodec}, and arrays of primitive types. The
 * first byte tells them apart. Thread-safe. A method may block while it fetches a copy of a shared array.
 */
final class SentValues {
    private static final byte VALUE = 0;
    /** The code of an array is this number plus that of its element type, by {@link #KINDS}. */
    private static final byte ARRAYS = 1;

    /** The element types by code; part of the format. */
    private static final ElementKind[] KINDS = {
        ElementKind.BOOLEAN,
        ElementKind.BYTE,
        ElementKind.CHAR,
        ElementKind.SHORT,
        ElementKind.INT,
        ElementKind.LONG,
        ElementKind.FLOAT,
        ElementKind.DOUBLE
    };

    private final ValueCodec codec;

    /** @param loader the program's class loader */
    SentValues(ClassLoader loader) {
        codec = new ValueCodec(loader);
    }

    /**
     * Encodes a value.
     *
     * @throws CannotTravelException if it is none that can be sent
     */
    byte[] encode(Object value) {
        for (int i = 0; value != null && value.getClass().isArray() && i < KINDS.length; i++) {
            if (ElementKind.of(value.getClass()) == KINDS[i]) {
                byte[] elements = elements(value);
                return ByteBuffer.allocate(1 + elements.length)
                        .put((byte) (ARRAYS + i))
                        .put(elements)
                        .array();
            }
        }
        byte[] encoded = codec.encode(value);
        return ByteBuffer.allocate(1 + encoded.length).put(VALUE).put(encoded).array();
    }

    /** The elements of an array of a primitive type, which may be shared. */
    static byte[] elements(Object array) {
        Object readable = ArrayCalls.readable(array);
        return ElementKind.of(array.getClass()).encode(readable, 0, Array.getLength(array));
    }

    /**
     * Decodes a value into a new object.
     *
     * @throws jdsm.codec.CodecException if the bytes are malformed, or a class is not found
     */
    Object decode(byte[] encoded) {
        ByteBuffer source = ByteBuffer.wrap(encoded).order(ByteOrder.LITTLE_ENDIAN);
        byte code = source.get();
        return code == VALUE ? codec.decode(source, type -> true) : KINDS[code - ARRAYS].decode(source);
    }
}
