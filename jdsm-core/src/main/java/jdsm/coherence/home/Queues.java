package jdsm.coherence.home;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import jdsm.coherence.Outbox;
import jdsm.coherence.Waiter;

/**
 * The workers of this rank that wait for a unit, and the reads of other ranks that wait at its owner. Made when the
 * first wait begins; a queue that a unit never needs is not made.
 */
final class Queues {
    private AccessWait readers;
    /** Readers that need a copy which is requested after the one under way. */
    private AccessWait lateReaders;

    private AccessWait writers;
    private Deque<Waiter> holders;
    private List<RemoteRead> remoteReads;
    /** Whether a release is under way for which remote reads wait. */
    private boolean publishing;

    boolean isEmpty() {
        return readers == null && lateReaders == null && writers == null && !hasHolders() && !hasRemoteReads();
    }

    boolean hasReaders() {
        return readers != null;
    }

    boolean hasWriters() {
        return writers != null;
    }

    boolean hasHolders() {
        return holders != null && !holders.isEmpty();
    }

    boolean hasRemoteReads() {
        return remoteReads != null && !remoteReads.isEmpty();
    }

    /** @param needs the lowest version that ends the wait */
    void addReader(Waiter waiter, long needs) {
        readers = AccessWait.join(readers, new AccessWait(waiter, needs));
    }

    /** @param needs the lowest version that ends the wait; the copy under way does not end it */
    void addLateReader(Waiter waiter, long needs) {
        lateReaders = AccessWait.join(lateReaders, new AccessWait(waiter, needs));
    }

    /** @param needs the lowest version that ends the wait */
    void addWriter(Waiter waiter, long needs) {
        writers = AccessWait.join(writers, new AccessWait(waiter, needs));
    }

    /** The next copy, or the content that has come with ownership, is recent enough for the late readers. */
    void admitLateReaders() {
        readers = AccessWait.join(readers, lateReaders);
        lateReaders = null;
    }

    /** Ends the waits of readers that need no more than a version, in the order in which they began. */
    void completeReaders(long version, Outbox out) {
        readers = AccessWait.complete(readers, version, out);
    }

    /** Ends the waits of all writers, in the order in which they began. */
    void completeWriters(Outbox out) {
        writers = AccessWait.complete(writers, Long.MAX_VALUE, out);
    }

    /** Takes a reader or writer out of its queue; false if it is in neither. */
    boolean removeReaderOrWriter(Waiter waiter) {
        boolean waits = AccessWait.contains(readers, waiter) || AccessWait.contains(writers, waiter);
        if (waits) {
            readers = AccessWait.without(readers, waiter);
            writers = AccessWait.without(writers, waiter);
        }
        return waits;
    }

    void addHolder(Waiter waiter) {
        if (holders == null) {
            holders = new ArrayDeque<>(2);
        }
        holders.add(waiter);
    }

    /** The number of waits to hold the unit. */
    int holders() {
        return holders == null ? 0 : holders.size();
    }

    boolean isHolder(Waiter waiter) {
        return holders != null && holders.contains(waiter);
    }

    /** Takes the first wait to hold the unit out of the queue. */
    Waiter removeFirstHolder() {
        return holders.remove();
    }

    /**
     * Takes all waits of a worker to hold the unit out of the queue: the worker holds the unit now, and may hold it
     * more than once.
     *
     * @param next the hand-over to the next rank, which counts the waiting holders that come first; or null
     */
    List<Waiter> removeHoldersOf(Thread worker, HandOver next) {
        List<Waiter> same = new ArrayList<>(0);
        int position = 0;
        for (Iterator<Waiter> rest = holders.iterator(); rest.hasNext(); ) {
            Waiter other = rest.next();
            if (other.worker() != worker) {
                position++;
                continue;
            }
            rest.remove();
            same.add(other);
            if (next != null) {
                next.leaves(position);
            }
        }
        return same;
    }

    /** Whether a release is under way for which remote reads wait. */
    boolean arePublishing() {
        return publishing;
    }

    void publishing(boolean itIs) {
        publishing = itIs;
    }

    void addRemoteRead(RemoteRead read) {
        if (remoteReads == null) {
            remoteReads = new ArrayList<>(2);
        }
        remoteReads.add(read);
    }

    /** The reads of other ranks, in the order of their arrival; a read that is served is to be removed. */
    Iterator<RemoteRead> remoteReads() {
        return remoteReads == null ? Collections.emptyIterator() : remoteReads.iterator();
    }
}
