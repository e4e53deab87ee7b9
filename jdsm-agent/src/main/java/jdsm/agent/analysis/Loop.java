package jdsm.agent.analysis;

import java.util.BitSet;

/** A natural loop: a header that dominates all its blocks, and ways back to it. Immutable once found. */
public final class Loop {
    private final int header;
    private final BitSet blocks = new BitSet();
    private final BitSet latches = new BitSet();
    private Loop parent;

    Loop(int header) {
        this.header = header;
        blocks.set(header);
    }

    /** The one block by which the loop is entered. */
    public int header() {
        return header;
    }

    /** Whether a block is in the loop, or in one inside it. */
    public boolean contains(int block) {
        return blocks.get(block);
    }

    /** The loop's blocks. */
    public BitSet blocks() {
        return (BitSet) blocks.clone();
    }

    /** Whether a block ends an iteration: it leads back to the header. */
    public boolean isLatch(int block) {
        return latches.get(block);
    }

    /** The blocks that lead back to the header. */
    public BitSet latches() {
        return (BitSet) latches.clone();
    }

    /** The next loop around this one, or null. */
    public Loop parent() {
        return parent;
    }

    void addLatch(int block) {
        latches.set(block);
    }

    boolean add(int block) {
        boolean isNew = !blocks.get(block);
        blocks.set(block);
        return isNew;
    }

    int size() {
        return blocks.cardinality();
    }

    void parent(Loop around) {
        parent = around;
    }
}
