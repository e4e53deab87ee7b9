package jdsm.sync;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import jdsm.check.Order;
import jdsm.codec.CodecException;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.message.BarrierLayout;
import jdsm.message.Kinds;
import jdsm.runtime.Presence;

/**
 * The barrier of a job, as seen by one rank. The workers of the rank gather first; then the service loop takes the rank
 * through a barrier among the ranks. The barrier is a release and an acquire: all that any worker did before it happens
 * before all that any worker does after it. A collective call is a barrier that carries a value of each worker to all
 * workers. Thread-safe.
 */
public final class Barrier {
    private static final byte[] NOTHING = {};

    private final Comm comm;
    private final Waits waits;
    private final BarrierCargo cargo;
    private final int threads;
    private final Consumer<String> onMismatch;
    private final HostsBarrier.Outbox outbox = new Sender();
    /**
     * Made when the first rank enters: the hosts of the ranks are known only after the Comm has started. Service loop
     * only.
     */
    private HostsBarrier amongRanks;

    /** The values of the collective call that this rank has entered; null at any other point. Service loop only. */
    private Values carried;

    private Order order = Order.NONE;

    private final Object lock = new Object();
    private final List<Thread> gathered = new ArrayList<>();
    private SyncPoint point;
    /** The values of the collective call to which the gathered workers come; null at any other point. */
    private Values gathering;
    /** The values of the last collective call that this rank has passed, by worker. */
    private byte[][] results;

    private volatile int passed;

    /**
     * Makes the barrier of a rank.
     *
     * @param threads the number of workers of each rank
     * @param onMismatch hears, on the service loop or a worker, of ranks or workers that wait at different points
     */
    public Barrier(Comm comm, Waits waits, BarrierCargo cargo, int threads, Consumer<String> onMismatch) {
        this.comm = comm;
        this.waits = waits;
        this.cargo = cargo;
        this.threads = threads;
        this.onMismatch = onMismatch;
        comm.handle(Kinds.BARRIER, (from, payload) -> {
            try {
                BarrierLayout message = BarrierLayout.decode(payload);
                byte[] loaded = new byte[payload.remaining()];
                payload.get(loaded);
                if (message.point() == SyncPoint.COLLECTIVE.code()) {
                    Values.check(loaded, comm.size(), threads);
                }
                amongRanks().onMessage(from, message, loaded, outbox);
            } catch (CodecException e) {
                throw e; // an error in content that this rank encodes, not in the message
            } catch (RuntimeException e) {
                onMismatch.accept(
                        MalformedMessage.of(from, Kinds.label(Kinds.BARRIER), e).getMessage());
            }
        });
    }

    /** Sets the listener that hears of workers at barriers. To be called before the first worker comes. */
    public void order(Order listener) {
        order = listener;
    }

    /**
     * Blocks until all workers of all ranks have come to this point.
     *
     * @param parties the number of threads of this rank that come to this point
     * @return the time spent, in nanoseconds
     * @throws jdsm.JobEndedException if the job fails, for example because a worker has come to another point
     */
    public long await(SyncPoint here, int parties) {
        long begin = System.nanoTime();
        meet(here, parties, null, 0, null);
        return System.nanoTime() - begin;
    }

    /**
     * Blocks until all workers of all ranks have made a collective call, and passes on their values. In all else as
     * {@link #await}.
     *
     * @param call the call in words, with all that must be equal on all workers: {@code sum(double)}
     * @param slot the index of the calling worker among the rank's workers
     * @param value the worker's value, which must not change afterwards
     * @return the values of all workers, in the order of the workers; common to the callers, who must not change them
     */
    public byte[][] collect(String call, int slot, byte[] value) {
        meet(SyncPoint.COLLECTIVE, threads, call, slot, value);
        return results; // the next ones replace them only when this worker has come for them
    }

    /** The number of barriers that all ranks have passed, as far as this rank has heard. Any thread. */
    public int passed() {
        return passed;
    }

    /** @param call the collective call; null at any other point */
    private void meet(SyncPoint here, int parties, String call, int slot, byte[] value) {
        waits.check();
        if (here != SyncPoint.FINISHED) {
            order.entering();
        }
        int generation;
        boolean last;
        Values values;
        synchronized (lock) {
            if (gathered.isEmpty()) {
                gathering = call == null ? null : new Values(comm.rank(), comm.size(), threads, call);
            } else if (point != here || gathering != null && !gathering.call().equals(call)) {
                onMismatch.accept(
                        worker(gathered.get(0)) + " " + doing(point, gathering == null ? null : gathering.call())
                                + CallSite.of(gathered.get(0)) + " while " + worker(Thread.currentThread()) + " "
                                + doing(here, call) + CallSite.of(Thread.currentThread()));
                waits.check();
            }
            point = here;
            values = gathering;
            if (values != null) {
                values.put(slot, value);
            }
            generation = passed;
            gathered.add(Thread.currentThread());
            last = gathered.size() == parties;
        }
        if (last) {
            comm.execute(() -> cargo.release(() -> enter(here, values)));
        }
        Here why = new Here(generation, here, call);
        if (here == SyncPoint.FINISHED) { // of the main thread, which is no worker
            waits.await(() -> passed != generation, why);
            return;
        }
        int away = Presence.away(null); // so that its rank's other releases need not compare what it cannot write
        try {
            waits.await(() -> passed != generation, why);
        } finally {
            Presence.back(away);
        }
    }

    /** The state of a worker or rank at a point of this generation, as the predicate of an error message. */
    private String doing(SyncPoint point, String call) {
        int before = passed;
        return switch (point) {
            case COLLECTIVE -> "is in " + call;
            case BARRIER -> point.doing() + " number " + (before + 1);
            case END_OF_START -> point.doing() + " after " + before + (before == 1 ? " barrier" : " barriers");
            case FINISHED -> point.doing();
        };
    }

    private static String worker(Thread thread) {
        return thread.getName().replaceFirst("^jdsm-worker-", "worker ");
    }

    /** @param barrier the number of barriers before this one; a text counts this one as well */
    private record Here(int barrier, SyncPoint point, String call) implements Waits.What {
        @Override
        public String get() {
            return "in barrier " + (barrier + 1) + " (" + (call == null ? point : call) + ")";
        }
    }

    private HostsBarrier amongRanks() {
        if (amongRanks == null) {
            amongRanks = new HostsBarrier(comm.rank(), comm.size(), comm::firstOnHost);
        }
        return amongRanks;
    }

    private void enter(SyncPoint here, Values values) {
        carried = values;
        comm.attend(occasion(passed));
        amongRanks().enter(here, outbox);
    }

    /**
     * The occasion of a generation, by which the Comm wakes this rank; always positive, for {@link Comm#NO_OCCASION} is
     * 0.
     */
    private static int occasion(int generation) {
        return (generation & Integer.MAX_VALUE >>> 1) + 1;
    }

    private final class Sender implements HostsBarrier.Outbox {
        @Override
        public void send(int to, BarrierLayout message) {
            comm.post(to, frame(message, load()));
        }

        @Override
        public void tell(int[] mates, BarrierLayout message) {
            byte[] loaded = load();
            for (int mate : mates) {
                comm.postQuietly(mate, frame(message, loaded));
            }
        }

        private byte[] load() {
            byte[] notices = cargo.load();
            return carried == null ? notices : carried.encode(notices);
        }

        private Frame frame(BarrierLayout message, byte[] loaded) {
            Frame frame = comm.frame(Kinds.BARRIER, BarrierLayout.BYTES + loaded.length);
            message.encode(frame.buffer());
            frame.buffer().put(loaded);
            return frame;
        }

        @Override
        public void wake(int mate, int generation) {
            comm.wake(mate, occasion(generation));
        }

        @Override
        public void heard(byte[] loaded) {
            if (carried == null) {
                cargo.unload(loaded);
                return;
            }
            int end = carried.add(loaded);
            cargo.unload(end == loaded.length ? NOTHING : Arrays.copyOfRange(loaded, end, loaded.length));
        }

        @Override
        public void passed(int generation) {
            if (carried != null && !carried.isComplete()) {
                onMismatch.accept("rank " + comm.rank() + " is in " + carried.call()
                        + ", and has got the values of some workers only");
                return;
            }
            comm.attend(Comm.NO_OCCASION);
            cargo.passed();
            cargo.tidy(() -> letGo(generation));
        }

        private void letGo(int generation) {
            List<Thread> free;
            synchronized (lock) {
                free = List.copyOf(gathered);
                gathered.clear();
                results = carried == null ? null : carried.byWorker();
                carried = null;
                passed = generation + 1;
            }
            free.forEach(Waits::wake);
        }

        @Override
        public boolean agree(SyncPoint here, SyncPoint there, byte[] loaded) {
            return here == there && (carried == null || carried.isOfSameCall(loaded));
        }

        @Override
        public void mismatch(int peer, SyncPoint here, SyncPoint there, byte[] loaded) {
            String where;
            synchronized (lock) {
                where = gathered.isEmpty() ? "" : CallSite.of(gathered.get(0));
            }
            String mine = carried == null ? null : carried.call();
            String other = there == SyncPoint.COLLECTIVE ? Values.callOf(loaded) : null;
            onMismatch.accept("rank " + comm.rank() + " " + doing(here, mine) + where + " while rank " + peer + " "
                    + doing(there, other));
        }
    }
}
