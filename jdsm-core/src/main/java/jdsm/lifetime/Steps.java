package jdsm.lifetime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One rank's view of steps in each of which every rank sends all others a message. A rank ends a step when it has those of all
 * others; so another one may be a step ahead, never two. One thread at a time uses it.
 *
 * @param <M> the messages
 */
public final class Steps<M> {
    private static final int NONE = -1;

    private final int me;
    private final int ranks;
    /** The messages of the others, by the step's parity and rank. */
    private final Object[][] heard;

    private int now = NONE;
    private M mine;

    public Steps(int me, int ranks) {
        this.me = me;
        this.ranks = ranks;
        this.heard = new Object[2][ranks];
    }

    /** The number of the present step, from 0; -1 where none is under way. */
    public int now() {
        return now;
    }

    /** Begins a step, which must be step 0 or the next one. */
    public void begin(int step, M message) {
        now = step;
        mine = message;
    }

    /** Ends the last step. */
    public void end() {
        now = NONE;
        mine = null;
    }

    /**
     * Takes another rank's message.
     *
     * @throws IllegalArgumentException if no rank can have sent it now
     */
    public void hear(int from, int step, M message) {
        Object[] slot = heard[step & 1];
        boolean possible =
                from != me && slot[from] == null && (step == Math.max(now, 0) || now != NONE && step == now + 1);
        if (!possible) {
            throw new IllegalArgumentException(
                    "step " + step + " of rank " + from + ", while this rank is in step " + Math.max(now, 0));
        }
        slot[from] = message;
    }

    /** The messages of the present step, by rank, when all have come; else null. They are returned once. */
    @SuppressWarnings("unchecked") // only hear puts them there
    public List<M> take() {
        if (now == NONE) {
            return null;
        }
        List<M> all = new ArrayList<>(ranks);
        for (int rank = 0; rank < ranks; rank++) {
            all.add(rank == me ? mine : (M) heard[now & 1][rank]);
            if (rank != me && all.get(rank) == null) {
                return null;
            }
        }
        Arrays.fill(heard[now & 1], null);
        return all;
    }
}
