package jdsm.comm.shm;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;

/**
 * A rank's file of rings, one for each sender, little-endian. Numbers that one side writes and the other spins on have a cache
 * line (or two, for processors that fetch pairs) of their own.
 *
 * <pre>
 *       0  magic (8)        8  bytes of a ring's data (4)    12 ranks of the job (4)
 *     128  asleep (4): not 0 while nobody looks at the rings; who makes that 0 rings the bell; 1 + the occasion that is attended
 *     384  signs of life that its rank has given (8)
 *    4096  the ring of rank 0, that of rank 1, ...; each:
 *          128  head (8): how many bytes have been read, ever      256  starved (4): 1 if the sender waits for room
 *         4096  data: records, see {@link RingWriter}
 * </pre>
 */
final class Inbox {
    /** "JDSMRNG3", first letter first. */
    private static final long MAGIC = 0x33474E52_4D53444AL;

    private static final int DATA_BYTES = 8;
    private static final int RANKS = 12;
    private static final int ASLEEP = 128;
    private static final int BEATS = 384;
    private static final int PAGE = 4096;
    private static final int HEAD = 128;
    private static final int STARVED = 256;

    private static final int AWAKE = 0;
    /** And the occasion. */
    private static final int SLEEPS = 1;

    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int SMALLEST_DATA = 64 << 10;
    /** Where there is no room for more. */
    private static final int TIGHT_DATA = 16 << 10;

    private static final int LARGEST_DATA = 1 << 20;
    private static final int ALL_DATA = 32 << 20;

    private final MappedByteBuffer file;
    private final int dataBytes;

    private Inbox(MappedByteBuffer file, int dataBytes) {
        this.file = file;
        this.dataBytes = dataBytes;
    }

    /** How much data a ring holds where there is room: a power of two, less where there are many. */
    static int dataBytes(int ranks) {
        int share = ALL_DATA / Math.max(1, ranks * (ranks - 1));
        return Math.max(SMALLEST_DATA, Math.min(LARGEST_DATA, Integer.highestOneBit(share)));
    }

    private static long fileBytes(int ranks, int dataBytes) {
        return PAGE + (long) ranks * (PAGE + dataBytes);
    }

    /** How long a rank's file is at least. */
    static long smallestBytes(int ranks) {
        return fileBytes(ranks, TIGHT_DATA);
    }

    /** Makes a rank's file; it is asleep. Where there is little room, its rings are smaller, and leave as much for each rank. */
    static Inbox create(Path path, int ranks) throws IOException {
        return create(path, ranks, SharedFile.room(path.getParent()));
    }

    /** @param roomBytes that all ranks have */
    static Inbox create(Path path, int ranks, long roomBytes) throws IOException {
        int data = dataBytes(ranks);
        while (data > TIGHT_DATA && fileBytes(ranks, data) > roomBytes / ranks) {
            data /= 2;
        }
        while (true) {
            try {
                return makeFile(path, ranks, data);
            } catch (IOException e) {
                if (data <= TIGHT_DATA) {
                    throw e;
                }
                data /= 2;
            }
        }
    }

    private static Inbox makeFile(Path path, int ranks, int data) throws IOException {
        MappedByteBuffer file = SharedFile.create(path, fileBytes(ranks, data));
        file.putInt(DATA_BYTES, data);
        file.putInt(RANKS, ranks);
        file.putInt(ASLEEP, SLEEPS);
        VarHandle.releaseFence();
        file.putLong(0, MAGIC);
        return new Inbox(file, data);
    }

    /** Another rank's file. */
    static Inbox open(Path path, int ranks) throws IOException {
        MappedByteBuffer file = SharedFile.map(path);
        boolean whole = file.capacity() >= PAGE && file.getLong(0) == MAGIC && file.getInt(RANKS) == ranks;
        int data = whole ? file.getInt(DATA_BYTES) : 0;
        boolean known = data >= TIGHT_DATA && data <= dataBytes(ranks) && Integer.bitCount(data) == 1;
        if (!known || file.capacity() != fileBytes(ranks, data)) {
            throw new IOException(path + " is no inbox of a job of " + ranks + " ranks");
        }
        return new Inbox(file, data);
    }

    /** How many ranks may fill a ring of it, its own among them. */
    int ranks() {
        return file.getInt(RANKS);
    }

    /** For a rank without others: memory of its own. */
    static Inbox alone() {
        return new Inbox(null, 0);
    }

    // Whether its rank sleeps.

    /**
     * Its rank is about to sleep; it must look at its rings once more behind this and a full fence.
     *
     * @param occasion on which it is to be woken
     */
    void sleeps(int occasion) {
        if (file != null) {
            INT.setRelease(file, ASLEEP, SLEEPS + occasion);
        }
    }

    void isAwake() {
        if (file != null) {
            INT.setOpaque(file, ASLEEP, AWAKE);
        }
    }

    /** Behind what was written: whether the caller has to ring its rank's bell. */
    boolean mustWake() {
        VarHandle.fullFence();
        int now = (int) INT.getOpaque(file, ASLEEP);
        return now != AWAKE && INT.compareAndSet(file, ASLEEP, now, AWAKE);
    }

    /** As {@link #mustWake()}, if its rank attends an occasion. */
    boolean mustWake(int occasion) {
        VarHandle.fullFence();
        int expected = SLEEPS + occasion;
        return (int) INT.getOpaque(file, ASLEEP) == expected && INT.compareAndSet(file, ASLEEP, expected, AWAKE);
    }

    /** Its rank gives a sign of life. By one thread. */
    void beat() {
        if (file != null) {
            LONG.setOpaque(file, BEATS, (long) LONG.getOpaque(file, BEATS) + 1);
        }
    }

    /** How many signs of life its rank has given. */
    long beats() {
        return (long) LONG.getOpaque(file, BEATS);
    }

    /** The ring that a rank fills. */
    Ring ring(int sender) {
        return new Ring(PAGE + sender * (PAGE + dataBytes));
    }

    /** Where one rank's bytes for another lie, and how far both are. */
    final class Ring {
        private final int at;
        private final ByteBuffer data;

        private Ring(int at) {
            this.at = at;
            data = file.slice(at + PAGE, dataBytes).order(ByteOrder.LITTLE_ENDIAN);
        }

        ByteBuffer data() {
            return data;
        }

        /** Where in the data a byte lies, of all that are ever written. */
        int place(long position) {
            return (int) position & dataBytes - 1;
        }

        /** What a record begins with, at a place in the data; 0: it is not there yet. */
        long published(int place) {
            return (long) LONG.getAcquire(file, at + PAGE + place);
        }

        /** All of a record is written but that. */
        void publish(int place, long header) {
            LONG.setRelease(file, at + PAGE + place, header);
        }

        long head() {
            return (long) LONG.getAcquire(file, at + HEAD);
        }

        void head(long position) {
            LONG.setRelease(file, at + HEAD, position);
        }

        /** The sender waits for room; it must look at the head once more behind this. */
        void starves() {
            INT.setVolatile(file, at + STARVED, 1);
            VarHandle.fullFence();
        }

        /** Behind a new head: whether the sender has waited for it. */
        boolean feeds() {
            VarHandle.fullFence();
            return (int) INT.getOpaque(file, at + STARVED) == 1 && INT.compareAndSet(file, at + STARVED, 1, 0);
        }
    }
}
