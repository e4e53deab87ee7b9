package jdsm.pool;

import jdsm.observe.Counters;
import jdsm.sync.CallSite;

/** Adds the workers' waits to the counters, and to those of the program's lines if the job counts by line. */
final class WaitCounts {
    private final Counters counters;
    private final CoherenceService service;

    WaitCounts(Counters counters, CoherenceService service) {
        this.counters = counters;
        this.service = service;
    }

    /** Adds a wait that no access of the program makes longer. */
    void add(long nanos) {
        counters.add(Counters.Counter.WAIT_NANOS, nanos);
    }

    /** Adds the wait for the end of a request. */
    void add(PendingAccess access, long nanos) {
        int unit = access.unit().unit();
        add(unit, service.isLock(unit) ? "lock" : access.right().purpose(), nanos);
    }

    /** Adds a wait for a unit, on the thread that has waited. */
    void add(int unit, String purpose, long nanos) {
        add(nanos);
        if (counters.byClass()) {
            counters.waits().add(CallSite.here(), service.typeOf(unit), purpose, unit, nanos);
        }
    }
}
