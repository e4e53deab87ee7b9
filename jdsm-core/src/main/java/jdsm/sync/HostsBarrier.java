package jdsm.sync;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import jdsm.message.BarrierLayout;

/*
 * Within a host each rank tells all others that it has entered, and wakes none of them: a message is a store into
 * shared memory, and the wake-up is the expensive part. The rank that finds the messages of all others wakes the
 * sleeping ones. There is always such a rank, because the last one to tell the others finds all their messages. With
 * several hosts, the rank that finds them all wakes the first rank of its host; the first ranks disseminate among each
 * other, and each then releases the others of its host. A peer can be one generation ahead, never two, so two slots
 * suffice.
 */

/**
 * A barrier in two levels, among the ranks of a host and among hosts, as a reducer. One thread calls it: the rank's
 * service loop.
 */
public final class HostsBarrier {
    /** The effects that the barrier can have. */
    public interface Outbox extends Dissemination.Outbox {
        /** Sends a message to ranks of this host without waking them. */
        void tell(int[] mates, BarrierLayout message);

        /** Wakes a rank of this host if it is in this generation and sleeps. */
        void wake(int mate, int generation);
    }

    private final int me;
    /** The other ranks of this host. */
    private final int[] mates;
    /** The first rank of each host, in ascending order. */
    private final int[] firsts;
    /** The barrier among the first ranks of the hosts; null unless this rank is one of them. */
    private final Dissemination amongHosts;

    private final int first;
    private final Heard[][] heard;
    private int generation;
    private SyncPoint here;
    /** Whether all ranks of this host are known to have entered. */
    private boolean gathered;

    /** @param firstOnHost gives for each rank the lowest rank of its host */
    public HostsBarrier(int me, int ranks, IntUnaryOperator firstOnHost) {
        this.me = me;
        this.first = firstOnHost.applyAsInt(me);
        this.mates = IntStream.range(0, ranks)
                .filter(rank -> rank != me && firstOnHost.applyAsInt(rank) == first)
                .toArray();
        this.firsts = IntStream.range(0, ranks)
                .filter(rank -> firstOnHost.applyAsInt(rank) == rank)
                .toArray();
        this.amongHosts = me == first ? new Dissemination(host(me), firsts.length) : null;
        this.heard = new Heard[2][mates.length];
    }

    /** Enters the barrier, in which this rank must not be yet. */
    public void enter(SyncPoint point, Outbox out) {
        here = point;
        if (mates.length > 0) {
            out.tell(mates, new BarrierLayout(generation, BarrierLayout.GATHERING, point.code()));
        }
        for (int mate = 0; mate < mates.length; mate++) {
            if (!agrees(mate, out)) {
                return;
            }
        }
        advance(out);
    }

    /**
     * Handles a peer's message.
     *
     * @throws IllegalArgumentException if no peer could have sent such a message now
     */
    public void onMessage(int from, BarrierLayout message, byte[] cargo, Outbox out) {
        switch (message.round()) {
            case BarrierLayout.GATHERING -> onGathering(from, message, cargo, out);
            case BarrierLayout.RELEASE -> onRelease(from, message, cargo, out);
            default -> {
                int host = host(from);
                require(amongHosts != null && host >= 0, from, message);
                amongHosts.onMessage(host, message, cargo, new AmongHosts(out));
            }
        }
    }

    private void onGathering(int from, BarrierLayout message, byte[] cargo, Outbox out) {
        int mate = Arrays.binarySearch(mates, from);
        int ahead = message.generation() - generation;
        require(mate >= 0 && ahead <= 1 && (ahead >= 0 || awaitsRelease()), from, message);
        if (ahead < 0) {
            return; // the release came before this message, and its cargo contained this cargo
        }
        Heard[] then = heard[message.generation() & 1];
        require(then[mate] == null, from, message);
        then[mate] = new Heard(SyncPoint.ofCode(message.point()), cargo);
        if (here == null || ahead > 0 || agrees(mate, out)) { // at once: another mate may never come
            advance(out);
        }
    }

    /** Whether a mate is at the same point as this rank, as far as it is known; reports it otherwise. */
    private boolean agrees(int mate, Outbox out) {
        Heard one = heard[generation & 1][mate];
        boolean agreed = one == null || out.agree(here, one.point(), one.cargo());
        if (!agreed) {
            out.mismatch(mates[mate], here, one.point(), one.cargo());
        }
        return agreed;
    }

    private void onRelease(int from, BarrierLayout message, byte[] cargo, Outbox out) {
        require(awaitsRelease() && from == first && here != null && message.generation() == generation, from, message);
        out.heard(cargo);
        pass(out);
    }

    /** Whether this rank passes the barrier by a release of the first rank of its host. */
    private boolean awaitsRelease() {
        return me != first && firsts.length > 1;
    }

    private void advance(Outbox out) {
        if (here == null || gathered) {
            return;
        }
        Heard[] now = heard[generation & 1];
        for (int mate = 0; mate < mates.length; mate++) {
            if (now[mate] == null) {
                return;
            }
            if (!agrees(mate, out)) {
                return;
            }
        }
        gathered = true;
        if (awaitsRelease()) {
            out.wake(first, generation);
            return;
        }
        boolean alone = firsts.length == 1;
        if (alone) {
            wakeMates(out);
        }
        for (Heard each : now) {
            out.heard(each.cargo());
        }
        if (alone) {
            pass(out);
        } else {
            amongHosts.enter(here, new AmongHosts(out));
        }
    }

    private void wakeMates(Outbox out) {
        for (int mate : mates) {
            out.wake(mate, generation);
        }
    }

    private void pass(Outbox out) {
        Arrays.fill(heard[generation & 1], null);
        here = null;
        gathered = false;
        out.passed(generation++);
    }

    /** The index of the host whose first rank {@code rank} is; negative if it is the first rank of none. */
    private int host(int rank) {
        return Arrays.binarySearch(firsts, rank);
    }

    private void require(boolean possible, int from, BarrierLayout message) {
        if (!possible) {
            throw new IllegalArgumentException(
                    "an impossible barrier message of rank " + from + ": " + message + " in generation " + generation);
        }
    }

    /** The outbox of the barrier among hosts: translates its numbers of hosts into their first ranks. */
    private final class AmongHosts implements Dissemination.Outbox {
        private final Outbox out;

        private AmongHosts(Outbox out) {
            this.out = out;
        }

        @Override
        public void send(int to, BarrierLayout message) {
            out.send(firsts[to], message);
        }

        @Override
        public void heard(byte[] cargo) {
            out.heard(cargo);
        }

        @Override
        public void passed(int passed) {
            if (mates.length > 0) {
                out.tell(mates, new BarrierLayout(generation, BarrierLayout.RELEASE, here.code()));
                wakeMates(out);
            }
            pass(out);
        }

        @Override
        public boolean agree(SyncPoint point, SyncPoint there, byte[] cargo) {
            return out.agree(point, there, cargo);
        }

        @Override
        public void mismatch(int peer, SyncPoint point, SyncPoint there, byte[] cargo) {
            out.mismatch(firsts[peer], point, there, cargo);
        }
    }
}
