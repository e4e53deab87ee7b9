package jdsm.check;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Finds accesses that nothing orders: FastTrack (Flanagan and Freund, FastTrack: efficient and precise dynamic race detection, PLDI
 * 2009), for fields and elements. An actor is a worker, by its number; or what other threads of a rank do, all of them one actor.
 *
 * <p>Events may come in any order that agrees with the order of each actor's own and with that of each synchronisation: a release
 * before the acquires that it lets in. Used by one thread.
 *
 * <p>A barrier of all workers orders whatever came before it with whatever follows: so all that is known of accesses is forgotten
 * there, which bounds memory by what one phase accesses.
 */
final class Detector {
    private final int threads;
    private final int workers;
    private final int actors;
    private final Consumer<Race> races;
    private final VectorClock[] clocks;
    private final Map<Sync, VectorClock> syncs = new HashMap<>();
    private final Shadows shadows = new Shadows();
    private int arrived;

    private record Sync(SyncKind kind, long id) {}

    /**
     * @param threads workers a rank
     * @param races told of each race as it is seen, so that two places may come often
     */
    public Detector(int ranks, int threads, Consumer<Race> races) {
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

    /** The actor that stands for the threads of a rank that are no workers. */
    public int othersOf(int rank) {
        return workers + rank;
    }

    private int rankOf(int actor) {
        return actor < workers ? actor / threads : actor - workers;
    }

    // Accesses.

    /** A read of an element or a field, of the object whose first unit is {@code unit}. */
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

    /** A write, as {@link #read}. */
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

    /** Whether an access happens before what {@code actor} does now; a rank's workers may order its other threads as Java does. */
    private boolean isOrdered(long epoch, int actor) {
        int other = Page.actor(epoch);
        boolean others = other >= workers || actor >= workers;
        return clocks[actor].get(other) >= Page.clock(epoch) || others && rankOf(other) == rankOf(actor);
    }

    // Synchronisation.

    /** An actor has acquired what others released before. */
    public void acquire(int actor, SyncKind kind, long id) {
        VectorClock released = syncs.get(new Sync(kind, id));
        if (released != null) {
            clocks[actor].join(released);
        }
    }

    /** An actor is about to let others acquire. */
    public void release(int actor, SyncKind kind, long id) {
        syncs.computeIfAbsent(new Sync(kind, id), unknown -> new VectorClock(actors))
                .join(clocks[actor]);
        clocks[actor].tick(actor);
    }

    /** A worker enters the barrier; what it does next comes behind all that any worker did before. */
    public void barrier() {
        if (++arrived < workers) {
            return;
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
    }

    /** What follows was done by a rank's other threads since they were last heard of. */
    public void beginOthers(int rank) {
        VectorClock others = clocks[othersOf(rank)];
        for (int worker = rank * threads; worker < (rank + 1) * threads; worker++) {
            others.join(clocks[worker]);
        }
    }

    /** That was all of it: what the rank's workers release from here on orders it, too. */
    public void endOthers(int rank) {
        int actor = othersOf(rank);
        for (int worker = rank * threads; worker < (rank + 1) * threads; worker++) {
            clocks[worker].set(actor, clocks[actor].get(actor));
        }
        clocks[actor].tick(actor);
    }
}
