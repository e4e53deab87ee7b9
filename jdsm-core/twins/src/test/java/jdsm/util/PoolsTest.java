package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The twins of the JDK's executors behave as the JDK's do: each scenario runs with both. */
@Timeout(60)
class PoolsTest {
    private static final RejectedExecutionHandler REJECTS = (task, executor) -> {
        throw new RejectedExecutionException("full");
    };

    private static java.util.concurrent.ThreadPoolExecutor made(
            boolean twin,
            int core,
            int most,
            BlockingQueue<Runnable> queue,
            ThreadFactory threads,
            RejectedExecutionHandler handler) {
        return twin
                ? new ThreadPoolExecutor(core, most, 1, TimeUnit.HOURS, queue, threads, handler)
                : new java.util.concurrent.ThreadPoolExecutor(core, most, 1, TimeUnit.HOURS, queue, threads, handler);
    }

    private static java.util.concurrent.ThreadPoolExecutor made(
            boolean twin, int core, int most, BlockingQueue<Runnable> queue) {
        return made(twin, core, most, queue, Thread::new, REJECTS);
    }

    private static java.util.concurrent.ScheduledThreadPoolExecutor scheduled(boolean twin, int core) {
        return twin
                ? new ScheduledThreadPoolExecutor(core)
                : new java.util.concurrent.ScheduledThreadPoolExecutor(core);
    }

    private static void end(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        assertThat(pool.awaitTermination(1, TimeUnit.HOURS)).isTrue();
    }

    /** Tasks that stay, given to pools of random sizes: the same threads, waiting tasks and rejections at each step. */
    @Test
    void randomLimits() throws Exception {
        for (int seed = 0; seed < 300; seed++) {
            assertThat(steps(seed, true)).as("seed %d", seed).isEqualTo(steps(seed, false));
        }
    }

    private static List<String> steps(int seed, boolean twin) throws Exception {
        RandomGenerator random = new java.util.Random(seed);
        int core = random.nextInt(4);
        int capacity = random.nextInt(4);
        BlockingQueue<Runnable> queue = capacity == 0
                ? new java.util.concurrent.SynchronousQueue<>()
                : new java.util.concurrent.ArrayBlockingQueue<>(capacity);
        if (twin) {
            queue = capacity == 0 ? new SynchronousQueue<>() : new ArrayBlockingQueue<>(capacity);
        }
        java.util.concurrent.ThreadPoolExecutor pool = made(twin, core, Math.max(1, core + random.nextInt(3)), queue);
        CountDownLatch open = new CountDownLatch(1);
        List<String> log = new ArrayList<>();
        for (int step = 0; step < 12; step++) {
            int which = random.nextInt(8);
            // A further thread takes tasks from the queue, at some time.
            switch (which == 1 && !pool.getQueue().isEmpty() ? 2 : which) {
                case 0 -> log.add("most " + outcome(() -> pool.setMaximumPoolSize(pool.getMaximumPoolSize() + 1)));
                case 1 -> log.add("core " + outcome(() -> pool.setCorePoolSize(pool.getCorePoolSize() + 1)));
                case 2 -> log.add("bad " + outcome(() -> pool.setCorePoolSize(-1)));
                default -> log.add("task " + outcome(() -> pool.execute(() -> await(open))));
            }
            log.add(pool.getPoolSize() + " " + pool.getLargestPoolSize() + " "
                    + pool.getQueue().size());
        }
        if (random.nextBoolean()) {
            log.add("left " + pool.shutdownNow().size());
        }
        open.countDown();
        end(pool);
        log.add("completed " + pool.getCompletedTaskCount() + outcome(() -> pool.execute(() -> {})));
        return log;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            // the pool ends
        }
    }

    private static String outcome(Runnable action) {
        try {
            action.run();
            return "done";
        } catch (RuntimeException | Error e) {
            return e.getClass().getSimpleName();
        }
    }

    /** Some policies after a shutdown, for tasks that are due, delayed and periodic. */
    @Test
    void policiesAfterShutdown() throws Exception {
        for (int policy = 0; policy < 4; policy++) {
            assertThat(afterShutdown(policy, true)).as("policy %d", policy).isEqualTo(afterShutdown(policy, false));
        }
    }

    private static List<String> afterShutdown(int policy, boolean twin) throws Exception {
        java.util.concurrent.ScheduledThreadPoolExecutor pool = scheduled(twin, 1);
        pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(policy % 2 == 0);
        pool.setRemoveOnCancelPolicy(policy / 2 == 0);
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        pool.execute(() -> {
            busy.countDown();
            await(open);
        });
        busy.await();
        Future<?> due = pool.submit(() -> log.add("due"));
        ScheduledFuture<?> periodic =
                pool.scheduleAtFixedRate(() -> log.add("period"), 0, Long.MAX_VALUE, TimeUnit.DAYS);
        ScheduledFuture<?> later = pool.schedule(() -> log.add("later"), 1, TimeUnit.HOURS);
        ScheduledFuture<?> cancelled = pool.schedule(() -> log.add("cancelled"), 2, TimeUnit.HOURS);
        log.add(cancelled.cancel(false) + " " + pool.getQueue().size() + " " + later.compareTo(periodic));
        pool.shutdown();
        log.add(later.isCancelled() + " " + periodic.isCancelled() + " " + due.isCancelled());
        log.add(outcome(() -> pool.schedule(() -> {}, 1, TimeUnit.HOURS)));
        later.cancel(false);
        open.countDown();
        pool.purge();
        end(pool);
        log.add(pool.getQueue().size() + " " + pool.getCompletedTaskCount());
        return log;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void hooksAndFailures(boolean twin) throws Exception {
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        List<Thread> made = Collections.synchronizedList(new ArrayList<>());
        java.util.concurrent.LinkedBlockingQueue<Runnable> queue = new java.util.concurrent.LinkedBlockingQueue<>();
        ThreadFactory threads = task -> {
            log.add("thread");
            Thread thread = new Thread(task);
            thread.setUncaughtExceptionHandler((which, failure) -> log.add("uncaught " + failure.getMessage()));
            made.add(thread);
            return thread;
        };
        java.util.concurrent.ThreadPoolExecutor pool = twin
                ? new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, queue, threads) {
                    @Override
                    protected void beforeExecute(Thread thread, Runnable task) {
                        log.add("before");
                    }

                    @Override
                    protected void afterExecute(Runnable task, Throwable failure) {
                        log.add("after " + (failure == null ? "" : failure.getMessage()));
                    }

                    @Override
                    protected void terminated() {
                        log.add("terminated");
                    }
                }
                : new java.util.concurrent.ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, queue, threads) {
                    @Override
                    protected void beforeExecute(Thread thread, Runnable task) {
                        log.add("before");
                    }

                    @Override
                    protected void afterExecute(Runnable task, Throwable failure) {
                        log.add("after " + (failure == null ? "" : failure.getMessage()));
                    }

                    @Override
                    protected void terminated() {
                        log.add("terminated");
                    }
                };

        pool.execute(() -> {
            throw new IllegalStateException("bad");
        });
        pool.submit(() -> log.add("runs")).get();
        end(pool);
        for (Thread each : made) {
            each.join(); // the first one may end behind the pool
        }

        assertThat(log.remove("uncaught bad")).isTrue();
        assertThat(log)
                .containsExactly("thread", "before", "after bad", "thread", "before", "runs", "after ", "terminated");
    }

    /** A factory that makes no thread, or fails, with room in the queue and without. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void threadsThatAreNotMade(boolean twin) throws Exception {
        java.util.concurrent.ThreadPoolExecutor none =
                made(twin, 1, 1, new ArrayBlockingQueue<>(1), task -> null, REJECTS);
        java.util.concurrent.ThreadPoolExecutor direct =
                made(twin, 0, 2, new SynchronousQueue<>(), task -> null, REJECTS);
        ThreadFactory failing = task -> {
            throw new IllegalStateException("no threads");
        };
        java.util.concurrent.ThreadPoolExecutor fails = made(twin, 1, 2, new ArrayBlockingQueue<>(2), failing, REJECTS);

        none.execute(() -> {});
        assertThat(none.getQueue()).hasSize(1);
        assertThatThrownBy(() -> none.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> direct.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> fails.execute(() -> {})).hasMessage("no threads");
        assertThat(fails.getQueue()).isEmpty();
        assertThat(none.prestartAllCoreThreads()).isZero();
        assertThat(none.getPoolSize() + direct.getPoolSize() + fails.getPoolSize())
                .isZero();
        assertThat(none.shutdownNow()).hasSize(1);
        end(none);
        end(direct);
        end(fails);
    }

    /** A queue that waits for room, and handlers that put tasks into the queue. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void queuesOfTheProgram(boolean twin) throws Exception {
        java.util.concurrent.atomic.AtomicInteger ran = new java.util.concurrent.atomic.AtomicInteger();
        BlockingQueue<Runnable> waits = new ArrayBlockingQueue<>(1) {
            @Override
            public boolean offer(Runnable task) {
                try {
                    put(task);
                    return true;
                } catch (InterruptedException e) {
                    return false;
                }
            }
        };
        java.util.concurrent.ThreadPoolExecutor throttled = made(twin, 2, 2, waits);
        RejectedExecutionHandler puts = (task, executor) -> {
            try {
                executor.getQueue().put(task);
            } catch (InterruptedException e) {
                throw new RejectedExecutionException(e);
            }
        };
        java.util.concurrent.ThreadPoolExecutor put = made(twin, 1, 1, new ArrayBlockingQueue<>(1), Thread::new, puts);
        java.util.concurrent.ThreadPoolExecutor direct = made(twin, 1, 1, new LinkedBlockingQueue<>());

        for (int i = 0; i < 1_000; i++) {
            throttled.execute(ran::incrementAndGet);
            put.execute(ran::incrementAndGet);
        }
        direct.prestartAllCoreThreads();
        CountDownLatch last = new CountDownLatch(1);
        direct.getQueue().add(last::countDown);
        last.await();
        end(throttled);
        end(put);
        end(direct);

        assertThat(ran).hasValue(2_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void threadsWithoutTasksEnd(boolean twin) throws Exception {
        java.util.concurrent.ThreadPoolExecutor pool = made(twin, 0, 9, new SynchronousQueue<>());
        CountDownLatch open = new CountDownLatch(1);
        for (int i = 0; i < 5; i++) {
            pool.execute(() -> await(open));
        }
        assertThat(pool.getPoolSize()).isEqualTo(5);
        open.countDown();
        pool.setKeepAliveTime(1, TimeUnit.MILLISECONDS);
        while (pool.getPoolSize() > 0) {
            Thread.onSpinWait();
        }
        pool.execute(() -> {});
        end(pool);
        assertThat(pool.getCompletedTaskCount()).isEqualTo(6);
        Thread.currentThread().interrupt();
        assertThat(pool.awaitTermination(1, TimeUnit.HOURS)).isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void severalTasks(boolean twin) throws Exception {
        java.util.concurrent.ThreadPoolExecutor pool = made(twin, 2, 2, new LinkedBlockingQueue<>());
        CountDownLatch never = new CountDownLatch(1);
        Callable<String> bad = () -> {
            throw new IllegalStateException("bad");
        };
        Callable<String> stays = () -> {
            never.await();
            return "never";
        };
        Collection<Callable<String>> some = List.of(bad, () -> "good", bad);

        assertThat(pool.invokeAny(some)).isEqualTo("good");
        assertThatThrownBy(() -> pool.invokeAny(List.of(bad, bad)))
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("bad");
        assertThat(pool.invokeAll(some)).extracting(Future::isDone).containsExactly(true, true, true);
        assertThat(pool.invokeAll(List.of(() -> "good", stays), 10, TimeUnit.MILLISECONDS))
                .extracting(Future::isDone)
                .containsExactly(true, true);
        assertThat(pool.invokeAny(List.of(stays, () -> "good"))).isEqualTo("good");
        end(pool); // the others have been interrupted
    }

    /** Of two delayed tasks the second one's time comes while the first one runs. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void delayedTasksDoNotWaitForEachOther(boolean twin) throws Exception {
        java.util.concurrent.ScheduledThreadPoolExecutor pool = scheduled(twin, 2);
        pool.prestartAllCoreThreads();
        CountDownLatch second = new CountDownLatch(1);
        Future<?> first = pool.schedule(() -> await(second), 5, TimeUnit.MILLISECONDS);
        pool.schedule(second::countDown, 6, TimeUnit.MILLISECONDS);
        first.get();
        CountDownLatch three = new CountDownLatch(3);
        ScheduledFuture<?> again = pool.scheduleWithFixedDelay(three::countDown, 0, 1, TimeUnit.MILLISECONDS);
        three.await();
        assertThat(again.isDone()).isFalse();
        end(pool);
        assertThat(again.isCancelled()).isTrue();
    }
}
