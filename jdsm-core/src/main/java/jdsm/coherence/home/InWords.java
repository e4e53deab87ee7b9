package jdsm.coherence.home;

import jdsm.coherence.UnitState;

/** Describes the state of a unit for a stall report. */
final class InWords {
    private InWords() {}

    /** The owner of the unit as far as this rank knows, and what is under way, in one line. */
    static String of(HomeState u) {
        HandOver next = u.ownership().handOver();
        String role = u.isOwner()
                ? "owned here"
                : "last known owner rank " + u.ownership().lastOwner();
        String held = u.access() >= UnitState.HELD ? ", held" : "";
        String wait = u.hasRounds() ? ", waits for " + u.rounds().first().unconfirmed() + " ranks to confirm" : "";
        String flight = u.inFlight() != null ? ", waits for the owner to apply what was written" : "";
        return role + held + wait + flight + (next != null ? ", next rank " + next.rank() : "");
    }
}
