package jdsm.remote.server;

import java.nio.ByteBuffer;
import java.util.Arrays;
import jdsm.comm.RegionKey;
import jdsm.comm.memory.PageAllocator;
import jdsm.remote.door.Kinds;
import jdsm.remote.door.Wish;

/** Chunks from the allocator that all clients of the server share. Each is zeroed before a client gets it. */
final class AllocatedMemory implements ClientMemory {
    private static final byte[] ZEROS = new byte[64 << 10];

    private final PageAllocator allocator;
    private final int pageBytes;
    private final int pagesPerChunk;
    /** By chunk; 0 where none is taken. */
    private final long[] names;

    private final ByteBuffer[] chunks;

    AllocatedMemory(PageAllocator allocator, Wish wish) {
        this.allocator = allocator;
        this.pageBytes = wish.pageBytes();
        this.pagesPerChunk = Kinds.pagesPerChunk(wish.pageBytes());
        int count = Kinds.chunks(wish.pages(), wish.pageBytes());
        names = new long[count];
        chunks = new ByteBuffer[count];
    }

    @Override
    public void read(int slot, ByteBuffer target, int position) {
        ByteBuffer chunk = chunks[slot / pagesPerChunk];
        if (chunk == null) {
            zero(target, position, pageBytes);
        } else {
            target.put(position, chunk, slot % pagesPerChunk * pageBytes, pageBytes);
        }
    }

    @Override
    public void write(int slot, ByteBuffer source, int position) {
        int number = slot / pagesPerChunk;
        if (chunks[number] == null) {
            int bytes = pagesPerChunk * pageBytes;
            names[number] = allocator.take(bytes);
            ByteBuffer chunk = allocator.view(names[number], bytes);
            zero(chunk, 0, bytes);
            chunks[number] = chunk;
        }
        chunks[number].put(slot % pagesPerChunk * pageBytes, source, position, pageBytes);
    }

    private static void zero(ByteBuffer target, int from, int bytes) {
        for (int done = 0; done < bytes; done += ZEROS.length) {
            target.put(from + done, ZEROS, 0, Math.min(ZEROS.length, bytes - done));
        }
    }

    @Override
    public RegionKey chunk(int chunk) {
        throw new IllegalArgumentException("a client asked for chunk " + chunk + " that it cannot reach");
    }

    @Override
    public void free() {
        for (long name : names) {
            if (name != 0) {
                allocator.free(name);
            }
        }
        Arrays.fill(names, 0);
        Arrays.fill(chunks, null);
    }
}
