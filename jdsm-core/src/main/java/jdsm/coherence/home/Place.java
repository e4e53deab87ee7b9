package jdsm.coherence.home;

import jdsm.coherence.RankSet;

/**
 * The place from which other ranks fetch an owned unit without the owner's help: which ranks know of it, and whether
 * the present version lies there. Made when the first rank is told, and dropped when the place is withdrawn.
 */
final class Place {
    /** The content that other ranks find at the place. */
    enum Export implements PartState {
        NOWHERE("No rank knows of a place."),
        SUSPENDED("Ranks know of the place and find nothing there, so that they ask."),
        EXPORTED("The present version lies at the place, and each rank that knows of the place counts as a sharer.");

        private final String meaning;

        Export(String meaning) {
            this.meaning = meaning;
        }

        @Override
        public String meaning() {
            return meaning;
        }
    }

    static final Transition<Export> LOCATE =
            Transition.of("a rank that reaches this memory asks for a copy", Export.SUSPENDED, Export.NOWHERE);
    static final Transition<Export> EXPORT =
            Transition.of("a version is put at the place", Export.EXPORTED, Export.SUSPENDED, Export.EXPORTED);
    static final Transition<Export> SUSPEND = Transition.of(
            "a version is published that no rank is expected to fetch soon", Export.SUSPENDED, Export.EXPORTED);
    static final Transition<Export> WITHDRAW = Transition.of(
            "there is no room for a version, or ownership moves", Export.NOWHERE, Export.SUSPENDED, Export.EXPORTED);

    private final RankSet located = new RankSet();
    private final Fetches fetches;
    private Export state = LOCATE.take(Export.NOWHERE);

    Place(Pace pace) {
        this.fetches = new Fetches(pace);
    }

    Export state() {
        return state;
    }

    boolean isExported() {
        return state == Export.EXPORTED;
    }

    /** The times at which other ranks fetch the unit. */
    Fetches fetches() {
        return fetches;
    }

    /** The ranks that know of the place; to be read only. */
    RankSet located() {
        return located;
    }

    /**
     * A rank asks for a copy, and will be told of the place.
     *
     * @param barrier the number of barriers that this rank has passed
     */
    void asked(int rank, int barrier) {
        fetches.asked(barrier, !isExported());
        located.add(rank);
    }

    /**
     * A version is put at the place.
     *
     * @param barrier the number of barriers that this rank has entered
     */
    void export(int barrier) {
        state = EXPORT.take(state);
        fetches.exported(barrier);
    }

    void suspend() {
        state = SUSPEND.take(state);
    }

    void withdraw() {
        state = WITHDRAW.take(state);
    }
}
