package jdsm.agent.pass.access;

import jdsm.agent.analysis.Value;

/**
 * The indices that an access in two nested loops has, if the inner loop goes from one element of an int array to
 * another: the segments of a row in a sparse matrix, or of a node's edges.
 *
 * @param low the least value of the inner loop's variable
 * @param high the greatest value of the inner loop's variable
 * @param offset the index minus the inner loop's variable
 */
record Segments(End low, End high, Value offset) {
    /**
     * One end of the segments: {@code array[index] + addend}.
     *
     * @param index the indices of the array's elements; not single
     */
    record End(Value array, Request.Span index, int addend) {
        /** Whether the indices of both ends follow the same variable of an outer loop. */
        boolean goesWith(End other) {
            return index.first() == other.index.first()
                    && index.last() == other.index.last()
                    && index.step() == other.index.step();
        }
    }
}
