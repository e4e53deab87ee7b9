package jdsm.pool;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import jdsm.check.Recorder;
import jdsm.coherence.UnitState;
import jdsm.directory.SharedEntry;
import jdsm.runtime.Sharing;

/** Gives shared objects their handles for woven code: auditing handles if the job is checked for races. */
final class Handles {
    /** The names of objects in findings. Filled before the workers start. */
    private final Map<SharedEntry, Supplier<String>> paths = new HashMap<>();
    /** Null unless the job is checked for races. */
    private Recorder recorder;

    /** Records workers' accesses from now on. To be called before the first handle is made. */
    void check(Recorder listener) {
        recorder = listener;
    }

    /** Sets the object's name in findings, if there may be some. */
    void name(SharedEntry entry, Supplier<String> path) {
        if (recorder != null) {
            paths.put(entry, path);
        }
    }

    /**
     * Gives an object its handle, so that woven code sees that the object is shared. A thread that has the object's
     * monitor holds the object's lock from then on; threads that wait on the monitor begin to wait anew.
     *
     * @param lock supplies the state of the object's lock, and makes it at the first call
     * @param madeHere whether a worker of this rank has made the object since the start
     */
    void reveal(SharedEntry entry, WovenAccess woven, Supplier<UnitState> lock, boolean madeHere) {
        Handle handle = recorder == null ? new Handle(entry, woven) : audited(entry, woven);
        Sharing.reveal(
                entry.object(),
                entry::label,
                handle,
                (thread, times) -> lock.get().holdFromTheBeginning(thread, times),
                () -> woven.shared(entry.object()));
        if (handle instanceof AuditedHandle audited) {
            audited.revealed(madeHere);
        }
    }

    private AuditedHandle audited(SharedEntry entry, WovenAccess woven) {
        return new AuditedHandle(entry, woven, paths.getOrDefault(entry, () -> ""), recorder);
    }
}
