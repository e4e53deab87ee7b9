package jdsm.agent.analysis;

import java.util.BitSet;

/** A part of a method with a single entry block: a loop, or the whole method. */
public abstract sealed class Region permits Loop, WholeMethod {
    private final int header;
    private final BitSet blocks = new BitSet();

    Region(int header) {
        this.header = header;
    }

    /** The region's entry block. */
    public int header() {
        return header;
    }

    /** Whether a block is in the region; a loop contains the blocks of its inner loops. */
    public boolean contains(int block) {
        return blocks.get(block);
    }

    /** The region's reachable blocks. */
    public BitSet blocks() {
        return (BitSet) blocks.clone();
    }

    /** Adds a block. @return whether the block is new */
    boolean add(int block) {
        boolean isNew = !blocks.get(block);
        blocks.set(block);
        return isNew;
    }

    int size() {
        return blocks.cardinality();
    }
}
