package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The twins of the JDK's futures behave as the JDK's do: each scenario runs with both. */
@Timeout(60)
class FuturesTest {
    private static final Executor REJECTS = task -> {
        throw new RejectedExecutionException("full");
    };

    private static <T> java.util.concurrent.CompletableFuture<T> made(boolean twin) {
        return twin ? new CompletableFuture<>() : new java.util.concurrent.CompletableFuture<>();
    }

    /** Random graphs of dependent futures, completed in a random order: the same calls, in any order, and outcomes. */
    @Test
    void randomGraphsOfStages() {
        for (int seed = 0; seed < 1_000; seed++) {
            assertThat(sorted(seed, true)).as("seed %d", seed).isEqualTo(sorted(seed, false));
        }
    }

    private static List<String> sorted(int seed, boolean twin) {
        return calls(seed, twin).stream().sorted().toList();
    }

    private static List<String> calls(int seed, boolean twin) {
        RandomGenerator random = new java.util.Random(seed);
        List<String> log = new ArrayList<>();
        List<java.util.concurrent.CompletableFuture<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            futures.add(made(twin));
        }
        for (int step = 0; step < 25; step++) {
            java.util.concurrent.CompletableFuture<Integer> one = futures.get(random.nextInt(futures.size()));
            java.util.concurrent.CompletableFuture<Integer> other = futures.get(random.nextInt(futures.size()));
            int number = step;
            BiFunction<Object, Object, Integer> run = (x, y) -> {
                log.add(number + ": " + text(x) + " " + text(y));
                if (number % 7 == 3) {
                    throw new IllegalStateException("s" + number);
                }
                return number;
            };
            int kind = random.nextInt(20);
            switch (kind) {
                case 0 -> futures.add(one.thenApply(x -> run.apply(x, null)));
                case 1 -> futures.add(one.thenApplyAsync(x -> run.apply(x, null), Runnable::run));
                case 2 -> futures.add(one.thenCombine(other, run::apply));
                case 3 -> futures.add(one.thenCombineAsync(other, run::apply, Runnable::run));
                case 4 -> futures.add(one.handle(run::apply));
                case 5 -> futures.add(one.whenComplete(run::apply));
                case 6 -> futures.add(one.exceptionally(e -> run.apply(e, null)));
                case 7 -> futures.add(one.exceptionallyAsync(e -> run.apply(e, null), Runnable::run));
                case 8 ->
                    futures.add(one.thenCompose(x -> {
                        run.apply(x, null);
                        return other;
                    }));
                case 9 ->
                    futures.add(one.exceptionallyCompose(x -> {
                        run.apply(x, null);
                        return other;
                    }));
                case 10 -> futures.add(one.applyToEither(made(twin), x -> run.apply(x, null)));
                case 11 -> FuturesTest.<Integer>made(twin).acceptEither(one, x -> run.apply(x, null));
                case 12 -> one.runAfterEitherAsync(made(twin), () -> run.apply(null, null), Runnable::run);
                case 13 -> one.runAfterBoth(other, () -> run.apply(null, null));
                case 14 -> one.thenAcceptBoth(other, run::apply);
                case 15 -> futures.add(one.copy());
                case 16 -> futures.add(one.minimalCompletionStage().toCompletableFuture());
                case 17 -> futures.add(one.thenApplyAsync(x -> run.apply(x, null), REJECTS));
                case 18 -> one.complete(step);
                default -> one.completeExceptionally(new IllegalArgumentException("f" + step));
            }
            log.add(kind + " -> " + futures.stream().map(FuturesTest::state).toList());
        }
        return log;
    }

    private static String text(Object value) {
        return value instanceof Throwable thrown
                ? thrown.getMessage() + (thrown.getCause() == null ? "" : " wrapped")
                : "" + value;
    }

    private static String state(java.util.concurrent.CompletableFuture<Integer> future) {
        if (!future.isDone()) {
            return "open";
        }
        try {
            return "" + future.join() + future.getNow(-1);
        } catch (RuntimeException e) {
            return text(e) + future.isCancelled() + future.isCompletedExceptionally();
        }
    }

    @Test
    void allAndAny() {
        for (boolean twin : new boolean[] {true, false}) {
            java.util.concurrent.CompletableFuture<?>[] futures = new java.util.concurrent.CompletableFuture<?>[4];
            for (int i = 0; i < futures.length; i++) {
                futures[i] = made(twin);
            }
            var all = twin ? CompletableFuture.allOf(futures) : java.util.concurrent.CompletableFuture.allOf(futures);
            var any = twin ? CompletableFuture.anyOf(futures) : java.util.concurrent.CompletableFuture.anyOf(futures);
            futures[3].completeExceptionally(new IllegalStateException("third"));
            assertThat(any).isCompletedExceptionally();
            futures[1].completeExceptionally(new IllegalStateException("first"));
            futures[0].complete(null);
            assertThat(all).isNotDone();
            futures[2].complete(null);
            assertThatThrownBy(all::join).hasMessageContaining("first");
        }
        assertThat(CompletableFuture.allOf()).isCompletedWithValue(null);
        assertThat(CompletableFuture.anyOf()).isNotDone();
    }

    /** The JDK's futures look into others; what depends on the first of several lets go of the others. */
    @Test
    void futuresOfTheJdkAndTwinsDependOnEachOther() {
        CompletableFuture<Integer> twin = new CompletableFuture<>();
        java.util.concurrent.CompletableFuture<Integer> jdks = new java.util.concurrent.CompletableFuture<>();
        var first = jdks.thenCombine(twin, Integer::sum);
        var second = twin.thenCombine(jdks, Integer::sum);
        var third = jdks.thenCompose(x -> twin);
        var fourth = twin.thenCompose(x -> jdks);
        jdks.complete(1);
        twin.complete(2);
        assertThat(first.join() + second.join() + third.join() + fourth.join()).isEqualTo(9);

        CompletableFuture<Integer> open = new CompletableFuture<>();
        for (int i = 0; i < 10; i++) {
            CompletableFuture<Integer> soon = new CompletableFuture<>();
            open.applyToEither(soon, x -> x);
            assertThat(open.getNumberOfDependents()).isOne();
            soon.complete(1);
        }
        assertThat(open.getNumberOfDependents()).isZero();
    }

    @Test
    void longChainsNeedNoStack() {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletionStage<Integer> last = first;
        for (int i = 0; i < 100_000; i++) {
            last = last.thenApply(x -> x + 1);
        }
        first.complete(0);
        assertThat(last.toCompletableFuture()).isCompletedWithValue(100_000);
    }

    /** Threads of a pool that wait for a future give their work to others. */
    @Test
    void waitingThreadsOfAPoolAreReplaced() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        Future<Integer> asks = pool.submit(() -> answer.join());
        pool.submit(() -> answer.complete(3));
        assertThat(asks.get()).isEqualTo(3);
        pool.shutdown();
    }

    /** Far more open waits than a pool may have threads. */
    @Test
    void waitingThreadsOfAPoolRunWhatTheyWaitFor() {
        ForkJoinPool pool = new ForkJoinPool(2);
        assertThat(fibonacci(17, pool).join()).isEqualTo(1597);
        pool.shutdown();
    }

    private static java.util.concurrent.CompletableFuture<Integer> fibonacci(int n, Executor pool) {
        return CompletableFuture.supplyAsync(
                () -> {
                    if (n < 2) {
                        return n;
                    }
                    var one = fibonacci(n - 1, pool);
                    return fibonacci(n - 2, pool).join() + one.join();
                },
                pool);
    }

    @Test
    void limits() {
        CompletableFuture<Integer> open = new CompletableFuture<>();
        assertThatThrownBy(() -> open.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(open.copy().completeOnTimeout(4, 1, TimeUnit.MILLISECONDS).join())
                .isEqualTo(4);
        assertThatThrownBy(open.copy().orTimeout(1, TimeUnit.MILLISECONDS)::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(TimeoutException.class);
        assertThat(open.copy().orTimeout(1, TimeUnit.HOURS).getNumberOfDependents())
                .isOne();
    }

    @Test
    void tasks() throws Exception {
        Function<Callable<Integer>, java.util.concurrent.FutureTask<Integer>> twins = FutureTask::new;
        assertThat(ofTask(twins)).isEqualTo(ofTask(java.util.concurrent.FutureTask::new));
    }

    private static List<Object> ofTask(Function<Callable<Integer>, java.util.concurrent.FutureTask<Integer>> maker) {
        List<Object> seen = new ArrayList<>();
        int[] runs = {0};
        var task = maker.apply(() -> ++runs[0]);
        seen.add(task.isDone());
        seen.add(result(() -> task.get(1, TimeUnit.MILLISECONDS)));
        task.run();
        task.run();
        seen.add(result(task::get));
        seen.add(task.cancel(true));
        seen.add(state(task.toString()));

        var fails = maker.apply(() -> {
            throw new java.io.IOException("no");
        });
        fails.run();
        seen.add(result(fails::get));
        seen.add(state(fails.toString()));

        var cancelled = maker.apply(() -> ++runs[0]);
        seen.add(cancelled.cancel(false));
        cancelled.run();
        seen.add(result(cancelled::get));
        seen.add(cancelled.isCancelled() + " " + cancelled.isDone() + state(cancelled.toString()));

        var itself = new java.util.concurrent.FutureTask<?>[1];
        var interrupted = maker.apply(() -> {
            itself[0].cancel(true);
            runs[0] += Thread.interrupted() ? 100 : 0;
            return 0;
        });
        itself[0] = interrupted;
        interrupted.run();
        seen.add(result(interrupted::get));
        seen.add(runs[0]);
        return seen;
    }

    private static Object result(Callable<Object> call) {
        try {
            return call.call();
        } catch (Exception e) {
            return text(e);
        }
    }

    private static String state(String text) {
        return text.substring(text.indexOf('['));
    }

    /** What a subclass overrides is called, as in the JDK. */
    @Test
    void subclasses() {
        List<String> calls = new ArrayList<>();
        class Own<T> extends CompletableFuture<T> {
            @Override
            public <U> java.util.concurrent.CompletableFuture<U> newIncompleteFuture() {
                calls.add("new");
                return new Own<>();
            }

            @Override
            public Executor defaultExecutor() {
                return task -> {
                    calls.add("executor");
                    task.run();
                };
            }
        }
        Own<Integer> own = new Own<>();
        Supplier<Object> next = own.thenApplyAsync(x -> x + 1)::join;
        own.complete(1);
        assertThat(next.get()).isEqualTo(2);
        assertThat(calls).containsExactly("new", "executor");

        class Again extends FutureTask<Integer> {
            Again() {
                super(() -> calls.add("runs") ? 1 : 0);
            }

            @Override
            protected void done() {
                calls.add("done");
            }

            @Override
            public boolean runAndReset() {
                return super.runAndReset();
            }
        }
        Again again = new Again();
        assertThat(again.runAndReset() && again.runAndReset()).isTrue();
        again.run();
        assertThat(again.runAndReset()).isFalse();
        assertThat(calls).endsWith("executor", "runs", "runs", "runs", "done");
    }
}
