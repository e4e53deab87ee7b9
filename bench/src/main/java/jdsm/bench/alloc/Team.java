package jdsm.bench.alloc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** Threads that run one program together, with a barrier. */
final class Team {
    /** A thread's part. */
    interface Part {
        void run(int thread, Memory.Local memory) throws InterruptedException;
    }

    private final int threads;
    private final CyclicBarrier barrier;
    private volatile Throwable failure;

    Team(int threads) {
        this.threads = threads;
        barrier = new CyclicBarrier(threads);
    }

    int threads() {
        return threads;
    }

    /** Waits for all threads of the team. */
    void await() throws InterruptedException {
        try {
            barrier.await();
        } catch (BrokenBarrierException e) {
            throw new InterruptedException("another thread has failed");
        }
    }

    /**
     * Runs all parts and waits for their end.
     *
     * @throws IllegalStateException if one failed
     */
    void run(Memory memory, Part part) throws InterruptedException {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            all.add(new Thread(() -> guarded(memory, part, number), "alloc-" + i));
        }
        all.forEach(Thread::start);
        for (Thread thread : all) {
            thread.join();
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }

    private void guarded(Memory memory, Part part, int number) {
        try {
            part.run(number, memory.local(number));
        } catch (Throwable e) {
            if (failure == null) {
                failure = e;
            }
            // Whoever waits ends, too.
            Thread.currentThread().interrupt();
            try {
                barrier.await();
            } catch (InterruptedException | BrokenBarrierException broken) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
