package jdsm.remote;

import java.net.InetSocketAddress;

/**
 * A memory server and the memory that a program takes from it.
 *
 * @param name the name for messages
 * @param address the address at which the server lets clients in
 * @param bytes the memory, in bytes
 */
public record MemoryHost(String name, InetSocketAddress address, long bytes) {
    /** Returns the number of pages. */
    int pages(int pageBytes) {
        long pages = bytes / pageBytes;
        if (pages < 1 || pages > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("memory server " + name + " with " + bytes + " bytes has " + pages
                    + " pages of " + pageBytes + " bytes; allowed: 1 to " + Integer.MAX_VALUE);
        }
        return (int) pages;
    }
}
