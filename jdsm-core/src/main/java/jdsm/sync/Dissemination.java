package jdsm.sync;

import jdsm.message.BarrierLayout;

/*
 * Hensgen, Finkel and Manber, Two algorithms for barrier synchronization, 1988: in round r, rank i sends a message to
 * rank i + 2^r and receives one from rank i - 2^r. After ceil(log2(ranks)) rounds each rank has heard, directly or not,
 * from all others. A peer can be one generation ahead, never two, so two slots a round suffice.
 */

/** A dissemination barrier among ranks, as a reducer. One thread calls it: the rank's service loop. */
final class Dissemination {
    /** The effects that the barrier can have. */
    public interface Outbox {
        void send(int to, BarrierLayout message);

        /** Takes in the cargo of a peer's message, once this rank is in the message's generation. */
        void heard(byte[] cargo);

        /** Ends a generation: all ranks have entered it. */
        void passed(int generation);

        /**
         * Whether a peer has entered the same generation at the same point as this rank.
         *
         * @param cargo the cargo of the peer's message
         */
        default boolean agree(SyncPoint here, SyncPoint there, byte[] cargo) {
            return here == there;
        }

        /**
         * Reports that a peer has entered the same generation at another point.
         *
         * @param cargo the cargo of the peer's message
         */
        void mismatch(int peer, SyncPoint here, SyncPoint there, byte[] cargo);
    }

    private final int me;
    private final int ranks;
    private final int rounds;
    private final Heard[][] heard;
    private int generation;
    private int round;
    private SyncPoint here;

    public Dissemination(int me, int ranks) {
        this.me = me;
        this.ranks = ranks;
        this.rounds = Integer.SIZE - Integer.numberOfLeadingZeros(ranks - 1);
        this.heard = new Heard[2][rounds];
    }

    /** Enters the barrier, in which this rank must not be yet. */
    public void enter(SyncPoint point, Outbox out) {
        here = point;
        round = 0;
        if (rounds > 0) {
            tell(out);
        }
        advance(out);
    }

    /**
     * Handles a peer's message.
     *
     * @throws IllegalArgumentException if no peer could have sent such a message now
     */
    public void onMessage(int from, BarrierLayout message, byte[] cargo, Outbox out) {
        int ahead = message.generation() - generation;
        boolean possible = ahead >= 0
                && ahead <= 1
                && message.round() >= 0
                && message.round() < rounds
                && from == peerBefore(message.round())
                && heard[message.generation() & 1][message.round()] == null;
        if (!possible) {
            throw new IllegalArgumentException(
                    "an impossible barrier message of rank " + from + ": " + message + " in generation " + generation);
        }
        heard[message.generation() & 1][message.round()] = new Heard(SyncPoint.ofCode(message.point()), cargo);
        if (here != null) {
            advance(out);
        }
    }

    private void advance(Outbox out) {
        Heard[] now = heard[generation & 1];
        while (round < rounds && now[round] != null) {
            if (!out.agree(here, now[round].point(), now[round].cargo())) {
                out.mismatch(peerBefore(round), here, now[round].point(), now[round].cargo());
                return;
            }
            out.heard(now[round].cargo());
            round++;
            if (round < rounds) {
                tell(out);
            }
        }
        if (round == rounds) {
            java.util.Arrays.fill(now, null);
            here = null;
            out.passed(generation++);
        }
    }

    private void tell(Outbox out) {
        out.send((me + (1 << round)) % ranks, new BarrierLayout(generation, round, here.code()));
    }

    private int peerBefore(int atRound) {
        return Math.floorMod(me - (1 << atRound), ranks);
    }
}
