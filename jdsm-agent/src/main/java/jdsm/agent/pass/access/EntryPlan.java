package jdsm.agent.pass.access;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.CountedLoop;
import jdsm.agent.analysis.Region;
import jdsm.agent.analysis.Value;

/** What is to be done where one region is entered. */
final class EntryPlan {
    /** An array whose handle is looked up; and if it is one unit, that is checked, and the handle forgotten. */
    record Handle(String type, Value array, CountedLoop.Test guard) {}

    final Region region;
    /** Checks, each with the access that it is for. */
    final Map<Request, Access> requests = new LinkedHashMap<>();
    /** Handles that the region uses, and the variables they are kept in. */
    final Map<Handle, Integer> handles = new LinkedHashMap<>();
    /** Those of arrays that are written. */
    final Set<Handle> written = new HashSet<>();
    /** What has to be checked where the code at the entry itself reads it. */
    final Set<Access.Target> own = new LinkedHashSet<>();

    EntryPlan(Region region) {
        this.region = region;
    }

    /** Adds a check, or has one that is there already made for more. */
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
