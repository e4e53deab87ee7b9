package jdsm.coherence.home;

import java.util.Collections;
import java.util.Iterator;
import jdsm.coherence.CoherenceProtocol.Initial;
import jdsm.coherence.Content;
import jdsm.coherence.Diff;
import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;
import jdsm.coherence.RankSet;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;

/**
 * One rank's state of one unit under {@link MovingHome}. All of it belongs to the service loop.
 *
 * <p>The state consists of parts, each of which guards its own invariants; {@code docs/protocols/states.md} lists the
 * states of the parts and the transitions between them. A part that an untouched unit does not need is null until it is
 * first needed: an untouched unit costs 160 bytes at a rank that does not own it, and 232 to 272 bytes at its owner; 32
 * bytes more under {@link Publication#ADAPT}.
 */
public final class HomeState extends UnitState {
    private static final RankSet NOBODY = new RankSet();

    private final Pace pace;
    private final Publication publication;
    private final Content content;
    private final Ownership ownership;
    private final Versions versions;
    /** Null but under {@link Publication#ADAPT}. */
    private final Habits habits;

    /** Whether the first owner has never published what its workers wrote, perhaps without a hold, before they shared it. */
    private boolean unreleased;

    /** Null at a rank that does not own the unit. */
    private Directory directory;
    /** Null before the first round. */
    private RoundQueue rounds;
    /** Null while the unit is clean. */
    private Written written;
    /** Null before the first request for a copy. */
    private CopyRequest copyRequest;
    /** Null before the first wait. */
    private Queues queues;

    HomeState(Initial initial, boolean mine, int access, Pace pace) {
        super(initial.unit(), access);
        this.pace = pace;
        this.publication = initial.publication();
        this.content = initial.content();
        this.ownership = new Ownership(mine, initial.owner());
        this.versions = new Versions(access != INVALID);
        this.habits = publication == Publication.ADAPT ? new Habits(pace) : null;
        this.unreleased = mine && !initial.replicated();
    }

    @Override
    public Publication publication() {
        return publication;
    }

    Content content() {
        return content;
    }

    /** Whether copies of the unit may be stale until a write notice names them, and are fetched element by element. */
    boolean hasElementsAndNotices() {
        return publication.hasNotices() && content == Content.ELEMENTS;
    }

    Pace pace() {
        return pace;
    }

    /** The use of the unit under {@link Publication#ADAPT}; else null. */
    Habits habits() {
        return habits;
    }

    /** The versions of the unit's content. */
    Versions versions() {
        return versions;
    }

    /** The version below which a copy is stale. */
    public long minVersion() {
        return versions.least();
    }

    // Ownership.

    /** The rank that owns the unit, and the rank that is next. */
    Ownership ownership() {
        return ownership;
    }

    /** Whether this rank has the authoritative copy. */
    public boolean isOwner() {
        return ownership.isOwner();
    }

    /** Whether this rank neither owns the unit nor has requested ownership or a copy. */
    boolean isIdleElsewhere() {
        return !ownership.isOwner() && !ownership.isRequested() && !isCopyUnderWay();
    }

    /**
     * The directory entry of the unit.
     *
     * @throws IllegalStateException if this rank does not own the unit
     */
    Directory directory() {
        if (directory == null) {
            throw new IllegalStateException("unit " + unit() + " has a directory entry at its owner only");
        }
        return directory;
    }

    /** Begins to keep the directory entry, when ownership comes here; the parameters are those of {@link Directory}. */
    void keepDirectory(RankSet sharers, RankSet fresh, int publishedIn) {
        directory = new Directory(sharers, fresh, publishedIn);
    }

    /** Drops the directory entry, when ownership goes to another rank. */
    void dropDirectory() {
        unreleased = false;
        directory = null;
    }

    /** Whether this rank owns the unit, and other ranks know of a place from which they fetch it. */
    public boolean isLocated() {
        return directory != null && directory.place() != null;
    }

    /** Owner: the ranks whose copy must be invalidated before anything newer is released; to be read only. */
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

    /** Owner: whether a rank may have a copy that needs no replacement. */
    boolean hasCurrentCopy(int rank) {
        return publication.hasNotices()
                ? directory().isFreshAt(rank)
                : directory().isSharer(rank);
    }

    /** The rounds under way at the owner. */
    RoundQueue rounds() {
        if (rounds == null) {
            rounds = new RoundQueue();
        }
        return rounds;
    }

    boolean hasRounds() {
        return rounds != null && !rounds.isEmpty();
    }

    /** Whether the first worker that waits to hold the unit has its turn, and copies are being invalidated for it. */
    boolean isUpgrading() {
        return rounds != null && rounds.isBeforeHold();
    }

    /** Owner: whether a release is under way for which reads of other ranks wait that acquire. */
    public boolean isPublishingForReads() {
        return queues != null && queues.arePublishing();
    }

    /** Notes that a release has begun for which reads of other ranks wait. */
    void publishesForReads() {
        queues().publishing(true);
    }

    /** Notes that all is published that was written before the last hold here. No worker can hold the unit. */
    void publishedForReads() {
        queues().publishing(false);
        unreleased = false;
        forgetHold();
    }

    /** Owner: whether a rank that acquires from a volatile read needs a release of this rank first. */
    boolean mustPublishForReads() {
        return unreleased || wasHeld();
    }

    // Writes.

    @Override
    public void forgetContents() {
        if (directory != null) {
            directory.forgetChanges();
        }
        if (!isValid()) {
            versions.contentIsGone();
        }
    }

    @Override
    public boolean isDirty() {
        return written != null;
    }

    @Override
    public boolean isLowered() {
        return dirtiness() == Written.Dirtiness.LOWERED;
    }

    /** Whether workers write the unit without asking, beside other ranks. */
    boolean isWrittenUnasked() {
        return dirtiness() == Written.Dirtiness.WRITABLE;
    }

    private Written.Dirtiness dirtiness() {
        return written == null ? Written.Dirtiness.CLEAN : written.dirtiness();
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
     * Notes that workers write the unit from now on.
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

    /** Notes that workers ask from now on before they write. Without effect where the unit is clean. */
    void becomesLowered() {
        if (written != null) {
            written.lower();
        }
    }

    /** Notes that no worker can be writing, and that all is published. Without effect where the unit is clean. */
    void becomesClean() {
        if (written != null) {
            written.retire();
            written = null;
        }
    }

    // Requests for copies.

    /** The request of this rank for a copy. */
    CopyRequest copyRequest() {
        if (copyRequest == null) {
            copyRequest = new CopyRequest();
        }
        return copyRequest;
    }

    boolean isCopyUnderWay() {
        return copyRequest != null && copyRequest.isUnderWay();
    }

    /** Whether workers here want copies with everything that was released. */
    boolean isWantedUpToDate() {
        return wasReadAsVolatile() || copyRequest != null && copyRequest.isUpToDate();
    }

    /** Whether workers here acquire with each copy what was released before it. */
    boolean acquiresCopies() {
        return wasReadAsVolatile();
    }

    /** When this rank requested copies; null where no request cost a message. */
    Misses reads() {
        return copyRequest == null ? null : copyRequest.reads();
    }

    /** When this rank missed the unit, if it has written most of it before; else null. */
    Misses takes() {
        return copyRequest == null ? null : copyRequest.takes();
    }

    /** Drops the request for a copy, if one is under way: ownership is here. */
    void cancelCopyRequest() {
        if (copyRequest != null) {
            copyRequest.forgetPeriod();
            copyRequest.cancel();
        }
    }

    // Waiting workers and ranks.

    /** The workers and ranks that wait for the unit here. */
    Queues queues() {
        if (queues == null) {
            queues = new Queues();
        }
        return queues;
    }

    /** A worker waits for a copy that is no older than this rank has heard of. */
    void addReader(Waiter waiter) {
        queues().addReader(waiter, versions.least());
    }

    /** A worker waits for a copy that is requested after the one under way. */
    void addLateReader(Waiter waiter) {
        queues().addLateReader(waiter, versions.least());
    }

    /** A worker waits to write. */
    void addWriter(Waiter waiter) {
        queues().addWriter(waiter, versions.least());
    }

    boolean hasReaders() {
        return queues != null && queues.hasReaders();
    }

    boolean hasWriters() {
        return queues != null && queues.hasWriters();
    }

    /** The number of waits of workers here to hold the unit. */
    int waitingHolders() {
        return queues == null ? 0 : queues.holders();
    }

    /** Owner: the reads of other ranks that wait; one that is served is to be removed. */
    Iterator<RemoteRead> remoteReads() {
        return queues == null ? Collections.emptyIterator() : queues.remoteReads();
    }

    /** Lets the next copy, or the content here, end the waits of late readers. */
    void admitLateReaders() {
        if (queues != null) {
            queues.admitLateReaders();
        }
    }

    /** Ends the waits of all readers, in the order in which they began. */
    void completeReaders(Outbox out) {
        completeReaders(Long.MAX_VALUE, out);
    }

    /** Ends the waits of readers that need no more than a version, in the order in which they began. */
    void completeReaders(long itsVersion, Outbox out) {
        if (queues != null) {
            queues.completeReaders(itsVersion, out);
        }
    }

    /** Ends the waits of all writers, in the order in which they began. */
    void completeWriters(Outbox out) {
        if (queues != null) {
            queues.completeWriters(out);
        }
    }

    /**
     * Whether a worker or rank waits for the unit here, so that its holder must tell the service loop when it lets go.
     */
    public boolean isWanted() {
        return ownership.handOver() != null || queues != null && !queues.isEmpty();
    }
}
