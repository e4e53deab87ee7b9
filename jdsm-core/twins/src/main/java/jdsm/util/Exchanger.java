package jdsm.util;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The twin of {@link java.util.concurrent.Exchanger}: pairs of threads of any ranks meet under one monitor. */
public class Exchanger<V> extends java.util.concurrent.Exchanger<V> {
    private final Object monitor = new Object();
    /** The thread that waits for another one; null if none does. */
    private Meeting<V> open;

    /** Two threads that exchange objects. */
    private static final class Meeting<V> {
        private final V ofFirst;
        private V ofSecond;
        private boolean isComplete;

        private Meeting(V ofFirst) {
            this.ofFirst = ofFirst;
        }
    }

    /** As {@link java.util.concurrent.Exchanger#Exchanger()}. */
    public Exchanger() {}

    @Override
    public V exchange(V mine) throws InterruptedException {
        try {
            return exchange(mine, null);
        } catch (TimeoutException e) {
            throw new IllegalStateException(e); // there is no limit
        }
    }

    @Override
    public V exchange(V mine, long timeout, TimeUnit unit) throws InterruptedException, TimeoutException {
        return exchange(mine, new Deadline(unit.toNanos(timeout)));
    }

    private V exchange(V mine, Deadline deadline) throws InterruptedException, TimeoutException {
        Deadline.requireNotInterrupted();
        synchronized (monitor) {
            Meeting<V> meeting = open;
            if (meeting == null) {
                return await(new Meeting<>(mine), deadline);
            }
            open = null;
            meeting.ofSecond = mine;
            meeting.isComplete = true;
            monitor.notifyAll();
            return meeting.ofFirst;
        }
    }

    private V await(Meeting<V> meeting, Deadline deadline) throws InterruptedException, TimeoutException {
        open = meeting;
        try {
            while (!meeting.isComplete) {
                if (!Deadline.waits(monitor, deadline)) {
                    throw new TimeoutException();
                }
            }
        } catch (InterruptedException e) {
            if (!meeting.isComplete) {
                throw e;
            }
            Thread.currentThread().interrupt();
        } finally {
            if (!meeting.isComplete) {
                open = null;
            }
        }
        return meeting.ofSecond;
    }
}
