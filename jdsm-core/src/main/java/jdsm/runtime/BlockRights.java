package jdsm.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The rights to the blocks of one array, a byte a block, and the number of blocks that lack a right. {@link UnitAccess}
 * keeps the right of a block here and nowhere else.
 *
 * <p>A check of one element loads one byte. A check of the whole array loads one count. Each count is at all times at
 * least the number of blocks that lack the right: a thread raises it before it lowers a right, and lowers it after it
 * has raised a right. A thread that finds 0 therefore knows as much as if it had checked each block by itself. All
 * changes of a count are atomic updates, so that the thread also sees the content that each raised right stands for.
 * Thread-safe.
 */
final class BlockRights extends RightCounts {
    /** The bits of a non-negative {@code int}. */
    private static final int INDEX_BITS = 31;

    private static final VarHandle RIGHT = MethodHandles.arrayElementVarHandle(byte[].class);
    private static final VarHandle UNREADABLE;
    private static final VarHandle UNWRITABLE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            UNREADABLE = lookup.findVarHandle(BlockRights.class, "unreadable", int.class);
            UNWRITABLE = lookup.findVarHandle(BlockRights.class, "unwritable", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private UnitAccess[] blocks;
    private byte[] rights;
    private int blockLength;
    /**
     * {@code 2^shift / blockLength}, rounded up. A multiplication by it replaces the division of an index (Granlund and
     * Montgomery, Division by invariant integers using multiplication, PLDI 1994).
     */
    private long reciprocal;

    private int shift;

    /** The number of blocks that workers must not read, or slightly more. */
    private volatile int unreadable;

    /** The number of blocks that workers must not write, or slightly more. */
    private volatile int unwritable;

    private Demand demand;

    /** The counts that each block belongs to as well; null if none. */
    private RightCounts counts;

    /**
     * Makes the rights of blocks, which then keep their rights here. No other thread may use the blocks yet.
     *
     * @param blocks the blocks of an array, in order
     * @param blockLength the number of elements in a block, at least 1
     */
    BlockRights(UnitAccess[] blocks, int blockLength) {
        keep(blocks, blockLength);
    }

    /**
     * Keeps the rights of other blocks of the same array from now on. No thread may use the array meanwhile, and each has to
     * synchronise with the caller before it does so again. The rights must not belong to other counts.
     *
     * @param blocks as for the constructor
     * @param blockLength as for the constructor
     */
    void divide(UnitAccess[] blocks, int blockLength) {
        for (UnitAccess before : this.blocks) {
            before.leaveBlocks();
        }
        keep(blocks, blockLength);
    }

    private void keep(UnitAccess[] blocks, int blockLength) {
        this.blocks = blocks;
        this.blockLength = blockLength;
        this.demand = new Demand();
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(blockLength - 1);
        this.shift = INDEX_BITS + bits;
        this.reciprocal = ((1L << shift) + blockLength - 1) / blockLength;
        this.rights = new byte[blocks.length];
        int hidden = 0;
        int closed = 0;
        for (int i = 0; i < blocks.length; i++) {
            int right = blocks[i].access();
            rights[i] = (byte) right;
            hidden += UnitAccess.isReadable(right) ? 0 : 1;
            closed += UnitAccess.isWritable(right) ? 0 : 1;
            blocks[i].keepIn(this, i);
        }
        unreadable = hidden;
        unwritable = closed;
    }

    /** Counts the right to each block from now on. No other thread may use the blocks yet. */
    void countIn(RightCounts all) {
        all.add(unreadable, unwritable);
        counts = all;
    }

    /** Whether the rights belong to other counts as well. */
    boolean isCounted() {
        return counts != null;
    }

    /** The block of an index; null for an index outside the array. */
    UnitAccess blockAt(int index) {
        int block = blockOf(index);
        return block < 0 || block >= blocks.length ? null : blocks[block];
    }

    int count() {
        return rights.length;
    }

    int blockLength() {
        return blockLength;
    }

    /** The block of an index; negative or too large for an index outside the array. */
    int blockOf(int index) {
        return (int) (index * reciprocal >> shift);
    }

    /** Whether an element can be read; true for an index outside the array. */
    boolean isReadable(int index) {
        int block = blockOf(index);
        return block < 0 || block >= rights.length || UnitAccess.isReadable(right(block));
    }

    /** Whether an element can be written; true for an index outside the array. */
    boolean isWritable(int index) {
        int block = blockOf(index);
        return block < 0 || block >= rights.length || UnitAccess.isWritable(right(block));
    }

    /** Whether each block can be read. */
    boolean areReadable() {
        return unreadable == 0;
    }

    /** Whether each block can be written. */
    boolean areWritable() {
        return unwritable == 0;
    }

    /** The first of blocks {@code from} to {@code to - 1} that lacks the right to be read, or to be written; else {@code to}. */
    int firstWithout(boolean write, int from, int to) {
        if (write ? areWritable() : areReadable()) {
            return to;
        }
        int block = from;
        while (block < to && (write ? UnitAccess.isWritable(right(block)) : UnitAccess.isReadable(right(block)))) {
            block++;
        }
        return block;
    }

    /** The right to a block; a caller that finds {@link UnitAccess#READ} or more sees the block's content. */
    int right(int block) {
        byte right = rights[block];
        VarHandle.acquireFence(); // as strong as RIGHT.getAcquire, and quicker to compile
        return right;
    }

    /** Changes a right, after the content that the new right stands for is in place; false if the right is not {@code from}. */
    boolean change(int block, int from, int to) {
        before(from, to);
        boolean done = RIGHT.compareAndSet(rights, block, (byte) from, (byte) to);
        after(done ? from : to, done ? to : from);
        if (done) {
            Lowered.changed(from, to);
        }
        if (done && UnitAccess.isReadable(from) && !UnitAccess.isReadable(to)) {
            demand.hidden();
        }
        return done;
    }

    @Override
    void add(int hidden, int closed) {
        if (hidden != 0) {
            UNREADABLE.getAndAdd(this, hidden);
        }
        if (closed != 0) {
            UNWRITABLE.getAndAdd(this, closed);
        }
        if (counts != null) {
            counts.add(hidden, closed);
        }
    }

    /** Sets a right, whatever it is, after the content that the new right stands for is in place. */
    void set(int block, int next) {
        int now = right(block);
        while (!change(block, now, next)) {
            now = right(block);
        }
    }

    /** A worker has missed an element of a block that it must not read. */
    void missed() {
        demand.missed();
    }

    /** Whether a loop that is about to begin should request all blocks that cannot be read at once. */
    boolean isAllWanted() {
        return demand.isForAll(unreadable);
    }
}
