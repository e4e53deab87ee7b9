package jdsm.remote.server;

import java.nio.ByteBuffer;
import jdsm.comm.RegionKey;

/**
 * The memory of one client, in chunks of several pages that are taken at their first use and begin as zeros. The
 * delivery thread of the client's connection calls the methods, {@link #free} any thread afterwards.
 */
interface ClientMemory {
    /** Copies a page to the buffer's position; zeros if it was never written. The position and limit stay. */
    void read(int slot, ByteBuffer target, int position);

    /**
     * Copies a page from a buffer.
     *
     * @throws jdsm.comm.CommException if there is no memory
     */
    void write(int slot, ByteBuffer source, int position);

    /**
     * Returns the key of a chunk that the client accesses by itself.
     *
     * @throws IllegalArgumentException if clients have to ask for pages, or there is no such chunk
     * @throws jdsm.comm.CommException if there is no memory
     */
    RegionKey chunk(int chunk);

    /** Gives all memory back. */
    void free();
}
