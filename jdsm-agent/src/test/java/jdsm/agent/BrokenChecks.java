package jdsm.agent;

import jdsm.runtime.Checks;
import jdsm.runtime.Ranges;
import jdsm.runtime.Shared;

/** Checks of a faulty weaver. Public, for woven classes call them. */
public final class BrokenChecks {
    private BrokenChecks() {}

    public static void nothing(Shared shared, int first, int last, int step, int coefficient, int offset, int run) {}

    public static void noRows(Shared shared, Object[] rows, long which, long elements) {}

    public static void shortAtTheEnd(
            Shared shared, int first, int last, int step, int coefficient, int offset, int run) {
        Ranges.read(shared, first, last - step, step, coefficient, offset, run);
    }

    public static void shortAtTheBegin(
            Shared shared, int first, int last, int step, int coefficient, int offset, int run) {
        Ranges.write(shared, first + step, last, step, coefficient, offset, run);
    }

    public static void shortRange(Shared shared, int from, int to) {
        Checks.writeRange(shared, from, to - 1);
    }

    public static void before(Shared shared, int index) {
        Checks.read(shared, index - 1);
    }
}
