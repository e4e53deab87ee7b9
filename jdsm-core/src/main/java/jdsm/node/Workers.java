package jdsm.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import jdsm.SPMD;
import jdsm.observe.Counters;
import jdsm.observe.Sections;
import jdsm.sync.Barrier;
import jdsm.sync.SyncPoint;
import jdsm.sync.Waits;

/** The worker threads of a rank. */
final class Workers {
    /** The data of one worker, used by its thread only. */
    static final class Worker {
        private final int number;
        private long barrierNanos;
        private int loops;
        private int folds;

        Worker(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }

        /** The number of a further loop whose blocks are taken from the common counter; the same on all workers. */
        int beginLoop() {
            return ++loops;
        }

        /** The number of a further fold of long arrays; the same on all workers. */
        int beginFold() {
            return ++folds;
        }

        long barrierNanos() {
            return barrierNanos;
        }

        void addBarrierNanos(long nanos) {
            barrierNanos += nanos;
        }
    }

    private final int rank;
    private final int threads;
    private final Barrier barrier;
    private final Waits waits;
    private final Counters counters;
    private final Sections sections;
    /** The reason for which the main thread waits while the workers run. */
    static final String FOR_WORKERS = "for its workers";

    private final List<Thread> started = new CopyOnWriteArrayList<>();
    private final Thread main = Thread.currentThread();
    private final ThreadLocal<Worker> current = new ThreadLocal<>();

    Workers(int rank, int threads, Barrier barrier, Waits waits, Counters counters, Sections sections) {
        this.rank = rank;
        this.threads = threads;
        this.barrier = barrier;
        this.waits = waits;
        this.counters = counters;
        this.sections = sections;
    }

    int threads() {
        return threads;
    }

    /**
     * The index of the calling worker among the rank's workers; 0 on the rank's main thread; -1 on any other thread.
     */
    int slot() {
        Worker worker = current.get();
        if (worker != null) {
            return slot(worker);
        }
        return Thread.currentThread() == main ? 0 : -1;
    }

    /** The index of a worker among the rank's workers. */
    int slot(Worker worker) {
        return worker.number() - rank * threads;
    }

    /** The thread that starts the workers. */
    Thread main() {
        return main;
    }

    /** The workers that have not ended, and the main thread. */
    List<Thread> threadsOfTheProgram() {
        List<Thread> alive = new ArrayList<>(List.of(main));
        started.stream().filter(Thread::isAlive).forEach(alive::add);
        return alive;
    }

    /** The calling worker; null on other threads. */
    Worker current() {
        return current.get();
    }

    /**
     * Runs {@code start} on each worker of this rank. Blocks until all workers of the job have ended {@code start}.
     *
     * @param atEnd runs in each worker after its {@code start}; may throw
     * @param onThrow receives, in the worker, any exception of its {@code start}
     * @throws jdsm.JobEndedException if the job fails
     */
    void run(SPMD program, Consumer<Thread> atEnd, Consumer<Throwable> onThrow) {
        AtomicInteger running = new AtomicInteger(threads);
        for (int t = 0; t < threads; t++) {
            Worker worker = new Worker(rank * threads + t);
            Thread thread = new Thread(() -> {
                current.set(worker);
                try {
                    long begin = System.nanoTime();
                    program.start();
                    counters.add(Counters.Counter.START_NANOS, System.nanoTime() - begin);
                    if (slot() == 0) {
                        sections.end();
                    }
                    atEnd.accept(Thread.currentThread());
                    barrier.await(SyncPoint.END_OF_START, threads);
                } catch (Throwable e) { // any exception of a program ends the job
                    onThrow.accept(e);
                }
                running.decrementAndGet();
                Waits.wake(main);
            });
            thread.setName("jdsm-worker-" + worker.number());
            thread.setDaemon(true);
            thread.start();
            started.add(thread);
        }
        // awaitAside: otherwise this thread would handle the workers' messages, and take a processor from one of them.
        waits.awaitAside(() -> running.get() == 0, () -> FOR_WORKERS);
        waits.check();
    }
}
