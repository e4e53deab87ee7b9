package jdsm.agent.pass.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.MustFacts.Event;
import jdsm.agent.analysis.MustFacts.Fact;

/**
 * Finds reads behind which the same block writes the same element or object, as in {@code count[i]++}: one check for
 * writing, before the read, serves both.
 */
final class Updates {
    /** The writes, each with a read before it. */
    private final Map<Access, Access> reads = new HashMap<>();

    /** @param events the accesses of each block, and the events that end the validity of checks, in order */
    Updates(Iterable<List<Event>> events) {
        events.forEach(this::find);
    }

    private void find(List<Event> block) {
        List<Access> open = new ArrayList<>();
        for (Event event : block) {
            if (event instanceof Accesses.Made made) {
                Access access = made.access();
                if (access.target().write()) {
                    open.stream()
                            .filter(read -> isSame(read.target(), access.target()))
                            .findFirst()
                            .ifPresent(read -> reads.put(access, read));
                } else {
                    open.add(access);
                }
            } else {
                removeEnded(open, event);
            }
        }
    }

    private static boolean isSame(Access.Target read, Access.Target written) {
        return read.object() == written.object() && read.index() == written.index();
    }

    private static void removeEnded(List<Access> open, Event event) {
        for (Iterator<Access> accesses = open.iterator(); accesses.hasNext(); ) {
            Access.Target target = accesses.next().target();
            Fact fact = new Fact(Accesses.Known.READ, target.object(), target.index());
            Set<Fact> facts = new HashSet<>(Set.of(fact));
            event.apply(facts);
            if (facts.isEmpty()) {
                accesses.remove();
            }
        }
    }

    /** The accesses to check in place of those that need a check: a read that is checked for writing, not the write. */
    List<Access> merge(List<Access> needed) {
        Set<Access> all = new HashSet<>(needed);
        Set<Access> widened = new HashSet<>();
        reads.forEach((write, read) -> {
            if (all.contains(read) && all.contains(write)) {
                widened.add(read);
            }
        });
        List<Access> merged = new ArrayList<>();
        for (Access access : needed) {
            if (widened.contains(access)) {
                merged.add(access.checkedForWriting());
            } else if (!widened.contains(reads.get(access))) {
                merged.add(access);
            }
        }
        return merged;
    }
}
