package jdsm.remote.store;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.Frame;
import jdsm.comm.RegionKey;
import jdsm.comm.RemoteMemory;
import jdsm.remote.door.Kinds;

/**
 * The pages of a server whose memory this process reaches: the caller's thread copies them. The server is asked only for
 * chunks of memory, at the first write to each.
 */
final class OneSidedStore extends ServerStore {
    private final int pageBytes;
    private final int pagesPerChunk;
    /** By chunk; null where none was asked for. The delivery thread stores, the caller's thread reads after a wait. */
    private final RegionKey[] chunks;

    private volatile int arrivedChunks;
    private final RemoteMemory memory;

    /** @param comm not yet started, of a transport with remote memory; this constructor starts it */
    OneSidedStore(String name, Comm comm, int pageBytes, int slots, Consumer<String> onLoss) {
        super(new ServerConnection(name, comm, onLoss), slots);
        this.pageBytes = pageBytes;
        pagesPerChunk = Kinds.pagesPerChunk(pageBytes);
        chunks = new RegionKey[Kinds.chunks(slots, pageBytes)];
        comm.handle(Kinds.CHUNK, (from, message) -> came(message));
        comm.start();
        memory = comm.remoteMemory().orElseThrow();
    }

    private void came(ByteBuffer message) {
        int chunk = message.remaining() == Integer.BYTES + RegionKey.ENCODED_BYTES ? message.getInt() : -1;
        if (chunk < 0 || chunk >= chunks.length || chunks[chunk] != null) {
            throw server.malformed("a chunk", message);
        }
        chunks[chunk] = RegionKey.decode(message);
        arrivedChunks = arrivedChunks + 1; // only the delivery thread writes it
        server.wake();
    }

    private RegionKey chunkFor(int slot) {
        int chunk = slot / pagesPerChunk;
        if (chunks[chunk] == null) {
            Frame frame = server.frame(Kinds.WANT_CHUNK, Integer.BYTES);
            frame.buffer().putInt(0, chunk);
            int before = arrivedChunks;
            server.post(frame);
            server.await(() -> arrivedChunks > before);
        }
        return chunks[chunk];
    }

    private long offset(int slot) {
        return (long) (slot % pagesPerChunk) * pageBytes;
    }

    @Override
    public void read(int slot, ByteBuffer target, Arrival arrival) {
        RegionKey key = chunks[slot / pagesPerChunk];
        if (server.isLost()) {
            return;
        }
        try {
            memory.get(key, offset(slot), target);
        } catch (CommException e) {
            server.lose(e.getMessage());
            return;
        }
        arrival.arrived();
    }

    @Override
    public void write(int slot, ByteBuffer content) {
        RegionKey key = server.isLost() ? null : chunkFor(slot);
        if (key == null) {
            return; // lost
        }
        try {
            memory.put(key, offset(slot), content);
        } catch (CommException e) {
            server.lose(e.getMessage());
        }
    }

    @Override
    public boolean isAsynchronous() {
        return false;
    }
}
