package jdsm.check;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A happens-before race detector for fields and elements, by FastTrack (Flanagan and Freund, FastTrack: efficient and
 * precise dynamic race detection, PLDI 2009). An actor is a worker, by its number in the job, or all other threads of a
 * rank together.
 *
 * <p>Events may arrive in any order that agrees with the order of each actor and with each synchronisation: a release
 * arrives before the acquires that follow it. Used by one thread.
 *
 * <p>A barrier of all workers orders all accesses before it with all accesses after it. The detector forgets the
 * accesses of a phase at its barrier, so that the accesses of one phase bound the memory.
 */
final class Detector {
    private final int threads;
    private final int workers;
    private final int actors;
    private final Consumer<Race> races;
    private final VectorClock[] clocks;
    private final Map<Sync, VectorClock> syncs = new HashMap<>();
    private final Shadows shadows;
    private int arrived;

    private record Sync(SyncKind kind, long id) {}

    /**
     * Makes a detector.
     *
     * @param ranks the number of ranks
     * @param threads the number of workers of a rank
     * @param races called with each race when it is found; a pair of sites may occur often
     */
    public Detector(int ranks, int threads, Consumer<Race> races) {
        this(ranks, threads, races, Shadows.mostPages());
    }

    /** @param mostPages see {@link Shadows} */
    Detector(int ranks, int threads, Consumer<Race> races, int mostPages) {
        this.shadows = new Shadows(mostPages);
        this.threads = threads;
        this.workers = ranks * threads;
        this.actors = workers + ranks;
        this.races = races;
        this.clocks = new VectorClock[actors];
        for (int actor = 0; actor < actors; actor++) {
            clocks[actor] = new VectorClock(actors);
            clocks[actor].tick(actor);
        }
    }

    /** The actor for those threads of a rank that are not workers. */
    public int othersOf(int rank) {
        return workers + rank;
    }

    private int rankOf(int actor) {
        return actor < workers ? actor / threads : actor - workers;
    }

    // Accesses.

    /**
     * Takes a read of an element or a field.
     *
     * @param unit the first unit of the object
     * @param site the number of the instruction's site
     */
    public void read(int actor, int unit, int element, int site) {
        Page page = shadows.page(unit, element);
        int at = element & Page.ELEMENTS - 1;
        long epoch = epoch(actor);
        if (page.reads[at] == epoch) {
            return;
        }
        Race.Access me = new Race.Access(actor, false, site);
        expectOrdered(page.writes[at], page.writeSites[at], true, me, unit, element);
        Page.Readers readers = page.readers[at];
        if (readers == null && page.reads[at] != 0 && !isOrdered(page.reads[at], actor)) {
            readers = page.spread(at, actors);
        }
        if (readers != null) {
            readers.put(epoch, site);
        } else {
            page.reads[at] = epoch;
            page.readSites[at] = site;
        }
    }

    /** Takes a write; parameters as for {@link #read}. */
    public void write(int actor, int unit, int element, int site) {
        Page page = shadows.page(unit, element);
        int at = element & Page.ELEMENTS - 1;
        long epoch = epoch(actor);
        Race.Access me = new Race.Access(actor, true, site);
        expectOrdered(page.writes[at], page.writeSites[at], true, me, unit, element);
        Page.Readers readers = page.readers[at];
        if (readers == null) {
            expectOrdered(page.reads[at], page.readSites[at], false, me, unit, element);
        } else {
            for (int reader = 0; reader < actors; reader++) {
                if (readers.clocks[reader] != 0) {
                    long read = Page.epoch(reader, readers.clocks[reader]);
                    expectOrdered(read, readers.sites[reader], false, me, unit, element);
                }
            }
        }
        page.forgetReads(at);
        page.writes[at] = epoch;
        page.writeSites[at] = site;
    }

    private long epoch(int actor) {
        return Page.epoch(actor, clocks[actor].get(actor));
    }

    private void expectOrdered(long epoch, int site, boolean write, Race.Access me, int unit, int element) {
        if (epoch != 0 && !isOrdered(epoch, me.actor())) {
            races.accept(new Race(unit, element, new Race.Access(Page.actor(epoch), write, site), me));
        }
    }

    /**
     * Whether an access happens before the present action of {@code actor}. Other threads of a rank count as ordered
     * with the workers of that rank: Java's own synchronisation may order them.
     */
    private boolean isOrdered(long epoch, int actor) {
        int other = Page.actor(epoch);
        boolean others = other >= workers || actor >= workers;
        return clocks[actor].get(other) >= Page.clock(epoch) || others && rankOf(other) == rankOf(actor);
    }

    // Synchronisation.

    /**
     * Takes an acquire: the actor's later accesses follow all accesses before the earlier releases of the same
     * synchronisation.
     */
    public void acquire(int actor, SyncKind kind, long id) {
        VectorClock released = syncs.get(new Sync(kind, id));
        if (released != null) {
            clocks[actor].join(released);
        }
    }

    /** Takes a release, before another actor can acquire. */
    public void release(int actor, SyncKind kind, long id) {
        syncs.computeIfAbsent(new Sync(kind, id), unknown -> new VectorClock(actors))
                .join(clocks[actor]);
        clocks[actor].tick(actor);
    }

    /**
     * Takes the entry of a worker into the barrier. The last entry orders all accesses before the barrier with all
     * accesses after it.
     *
     * @return whether this was the last entry, so that no earlier access matters any more
     */
    public boolean barrier() {
        if (++arrived < workers) {
            return false;
        }
        arrived = 0;
        VectorClock all = new VectorClock(actors);
        for (VectorClock clock : clocks) {
            all.join(clock);
        }
        for (int actor = 0; actor < actors; actor++) {
            clocks[actor].join(all);
            clocks[actor].tick(actor);
        }
        syncs.clear();
        shadows.clear();
        return true;
    }

    /** Begins a log of a rank's other threads: its accesses follow all accesses of the rank's workers so far. */
    public void beginOthers(int rank) {
        VectorClock others = clocks[othersOf(rank)];
        for (int worker = rank * threads; worker < (rank + 1) * threads; worker++) {
            others.join(clocks[worker]);
        }
    }

    /** Ends a log of a rank's other threads: its accesses precede later releases of the rank's workers. */
    public void endOthers(int rank) {
        int actor = othersOf(rank);
        for (int worker = rank * threads; worker < (rank + 1) * threads; worker++) {
            clocks[worker].set(actor, clocks[actor].get(actor));
        }
        clocks[actor].tick(actor);
    }
}
