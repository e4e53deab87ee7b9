package jdsm.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A rank's right to access one unit: one int that woven code and workers compare before an access.
 *
 * <p>Workers may read a copy where the int is at least {@link #READ}, and write it in the present interval where the
 * int is at least {@link #WRITE}. A worker that holds the unit excludes the other workers of the rank. A check that has
 * passed stays valid until the worker's next synchronisation, even if the service loop lowers the right meanwhile.
 * These threads may change the int:
 * <table>
 * <caption>Transitions</caption>
 * <tr><td>{@code OWNED -> HELD}, {@code HELD -> OWNED}, {@code OWNED -> WRITE}, {@code UNSEEN -> READ}</td>
 *     <td>a worker, by compare-and-set: a unit that stays on one rank costs no message and no queue</td></tr>
 * <tr><td>{@code HELD -> HELD_WANTED}, {@code OWNED -> HELD_WANTED}</td>
 *     <td>the service loop, by compare-and-set against those workers; the second closes a free
 *     unit while the loop serves a waiting request</td></tr>
 * <tr><td>all others</td><td>the service loop alone</td></tr>
 * </table>
 */
public abstract class UnitAccess {
    /**
     * A valid copy that arrived before any worker asked for it and that no worker has read since. The first reader
     * makes it {@link #READ}; so the rank knows which of the copies that were sent ahead are used.
     */
    public static final int UNSEEN = -4;
    /** No valid copy; the object keeps its old content. */
    public static final int INVALID = -3;
    /** A valid copy; other ranks may have one, too. */
    public static final int READ = -2;
    /** The only valid copy; no worker holds the unit, and no worker has asked to write it. */
    public static final int OWNED = -1;
    /**
     * A valid copy that workers may write in this interval. The value 0 is not used for units: private objects have it.
     */
    public static final int WRITE = 1;
    /** A valid copy, held exclusively by a worker. */
    public static final int HELD = 2;
    /**
     * A held copy whose release must go through the service loop, for instance because another worker waits for it.
     * Without a holder: the service loop is about to choose the next holder.
     */
    public static final int HELD_WANTED = 3;

    private static final int READS_A_LOOK = 64;

    private static final VarHandle ACCESS;
    private static final VarHandle HOLDER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ACCESS = lookup.findVarHandle(UnitAccess.class, "access", int.class);
            HOLDER = lookup.findVarHandle(UnitAccess.class, "holder", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The right; of a block of an array, the block's number in {@link #blocks}. Changed through ACCESS. */
    private volatile int access;

    /** The rights of an array's blocks, which include this one; null for any other unit. */
    private BlockRights blocks;

    /** The counts that the right belongs to, of objects of a woven class or of arrays; null for any other unit. */
    private RightCounts counts;

    /** Whether checks of plain accesses compare the right. */
    private boolean isChecked;

    /**
     * The worker that holds the unit. A racing read may find an earlier holder, but a worker never finds itself by
     * mistake.
     */
    private volatile Thread holder;

    /** Whether a worker has held the unit since {@link #forgetHold}. */
    private boolean wasHeld;

    /** Whether the rank has acquired all writes that were released before the content of the copy was. */
    private volatile boolean acquired;
    /**
     * Whether a worker of this rank has read the unit as volatile. A reader sets it before it looks at
     * {@link #acquired}, and the service loop reads it after it has made that false: either the reader finds no
     * acquired copy, or each later copy is requested as one that acquires, also if the reader's access is late.
     */
    private volatile boolean readAsVolatile;

    /** The number of volatile reads by {@link #isLookDue}; some of several threads may be lost. */
    private int reads;

    /**
     * The number of times the holder holds the unit. Written before {@code holder} names the worker, afterwards only by
     * the holder.
     */
    private int depth;

    /**
     * Makes the access right of one unit.
     *
     * @param access the first right: {@link #UNSEEN} to {@link #HELD_WANTED}
     */
    protected UnitAccess(int access) {
        this.access = access;
    }

    /** Keeps the right in an array's rights from now on. No other thread may use the unit yet. */
    final void keepIn(BlockRights rights, int block) {
        blocks = rights;
        access = block;
    }

    /** Keeps the right by itself again, as that of a unit without a copy. No other thread may use the unit any more. */
    final void leaveBlocks() {
        blocks = null;
        access = INVALID;
        Lowered.count();
    }

    /** Has {@link Lowered} know of what checks may find. No other thread may use the unit yet. */
    final void countLosses() {
        isChecked = true;
    }

    /** Counts the right from now on. No other thread may use the unit yet. */
    final void countIn(RightCounts rights) {
        rights.before(WRITE, access);
        if (counts instanceof HashRights hashed) {
            hashed.countIn(rights);
        } else {
            counts = rights;
        }
    }

    /** Whether the right belongs to counts other than those by hash codes. */
    final boolean isCounted() {
        return counts instanceof HashRights hashed ? hashed.hasOthers() : counts != null;
    }

    /**
     * Counts the right by the identity hash code of an array in the unit as well, from before the array's handle is visible. Threads
     * may use other arrays in the unit.
     */
    final void enter(HashCounts table, int hash) {
        if (!(counts instanceof HashRights)) {
            counts = new HashRights(this, table, counts);
        }
        ((HashRights) counts).enter(hash);
    }

    /** Takes back {@link #enter}, behind the time in which the handle is visible. */
    final void leave(int hash) {
        ((HashRights) counts).leave(hash);
    }

    static boolean isReadable(int access) {
        return (access - READ & ~(WRITE - READ)) == 0; // READ to WRITE in one comparison
    }

    static boolean isWritable(int access) {
        return access == WRITE;
    }

    /** As {@link #isReadable()}, of a unit that is no block. */
    final boolean isReadableAlone() {
        return isReadable(access);
    }

    /** As {@link #isWritable()}, of a unit that is no block. */
    final boolean isWritableAlone() {
        return isWritable(access);
    }

    /** Changes the right; false if it is not {@code from}. */
    private boolean change(int from, int to) {
        BlockRights all = blocks;
        if (all != null) {
            return all.change(access, from, to);
        }
        RightCounts known = counts;
        boolean done = known == null ? ACCESS.compareAndSet(this, from, to) : change(known, from, to);
        if (done && isChecked) {
            Lowered.changed(from, to);
        }
        return done;
    }

    private boolean change(RightCounts known, int from, int to) {
        if (known instanceof HashRights hashed && isReadable(from) != isReadable(to) && !hashed.isWithdrawn()) {
            synchronized (known) {
                return changeCounted(known, from, to);
            }
        }
        return changeCounted(known, from, to);
    }

    private boolean changeCounted(RightCounts known, int from, int to) {
        known.before(from, to);
        boolean done = ACCESS.compareAndSet(this, from, to);
        known.after(done ? from : to, done ? to : from);
        return done;
    }

    /** The right, {@link #UNSEEN} to {@link #HELD_WANTED}; a caller that finds READ or more sees the copy's content. */
    public final int access() {
        BlockRights all = blocks;
        return all == null ? access : all.right(access);
    }

    /** Whether the copy is valid; a worker may hold it, or none may have read it yet. */
    public final boolean isValid() {
        return access() != INVALID;
    }

    /** Whether every worker of this rank may read the copy: it is valid, and no worker holds it. */
    public final boolean isReadable() {
        return isReadable(access());
    }

    /** Whether every worker of this rank may write the copy in this interval. */
    public final boolean isWritable() {
        return isWritable(access());
    }

    /** Whether {@code me} may read the copy. */
    public final boolean readableBy(Thread me) {
        int now = access();
        return now >= READ && (now < HELD || heldBy(me));
    }

    /** Whether {@code me} may write the copy in this interval. */
    public final boolean writableBy(Thread me) {
        int now = access();
        return now >= WRITE && (now < HELD || heldBy(me));
    }

    /**
     * Whether every worker of this rank may read volatile fields and elements of the copy. The copy is readable, no
     * rank stores newer content before the copy is invalid, and the rank has acquired the writes that were released
     * before the content was.
     */
    public final boolean isAcquired() {
        // The right is read first: a copy that was readable then, and is acquired now, was both in between.
        if (!readAsVolatile) {
            readAsVolatile = true;
        }
        return isReadable() && acquired;
    }

    /** Service loop: whether a worker has read the unit as volatile, so that each copy has to be acquired. */
    public final boolean wasReadAsVolatile() {
        return readAsVolatile;
    }

    /**
     * Counts a volatile read that needs no message.
     *
     * @return whether the reader has to look for messages now, as it does once in {@value #READS_A_LOOK} reads
     */
    final boolean isLookDue() {
        return (++reads & READS_A_LOOK - 1) == 0;
    }

    /** Whether {@code me} may read volatile fields and elements of the copy; see {@link #isAcquired}. */
    public final boolean acquiredBy(Thread me) {
        return isAcquired() || access() >= HELD && heldBy(me);
    }

    /**
     * Service loop: sets whether the rank has acquired the writes that were released before the content of the copy
     * was. To be called with true after the content is in place, and with false before the copy becomes invalid or gets
     * content without those writes.
     */
    public final void acquired(boolean itIs) {
        if (acquired != itIs) {
            acquired = itIs;
        }
    }

    /**
     * Service loop: whether the copy is valid and the rank has acquired the writes that were released before its
     * content was. Unlike {@link #isAcquired}, this may also be true while a worker holds the unit.
     */
    public final boolean wasAcquired() {
        return acquired;
    }

    /** Worker: makes the only copy writable without the service loop; false unless the copy is {@link #OWNED}. */
    public final boolean tryWrite() {
        return change(OWNED, WRITE);
    }

    /** Worker: marks a copy that was sent ahead as read; false unless the copy is {@link #UNSEEN}. */
    public final boolean tryRead() {
        return change(UNSEEN, READ);
    }

    /** Whether {@code me} holds the unit. */
    public final boolean heldBy(Thread me) {
        return holder == me;
    }

    /** The worker that holds the unit, or null. For reports: the holder may have changed by the time of the return. */
    public final Thread holder() {
        return holder;
    }

    /**
     * Worker: holds the unit without the service loop.
     *
     * @return false unless the caller holds the unit already, or the only copy is here and free
     */
    public final boolean tryHold(Thread me) {
        if (heldBy(me)) {
            depth++;
            return true;
        }
        if (access() == OWNED && changeToHeld()) {
            depth = 1;
            wasHeld = true;
            HOLDER.setRelease(this, me);
            return true;
        }
        return false;
    }

    /** The unit of an array counts as unreadable from then on: it changes its right with each access that holds it. */
    private boolean changeToHeld() {
        withdraw();
        return change(OWNED, HELD);
    }

    private void withdraw() {
        if (counts instanceof HashRights hashed) {
            hashed.withdraw();
        }
    }

    /**
     * Holder: undoes one {@link #tryHold} or {@link #hold}.
     *
     * @return false if other workers wait for the release: the caller must have the protocol's {@code onRelease} run on
     *     the service loop
     */
    public final boolean release() {
        if (--depth > 0) {
            return true;
        }
        HOLDER.setRelease(this, (Thread) null);
        return change(HELD, OWNED);
    }

    /** Holder: whether one {@link #release} ends the hold. */
    public final boolean isHeldOnce() {
        return depth == 1;
    }

    /**
     * Service loop: makes a worker the holder.
     *
     * @param wanted whether the release must go through the service loop
     */
    public final void hold(Thread worker, boolean wanted) {
        withdraw();
        depth = 1;
        wasHeld = true;
        HOLDER.setRelease(this, worker);
        access(wanted ? HELD_WANTED : HELD);
    }

    /**
     * Makes a worker the holder of a unit that no other thread can see yet.
     *
     * @param times the number of times the worker holds the unit
     */
    public final void holdFromTheBeginning(Thread worker, int times) {
        hold(worker, false);
        depth = times;
    }

    /** Service loop, while no worker can hold the unit: whether a worker has held it since {@link #forgetHold}. */
    public final boolean wasHeld() {
        return wasHeld;
    }

    /** Service loop, while no worker can hold the unit: makes {@link #wasHeld} false. */
    public final void forgetHold() {
        wasHeld = false;
    }

    /** Service loop: sets the right, after the content that the right stands for is in place. */
    public final void access(int next) {
        BlockRights all = blocks;
        RightCounts known = counts;
        if (all != null) {
            all.set(access, next);
        } else if (known == null && !isChecked) {
            ACCESS.setRelease(this, next);
        } else {
            int now = access;
            while (!change(now, next)) {
                now = access;
            }
        }
    }

    /** Service loop: counts the right no longer, for the object is gone. */
    public final void leaveCounts() {
        if (counts != null || blocks != null && blocks.isCounted()) {
            access(WRITE); // a right with which it takes part in no count
        }
    }

    /** Service loop: closes a free exclusive copy to workers; false if the copy is not {@link #OWNED}. */
    public final boolean close() {
        return change(OWNED, HELD_WANTED);
    }

    /** Service loop: requests that the holder's release go through the service loop; false if there is no holder. */
    public final boolean want() {
        return change(HELD, HELD_WANTED) || access() == HELD_WANTED;
    }
}
