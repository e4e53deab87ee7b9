package jdsm.agent.analysis;

import java.util.BitSet;

/** A part of a method that is entered by one block only: a loop, or all of it. */
public abstract sealed class Region permits Loop, WholeMethod {
    private final int header;
    private final BitSet blocks = new BitSet();

    Region(int header) {
        this.header = header;
    }

    /** The block by which it is entered. */
    public int header() {
        return header;
    }

    /** Whether a block is in it; for a loop, also if it is in one inside. */
    public boolean contains(int block) {
        return blocks.get(block);
    }

    /** Its blocks, as far as they can be reached. */
    public BitSet blocks() {
        return (BitSet) blocks.clone();
    }

    /** @return whether it was not there before */
    boolean add(int block) {
        boolean isNew = !blocks.get(block);
        blocks.set(block);
        return isNew;
    }

    int size() {
        return blocks.cardinality();
    }
}
