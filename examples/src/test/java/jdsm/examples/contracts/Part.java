package jdsm.examples.contracts;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import jdsm.Collectives;

/**
 * A worker in a {@link Scenario}: its number, the steps that it takes with the others, and what it demands. If one worker fails, all
 * leave the scenario at their next step. A wait that lasts longer than the patience fails.
 */
final class Part {
    private static final int ON = 0;
    private static final int DONE = 1;
    private static final int FAILED = 2;

    private final int worker;
    private final int workers;
    private final long patienceMillis;
    private final List<Aside<?>> asides = new ArrayList<>();
    private final Object guard = new Object();
    /** Whether the worker is where no interrupt may come. Under the guard. */
    private boolean meets;

    /** Thrown where another worker has failed. */
    private static final class OtherFailed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    Part(int worker, int workers, long patienceMillis) {
        this.worker = worker;
        this.workers = workers;
        this.patienceMillis = patienceMillis;
    }

    /** Takes part in a scenario. @return what went wrong, or null */
    String play(Scenario scenario) {
        CountDownLatch ended = new CountDownLatch(1);
        Thread me = Thread.currentThread();
        Thread watch = new Thread(() -> watch(me, ended));
        watch.start();
        String failure = null;
        boolean left = false;
        try {
            scenario.run(this);
        } catch (OtherFailed e) {
            left = true;
        } catch (Exception | AssertionError e) {
            failure = "worker " + worker + ": " + e + " at " + e.getStackTrace()[0];
        }
        ended.countDown();
        join(watch);
        Thread.interrupted();
        if (left || failure != null) {
            scenario.giveUp();
        }
        for (Aside<?> aside : asides) {
            aside.giveUp();
        }
        asides.clear();
        if (!left) {
            meet(failure == null ? DONE : FAILED);
        }
        return failure;
    }

    private void watch(Thread worker, CountDownLatch ended) {
        try {
            long wait = patienceMillis;
            while (!ended.await(wait, TimeUnit.MILLISECONDS)) {
                synchronized (guard) {
                    if (!meets) {
                        worker.interrupt();
                    }
                }
                wait = 10;
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void join(Thread thread) {
        boolean interrupted = true;
        while (interrupted) {
            try {
                thread.join();
                interrupted = false;
            } catch (InterruptedException e) {
                Thread.interrupted(); // the watch came too late
            }
        }
    }

    private int meet(int state) {
        synchronized (guard) {
            meets = true;
        }
        int worst = Collectives.max(state);
        synchronized (guard) {
            meets = false;
        }
        return worst;
    }

    int worker() {
        return worker;
    }

    int workers() {
        return workers;
    }

    boolean is(int number) {
        return worker == number;
    }

    /** Waits for all workers. */
    void step() {
        int worst = meet(ON);
        if (worst == FAILED) {
            throw new OtherFailed();
        }
        check("all workers take as many steps", worst == ON);
    }

    void check(String what, boolean holds) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    void equal(String what, Object expected, Object found) {
        if (!Objects.equals(expected, found)) {
            throw new AssertionError(what + ": expected " + expected + ", found " + found);
        }
    }

    /** Waits until a condition holds. */
    void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
        while (!condition.getAsBoolean()) {
            check("never came: " + what, System.nanoTime() - end < 0);
            LockSupport.parkNanos(100_000);
        }
    }

    /** Makes a call that must not return before the time is over. */
    <T> T notBefore(long millis, Callable<T> call) throws Exception {
        long begin = System.nanoTime();
        T result = call.call();
        long tookNanos = System.nanoTime() - begin;
        check("returned after " + tookNanos + " ns, before " + millis + " ms", tookNanos >= millis * 1_000_000);
        return result;
    }

    /** Makes a call that must throw. */
    void fails(Class<? extends Throwable> type, Callable<?> call) {
        Throwable thrown = null;
        try {
            call.call();
        } catch (Exception | Error e) {
            thrown = e;
        }
        check("expected " + type.getName() + ", found " + thrown, type.isInstance(thrown));
    }

    /** Makes a call, without a result, that must throw. */
    void failsToRun(Class<? extends Throwable> type, Runnable call) {
        fails(type, () -> {
            call.run();
            return null;
        });
    }

    /** Starts a call by another thread of this rank. */
    <T> Aside<T> aside(Callable<T> call) {
        Aside<T> aside = new Aside<>(this, call);
        asides.add(aside);
        aside.begin();
        return aside;
    }

    /** A call that blocks, by another thread, ends by an interrupt, and once more by one that came before the call. */
    void interruptible(Callable<?> call) {
        Aside<?> aside = aside(call);
        aside.untilBlocked();
        aside.interrupt();
        aside.requireInterrupted();
        Aside<?> late = aside(() -> {
            Thread.currentThread().interrupt();
            return call.call();
        });
        late.requireInterrupted();
    }

    long patienceMillis() {
        return patienceMillis;
    }
}
