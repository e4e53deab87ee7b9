package jdsm.agent.analysis;

import java.util.BitSet;

/** A natural loop: a header that dominates all its blocks, and ways back to it. Immutable once found. */
public final class Loop implements Region {
    private final int header;
    private final BitSet blocks = new BitSet();
    private final BitSet latches = new BitSet();
    private Loop parent;

    Loop(int header) {
        this.header = header;
        blocks.set(header);
    }

    @Override
    public int header() {
        return header;
    }

    @Override
    public boolean contains(int block) {
        return blocks.get(block);
    }

    @Override
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
