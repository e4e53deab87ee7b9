package jdsm.coherence.home;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import jdsm.coherence.CoherenceProtocol.Initial;
import jdsm.coherence.Content;
import jdsm.coherence.Diff;
import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;
import jdsm.coherence.RankSet;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;

/**
 * One rank's state of one unit under {@link MovingHome}. All fields here belong to the service loop.
 */
public final class HomeState extends UnitState {
    private static final RankSet NOBODY = new RankSet();

    private final Pace pace;
    final Publication publication;
    final Content content;

    private final Ownership ownership;

    /** Of the content here; while it is shared, every copy of one version is the same but for what its rank has written. */
    long version;
    /** Content of a lower version is stale. */
    long minVersion;
    /** Not the owner: of the content that had everything which this rank had sent. */
    long ownVersion;
    /** Null at a rank that does not own the unit. */
    private Directory directory;
    /** {@link Publication#ADAPT}; else null. */
    private final Habits habits;
    /** Null where no copies have been sent along with locks. */
    private UnaskedCopies unasked;

    /** Workers here ask for copies with everything that was released, which only the owner knows. */
    boolean updates;
    /** The number of the READ_REQUEST under way, or 0. */
    int readRequest;

    int lastRequest;

    /** Null while the unit is clean. */
    private Written written;

    /** Not the owner: when copies were asked for here; null if none was, or if they cost no message. */
    Reads reads;
    /** What is asked for nobody has missed yet: it was foreseen. */
    boolean ahead;

    /** Who waits for a copy. */
    private Wait readers;
    /** Who needs a copy that is asked for after the one under way. */
    private Wait lateReaders;
    /** Who waits to write. */
    private Wait writers;

    private Waiting waiting;

    HomeState(Initial initial, boolean mine, int access, Pace pace) {
        super(initial.unit(), access);
        this.ownership = new Ownership(mine, initial.owner());
        this.pace = pace;
        this.publication = initial.publication();
        this.content = initial.content();
        this.habits = publication == Publication.ADAPT ? new Habits(pace) : null;
    }

    /** Whether this rank has the authoritative copy. */
    public boolean isOwner() {
        return ownership.isOwner();
    }

    /** Which rank owns the unit, and which rank is next. */
    Ownership ownership() {
        return ownership;
    }

    /**
     * What this rank knows as the unit's owner.
     *
     * @throws IllegalStateException if this rank does not own the unit
     */
    Directory directory() {
        if (directory == null) {
            throw new IllegalStateException("unit " + unit() + " has a directory entry at its owner only");
        }
        return directory;
    }

    /** Ownership is here, with the ranks that may have copies and those whose copy may be of the present version. */
    void keepDirectory(RankSet sharers, RankSet fresh) {
        directory = new Directory(sharers, fresh);
    }

    /** Ownership goes to another rank. */
    void dropDirectory() {
        directory = null;
    }

    Pace pace() {
        return pace;
    }

    /** How the unit is used, under {@link Publication#ADAPT}; else null. */
    Habits habits() {
        return habits;
    }

    /** Whether this rank owns the unit, and others know where it exports it, if it does. */
    public boolean isLocated() {
        return directory != null && directory.place() != null;
    }

    /** A copy of a lower version is stale. */
    public long minVersion() {
        return minVersion;
    }

    /** Whether somebody waits for the unit here. */
    public boolean isWanted() {
        return wanted();
    }

    @Override
    public boolean isDirty() {
        return written != null;
    }

    @Override
    public Publication publication() {
        return publication;
    }

    @Override
    public boolean isLowered() {
        return dirtiness() == Written.Dirtiness.LOWERED;
    }

    Written.Dirtiness dirtiness() {
        return written == null ? Written.Dirtiness.CLEAN : written.dirtiness();
    }

    /** Whether workers write the unit without asking, beside other ranks. */
    boolean isWrittenUnasked() {
        return dirtiness() == Written.Dirtiness.WRITABLE;
    }

    /**
     * The writes of workers here to the dirty unit.
     *
     * @throws IllegalStateException if the unit is clean
     */
    Written written() {
        if (written == null) {
            throw new IllegalStateException("unit " + unit() + " is clean");
        }
        return written;
    }

    /** The diff of this rank that is under way, or null. */
    Diff inFlight() {
        return written == null ? null : written.diff();
    }

    /**
     * Workers write the unit from now on.
     *
     * @return whether it was clean
     */
    boolean becomesDirty() {
        boolean clean = written == null;
        if (clean) {
            written = new Written();
        }
        written.write();
        return clean;
    }

    /** Workers ask from now on before they write. */
    void becomesLowered() {
        if (written != null) {
            written.lower();
        }
    }

    /** No worker can be writing any more, and all is published. */
    void becomesClean() {
        if (written != null) {
            written.retire();
            written = null;
        }
    }

    /** What copies are invalidated or brought up to date for, until all have confirmed. */
    static final class Round {
        final int number;
        int pending;
        /** Whose release it completes; -1: an exclusive hold here begins with it. */
        final int writer;
        /** The writer's number for it. */
        final int request;

        final long version;
        /** For the writer's answer: flags of DIFF_APPLIED. */
        final int flags;
        /** Numbers of this rank's own releases that end with it, too. */
        private int[] also = {};

        Round(int number, int pending, int writer, int request, long version, int flags) {
            this.number = number;
            this.pending = pending;
            this.writer = writer;
            this.request = request;
            this.version = version;
            this.flags = flags;
        }

        /** More of this rank's releases wait for it. */
        void alsoEnds(int[] releases) {
            int[] all = Arrays.copyOf(also, also.length + releases.length);
            System.arraycopy(releases, 0, all, also.length, releases.length);
            also = all;
        }

        int[] alsoEnded() {
            return also;
        }
    }

    /**
     * A copy for another rank.
     *
     * @param request the number of its request; 0: it has not asked
     */
    record RemoteRead(int rank, int request, long has, boolean eager) {
        static RemoteRead unasked(int rank) {
            return new RemoteRead(rank, 0, -1, false);
        }

        boolean isAsked() {
            return request != 0;
        }
    }

    /** A rank asks for a copy, and so may be sent the next {@code copies} unasked, with locks. */
    void asked(int rank, int copies) {
        if (unasked == null) {
            unasked = new UnaskedCopies();
        }
        unasked.asked(rank, copies);
    }

    /** Takes one of the copies that a rank may be sent unasked; false if none is left. */
    boolean sendsUnasked(int rank) {
        return unasked != null && unasked.take(rank);
    }

    /** Most units never have a queue: it is made when first needed. */
    private static final class Waiting {
        final Deque<Waiter> acquirers = new ArrayDeque<>(2);
        final List<RemoteRead> remoteReads = new ArrayList<>(2);
        final Deque<Round> rounds = new ArrayDeque<>(2);
        int lastRound;
    }

    Deque<Waiter> acquirers() {
        return waiting().acquirers;
    }

    void addReader(Waiter waiter) {
        readers = Wait.join(readers, new Wait(waiter, minVersion));
    }

    /** One who needs a copy that is asked for after the one under way. */
    void addLateReader(Waiter waiter) {
        lateReaders = Wait.join(lateReaders, new Wait(waiter, minVersion));
    }

    void addWriter(Waiter waiter) {
        writers = Wait.join(writers, new Wait(waiter, minVersion));
    }

    /** What is asked for next, or has come here with ownership, is late enough. */
    void admitLateReaders() {
        readers = Wait.join(readers, lateReaders);
        lateReaders = null;
    }

    /** Ends the waits of readers who need no more than a version, in the order in which they began. */
    void completeReaders(long itsVersion, Outbox out) {
        readers = Wait.complete(readers, itsVersion, out);
    }

    /** Ends the waits of all writers, in the order in which they began. */
    void completeWriters(Outbox out) {
        writers = Wait.complete(writers, Long.MAX_VALUE, out);
    }

    /** One who waits for a copy, or to write, waits no more; false if he did not. */
    boolean removeWaiter(Waiter waiter) {
        boolean waits = Wait.contains(readers, waiter) || Wait.contains(writers, waiter);
        if (waits) {
            readers = Wait.without(readers, waiter);
            writers = Wait.without(writers, waiter);
        }
        return waits;
    }

    List<RemoteRead> remoteReads() {
        return waiting().remoteReads;
    }

    /** Rounds under way; they end in their order, so that the end of one says that all before it have ended. */
    Deque<Round> rounds() {
        return waiting().rounds;
    }

    /** Owner: a set of the ranks whose copy must be invalidated before anything newer is released; to be read only. */
    RankSet eager() {
        return switch (publication) {
            case INVALIDATE -> directory().sharers();
            case ADAPT -> habits.eager();
            case NOTIFY, UPDATE -> NOBODY;
        };
    }

    /** Owner: whether a copy must be invalidated before anything newer is released. */
    boolean hasEager() {
        return switch (publication) {
            case INVALIDATE -> directory().isShared();
            case ADAPT -> habits.hasEager();
            case NOTIFY, UPDATE -> false;
        };
    }

    int nextRound() {
        return ++waiting().lastRound;
    }

    boolean hasAcquirers() {
        return waiting != null && !waiting.acquirers.isEmpty();
    }

    boolean hasReaders() {
        return readers != null;
    }

    boolean hasLateReaders() {
        return lateReaders != null;
    }

    boolean hasWriters() {
        return writers != null;
    }

    /** A copy is asked for here, because it was missed or foreseen. */
    void wanted(Outbox out) {
        boolean foreseeable = publication.hasNotices() && content == Content.ELEMENTS;
        if (foreseeable && !updates && !out.canExport(ownership.lastOwner())) {
            if (reads == null) {
                reads = new Reads(pace);
            }
            reads.wanted(out.barriersPassed());
        }
    }

    /** A valid copy here is about to be stale: the next one is foreseen, if there is a period. */
    void foresee(Outbox out) {
        if (reads != null) {
            if (access() == UNSEEN) {
                reads.inVain();
            } else if (reads.expected() > out.barriersPassed()) {
                out.foresee(this, reads.expected());
            }
        }
    }

    boolean hasRemoteReads() {
        return waiting != null && !waiting.remoteReads.isEmpty();
    }

    boolean hasRounds() {
        return waiting != null && !waiting.rounds.isEmpty();
    }

    /** The first acquirer has its turn, and waits for copies to be invalidated. */
    boolean upgrading() {
        if (hasRounds()) {
            for (Round round : waiting.rounds) {
                if (round.writer < 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether whoever holds the unit must tell the service loop when it lets go. */
    boolean wanted() {
        return ownership.handOver() != null
                || hasAcquirers()
                || hasReaders()
                || hasLateReaders()
                || hasWriters()
                || hasRemoteReads();
    }

    private Waiting waiting() {
        if (waiting == null) {
            waiting = new Waiting();
        }
        return waiting;
    }
}
