package jdsm.coherence.home;

import jdsm.coherence.Outbox;

/** Puts an owned unit where other ranks fetch it without the owner's help, and takes it away. */
final class Exports {
    private Exports() {}

    /**
     * Puts a unit of which a rank asks for a copy at a place, so that the rank can fetch the next versions there.
     *
     * @return false if there is no room for one
     */
    static boolean locate(HomeState u, int rank, Outbox out) {
        Place place = u.directory().makePlace(u.pace());
        place.asked(rank, out.barriersPassed());
        if (!place.isExported()) {
            export(u, out);
        }
        return u.isLocated();
    }

    /** Puts the present version at the place; if there is no room, the place is withdrawn. */
    static void export(HomeState u, Outbox out) {
        if (out.export(u.unit(), u.versions().present())) {
            u.directory().exported(out.barriersEntered());
        } else {
            u.directory().withdrawPlace();
        }
    }

    /**
     * Puts a new version at the place of the exported one, unless the fetches of earlier versions suggest that no rank
     * will fetch it soon. A rank that has just fetched the earlier version is among the sharers.
     */
    static void refresh(HomeState u, Outbox out) {
        Place place = u.directory().place();
        Fetches fetches = place.fetches();
        fetches.replaced(out.wasFetched(u.unit()));
        int expected = fetches.expected();
        if (fetches.isUnwanted()) {
            suspend(u, place, out);
        } else if (expected > out.barriersEntered()) {
            suspend(u, place, out);
            out.expect(u, expected);
        } else {
            export(u, out);
        }
    }

    private static void suspend(HomeState u, Place place, Outbox out) {
        place.suspend();
        out.suspend(u.unit());
    }

    /** Withdraws the place, because ownership moves: no rank is to look for the unit here any more. */
    static void revoke(HomeState u, Outbox out) {
        if (u.isLocated()) {
            u.directory().withdrawPlace();
            out.revoke(u.unit());
        }
    }
}
