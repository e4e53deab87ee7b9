package jdsm.agent.analysis;

import java.util.stream.IntStream;

/** A method, entered by its first block, to which nothing leads back. Immutable. */
public final class WholeMethod extends Region {
    /** Of a method whose first block is no loop's. */
    public WholeMethod(FlowGraph graph) {
        super(0);
        IntStream.of(graph.order()).forEach(this::add);
    }
}
