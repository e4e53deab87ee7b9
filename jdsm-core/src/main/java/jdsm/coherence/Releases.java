package jdsm.coherence;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/*
 * The dirty list belongs to the rank: a release publishes every dirty unit, whoever wrote it. A unit stays dirty until every
 * worker has passed a synchronisation since workers have to ask again before they write it; only then no store by an earlier
 * check can come any more, and the snapshot that is taken then has them all.
 */

/**
 * The publications of a rank: what its workers have written, what a release waits for, and which intervals others have to
 * hear of. As a reducer: one thread calls it, and runs {@link #runEnded} after each event.
 */
@NotInlined
public final class Releases {
    /** How often each worker has passed a synchronisation; written by the workers. */
    public interface Passes {
        /** The counts now, one a worker; the stores that a worker did before it counted are visible. */
        long[] now();
    }

    /** What {@link Releases} has the protocol do with a dirty unit. */
    public interface Units {
        void publish(UnitState unit);

        void lower(UnitState unit);

        void retire(UnitState unit);
    }

    /** A release under way: it ends when all that began up to {@code last} has. */
    private record Publication(int last, boolean allPassed, Runnable then) {}

    private static final long[] MAY_WRITE = {};

    private final Units units;
    private final Passes passes;
    private final Notices notices;
    /** The dirty units; with what {@link Passes#now} said after workers had to ask again, or {@link #MAY_WRITE}. */
    private final Map<UnitState, long[]> dirty = new LinkedHashMap<>();

    private final Set<Integer> open = new LinkedHashSet<>();
    private final Deque<Publication> publications = new ArrayDeque<>();
    private final Deque<Runnable> ended = new ArrayDeque<>();
    /** Notices of what has been applied, for the next interval. */
    private final TreeMap<Integer, Long> written = new TreeMap<>();

    private int lastNumber;

    public Releases(Units units, Passes passes, Notices notices) {
        this.units = units;
        this.passes = passes;
        this.notices = notices;
    }

    /** A unit is dirty from now on. */
    public void dirty(UnitState unit) {
        dirty.put(unit, MAY_WRITE);
    }

    /** Something that releases must wait for from now on begins; the answer is its number. */
    public int begin() {
        open.add(++lastNumber);
        return lastNumber;
    }

    /** What {@link #begin} began has ended. */
    public void done(int number) {
        if (!open.remove(number)) {
            throw new IllegalStateException("publication step " + number + " ended twice");
        }
        int firstOpen = open.isEmpty() ? Integer.MAX_VALUE : open.iterator().next();
        while (!publications.isEmpty() && publications.peek().last() < firstOpen) {
            end(publications.remove());
        }
    }

    /** A version that has something of this rank's: part of its next interval. */
    public void notice(int unit, long version) {
        written.merge(unit, version, Math::max);
    }

    /**
     * Begins a release: {@code then} is run when everything that any worker has written before this call is visible to who
     * acquires afterwards.
     *
     * @param allPassed whether all workers wait at a barrier until {@code then}, so that none is between check and store
     */
    public void publish(boolean allPassed, Runnable then) {
        publishDirty(allPassed);
        begin(new Publication(lastNumber, allPassed, then));
    }

    /** As {@link #publish}; but if nothing is left to wait for returns true and runs nothing. */
    public boolean published(Runnable then) {
        publishDirty(false);
        if (open.isEmpty()) {
            closeInterval();
            return true;
        }
        begin(new Publication(lastNumber, false, then));
        return false;
    }

    private void begin(Publication publication) {
        if (open.isEmpty()) {
            end(publication);
        } else {
            publications.add(publication);
        }
    }

    private void publishDirty(boolean allPassed) {
        if (dirty.isEmpty()) {
            return;
        }
        long[] now = passes.now();
        for (UnitState unit : new ArrayList<>(dirty.keySet())) {
            if (!unit.isLowered()) {
                dirty.put(unit, MAY_WRITE);
                if (allPassed) {
                    units.lower(unit);
                }
            }
            // In this order: a snapshot that is taken after all have passed misses nothing.
            units.publish(unit);
            long[] lowered = dirty.get(unit);
            if (lowered != MAY_WRITE && allAfter(lowered, now)) {
                units.retire(unit);
            } else if (lowered == MAY_WRITE) {
                if (!unit.isLowered()) {
                    units.lower(unit);
                }
                dirty.put(unit, passes.now());
            }
            if (!unit.isDirty()) {
                dirty.remove(unit);
            }
        }
    }

    private static boolean allAfter(long[] before, long[] now) {
        for (int i = 0; i < now.length; i++) {
            if (now[i] <= before[i]) {
                return false;
            }
        }
        return true;
    }

    private void end(Publication publication) {
        closeInterval();
        if (publication.allPassed()) {
            retireLowered();
        }
        ended.add(publication.then());
    }

    private void retireLowered() {
        for (UnitState unit : new ArrayList<>(dirty.keySet())) {
            if (unit.isLowered()) {
                units.retire(unit);
                if (!unit.isDirty()) {
                    dirty.remove(unit);
                }
            }
        }
    }

    private void closeInterval() {
        if (!written.isEmpty()) {
            UnitRanges ranges = new UnitRanges();
            written.forEach(ranges::add);
            written.clear();
            notices.close(ranges);
        }
    }

    /** Runs what follows releases that have ended; after each event. */
    public void runEnded() {
        for (Runnable then = ended.poll(); then != null; then = ended.poll()) {
            then.run();
        }
    }

    /** How many units are dirty. */
    public int dirtyUnits() {
        return dirty.size();
    }

    @Override
    public String toString() {
        List<Integer> waiting = new ArrayList<>(open);
        return dirty.size() + " dirty units, waits for " + Arrays.toString(waiting.toArray());
    }
}
