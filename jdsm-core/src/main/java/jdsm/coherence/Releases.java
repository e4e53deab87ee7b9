package jdsm.coherence;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/*
 * The dirty list belongs to the rank: a release publishes every dirty unit, whichever thread wrote it. Once a unit's
 * write right is lowered, threads have to ask again before they write. The unit stays dirty until every thread that
 * could access it then has passed a synchronisation; then no thread can still store by an earlier check, and the next
 * snapshot has all stores. At a barrier this holds for the workers, but not for threads that the program has started.
 */

/**
 * The publications of a rank: its dirty units, the steps for which a release waits, and the write notices of the next
 * interval. A reducer: one thread calls it, and calls {@link #runEnded} after each event.
 */
public final class Releases {
    /**
     * The number of synchronisations that each thread of the program has passed. The threads count them. Counts only
     * grow. A count is odd while its thread may access shared objects, and even while the thread does not: its next
     * access then begins with another count and a check.
     */
    public interface Passes {
        /**
         * The present count of each thread: first the workers', then those of the threads that the program has started.
         * A thread's stores before a count are visible to the caller of this method.
         */
        long[] now();

        /** The number of workers. */
        int workers();
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
    private record Publication(int last, boolean atBarrier, Runnable then) {}

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
     * @param atBarrier whether all workers wait at a barrier until {@code then}, so that none is between a check and
     *     its store. Threads that the program has started do not wait there
     */
    public void publish(boolean atBarrier, Runnable then) {
        publishDirty(atBarrier);
        begin(new Publication(lastNumber, atBarrier, then));
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

    private void publishDirty(boolean atBarrier) {
        if (dirty.dirty() == 0) {
            return;
        }
        long[] now = passes.now();
        int places = dirty.beginWalk();
        for (int place = 0; place < places; place++) {
            if (dirty.unit(place) != null) {
                publish(place, now, atBarrier);
            }
        }
        dirty.endWalk();
    }

    private void publish(int place, long[] now, boolean atBarrier) {
        UnitState unit = dirty.unit(place);
        if (!unit.isLowered()) {
            dirty.lowered(place, DirtyList.MAY_WRITE);
            if (atBarrier) {
                lower(place);
            }
        }
        // The snapshot comes after the counts: if all threads had passed by then, the snapshot has all their stores.
        units.publish(unit);
        long[] lowered = dirty.lowered(place);
        if (lowered == DirtyList.MAY_WRITE) {
            lower(place);
        } else if (allAfter(lowered, now, atBarrier ? passes.workers() : 0)) {
            if (atBarrier) {
                dirty.lowered(place, DirtyList.ALL_PASSED);
            } else {
                units.retire(unit);
            }
        }
        removeIfClean(place);
    }

    private void lower(int place) {
        UnitState unit = dirty.unit(place);
        if (!unit.isLowered()) {
            units.lower(unit);
        }
        dirty.lowered(place, passes.now());
    }

    private void removeIfClean(int place) {
        if (dirty.unit(place) != null && !dirty.unit(place).isDirty()) {
            dirty.remove(place);
        }
    }

    /**
     * Whether the threads from one on have passed a synchronisation between two counts, or could not store at the first
     * one.
     */
    private static boolean allAfter(long[] before, long[] now, int first) {
        for (int i = first; i < before.length; i++) {
            if (mayStore(before[i]) && (i >= now.length || now[i] <= before[i])) {
                return false;
            }
        }
        return true;
    }

    private void end(Publication publication) {
        closeInterval();
        if (publication.atBarrier()) {
            retireLowered();
        }
        ended.add(publication.then());
    }

    /**
     * Retires the units that no thread can write, and whose last snapshot has all stores, given that all workers wait.
     * A release in the meantime takes its snapshot before it lowers a unit, so a thread that was out at the lowering may
     * have stored in between.
     */
    private void retireLowered() {
        int places = dirty.beginWalk();
        for (int place = 0; place < places; place++) {
            UnitState unit = dirty.unit(place);
            if (unit != null && unit.isLowered() && isComplete(dirty.lowered(place))) {
                units.retire(unit);
                removeIfClean(place);
            }
        }
        dirty.endWalk();
    }

    private boolean isComplete(long[] lowered) {
        return lowered == DirtyList.ALL_PASSED || lowered.length <= passes.workers();
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

    /** See {@link Outbox#threadsMayStore}. */
    public boolean threadsMayStore() {
        long[] now = passes.now();
        for (int i = passes.workers(); i < now.length; i++) {
            if (mayStore(now[i])) {
                return true;
            }
        }
        return false;
    }

    private static boolean mayStore(long count) {
        return count % 2 != 0;
    }

    /** Calls {@code action}, which must make no unit dirty or clean, with each dirty unit. */
    public void forEachDirty(Consumer<UnitState> action) {
        int places = dirty.beginWalk();
        for (int place = 0; place < places; place++) {
            if (dirty.unit(place) != null) {
                action.accept(dirty.unit(place));
            }
        }
        dirty.endWalk();
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
