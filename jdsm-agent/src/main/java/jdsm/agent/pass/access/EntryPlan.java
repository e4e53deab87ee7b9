package jdsm.agent.pass.access;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.CountedLoop;
import jdsm.agent.analysis.Region;
import jdsm.agent.analysis.Value;

/** The plan for one region's entry: the checks to make and the handles to look up there. */
final class EntryPlan {
    /**
     * A handle to look up. The handle's variable becomes null if no check that uses it is left to make: the entry checks
     * an array of one unit as a whole, and a larger array may be accessible as a whole.
     *
     * @param type the descriptor by which the code looks up the handle, or null
     * @param guard a test that must succeed before the look-up, or null
     */
    record Handle(String type, Value array, CountedLoop.Test guard) {}

    final Region region;
    /** The checks, each with one of the accesses that need it. */
    final Map<Request, Access> requests = new LinkedHashMap<>();
    /** The handles that the region uses, and their variables. */
    final Map<Handle, Integer> handles = new LinkedHashMap<>();
    /** The handles of arrays that the region writes. */
    final Set<Handle> written = new HashSet<>();
    /** The handles of arrays of which the region accesses elements that are not known at its entry. */
    final Set<Handle> loose = new HashSet<>();
    /** The reads by the entry code itself that need a check. */
    final Set<Access.Target> own = new LinkedHashSet<>();

    EntryPlan(Region region) {
        this.region = region;
    }

    /** Adds a check, or extends an existing check to cover it. */
    void add(Request request, Access access) {
        for (Request other : requests.keySet()) {
            Request joined = request.join(other);
            if (joined != null) {
                Access first = requests.remove(other);
                add(joined, other.write() == joined.write() ? first : access);
                return;
            }
        }
        requests.put(request, access);
    }

    boolean isEmpty() {
        return requests.isEmpty() && handles.isEmpty();
    }
}
