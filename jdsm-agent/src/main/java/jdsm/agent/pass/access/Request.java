package jdsm.agent.pass.access;

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
     */
    record Span(Value first, Value last, int step, Value coefficient, Value offset) {
        boolean isSingle() {
            return first == null;
        }
    }

    /** The same with a handle. */
    Request with(int variable) {
        return new Request(type, object, rows, span, write, guard, variable);
    }

    /** The same for writing. */
    Request forWriting() {
        return new Request(type, object, rows, span, true, guard, handle);
    }

    /** The same for reading. */
    Request forReading() {
        return new Request(type, object, rows, span, false, guard, handle);
    }
}
