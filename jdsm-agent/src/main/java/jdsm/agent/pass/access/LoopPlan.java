package jdsm.agent.pass.access;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.CountedLoop;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.Value;

/** What is to be done before one loop. */
final class LoopPlan {
    /** An array whose handle is looked up before the loop; and if it is one unit, that is checked, and the handle forgotten. */
    record Handle(String type, Value array, CountedLoop.Test guard) {}

    final Loop loop;
    /** Checks, each with the access that it is for. */
    final Map<Request, Access> requests = new LinkedHashMap<>();
    /** Handles that the loop uses, and the variables they are kept in. */
    final Map<Handle, Integer> handles = new LinkedHashMap<>();
    /** Those of arrays that are written. */
    final Set<Handle> written = new HashSet<>();
    /** Of checks, the variables with their arrays' handles. */
    final Map<Request, Integer> known = new HashMap<>();
    /** What has to be checked where the code before the loop itself reads it. */
    final Set<Access.Target> own = new LinkedHashSet<>();

    LoopPlan(Loop loop) {
        this.loop = loop;
    }

    /** Adds a check, unless a stronger one is there. */
    void add(Request request, Access access) {
        Request writing =
                new Request(request.type(), request.object(), request.rows(), request.span(), true, request.guard());
        if (request.write()) {
            requests.remove(request.forReading());
        } else if (requests.containsKey(writing)) {
            return;
        }
        requests.putIfAbsent(request, access);
    }

    boolean isEmpty() {
        return requests.isEmpty() && handles.isEmpty();
    }
}
