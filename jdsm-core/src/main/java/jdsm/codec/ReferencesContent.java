package jdsm.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * The content of a unit of an array of references, encoded by Kryo: the values of elements
 * {@code from .. from + count - 1} as one graph.
 */
final class ReferencesContent implements UnitContent {
    private final ObjectCodec codec;
    private final Object[] array;
    private final int from;
    private final int count;
    private ByteBuffer encoded;

    ReferencesContent(ObjectCodec codec, Object[] array, int from, int count) {
        this.codec = codec;
        this.array = array;
        this.from = from;
        this.count = count;
    }

    @Override
    public int encodedBytes() {
        encoded = codec.encode(this::write);
        return encoded.remaining();
    }

    private void write(Output out) {
        Kryo kryo = codec.kryo();
        for (int i = from; i < from + count; i++) {
            kryo.writeClassAndObject(out, array[i]);
        }
    }

    @Override
    public void encode(ByteBuffer target) {
        target.put(encoded);
        encoded = null;
    }

    @Override
    public void decode(ByteBuffer source) {
        Object[] values = codec.decode(source, this::read);
        try {
            System.arraycopy(values, 0, array, from, count);
        } catch (ArrayStoreException e) {
            throw new CodecException(
                    "an element does not fit " + array.getClass().getTypeName(), e);
        }
    }

    private Object[] read(Input input) {
        Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            values[i] = codec.kryo().readClassAndObject(input);
        }
        return values;
    }

    @Override
    public Optional<Difference> firstDifference(ByteBuffer other) {
        Object[] theirs = codec.decode(other, this::read);
        for (int i = 0; i < count; i++) {
            Object here = array[from + i];
            if (!Arrays.equals(codec.encodeValue(here), codec.encodeValue(theirs[i]))) {
                return Optional.of(new Difference(
                        "[" + (from + i) + "]",
                        RootContent.shorten(String.valueOf(here)),
                        RootContent.shorten(String.valueOf(theirs[i]))));
            }
        }
        return Optional.empty();
    }
}
