package jdsm.coherence;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/*
 * The dirty list belongs to the rank: a release publishes every dirty unit, whichever worker wrote it. Once a unit's
 * write right is lowered, workers have to ask again before they write. The unit stays dirty until every worker has
 * passed a synchronisation after that; then no worker can still store by an earlier check, and the next snapshot has
 * all stores.
 */

/**
 * The publications of a rank: its dirty units, the steps for which a release waits, and the write notices of the next
 * interval. A reducer: one thread calls it, and calls {@link #runEnded} after each event.
 */
@NotInlined
public final class Releases {
    /** The number of synchronisations that each worker has passed. The workers count them. */
    public interface Passes {
        /**
         * The present count of each worker. A worker's stores before a count are visible to the caller of this method.
         */
        long[] now();
    }

    /** The events by which {@link Releases} has the protocol publish, lower and retire a dirty unit. */
    public interface Units {
        /** See {@link CoherenceProtocol#onPublish}. */
        void publish(UnitState unit);

        /** See {@link CoherenceProtocol#onLower}. */
        void lower(UnitState unit);

        /** See {@link CoherenceProtocol#onRetire}. */
        void retire(UnitState unit);
    }

    /** A release under way: it ends when all steps up to number {@code last} have ended. */
    private record Publication(int last, boolean allPassed, Runnable then) {}

    private final Units units;
    private final Passes passes;
    private final Notices notices;
    private final DirtyList dirty = new DirtyList();

    private final Set<Integer> open = new LinkedHashSet<>();
    private final Deque<Publication> publications = new ArrayDeque<>();
    private final Deque<Runnable> ended = new ArrayDeque<>();
    /** The write notices of diffs that the owners have applied, for the next interval. */
    private final NewNotices written = new NewNotices();

    private int lastNumber;

    public Releases(Units units, Passes passes, Notices notices) {
        this.units = units;
        this.passes = passes;
        this.notices = notices;
    }

    /** Makes a clean unit dirty. */
    public void dirty(UnitState unit) {
        dirty.add(unit);
    }

    /**
     * Begins a step, for which each release that begins later, or is publishing its dirty units now, has to wait.
     *
     * @return the step's number
     */
    public int begin() {
        open.add(++lastNumber);
        return lastNumber;
    }

    /** Ends the step with that number, and each release that waited for nothing else. */
    public void done(int number) {
        if (!open.remove(number)) {
            throw new IllegalStateException("publication step " + number + " ended twice");
        }
        int firstOpen = open.isEmpty() ? Integer.MAX_VALUE : open.iterator().next();
        while (!publications.isEmpty() && publications.peek().last() < firstOpen) {
            end(publications.remove());
        }
    }

    /** Adds a write notice to the next interval: this version of the unit contains writes of this rank. */
    public void notice(int unit, long version) {
        written.add(unit, version);
    }

    /**
     * Begins a release. {@link #runEnded} runs {@code then} when all writes of this rank's workers before this call are
     * visible to each rank that acquires afterwards.
     *
     * @param allPassed whether all workers wait at a barrier until {@code then}, so that none is between a check and
     *     its store
     */
    public void publish(boolean allPassed, Runnable then) {
        publishDirty(allPassed);
        begin(new Publication(lastNumber, allPassed, then));
    }

    /** As {@link #publish}, but returns true, and never runs {@code then}, if there is nothing to wait for. */
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
        if (dirty.dirty() == 0) {
            return;
        }
        long[] now = passes.now();
        int places = dirty.beginWalk();
        for (int place = 0; place < places; place++) {
            if (dirty.unit(place) != null) {
                publish(place, now, allPassed);
            }
        }
        dirty.endWalk();
    }

    private void publish(int place, long[] now, boolean allPassed) {
        UnitState unit = dirty.unit(place);
        if (!unit.isLowered()) {
            dirty.lowered(place, DirtyList.MAY_WRITE);
            if (allPassed) {
                units.lower(unit);
            }
        }
        // The snapshot comes after the counts: if all workers had passed by then, the snapshot has all their stores.
        units.publish(unit);
        long[] lowered = dirty.lowered(place);
        if (lowered != DirtyList.MAY_WRITE && allAfter(lowered, now)) {
            units.retire(unit);
        } else if (lowered == DirtyList.MAY_WRITE) {
            if (!unit.isLowered()) {
                units.lower(unit);
            }
            dirty.lowered(place, passes.now());
        }
        removeIfClean(place);
    }

    private void removeIfClean(int place) {
        if (dirty.unit(place) != null && !dirty.unit(place).isDirty()) {
            dirty.remove(place);
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
        int places = dirty.beginWalk();
        for (int place = 0; place < places; place++) {
            UnitState unit = dirty.unit(place);
            if (unit != null && unit.isLowered()) {
                units.retire(unit);
                removeIfClean(place);
            }
        }
        dirty.endWalk();
    }

    private void closeInterval() {
        if (!written.isEmpty()) {
            notices.close(written.take());
        }
    }

    /** Runs the continuations of the releases that have ended. To be called after each event. */
    public void runEnded() {
        for (Runnable then = ended.poll(); then != null; then = ended.poll()) {
            then.run();
        }
    }

    /** The number of dirty units. */
    public int dirtyUnits() {
        return dirty.dirty();
    }

    @Override
    public String toString() {
        List<Integer> waiting = new ArrayList<>(open);
        return dirty.dirty() + " dirty units, waits for " + Arrays.toString(waiting.toArray());
    }
}
