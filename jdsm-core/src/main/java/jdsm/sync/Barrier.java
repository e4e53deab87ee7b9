package jdsm.sync;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import jdsm.check.Order;
import jdsm.codec.CodecException;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.message.BarrierLayout;
import jdsm.message.Kinds;

/**
 * The barrier of a job, as seen by one rank. The workers of the rank gather first; then the service loop takes the rank
 * through a barrier among the ranks. The barrier is a release and an acquire: all that any worker did before it happens
 * before all that any worker does after it. Thread-safe.
 */
public final class Barrier {
    private final Comm comm;
    private final Waits waits;
    private final BarrierCargo cargo;
    private final Consumer<String> onMismatch;
    private final HostsBarrier.Outbox outbox = new Sender();
    /**
     * Made when the first rank enters: the hosts of the ranks are known only after the Comm has started. Service loop
     * only.
     */
    private HostsBarrier amongRanks;

    private Order order = Order.NONE;

    private final Object lock = new Object();
    private final List<Thread> gathered = new ArrayList<>();
    private SyncPoint point;
    private volatile int passed;

    /** @param onMismatch hears, on the service loop or a worker, of ranks or workers that wait at different points */
    public Barrier(Comm comm, Waits waits, BarrierCargo cargo, Consumer<String> onMismatch) {
        this.comm = comm;
        this.waits = waits;
        this.cargo = cargo;
        this.onMismatch = onMismatch;
        comm.handle(Kinds.BARRIER, (from, payload) -> {
            try {
                BarrierLayout message = BarrierLayout.decode(payload);
                byte[] loaded = new byte[payload.remaining()];
                payload.get(loaded);
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
        waits.check();
        if (here != SyncPoint.FINISHED) {
            order.entering();
        }
        int generation;
        boolean last;
        synchronized (lock) {
            if (!gathered.isEmpty() && point != here) {
                onMismatch.accept("a worker of rank " + comm.rank() + " " + point.doing()
                        + CallSite.of(gathered.get(0)) + " while another one " + here.doing()
                        + CallSite.of(Thread.currentThread()));
                waits.check();
            }
            point = here;
            generation = passed;
            gathered.add(Thread.currentThread());
            last = gathered.size() == parties;
        }
        if (last) {
            comm.execute(() -> cargo.release(() -> enter(here)));
        }
        waits.await(() -> passed != generation, new Here(generation, here));
        return System.nanoTime() - begin;
    }

    private record Here(int barrier, SyncPoint point) implements Waits.What {
        @Override
        public String get() {
            return "in barrier " + barrier + " (" + point + ")";
        }
    }

    private HostsBarrier amongRanks() {
        if (amongRanks == null) {
            amongRanks = new HostsBarrier(comm.rank(), comm.size(), comm::firstOnHost);
        }
        return amongRanks;
    }

    private void enter(SyncPoint here) {
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
            comm.post(to, frame(message, cargo.load()));
        }

        @Override
        public void tell(int[] mates, BarrierLayout message) {
            byte[] loaded = cargo.load();
            for (int mate : mates) {
                comm.postQuietly(mate, frame(message, loaded));
            }
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
            cargo.unload(loaded);
        }

        @Override
        public void passed(int generation) {
            comm.attend(Comm.NO_OCCASION);
            cargo.passed();
            List<Thread> free;
            synchronized (lock) {
                free = List.copyOf(gathered);
                gathered.clear();
                passed = generation + 1;
            }
            free.forEach(Waits::wake);
        }

        @Override
        public void mismatch(int peer, SyncPoint here, SyncPoint there) {
            String where;
            synchronized (lock) {
                where = gathered.isEmpty() ? "" : CallSite.of(gathered.get(0));
            }
            onMismatch.accept(
                    "rank " + comm.rank() + " " + here.doing() + where + " while rank " + peer + " " + there.doing());
        }
    }
}
