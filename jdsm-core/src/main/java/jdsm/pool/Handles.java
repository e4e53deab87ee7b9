package jdsm.pool;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import jdsm.check.Recorder;
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
     * Gives objects that all ranks have, or that this rank has made, their handles, so that woven code sees that they are shared.
     * A thread that has an object's monitor holds the object's lock from then on; threads that wait on the monitor begin to wait
     * anew.
     *
     * @param madeHere whether a worker of this rank has made the objects since the start
     */
    void reveal(List<SharedEntry> entries, WovenAccess woven, boolean madeHere) {
        List<Handle> handles = new ArrayList<>(entries.size());
        for (SharedEntry entry : entries) {
            handles.add(handle(entry, woven));
        }
        Sharing.reveal(handles);
        handles.forEach(handle -> revealed(handle, madeHere));
    }

    /** Gives this rank's new instances of objects of another rank, which no thread can use yet, their handles. */
    void revealNew(List<SharedEntry> entries, WovenAccess woven) {
        for (SharedEntry entry : entries) {
            Handle handle = handle(entry, woven);
            Sharing.reveal(entry.object(), handle);
            revealed(handle, false);
        }
    }

    private static void revealed(Handle handle, boolean madeHere) {
        if (handle instanceof AuditedHandle audited) {
            audited.revealed(madeHere);
        }
    }

    private Handle handle(SharedEntry entry, WovenAccess woven) {
        return recorder == null ? new Handle(entry, woven) : audited(entry, woven);
    }

    private AuditedHandle audited(SharedEntry entry, WovenAccess woven) {
        return new AuditedHandle(entry, woven, paths.getOrDefault(entry, () -> ""), recorder);
    }
}
