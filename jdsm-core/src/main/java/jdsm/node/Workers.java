package jdsm.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import jdsm.SPMD;
import jdsm.observe.Counters;
import jdsm.observe.Sections;
import jdsm.runtime.Presence;
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

    /** The thread of a worker. No daemon: a thread that the program makes inherits that, as from a JVM's main thread. */
    private static final class WorkerThread extends Thread {
        WorkerThread(Runnable body, String name) {
            super(body, name);
            setDaemon(false);
        }
    }

    /**
     * The rank's part in the begin and the end of a worker.
     *
     * @param begin runs in each worker before its {@code start}, with the worker's index in the rank
     * @param end runs in each worker after its {@code start}; may throw
     * @param thrown receives, in the worker, any exception of its {@code start}
     */
    record Frame(IntConsumer begin, Consumer<Thread> end, Consumer<Throwable> thrown) {}

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

    /** Whether a thread is a worker or the main thread, of this rank or of another one in this JVM. */
    boolean include(Thread thread) {
        String name = thread.getClass().getName(); // an isolated rank has the class from another loader
        return thread == main || name.equals(WorkerThread.class.getName());
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
     * @throws jdsm.JobEndedException if the job fails
     */
    void run(SPMD program, Frame frame) {
        Presence.workersAre(WorkerThread.class);
        AtomicInteger running = new AtomicInteger(threads);
        for (int t = 0; t < threads; t++) {
            Worker worker = new Worker(rank * threads + t);
            Thread thread = new WorkerThread(
                    () -> {
                        current.set(worker);
                        try {
                            start(program, frame);
                        } catch (Throwable e) { // any exception of a program ends the job
                            frame.thrown().accept(e);
                        }
                        running.decrementAndGet();
                        Waits.wake(main);
                    },
                    "jdsm-worker-" + worker.number());
            thread.start();
            started.add(thread);
        }
        // awaitAside: otherwise this thread would handle the workers' messages, and take a processor from one of them.
        waits.awaitAside(() -> running.get() == 0, () -> FOR_WORKERS);
        waits.check();
    }

    private void start(SPMD program, Frame frame) throws Exception {
        frame.begin().accept(slot());
        long begin = System.nanoTime();
        program.start();
        counters.add(Counters.Counter.START_NANOS, System.nanoTime() - begin);
        if (slot() == 0) {
            sections.end();
        }
        frame.end().accept(Thread.currentThread());
        barrier.await(SyncPoint.END_OF_START, threads);
    }
}
