package jdsm.agent.analysis;

import java.util.stream.IntStream;

/** A whole method as a region. Its entry is the first block, to which no jump leads back. Immutable. */
public final class WholeMethod extends Region {
    /** The region of a method whose first block is in no loop. */
    public WholeMethod(FlowGraph graph) {
        super(0);
        IntStream.of(graph.order()).forEach(this::add);
    }
}
