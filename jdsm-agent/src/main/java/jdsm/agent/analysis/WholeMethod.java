package jdsm.agent.analysis;

import java.util.BitSet;
import java.util.stream.IntStream;

/** A method, entered by its first block, to which nothing leads back. Immutable. */
public final class WholeMethod implements Region {
    private final BitSet blocks = new BitSet();

    /** Of a method whose first block is no loop's. */
    public WholeMethod(FlowGraph graph) {
        IntStream.of(graph.order()).forEach(blocks::set);
    }

    @Override
    public int header() {
        return 0;
    }

    @Override
    public boolean contains(int block) {
        return blocks.get(block);
    }

    @Override
    public BitSet blocks() {
        return (BitSet) blocks.clone();
    }
}
