package jdsm.remote;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import jdsm.remote.store.Arrival;
import jdsm.remote.store.PageStore;

/** A server's pages in a map. Reads arrive when somebody waits, in the order of the requests. */
final class FakeStore implements PageStore {
    private final String name;
    private final int slots;
    private final Map<Integer, byte[]> pages = new HashMap<>();
    private final Deque<Runnable> reads = new ArrayDeque<>();
    private boolean damages;
    int readCount;
    int writeCount;

    FakeStore(String name, int slots) {
        this.name = name;
        this.slots = slots;
    }

    /** From now on every page comes back with one bit changed. */
    void damage() {
        damages = true;
    }

    /** From now on pages come back as they are. */
    void heal() {
        damages = false;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public boolean isAsynchronous() {
        return true;
    }

    @Override
    public boolean isLost() {
        return false;
    }

    @Override
    public String lossText() {
        return null;
    }

    @Override
    public void read(int slot, ByteBuffer target, Arrival arrival) {
        readCount++;
        byte[] page = pages.get(slot).clone();
        if (damages) {
            page[page.length / 3] ^= 4;
        }
        reads.add(() -> {
            target.put(target.position(), page);
            arrival.arrived();
        });
    }

    @Override
    public void write(int slot, ByteBuffer content) {
        writeCount++;
        byte[] page = new byte[content.remaining()];
        content.get(content.position(), page);
        pages.put(slot, page);
    }

    @Override
    public void await(BooleanSupplier done) {
        while (!done.getAsBoolean()) {
            reads.remove().run();
        }
    }

    @Override
    public void close() {
        pages.clear();
    }
}
