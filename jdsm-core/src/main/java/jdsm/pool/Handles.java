package jdsm.pool;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import jdsm.check.Recorder;
import jdsm.coherence.UnitState;
import jdsm.directory.SharedEntry;
import jdsm.runtime.Sharing;

/** Gives shared objects the handles by which woven code knows them: audited ones where the job is checked. */
final class Handles {
    /** The names of objects in findings. Filled before workers start. */
    private final Map<SharedEntry, Supplier<String>> paths = new HashMap<>();
    /** Null where the job is not checked. */
    private Recorder recorder;

    /** From now on workers' accesses are recorded; before the first handle. */
    void check(Recorder listener) {
        recorder = listener;
    }

    boolean areChecked() {
        return recorder != null;
    }

    /** Names an object in findings. */
    void name(SharedEntry entry, Supplier<String> path) {
        paths.put(entry, path);
    }

    /**
     * Lets woven code see that an object is shared; a thread that has the object's monitor holds the object's lock from
     * then on.
     *
     * @param lock the state of the object's lock, which is made when it is first asked for
     * @param madeHere whether a worker of this rank has made the object since the start
     */
    void reveal(SharedEntry entry, WovenAccess woven, Supplier<UnitState> lock, boolean madeHere) {
        Handle handle = recorder == null ? new Handle(entry, woven) : audited(entry, woven);
        Sharing.reveal(
                entry.object(),
                entry.label(),
                handle,
                (thread, times) -> lock.get().holdFromTheBeginning(thread, times));
        if (handle instanceof AuditedHandle audited) {
            audited.revealed(madeHere);
        }
    }

    private AuditedHandle audited(SharedEntry entry, WovenAccess woven) {
        return new AuditedHandle(entry, woven, paths.getOrDefault(entry, () -> ""), recorder);
    }
}
