package jdsm.comm.bootstrap;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Connections that have not shown yet that they belong to the job: so many at most, each for so long at most. The oldest goes
 * where there is no room for another one. A member whom that hits, because it was slow in a flood of others, comes again. Times
 * are {@link System#nanoTime}s. Not thread-safe.
 *
 * @param <C> a connection
 */
public final class Strangers<C> {
    /** How many half-open connections a listener keeps: each is a descriptor and some hundred bytes. */
    public static final int MOST = 256;

    /** How long one may take: a member needs two round trips, and a processor in between. */
    public static final long PATIENCE_NANOS = 10_000_000_000L;

    private final int most;
    private final long patienceNanos;
    private final Consumer<C> closer;
    /** By connection: when it came. In that order. */
    private final Map<C, Long> waiting = new LinkedHashMap<>();

    /** @param closer closes a connection, and may call {@link #remove} for it */
    public Strangers(int most, long patienceNanos, Consumer<C> closer) {
        this.most = most;
        this.patienceNanos = patienceNanos;
        this.closer = closer;
    }

    /** A connection has come. */
    public void add(C connection, long nowNanos) {
        while (waiting.size() >= most) {
            closeOldest();
        }
        waiting.put(connection, nowNanos);
    }

    /** A connection has ended, or is no stranger any more. @return whether it was one */
    public boolean remove(C connection) {
        return waiting.remove(connection) != null;
    }

    /** Makes room. @return whether there was one to close */
    public boolean closeOldest() {
        Iterator<C> oldest = waiting.keySet().iterator();
        if (!oldest.hasNext()) {
            return false;
        }
        C connection = oldest.next();
        oldest.remove();
        closer.accept(connection);
        return true;
    }

    /** Closes those whose time is over. */
    public void expire(long nowNanos) {
        while (!waiting.isEmpty() && nowNanos - waiting.values().iterator().next() >= patienceNanos && closeOldest()) {
            // The next one came later.
        }
    }

    /** When {@link #expire} has something to do. */
    public OptionalLong nextExpiryNanos() {
        return waiting.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(waiting.values().iterator().next() + patienceNanos);
    }

    /** Closes all. */
    public void close() {
        while (closeOldest()) {
            // until none is left
        }
    }

    int size() {
        return waiting.size();
    }
}
