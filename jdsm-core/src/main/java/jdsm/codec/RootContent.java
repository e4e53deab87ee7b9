package jdsm.codec;

import com.esotericsoftware.kryo.Serializer;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** The content of a unit that is a collection or map, encoded by Kryo as one graph. */
class RootContent implements UnitContent {
    private static final int SHOWN_CHARS = 80;

    private final ObjectCodec codec;
    private final Object target;
    private final Serializer<Object> serializer;
    private byte[] encoded;

    @SuppressWarnings("unchecked") // the serializer is used for the target only
    RootContent(ObjectCodec codec, Object target, Serializer<?> serializer) {
        this.codec = codec;
        this.target = target;
        this.serializer = (Serializer<Object>) serializer;
    }

    final ObjectCodec codec() {
        return codec;
    }

    final Object target() {
        return target;
    }

    @Override
    public boolean callsObject() {
        return true;
    }

    @Override
    public int encodedBytes() {
        encoded = codec.encodeRoot(target, serializer);
        return encoded.length;
    }

    @Override
    public void encode(ByteBuffer buffer) {
        buffer.put(encoded);
        encoded = null;
    }

    @Override
    public void decode(ByteBuffer source) {
        codec.decode(source, input -> codec.kryo().readObject(input, target.getClass(), serializer));
    }

    @Override
    public Optional<Difference> firstDifference(ByteBuffer other) {
        byte[] mine = codec.encodeRoot(target, serializer);
        byte[] theirs = new byte[other.remaining()];
        other.duplicate().get(theirs);
        if (Arrays.equals(mine, theirs)) {
            return Optional.empty();
        }
        String here = String.valueOf(target);
        Object copy = codec.decode(
                other,
                input -> codec.kryo()
                        .readObject(input, target.getClass(), codec.kryo().getSerializer(target.getClass())));
        return Optional.of(new Difference("", shorten(here), shorten(String.valueOf(copy))));
    }

    static String shorten(String text) {
        return text.length() <= SHOWN_CHARS ? text : text.substring(0, SHOWN_CHARS) + "...";
    }
}
