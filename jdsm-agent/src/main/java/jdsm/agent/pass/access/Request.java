package jdsm.agent.pass.access;

import java.util.Objects;
import jdsm.agent.analysis.CountedLoop;
import jdsm.agent.analysis.Value;

/**
 * A check to be made before a loop: of an object ({@code span} is null), of elements of an array, or of elements of the arrays
 * in an array ({@code rows} is not null).
 *
 * @param type as of {@link Access.Target}
 * @param object the object, array, or array of arrays
 * @param rows which arrays in it, or null
 * @param span which elements
 * @param guard a test without which, passed once, nothing in the region needs the check; or null
 * @param handle a variable that has the handle of the array by then, or {@link LocalChecks#NONE}
 */
record Request(String type, Value object, Span rows, Span span, boolean write, CountedLoop.Test guard, int handle) {
    /**
     * Indices: {@code coefficient * variable + offset} for a variable from {@code first} to {@code last} by {@code step}; or
     * just {@code offset}, where {@code first} is null.
     *
     * @param run how many more there are behind each
     */
    record Span(Value first, Value last, int step, Value coefficient, Value offset, int run) {
        private static final int MOST_GAP = 8;

        boolean isSingle() {
            return first == null;
        }

        /**
         * All of both, or null where that would be much more: those of the same variable whose offsets differ by a constant, with a
         * gap of some elements between at most.
         */
        private Span join(Span other) {
            if (equals(other)) {
                return this;
            }
            boolean sameVariable = !isSingle()
                    && first == other.first
                    && last == other.last
                    && step == other.step
                    && coefficient == other.coefficient;
            Integer distance = sameVariable ? other.offset.minus(offset) : null;
            if (distance == null || distance == Integer.MIN_VALUE) {
                return null;
            }
            return distance < 0 ? other.with(this, -distance) : with(other, distance);
        }

        /** @param distance from here to the other's offset */
        private Span with(Span other, int distance) {
            return distance - run > MOST_GAP
                    ? null
                    : new Span(first, last, step, coefficient, offset, Math.max(run, distance + other.run));
        }
    }

    /** One check for what this one and another are for, or null if there is none that is about as good. */
    Request join(Request other) {
        boolean sameArray = Objects.equals(type, other.type) && object == other.object && handle == other.handle;
        boolean sameForm = (span == null) == (other.span == null) && (rows == null) == (other.rows == null);
        if (!sameArray || !sameForm || guard != other.guard) {
            return null;
        }
        Span allRows = rows == null ? null : rows.join(other.rows);
        Span all = span == null ? null : span.join(other.span);
        if (all == null && span != null || allRows == null && rows != null) {
            return null;
        }
        if (!Objects.equals(rows, other.rows) && !span.equals(other.span)) {
            return null; // it would be for elements of rows that neither is for
        }
        Request joined = new Request(type, object, allRows, all, write || other.write, guard, handle);
        Request writing = write ? this : other;
        // What is only read must not be written as well.
        return write == other.write || joined.equals(writing) ? joined : null;
    }

    /** The same with a handle. */
    Request with(int variable) {
        return new Request(type, object, rows, span, write, guard, variable);
    }
}
