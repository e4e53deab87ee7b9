package jdsm.coherence;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import jdsm.coherence.CoherenceProtocol.Initial;
import jdsm.coherence.home.HomeState;
import jdsm.coherence.home.MovingHome;

/** The one rank of a job: workers that hold a unit and let go of it, and the reducer on a loop of its own. */
final class LoopUnderStress {
    /** While a worker holds the unit: long enough for others to ask for it. */
    private static final int MOST_SPINS = 64;

    private final MovingHome protocol = new MovingHome(0, 1);
    private final HomeState unit = protocol.newState(new Initial(0, 0, true, Content.ELEMENTS, Publication.INVALIDATE));
    private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
    private final Outbox out;
    private final int workers;
    private final int leastRounds;
    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicInteger inline = new AtomicInteger();
    private final AtomicInteger granted = new AtomicInteger();
    private final AtomicInteger releasesHeard = new AtomicInteger();
    private final AtomicInteger met = new AtomicInteger();
    private volatile boolean over;

    /** Written by a holder only. */
    private int count;

    private static final class Wait implements Waiter {
        private final Thread worker = Thread.currentThread();
        private volatile boolean ended;

        @Override
        public Thread worker() {
            return worker;
        }
    }

    /** @param leastRounds of each worker: they go on until every way to hold and to let go has been taken */
    LoopUnderStress(int workers, int leastRounds) {
        this.workers = workers;
        this.leastRounds = leastRounds;
        this.out = (Outbox) Proxy.newProxyInstance(
                Outbox.class.getClassLoader(), new Class<?>[] {Outbox.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("complete")) {
                        throw new AssertionError("a rank alone asks for " + method.getName());
                    }
                    ((Wait) arguments[0]).ended = true;
                    return null;
                });
    }

    void run() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(workers + 1);
        try {
            Future<?> loop = pool.submit(this::loop);
            List<Future<?>> running = new ArrayList<>();
            for (int worker = 0; worker < workers; worker++) {
                running.add(pool.submit(this::work));
            }
            for (Future<?> worker : running) {
                worker.get(60, TimeUnit.SECONDS);
            }
            over = true;
            loop.get(60, TimeUnit.SECONDS);
        } finally {
            over = true;
            pool.shutdownNow();
        }
    }

    private void loop() {
        while (!over || !events.isEmpty()) {
            Runnable event = events.poll();
            if (event == null) {
                Thread.yield();
            } else {
                event.run();
            }
        }
    }

    private void work() {
        meet();
        Thread me = Thread.currentThread();
        for (int round = 0; !over && (round < leastRounds || !allWaysTaken()); round++) {
            rounds.getAndIncrement();
            if (unit.tryHold(me)) {
                inline.getAndIncrement();
            } else {
                Wait wait = new Wait();
                events.add(() -> protocol.onAcquire(unit, wait, out));
                while (!wait.ended && !over) {
                    Thread.yield();
                }
                granted.getAndIncrement();
            }
            int before = count;
            for (int spins = round % MOST_SPINS; spins > 0; spins--) {
                Thread.onSpinWait();
            }
            if (round >= leastRounds) {
                Thread.yield(); // threads that share a processor have had no part in each other's rounds so far
            }
            count = before + 1;
            if (!unit.release()) {
                releasesHeard.getAndIncrement();
                events.add(() -> protocol.onRelease(unit, out));
            }
        }
    }

    /** All begin at the same time. */
    private void meet() {
        met.getAndIncrement();
        while (met.get() < workers && !over) {
            Thread.onSpinWait();
        }
    }

    /** Where processors are scarce, one worker may do all its rounds while the other is away. */
    private boolean allWaysTaken() {
        return inline() > 0 && granted() > 0 && releasesHeard() > 0;
    }

    /** Rounds of all workers. */
    int rounds() {
        return rounds.get();
    }

    int count() {
        return count;
    }

    /** Holds that a worker took by itself. */
    int inline() {
        return inline.get();
    }

    int granted() {
        return granted.get();
    }

    int releasesHeard() {
        return releasesHeard.get();
    }

    int accessAtEnd() {
        return unit.access();
    }
}
