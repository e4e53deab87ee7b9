package jdsm.remote.door;

/**
 * The messages between a client and its memory server. All are little-endian; the lengths are in bytes.
 *
 * <pre>
 * READ          client  slot (4)  request (4)
 * PAGE          server  request (4)  zero (4)  one page
 * WRITE         client  slot (4)  zero (4)  one page
 * WRITTEN       server  number of pages (4)
 * WANT_CHUNK    client  chunk (4)
 * CHUNK         server  chunk (4)  key of its region (20)
 * BYE           client  empty
 * NO_MEMORY     server  why it cannot keep a page, in UTF-8
 * </pre>
 *
 * Chunks are asked for only where the client reaches the server's memory by itself; then it sends no READ and no WRITE.
 */
public final class Kinds {
    public static final int READ = 1;
    public static final int PAGE = 2;
    public static final int WRITE = 3;
    public static final int WRITTEN = 4;
    public static final int WANT_CHUNK = 5;
    public static final int CHUNK = 6;
    public static final int BYE = 7;
    public static final int NO_MEMORY = 8;

    /** The bytes before a page in {@link #PAGE} and {@link #WRITE}. */
    public static final int HEADER_BYTES = 8;

    /** The server's rank in the job of a client and its server. */
    public static final int SERVER = 0;
    /** The client's rank. */
    public static final int CLIENT = 1;

    private static final int LEAST_CHUNK_BYTES = 4 << 20;

    private Kinds() {}

    /** Returns the number of pages that the server takes from its system at once. */
    public static int pagesPerChunk(int pageBytes) {
        return Math.max(1, LEAST_CHUNK_BYTES / pageBytes);
    }

    /** Returns the number of chunks for a number of pages, at least one. */
    public static int chunks(int pages, int pageBytes) {
        return (pages - 1) / pagesPerChunk(pageBytes) + 1;
    }
}
