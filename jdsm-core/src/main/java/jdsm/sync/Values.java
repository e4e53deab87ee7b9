package jdsm.sync;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The values that the workers of all ranks bring to one collective call, as far as this rank has them. Their encoding is
 * the first part of the cargo of a barrier's message, little-endian:
 *
 * <pre>
 *   length of the call (4)   the call, UTF-8   number of ranks (4)
 *   for each of these ranks, the sender first:   rank (4)   for each of its workers:   length (4)   the value
 * </pre>
 *
 * <p>The workers of this rank put their values under the barrier's lock; then the service loop has the object alone.
 */
final class Values {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int WORD = Integer.BYTES;

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
        int bytes = 2 * WORD + text.length + behind.length;
        for (int rank = 0; rank < ranks; rank++) {
            if (byWorker[rank * threads] != null) {
                known++;
                bytes += WORD + lengthBytes(rank);
            }
        }
        byte[] target = new byte[bytes];
        int at = append(target, 0, text);
        INTS.set(target, at, known);
        at += WORD;
        for (int i = 0; i < ranks; i++) {
            int rank = (me + i) % ranks;
            if (byWorker[rank * threads] != null) {
                INTS.set(target, at, rank);
                at += WORD;
                for (int worker = rank * threads; worker < (rank + 1) * threads; worker++) {
                    at = append(target, at, byWorker[worker]);
                }
            }
        }
        System.arraycopy(behind, 0, target, at, behind.length);
        return target;
    }

    private int lengthBytes(int rank) {
        int bytes = 0;
        for (int worker = rank * threads; worker < (rank + 1) * threads; worker++) {
            bytes += WORD + byWorker[worker].length;
        }
        return bytes;
    }

    /** Writes a length and the bytes; returns the index behind them. */
    private static int append(byte[] target, int at, byte[] bytes) {
        INTS.set(target, at, bytes.length);
        System.arraycopy(bytes, 0, target, at + WORD, bytes.length);
        return at + WORD + bytes.length;
    }

    /** Whether another rank has encoded values for the same call. */
    boolean isOfSameCall(byte[] cargo) {
        int length = (int) INTS.get(cargo, 0);
        return length == text.length && Arrays.equals(text, 0, length, cargo, WORD, WORD + length);
    }

    /**
     * Takes in the values that another rank has encoded for the same call.
     *
     * @return the index of the first byte behind them
     */
    int add(byte[] cargo) {
        return read(cargo, byWorker.length / threads, threads, byWorker);
    }

    /**
     * Checks values that a rank of the job has encoded.
     *
     * @throws IllegalArgumentException if they are malformed
     */
    static void check(byte[] cargo, int ranks, int threads) {
        read(cargo, ranks, threads, null);
    }

    /** @param byWorker receives the values of workers that it has not; null to leave them out */
    private static int read(byte[] cargo, int ranks, int threads, byte[][] byWorker) {
        int at = behind(cargo, 0);
        int count = number(cargo, at);
        at += WORD;
        for (int i = 0; i < count; i++) {
            int rank = number(cargo, at);
            if (rank < 0 || rank >= ranks) {
                throw new IllegalArgumentException("the value of a rank " + rank);
            }
            at += WORD;
            for (int worker = rank * threads; worker < (rank + 1) * threads; worker++) {
                int end = behind(cargo, at);
                if (byWorker != null && byWorker[worker] == null) {
                    byWorker[worker] = Arrays.copyOfRange(cargo, at + WORD, end);
                }
                at = end;
            }
        }
        return at;
    }

    /** The index behind a length and as many bytes. */
    private static int behind(byte[] cargo, int at) {
        int length = number(cargo, at);
        if (length < 0 || length > cargo.length - at - WORD) {
            throw new IllegalArgumentException("a value of " + length + " bytes");
        }
        return at + WORD + length;
    }

    private static int number(byte[] cargo, int at) {
        if (at > cargo.length - WORD) {
            throw new IllegalArgumentException("values that are cut off");
        }
        return (int) INTS.get(cargo, at);
    }

    /** The call for which a rank has encoded values: see {@link #call}. */
    static String callOf(byte[] cargo) {
        return new String(cargo, WORD, behind(cargo, 0) - WORD, StandardCharsets.UTF_8);
    }
}
