package jdsm.comm.shm;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;

/**
 * The file of one rank's rings, one ring for each sender, little-endian. A number that one side writes while the other
 * polls it has a cache line of its own, or two for processors that fetch pairs of lines.
 *
 * <pre>
 *       0  magic (8)        8  bytes of a ring's data (4)    12 ranks of the job (4)
 *     128  asleep (4): 0 while a thread polls the rings, else 1 + the occasion that the rank attends;
 *          a sender that sets it to 0 rings the bell
 *     384  number of signs of life of the rank (8)
 *    4096  the ring of rank 0, that of rank 1, ...; each:
 *          128  head (8): number of bytes read since the start     256  starved (4): 1 if the sender waits for room
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
    /** The value of a sleeping rank, to which the occasion is added. */
    private static final int SLEEPS = 1;

    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int SMALLEST_DATA = 64 << 10;
    /** The data of a ring where the file system has little room. */
    private static final int TIGHT_DATA = 16 << 10;

    private static final int LARGEST_DATA = 1 << 20;
    private static final int ALL_DATA = 32 << 20;

    private final MappedByteBuffer file;
    private final int dataBytes;

    private Inbox(MappedByteBuffer file, int dataBytes) {
        this.file = file;
        this.dataBytes = dataBytes;
    }

    /** Returns the bytes of data in a ring, if the file system has room: a power of two, smaller for many ranks. */
    static int dataBytes(int ranks) {
        int share = ALL_DATA / Math.max(1, ranks * (ranks - 1));
        return Math.max(SMALLEST_DATA, Math.min(LARGEST_DATA, Integer.highestOneBit(share)));
    }

    private static long fileBytes(int ranks, int dataBytes) {
        return PAGE + (long) ranks * (PAGE + dataBytes);
    }

    /** Returns the smallest length of a rank's file, in bytes. */
    static long smallestBytes(int ranks) {
        return fileBytes(ranks, TIGHT_DATA);
    }

    /**
     * Makes a rank's file in the state asleep. Where the file system has little room, the rings are smaller, so that
     * each rank has room for its own file.
     */
    static Inbox create(Path path, int ranks) throws IOException {
        return create(path, ranks, SharedFile.room(path.getParent()));
    }

    /**
     * As {@link #create(Path, int)}, for a file system with this room.
     *
     * @param roomBytes the bytes that the file system has for the files of all ranks
     */
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

    /** Opens another rank's file. */
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

    /** Returns the number of ranks for which the file has a ring, its own rank included. */
    int ranks() {
        return file.getInt(RANKS);
    }

    /** Returns an inbox without a file, for a rank without peers. */
    static Inbox alone() {
        return new Inbox(null, 0);
    }

    /**
     * Declares the owning rank asleep. After this and a full fence it must look at its rings once more.
     *
     * @param occasion the occasion on which the rank is to be woken
     */
    void sleeps(int occasion) {
        if (file != null) {
            INT.setRelease(file, ASLEEP, SLEEPS + occasion);
        }
    }

    /** Declares the owning rank awake. */
    void isAwake() {
        if (file != null && (int) INT.getOpaque(file, ASLEEP) != AWAKE) {
            INT.setOpaque(file, ASLEEP, AWAKE);
        }
    }

    /** Returns whether the owning rank may sleep, after the caller, a sender, has written. */
    boolean isAsleep() {
        VarHandle.fullFence();
        return (int) INT.getOpaque(file, ASLEEP) != AWAKE;
    }

    /** Returns whether the caller, a sender that has written, must ring the bell of the owning rank. */
    boolean mustWake() {
        VarHandle.fullFence();
        int now = (int) INT.getOpaque(file, ASLEEP);
        return now != AWAKE && INT.compareAndSet(file, ASLEEP, now, AWAKE);
    }

    /** As {@link #mustWake()}, but only if the owning rank attends an occasion. */
    boolean mustWake(int occasion) {
        VarHandle.fullFence();
        int expected = SLEEPS + occasion;
        return (int) INT.getOpaque(file, ASLEEP) == expected && INT.compareAndSet(file, ASLEEP, expected, AWAKE);
    }

    /** Counts a sign of life of the owning rank. By one thread. */
    void beat() {
        if (file != null) {
            LONG.setOpaque(file, BEATS, (long) LONG.getOpaque(file, BEATS) + 1);
        }
    }

    /** Returns the number of signs of life of the owning rank. */
    long beats() {
        return (long) LONG.getOpaque(file, BEATS);
    }

    /** Returns the ring of a sender. */
    Ring ring(int sender) {
        return new Ring(PAGE + sender * (PAGE + dataBytes));
    }

    /** The data that one rank sends to another, and the progress of both. */
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

        /** Returns the place in the data of a byte, given its number since the start. */
        int place(long position) {
            return (int) position & dataBytes - 1;
        }

        /** Returns the first eight bytes of the record at a place: an acquire. 0: the record is not written yet. */
        long published(int place) {
            return (long) LONG.getAcquire(file, at + PAGE + place);
        }

        /** Writes the first eight bytes of a record, after all other bytes of it: a release. */
        void publish(int place, long header) {
            LONG.setRelease(file, at + PAGE + place, header);
        }

        long head() {
            return (long) LONG.getAcquire(file, at + HEAD);
        }

        void head(long position) {
            LONG.setRelease(file, at + HEAD, position);
        }

        /** Declares that the sender waits for room. After this it must look at the head once more. */
        void starves() {
            INT.setVolatile(file, at + STARVED, 1);
            VarHandle.fullFence();
        }

        /** Returns whether the sender waited for room. The reader calls this after it has moved the head. */
        boolean feeds() {
            VarHandle.fullFence();
            return (int) INT.getOpaque(file, at + STARVED) == 1 && INT.compareAndSet(file, at + STARVED, 1, 0);
        }
    }
}
