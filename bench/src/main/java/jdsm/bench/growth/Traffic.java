package jdsm.bench.growth;

import java.nio.ByteBuffer;
import jdsm.SharedObjectPool;
import jdsm.comm.Comm;

/** Work of a program that checks for growth, to be repeated. Each rank has one instance, made alike. */
public final class Traffic {
    private static final int UNITS = 64;
    private static final int ELEMENTS = 8;

    private final SharedObjectPool pool;
    private final Comm comm;
    private final int[] data = new int[UNITS * ELEMENTS];
    private final long[] turn = new long[1];

    /** Makes and registers the shared objects; call it in {@code initialize} on all ranks. */
    public Traffic(SharedObjectPool pool, Comm comm) {
        this.pool = pool;
        this.comm = comm;
        pool.register(data, ELEMENTS);
        pool.register(turn);
    }

    /** Writes an element of this worker's own, in a unit that several ranks write in one interval. */
    public void write(long number, int worker) {
        int at = (int) (number % UNITS) * ELEMENTS + worker % ELEMENTS;
        pool.of(data, at).ensureWritable();
        data[at]++;
    }

    /** Waits for an empty message that gives this rank the turn. Polling the lock instead would be most of the work. */
    public void awaitTurn() {
        comm.receive(Math.floorMod(comm.rank() - 1, comm.size()), ByteBuffer.allocate(0));
    }

    /** Counts, and writes a unit, under a lock. */
    public void takeTurn(long number, int worker) {
        pool.of(turn).lock();
        pool.of(turn).ensureWritable();
        turn[0]++;
        write(number, worker);
        pool.of(turn).unlock();
    }

    /** Passes the turn to the next rank. */
    public void passTurn() {
        comm.send((comm.rank() + 1) % comm.size(), ByteBuffer.allocate(0));
    }

    /** The number of turns taken. */
    public long turns() {
        pool.of(turn).ensureReadable();
        return turn[0];
    }
}
