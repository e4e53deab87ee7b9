package jdsm.sync;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import jdsm.message.BarrierLayout;

/*
 * Within a host everybody tells everybody, and nobody is woken by that: a message is a store into memory, and a wake-up is what
 * costs. Who has heard of all wakes those that sleep. Somebody does: whoever is the last to have told all finds all others'
 * messages there. Where there are several hosts, it is the first rank of each that is woken, disseminates among the first ones,
 * and releases the others. A peer can be one generation ahead, never two, so two slots suffice.
 */

/** A barrier among ranks in two levels, those of a host and hosts, as a reducer. One thread calls it: the rank's service loop. */
public final class HostsBarrier {
    /** What the barrier may cause. */
    public interface Outbox extends Dissemination.Outbox {
        /** Tells ranks of this host, none of which is to be woken for it. */
        void tell(int[] mates, BarrierLayout message);

        /** Wakes a rank of this host if it is in this generation and sleeps. */
        void wake(int mate, int generation);
    }

    private final int me;
    /** The other ranks of this host. */
    private final int[] mates;
    /** The first ranks of all hosts. */
    private final int[] firsts;
    /** Among those; null if this rank is none of them. */
    private final Dissemination amongHosts;

    private final int first;
    private final Heard[][] heard;
    private int generation;
    private SyncPoint here;
    /** All of this host have been heard of. */
    private boolean gathered;

    /** @param firstOnHost for each rank the lowest one of its host */
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

    /** This rank enters the barrier; it must not be in it. */
    public void enter(SyncPoint point, Outbox out) {
        here = point;
        if (mates.length > 0) {
            out.tell(mates, new BarrierLayout(generation, BarrierLayout.GATHERING, point.code()));
        }
        advance(out);
    }

    /** @throws IllegalArgumentException if no peer could have sent such a message now */
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
            return; // the release came first; what came with this one was in it
        }
        Heard[] then = heard[message.generation() & 1];
        require(then[mate] == null, from, message);
        then[mate] = new Heard(SyncPoint.ofCode(message.point()), cargo);
        advance(out);
    }

    private void onRelease(int from, BarrierLayout message, byte[] cargo, Outbox out) {
        require(awaitsRelease() && from == first && here != null && message.generation() == generation, from, message);
        out.heard(cargo);
        pass(out);
    }

    /** Whether this rank waits for the first one of its host. */
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
            if (now[mate].point() != here) {
                out.mismatch(mates[mate], here, now[mate].point());
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

    /** Which host's first rank that is; negative: none's. */
    private int host(int rank) {
        return Arrays.binarySearch(firsts, rank);
    }

    private void require(boolean possible, int from, BarrierLayout message) {
        if (!possible) {
            throw new IllegalArgumentException("a barrier message of rank " + from + " that cannot be: " + message
                    + " in generation " + generation);
        }
    }

    /** Between the first ranks of hosts, which the inner barrier numbers by their hosts. */
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
        public void mismatch(int peer, SyncPoint point, SyncPoint there) {
            out.mismatch(firsts[peer], point, there);
        }
    }
}
