package jdsm.agent.analysis;

import java.util.BitSet;

/** A part of a method that is entered by one block only: a loop, or all of it. */
public sealed interface Region permits Loop, WholeMethod {
    /** The block by which it is entered. */
    int header();

    /** Whether a block is in it. */
    boolean contains(int block);

    /** Its blocks, as far as they can be reached. */
    BitSet blocks();
}
