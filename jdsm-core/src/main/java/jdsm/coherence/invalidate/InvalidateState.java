package jdsm.coherence.invalidate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import jdsm.coherence.RankSet;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;

/**
 * One rank's state of one unit under {@link WriteInvalidate}. All fields here belong to the service loop.
 *
 * <p>{@code hint} leads towards the rank that asked for ownership last, over one or more ranks; a rank whose hint is itself
 * is that rank: the owner with nobody behind it, or one that waits for its turn.
 */
public final class InvalidateState extends UnitState {
    int hint;
    /** The owner when this rank last heard of it: the first to ask for a copy. */
    int lastOwner;
    /** This rank has the authoritative copy. At any time one rank has, or a GRANT is on its way. */
    boolean owner;
    /** An ACQUIRE_REQUEST of this rank is under way. */
    boolean requesting;
    /** The owner waits for {@code pendingAcks} sharers before its first acquirer may hold the unit. */
    boolean upgrading;

    int pendingAcks;
    /** The rank that gets ownership after this one, or -1; it has the content of version {@code nextHas}, or none. */
    int next = -1;

    long nextHas;
    /** How many of {@code acquirers} came before {@code next}. */
    int aheadOfNext;

    /** Of the content here; while it is shared, every copy of one version is the same. */
    long version;
    /** Content of a lower version is stale. */
    long minVersion;
    /** Owner: who else has a copy, or has one on its way. */
    RankSet sharers = new RankSet();

    /** The number of the READ_REQUEST under way, or 0. */
    int readRequest;

    int lastRequest;
    /** How many of {@code readers} were waiting when their copy was invalidated on its way. */
    int staleReaders;

    private Waiting waiting;

    InvalidateState(int unit, int access, int hint, boolean owner) {
        super(unit, access);
        this.hint = hint;
        this.lastOwner = hint;
        this.owner = owner;
    }

    Deque<Waiter> acquirers() {
        return waiting().acquirers;
    }

    List<Waiter> readers() {
        return waiting().readers;
    }

    List<RemoteRead> remoteReads() {
        return waiting().remoteReads;
    }

    boolean hasAcquirers() {
        return waiting != null && !waiting.acquirers.isEmpty();
    }

    boolean hasReaders() {
        return waiting != null && !waiting.readers.isEmpty();
    }

    boolean hasRemoteReads() {
        return waiting != null && !waiting.remoteReads.isEmpty();
    }

    /** Whether whoever holds the unit must tell the service loop when it lets go. */
    boolean wanted() {
        return next >= 0 || hasAcquirers() || hasReaders() || hasRemoteReads();
    }

    private Waiting waiting() {
        if (waiting == null) {
            waiting = new Waiting();
        }
        return waiting;
    }

    /** A copy that another rank waits for. */
    record RemoteRead(int rank, int request) {}

    /** Most units never have a queue: it is made when first needed. */
    private static final class Waiting {
        final Deque<Waiter> acquirers = new ArrayDeque<>(2);
        final List<Waiter> readers = new ArrayList<>(2);
        final List<RemoteRead> remoteReads = new ArrayList<>(2);
    }
}
