package jdsm.agent.pass.access;

import java.util.Objects;
import java.util.stream.Stream;
import jdsm.agent.analysis.CountedLoop;
import jdsm.agent.analysis.Value;
import jdsm.agent.analysis.Values;

/**
 * A check at a region's entry: of an object ({@code span} is null), of elements of an array, of elements of the arrays
 * in an array ({@code rows} is not null), or of segments of an array ({@code segments} is not null).
 *
 * @param type the type as in {@link Access.Target}
 * @param object the object, array, or array of arrays
 * @param rows the indices of the arrays in an array of arrays, or null
 * @param span the indices of the elements, or null; with segments, their offset
 * @param segments the segments that contain the elements, or null
 * @param write whether the check is for writing
 * @param guard a test that the entry makes first: if it fails, the region needs no check; or null
 * @param handle a variable that contains the array's handle, or {@link LocalChecks#NONE}
 */
record Request(
        String type,
        Value object,
        Span rows,
        Span span,
        Segments segments,
        boolean write,
        CountedLoop.Test guard,
        int handle) {
    /**
     * A set of indices: {@code coefficient * variable + offset} for a variable from {@code first} to {@code last} by
     * {@code step}; or {@code offset} alone if {@code first} is null. With a span {@code around}, whose offset is 0,
     * each index of that is added.
     *
     * @param run the number of further indices behind each index
     */
    record Span(Value first, Value last, Value step, Value coefficient, Value offset, int run, Span around) {
        private static final int MOST_GAP = 8;
        /** The length of the longest span that counts as a run. */
        private static final int MOST_RUN = 64;

        /** The span of one index. */
        static Span single(Value index) {
            return new Span(null, null, null, null, index, 0, null);
        }

        /**
         * The span of two nested loops.
         *
         * @param rows the indices of the outer loop, with none around it; its offset is the whole offset, and its run is one of
         *     each index of both
         */
        Span around(Span rows, Values values) {
            Span outer = new Span(rows.first, rows.last, rows.step, rows.coefficient, values.constant(0), 0, null);
            return new Span(first, last, step, coefficient, rows.offset, run + rows.run, outer);
        }

        boolean isSingle() {
            return first == null;
        }

        /** The span as one index with a run, if it is a short one of neighbours at a known distance; else null. */
        Span asRun(Values values) {
            boolean known = around == null
                    && Stream.of(first, last, step, coefficient).allMatch(value -> value.kind() == Value.Kind.CONSTANT);
            boolean isEmpty = known && ((long) last.number() - first.number()) * step.number() < 0;
            if (!known || isEmpty || Math.abs((long) step.number() * coefficient.number()) != 1) {
                return null;
            }
            long one = (long) coefficient.number() * first.number();
            long other = (long) coefficient.number() * last.number();
            long least = Math.min(one, other);
            long more = Math.abs(one - other) + run;
            return more > MOST_RUN || least != (int) least
                    ? null
                    : new Span(
                            null, null, null, null, values.add(offset, values.constant((int) least)), (int) more, null);
        }

        /** The span with so many more indices behind each index. */
        Span longer(int more) {
            return new Span(first, last, step, coefficient, offset, run + more, around);
        }

        /**
         * A span that covers this one and another; null if it would cover many other elements. Spans are joined if they
         * are equal, or differ only by a constant in the offset that leaves a small gap.
         */
        private Span join(Span other) {
            if (equals(other)) {
                return this;
            }
            boolean sameVariable = !isSingle()
                    && first == other.first
                    && last == other.last
                    && step == other.step
                    && coefficient == other.coefficient
                    && Objects.equals(around, other.around);
            Integer distance = sameVariable ? other.offset.minus(offset) : null;
            if (distance == null || distance == Integer.MIN_VALUE) {
                return null;
            }
            return distance < 0 ? other.with(this, -distance) : with(other, distance);
        }

        /** @param distance the other's offset minus this one's */
        private Span with(Span other, int distance) {
            return distance - run > MOST_GAP
                    ? null
                    : new Span(first, last, step, coefficient, offset, Math.max(run, distance + other.run), around);
        }
    }

    /** Whether the check is of a matrix in one array: the elements that two nested loops access. */
    boolean isMatrix() {
        return span != null && span.around() != null;
    }

    /** A check that covers this one and another, or null if it would cover much more. */
    Request join(Request other) {
        boolean sameArray = Objects.equals(type, other.type) && object == other.object && handle == other.handle;
        boolean sameForm = (span == null) == (other.span == null) && (rows == null) == (other.rows == null);
        if (!sameArray || !sameForm || guard != other.guard || !Objects.equals(segments, other.segments)) {
            return null;
        }
        Span allRows = rows == null ? null : rows.join(other.rows);
        Span all = span == null ? null : span.join(other.span);
        if (all == null && span != null || allRows == null && rows != null) {
            return null;
        }
        if (!Objects.equals(rows, other.rows) && !span.equals(other.span)) {
            return null; // the join would cover elements of rows that neither check covers
        }
        Request joined = new Request(type, object, allRows, all, segments, write || other.write, guard, handle);
        Request writing = write ? this : other;
        // A check for writing must not cover elements that the region only reads.
        return write == other.write || joined.equals(writing) ? joined : null;
    }

    /** The same request with a variable for the handle. */
    Request with(int variable) {
        return new Request(type, object, rows, span, segments, write, guard, variable);
    }
}
