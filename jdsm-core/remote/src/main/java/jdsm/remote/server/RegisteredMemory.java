package jdsm.remote.server;

import java.nio.ByteBuffer;
import jdsm.comm.Comm;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.remote.door.Kinds;
import jdsm.remote.door.Wish;

/** Chunks in registered memory, which the client accesses by itself. The system gives each as zeros, to this client only. */
final class RegisteredMemory implements ClientMemory {
    private final Comm comm;
    private final long pageBytes;
    private final int pages;
    private final int pagesPerChunk;
    private final Region[] chunks;

    RegisteredMemory(Comm comm, Wish wish) {
        this.comm = comm;
        this.pageBytes = wish.pageBytes();
        this.pages = wish.pages();
        this.pagesPerChunk = Kinds.pagesPerChunk(wish.pageBytes());
        chunks = new Region[Kinds.chunks(pages, wish.pageBytes())];
    }

    @Override
    public RegionKey chunk(int chunk) {
        if (chunk < 0 || chunk >= chunks.length) {
            throw new IllegalArgumentException("a client asked for chunk " + chunk + " of " + chunks.length);
        }
        if (chunks[chunk] == null) {
            int size = Math.min(pagesPerChunk, pages - chunk * pagesPerChunk);
            chunks[chunk] = comm.remoteMemory().orElseThrow().register(size * pageBytes);
        }
        return chunks[chunk].key();
    }

    @Override
    public void read(int slot, ByteBuffer target, int position) {
        ByteBuffer chunk = view(slot);
        target.put(position, chunk, (int) (slot % pagesPerChunk * pageBytes), (int) pageBytes);
    }

    @Override
    public void write(int slot, ByteBuffer source, int position) {
        ByteBuffer chunk = view(slot);
        chunk.put((int) (slot % pagesPerChunk * pageBytes), source, position, (int) pageBytes);
    }

    private ByteBuffer view(int slot) {
        chunk(slot / pagesPerChunk);
        return chunks[slot / pagesPerChunk].buffer();
    }

    @Override
    public void free() {
        for (Region chunk : chunks) {
            if (chunk != null) {
                chunk.close();
            }
        }
    }
}
