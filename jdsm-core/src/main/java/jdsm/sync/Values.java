package jdsm.sync;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The values that the workers of all ranks bring to one collective call, as far as this rank has them. Its encoding is
 * the first part of the cargo of a barrier's message, little-endian:
 *
 * <pre>
 *   length of the call (2)   the call, UTF-8   number of ranks (2)
 *   for each of these ranks, the sender first:   rank (4)   for each of its workers:   length (4)   the value
 * </pre>
 *
 * <p>The workers of this rank put their values under the barrier's lock; then the service loop has the object alone.
 */
final class Values {
    private static final int LENGTH_BYTES = 4;

    private final int me;
    private final int threads;
    private final String call;
    private final byte[] text;
    /** The values by worker; null for a worker that has not been heard of. */
    private final byte[][] byWorker;

    /**
     * Makes an object without values.
     *
     * @param me this rank
     * @param threads the number of workers of each rank
     * @param call the call, with all that must be equal on all workers: {@code sum(double)}
     */
    Values(int me, int ranks, int threads, String call) {
        this.me = me;
        this.threads = threads;
        this.call = call;
        this.text = call.getBytes(StandardCharsets.UTF_8);
        this.byWorker = new byte[ranks * threads][];
    }

    /** The call, with all that must be equal on all workers. */
    String call() {
        return call;
    }

    /** Takes the value of a worker of this rank, which must not change afterwards. */
    void put(int slot, byte[] value) {
        byWorker[me * threads + slot] = value;
    }

    /** The values by worker; nobody may change them. */
    byte[][] byWorker() {
        return byWorker;
    }

    /** Whether this rank has the values of all workers. */
    boolean isComplete() {
        for (byte[] value : byWorker) {
            if (value == null) {
                return false;
            }
        }
        return true;
    }

    /**
     * Encodes all values that this rank has.
     *
     * @param behind the bytes that follow them in the message
     */
    byte[] encode(byte[] behind) {
        int ranks = byWorker.length / threads;
        int known = 0;
        int bytes = 0;
        for (int rank = 0; rank < ranks; rank++) {
            if (byWorker[rank * threads] != null) {
                known++;
                bytes += LENGTH_BYTES + lengthBytes(rank);
            }
        }
        ByteBuffer target = ByteBuffer.allocate(2 + text.length + 2 + bytes + behind.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) text.length)
                .put(text)
                .putShort((short) known);
        for (int i = 0; i < ranks; i++) {
            int rank = (me + i) % ranks;
            if (byWorker[rank * threads] != null) {
                target.putInt(rank);
                for (int worker = rank * threads; worker < (rank + 1) * threads; worker++) {
                    target.putInt(byWorker[worker].length).put(byWorker[worker]);
                }
            }
        }
        return target.put(behind).array();
    }

    private int lengthBytes(int rank) {
        int bytes = 0;
        for (int worker = rank * threads; worker < (rank + 1) * threads; worker++) {
            bytes += LENGTH_BYTES + byWorker[worker].length;
        }
        return bytes;
    }

    /** Whether another rank has encoded values for the same call. */
    boolean isOfSameCall(byte[] cargo) {
        int end = Short.BYTES + text.length;
        return lengthOfCall(in(cargo)) == text.length && Arrays.equals(text, 0, text.length, cargo, Short.BYTES, end);
    }

    /** Takes in the values that another rank has encoded for the same call; the buffer's position is then behind them. */
    void add(ByteBuffer source) {
        read(source, byWorker.length / threads, threads, byWorker);
    }

    /**
     * Checks values that a rank of the job has encoded.
     *
     * @throws IllegalArgumentException if they are malformed
     */
    static void check(byte[] cargo, int ranks, int threads) {
        try {
            read(in(cargo), ranks, threads, null);
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("values that are cut off", e);
        }
    }

    /** @param byWorker receives the values of workers that it has not; null to leave them out */
    private static void read(ByteBuffer source, int ranks, int threads, byte[][] byWorker) {
        int lengthOfCall = lengthOfCall(source);
        source.position(source.position() + lengthOfCall);
        int count = Short.toUnsignedInt(source.getShort());
        for (int i = 0; i < count; i++) {
            int rank = source.getInt();
            if (rank < 0 || rank >= ranks) {
                throw new IllegalArgumentException("the value of a rank " + rank);
            }
            for (int worker = rank * threads; worker < (rank + 1) * threads; worker++) {
                int length = source.getInt();
                int from = source.position();
                if (length < 0 || length > source.remaining()) {
                    throw new IllegalArgumentException("a value of " + length + " bytes");
                }
                source.position(from + length);
                if (byWorker != null && byWorker[worker] == null) {
                    byWorker[worker] = Arrays.copyOfRange(source.array(), from, from + length);
                }
            }
        }
    }

    /** The call for which a rank has encoded values: see {@link #call}. */
    static String callOf(byte[] cargo) {
        int length = lengthOfCall(in(cargo));
        return new String(cargo, Short.BYTES, length, StandardCharsets.UTF_8);
    }

    private static int lengthOfCall(ByteBuffer source) {
        int length = Short.toUnsignedInt(source.getShort());
        if (length > source.remaining()) {
            throw new IllegalArgumentException("a call of " + length + " bytes");
        }
        return length;
    }

    /** A message's cargo, for reading. */
    static ByteBuffer in(byte[] cargo) {
        return ByteBuffer.wrap(cargo).order(ByteOrder.LITTLE_ENDIAN);
    }
}
