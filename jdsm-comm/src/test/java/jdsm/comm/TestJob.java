package jdsm.comm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** The ranks of a job in one JVM, with threads to run something on each. Every wait is bounded. */
public final class TestJob implements AutoCloseable {
    /** Far more than any test needs. */
    public static final long LIMIT_SECONDS = 60;

    private final List<Comm> comms;
    private final ExecutorService threads = Executors.newCachedThreadPool(body -> {
        Thread thread = new Thread(body, "test-program");
        thread.setDaemon(true);
        return thread;
    });

    /** What one rank does. */
    @FunctionalInterface
    public interface Body {
        void run(Comm comm) throws Exception;
    }

    public TestJob(List<Comm> comms) {
        this.comms = List.copyOf(comms);
    }

    /** Does something with each rank that is not started yet. */
    public TestJob configure(Body body) {
        for (Comm comm : comms) {
            try {
                body.run(comm);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
        return this;
    }

    public TestJob start() {
        onEach(Comm::start);
        return this;
    }

    public Comm rank(int rank) {
        return comms.get(rank);
    }

    public int size() {
        return comms.size();
    }

    /** Runs a body on all ranks at once and waits for all; the first exception is thrown. */
    public void onEach(Body body) {
        List<Future<?>> running = new ArrayList<>();
        for (Comm comm : comms) {
            running.add(async(() -> {
                body.run(comm);
                return null;
            }));
        }
        running.forEach(TestJob::get);
    }

    public <T> Future<T> async(Callable<T> body) {
        return threads.submit(body);
    }

    /** Runs a body in a thread of its own and returns the thread. */
    public Thread thread(Runnable body) {
        Thread thread = new Thread(body, "test-program");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** The result, waiting for it; an exception of the body is thrown as it is. */
    public static <T> T get(Future<T> future) {
        try {
            return future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new AssertionError(e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("still blocked after " + LIMIT_SECONDS + " s" + stacks(), e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Where all threads are. */
    private static String stacks() {
        StringBuilder text = new StringBuilder();
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            text.append(String.format("%n%s, %s", thread.getName(), thread.getState()));
            for (StackTraceElement call : stack) {
                text.append(String.format("%n    at %s", call));
            }
        });
        return text.toString();
    }

    /** Waits for a condition. */
    public static void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            Thread.yield();
        }
    }

    /** Waits for a latch. */
    public static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)).as("latch").isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until a thread is parked or blocked. */
    public static void untilWaiting(Thread thread) {
        until(
                "thread waits",
                () -> thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TERMINATED);
        assertThat(thread.isAlive()).as("thread still waits").isTrue();
    }

    @Override
    public void close() {
        onEach(Comm::close);
        threads.shutdownNow();
    }
}
