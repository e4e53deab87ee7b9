package jdsm.verify;

/**
 * The exports of a simulated job: written under a sequence lock, and read word by word. (The tests of
 * {@code jdsm.memory} simulate the writes and reads of real segments.)
 */
final class SimSegments {
    private static final int ATTEMPTS = 2;

    /** A segment of one owner and unit. The first export after a revocation makes another place. */
    static final class Place {
        final int owner;
        private long sequence;
        private long version;
        private final long[] words;
        private boolean gone;
        private boolean empty;

        private Place(int owner, int words) {
            this.owner = owner;
            this.words = new long[words];
        }
    }

    private final Place[][] own;
    private final Place[][] known;

    SimSegments(Programs.Shape shape) {
        this.own = new Place[shape.ranks()][shape.units()];
        this.known = new Place[shape.ranks()][shape.units()];
    }

    void write(int owner, int unit, long version, long[] content) {
        if (own[owner][unit] == null) {
            own[owner][unit] = new Place(owner, content.length);
        }
        Place place = own[owner][unit];
        place.sequence++;
        place.version = version;
        place.empty = false;
        System.arraycopy(content, 0, place.words, 0, content.length);
    }

    void suspend(int owner, int unit) {
        own[owner][unit].empty = true;
        own[owner][unit].sequence++;
    }

    /** Revokes an export, if there is one, because there is no room for the next content. */
    void lose(int owner, int unit) {
        if (own[owner][unit] != null) {
            revoke(owner, unit);
        }
    }

    void revoke(int owner, int unit) {
        own[owner][unit].gone = true;
        own[owner][unit].sequence++;
        own[owner][unit] = null;
    }

    /** Stores the place of a unit at a rank; the message with the place may have come late. */
    void learn(int rank, int unit, Place place) {
        known[rank][unit] = place;
    }

    Place own(int owner, int unit) {
        return own[owner][unit];
    }

    Place known(int rank, int unit) {
        return known[rank][unit];
    }

    void forget(int rank, Get get) {
        if (known[rank][get.unit] == get.place && get.place.gone) {
            known[rank][get.unit] = null;
        }
    }

    /** A one-sided read in progress. */
    final class Get {
        private final Place place;
        private final int unit;
        private final long[] words;
        private long sequence;
        private long version;
        private int next = -1;
        private int attemptsLeft = ATTEMPTS;
        private boolean over;
        private boolean found;

        Get(Place place, int unit) {
            this.place = place;
            this.unit = unit;
            this.words = new long[place.words.length];
        }

        void step() {
            if (next < 0) {
                sequence = place.sequence;
                version = place.version;
                over = place.gone || place.empty;
            } else if (next < words.length) {
                words[next] = place.words[next];
            } else if (sequence == place.sequence) {
                found = true;
                over = true;
            } else {
                next = -2;
                over = --attemptsLeft == 0;
            }
            next++;
        }

        boolean isOver() {
            return over;
        }

        boolean found() {
            return found;
        }

        int owner() {
            return place.owner;
        }

        int unit() {
            return unit;
        }

        long version() {
            return version;
        }

        long[] content() {
            return words;
        }
    }
}
