package jdsm.agent.analysis;

import java.util.BitSet;

/** A natural loop: its header dominates all its blocks, and back edges lead to the header. Immutable once found. */
public final class Loop extends Region {
    private final BitSet latches = new BitSet();
    private Loop parent;

    Loop(int header) {
        super(header);
        add(header);
    }

    /** Whether a block is a latch, which leads back to the header. */
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

    void parent(Loop around) {
        parent = around;
    }
}
