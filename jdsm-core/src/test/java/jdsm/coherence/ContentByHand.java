package jdsm.coherence;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jdsm.codec.UnitContent;

/** A primitive array's content that keeps what is stored in it, and lets another worker store behind each look at it. */
final class ContentByHand implements UnitContent {
    /** Bytes from {@code offset} on, stored at once. */
    record Store(int offset, int bytes) {}

    final List<Store> stores = new ArrayList<>();
    private final UnitContent array;
    private Runnable behindNextLook = () -> {};

    ContentByHand(Object array, int length) {
        this.array = UnitContent.ofElements(array, 0, length, 1 << 20);
    }

    /** Another worker's store, which comes just after the content has been looked at. */
    void behindNextLook(Runnable store) {
        behindNextLook = store;
    }

    /** The content as another rank would send it. */
    static ByteBuffer encoded(Object array, int length) {
        UnitContent content = UnitContent.ofElements(array, 0, length, 1 << 20);
        ByteBuffer bytes = ByteBuffer.allocate(content.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        content.encode(bytes);
        return bytes.flip();
    }

    @Override
    public int encodedBytes() {
        return array.encodedBytes();
    }

    @Override
    public void encode(ByteBuffer target) {
        array.encode(target);
        Runnable store = behindNextLook;
        behindNextLook = () -> {};
        store.run();
    }

    @Override
    public void decode(ByteBuffer source) {
        stores.add(new Store(0, source.remaining()));
        array.decode(source);
    }

    @Override
    public int elementBytes() {
        return array.elementBytes();
    }

    @Override
    public void decode(int offset, ByteBuffer source) {
        stores.add(new Store(offset, source.remaining()));
        array.decode(offset, source);
    }

    @Override
    public Optional<Difference> firstDifference(ByteBuffer other) {
        return array.firstDifference(other);
    }
}
