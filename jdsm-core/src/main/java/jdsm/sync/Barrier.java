package jdsm.sync;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.message.BarrierLayout;
import jdsm.message.Kinds;

/**
 * The barrier of a rank: its workers gather first, the last of them brings the rank into a dissemination barrier with the
 * others, O(log ranks) rounds that need no worker. A release and an acquire: what any worker did before happens before what
 * any worker does behind it. Thread-safe.
 */
public final class Barrier {
    private final Comm comm;
    private final Waits waits;
    private final BarrierCargo cargo;
    private final Consumer<String> onMismatch;
    private final Dissemination ranksBarrier;
    private final Dissemination.Outbox outbox = new Sender();

    private final Object lock = new Object();
    private final List<Thread> gathered = new ArrayList<>();
    private SyncPoint point;
    private volatile int passed;

    /** @param onMismatch told, on the service loop or a worker, when ranks or workers wait at different points */
    public Barrier(Comm comm, Waits waits, BarrierCargo cargo, Consumer<String> onMismatch) {
        this.comm = comm;
        this.waits = waits;
        this.cargo = cargo;
        this.onMismatch = onMismatch;
        this.ranksBarrier = new Dissemination(comm.rank(), comm.size());
        comm.handle(Kinds.BARRIER, (from, payload) -> {
            BarrierLayout message = BarrierLayout.decode(payload);
            byte[] loaded = new byte[payload.remaining()];
            payload.get(loaded);
            ranksBarrier.onMessage(from, message, loaded, outbox);
        });
    }

    /**
     * Blocks until all workers of all ranks are at this point.
     *
     * @param parties how many threads of this rank meet here
     * @return nanoseconds spent
     * @throws jdsm.JobEndedException if the job fails, also because somebody is at another point
     */
    public long await(SyncPoint here, int parties) {
        long begin = System.nanoTime();
        waits.check();
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
        waits.await(() -> passed != generation, () -> "in barrier " + generation + " (" + here + ")");
        return System.nanoTime() - begin;
    }

    /** Before this nobody here can do anything with a message of the barrier's: workers are not to be disturbed by them. */
    private void enter(SyncPoint here) {
        comm.attend(true);
        ranksBarrier.enter(here, outbox);
    }

    private final class Sender implements Dissemination.Outbox {
        @Override
        public void send(int to, BarrierLayout message) {
            byte[] loaded = cargo.load();
            Frame frame = comm.frame(Kinds.BARRIER, BarrierLayout.BYTES + loaded.length);
            message.encode(frame.buffer());
            frame.buffer().put(loaded);
            comm.postLazily(to, frame);
        }

        @Override
        public void heard(byte[] loaded) {
            cargo.unload(loaded);
        }

        @Override
        public void passed(int generation) {
            comm.attend(false);
            cargo.passed();
            List<Thread> free;
            synchronized (lock) {
                free = List.copyOf(gathered);
                gathered.clear();
                passed = generation + 1;
            }
            free.forEach(LockSupport::unpark);
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
