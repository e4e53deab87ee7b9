package jdsm.remote.door;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * What a client asks a memory server for.
 *
 * @param pageBytes the page size: a power of two, {@link #LEAST_PAGE} to {@link #MOST_PAGE}
 * @param pages the number of pages, from 1
 * @param comm the transport: {@code shm} or {@code tcp}
 * @param processesOnHost the number of processes on the server's host that wait for each other, for spinning
 */
public record Wish(int pageBytes, int pages, String comm, int processesOnHost) {
    /** The smallest page, in bytes. */
    public static final int LEAST_PAGE = 4 << 10;
    /** The largest page, in bytes. */
    public static final int MOST_PAGE = 4 << 20;

    private static final int MOST_PROCESSES = 1 << 16;

    public Wish {
        checkPageBytes(pageBytes);
        if (pages < 1) {
            throw new IllegalArgumentException("a client asks for " + pages + " pages; the least is 1");
        }
        if (!comm.equals("shm") && !comm.equals("tcp")) {
            throw new IllegalArgumentException("unknown transport '" + comm + "' for memory; known: shm, tcp");
        }
        if (processesOnHost < 1 || processesOnHost > MOST_PROCESSES) {
            throw new IllegalArgumentException(processesOnHost + " processes on a host");
        }
    }

    /** @throws IllegalArgumentException if no page may have this size */
    public static void checkPageBytes(long pageBytes) {
        if (pageBytes < LEAST_PAGE || pageBytes > MOST_PAGE || Long.bitCount(pageBytes) != 1) {
            throw new IllegalArgumentException("page size " + pageBytes + " bytes is not a power of two from "
                    + LEAST_PAGE + " (4k) to " + MOST_PAGE + " (4m)");
        }
    }

    /** Returns the memory of all pages, in bytes. */
    public long bytes() {
        return (long) pages * pageBytes;
    }

    void write(DataOutputStream out) throws IOException {
        out.writeInt(pageBytes);
        out.writeInt(pages);
        out.writeUTF(comm);
        out.writeInt(processesOnHost);
    }

    /** @throws IllegalArgumentException for a wish that nobody may have */
    static Wish read(DataInputStream in) throws IOException {
        return new Wish(in.readInt(), in.readInt(), in.readUTF(), in.readInt());
    }
}
