package jdsm.util;

/**
 * The state of a {@link ReentrantReadWriteLock}: its writer, or its readers with the number of times that each has it.
 * Waiting writers bar new readers.
 */
final class ReadersAndWriter extends Exclusive {
    /** Objects that stand for threads, with the number of their holds: zeros stay, so that no hold makes an entry. */
    private final HashMap<Object, Integer> readers = new HashMap<>();

    private int reads;
    private int waitingReaders;

    /** {@inheritDoc} A thread that reads bars itself, too, as with the JDK's lock. */
    @Override
    boolean isBarred() {
        return reads > 0;
    }

    /** {@inheritDoc} Readers do, if it was the only writer that waited. */
    @Override
    boolean othersWait() {
        return waitingReaders > 0;
    }

    synchronized int reads() {
        return reads;
    }

    synchronized int readsOfMine() {
        return readers.getOrDefault(me(), 0);
    }

    synchronized int waitingInAll() {
        return waiting() + waitingReaders;
    }

    /** @param inTurn whether a waiting writer goes first */
    synchronized boolean read(boolean inTurn) {
        int mine = readsOfMine();
        boolean free = isMine() || !isHeld() && (mine > 0 || !inTurn || waiting() == 0);
        if (free) {
            if (reads == Integer.MAX_VALUE) {
                throw new Error("Maximum lock count exceeded");
            }
            readers.put(me(), mine + 1);
            reads++;
        }
        return free;
    }

    synchronized boolean readUninterruptibly() {
        boolean interrupted = false;
        waitingReaders++;
        while (!read(true)) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        waitingReaders--;
        return interrupted;
    }

    /** Reads, without a limit if the deadline is null; false after the deadline. */
    synchronized boolean readWithin(Deadline deadline) throws InterruptedException {
        Deadline.requireNotInterrupted();
        waitingReaders++;
        try {
            while (!read(true)) {
                if (!Deadline.waits(this, deadline)) {
                    return false;
                }
            }
            return true;
        } finally {
            waitingReaders--;
        }
    }

    synchronized void stopReading() {
        int mine = readsOfMine();
        if (mine == 0) {
            throw new IllegalMonitorStateException("attempt to unlock read lock, not locked by current thread");
        }
        readers.put(me(), mine - 1);
        reads--;
        if (reads == 0) {
            notifyAll();
        }
    }
}
