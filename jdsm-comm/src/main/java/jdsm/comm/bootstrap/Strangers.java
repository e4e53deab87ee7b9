package jdsm.comm.bootstrap;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Connections that have not proved yet that they belong to the job, bounded in number and in time. A new connection
 * displaces the oldest one if there is no room. A displaced member of the job connects again. Times are values of
 * {@link System#nanoTime}. Not thread-safe; no method blocks.
 *
 * @param <C> the type of a connection
 */
public final class Strangers<C> {
    /**
     * The number of unproved connections that a listener keeps: each costs a file descriptor and some hundred bytes.
     */
    public static final int MOST = 256;

    /** The time for the handshake, in nanoseconds: a member needs two round trips and a processor in between. */
    public static final long PATIENCE_NANOS = 10_000_000_000L;

    private final int most;
    private final long patienceNanos;
    private final Consumer<C> closer;
    /** The connections with the times at which they came, in that order. */
    private final Map<C, Long> waiting = new LinkedHashMap<>();

    /** @param closer closes a connection, and may call {@link #remove} for it */
    public Strangers(int most, long patienceNanos, Consumer<C> closer) {
        this.most = most;
        this.patienceNanos = patienceNanos;
        this.closer = closer;
    }

    /** Adds a connection; closes the oldest one if there is no room. */
    public void add(C connection, long nowNanos) {
        while (waiting.size() >= most) {
            closeOldest();
        }
        waiting.put(connection, nowNanos);
    }

    /** Removes a connection that has ended or has proved itself. Returns whether it was in this set. */
    public boolean remove(C connection) {
        return waiting.remove(connection) != null;
    }

    /** Closes the oldest connection. Returns false if there is none. */
    boolean closeOldest() {
        Iterator<C> oldest = waiting.keySet().iterator();
        if (!oldest.hasNext()) {
            return false;
        }
        C connection = oldest.next();
        oldest.remove();
        closer.accept(connection);
        return true;
    }

    /** Closes the connections whose time is over. */
    public void expire(long nowNanos) {
        while (!waiting.isEmpty() && nowNanos - waiting.values().iterator().next() >= patienceNanos && closeOldest()) {
            // the condition closes them
        }
    }

    /** Returns the time at which {@link #expire} has to be called, if there is a connection. */
    OptionalLong nextExpiryNanos() {
        return waiting.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(waiting.values().iterator().next() + patienceNanos);
    }

    /** Closes all connections. */
    public void close() {
        while (closeOldest()) {
            // the condition closes them
        }
    }

    int size() {
        return waiting.size();
    }
}
