package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that a program starts access shared objects as workers do. Several ranks in a JVM. */
@Timeout(60)
class StartedThreadsIT {
    private static final String SOURCE = """
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;
            import java.util.stream.*;
            import jdsm.*;
            class Counter {
                private int value;
                synchronized void add(int by) { value += by; }
                synchronized int value() { return value; }
            }
            class Flag { volatile boolean up; volatile int seen; }
            class StartedThreads extends SPMD {
                static final int N = 64;
                @Local ExecutorService pool;
                @Local ThreadLocal<Integer> own;
                int[] parts, squares, byThreads, local;
                long[] results;
                final Counter counter = new Counter();
                final Flag flag = new Flag();
                final AtomicInteger atomic = new AtomicInteger();
                Counter late;
                @Override public void initialize() {
                    parts = new int[N * workers()];
                    squares = new int[N * workers()];
                    byThreads = new int[N * workers()];
                    local = new int[workers()];
                    results = new long[workers()];
                }
                @Override public void start() {
                    try { run(worker(), workers()); } catch (Exception e) { throw new IllegalStateException(e); }
                }
                private void run(int w, int p) throws Exception {
                    pool = Executors.newFixedThreadPool(2);
                    Thread watcher = new Thread(() -> { while (!flag.up) Thread.onSpinWait(); flag.seen = 1; });
                    watcher.setDaemon(true);
                    if (w == p - 1) watcher.start();
                    List<Future<Long>> futures = new ArrayList<>();
                    for (int half = 0; half < 2; half++) {
                        int from = w * N + half * N / 2;
                        futures.add(pool.submit(() -> {
                            long sum = 0;
                            for (int i = from; i < from + N / 2; i++) { parts[i] = i; sum += i; counter.add(1); atomic.incrementAndGet(); }
                            return sum;
                        }));
                    }
                    for (Future<Long> future : futures) results[w] += future.get();
                    barrier();
                    check("parts", IntStream.range(0, parts.length).allMatch(i -> parts[i] == i));
                    check("results", Arrays.stream(results).sum() == (long) N * p * (N * p - 1) / 2);
                    check("counter", counter.value() == N * p);
                    check("atomic", atomic.get() == N * p);
                    barrier();
                    int made = CompletableFuture.supplyAsync(() -> { squares[w * N] = w + 1; return w; }, pool)
                        .thenApplyAsync(this::square, pool).get();
                    CompletableFuture.runAsync(() -> { for (int i = 1; i < N; i++) squares[w * N + i] = made; }).join();
                    IntStream.range(w * N, (w + 1) * N).parallel().forEach(i -> byThreads[i] = 2 * i);
                    own = ThreadLocal.withInitial(() -> 0);
                    pool.submit(() -> { own.set(w + 5); local[w] = own.get(); }).get();
                    Thread[] threads = new Thread[3];
                    for (int t = 0; t < threads.length; t++) {
                        int mine = t;
                        threads[t] = new Thread(() -> {
                            for (int i = mine; i < N; i += 3) { byThreads[w * N + i]++; counter.add(1); }
                            synchronized (StartedThreads.class) { if (late == null) late = new Counter(); }
                            late.add(mine);
                        });
                        threads[t].start();
                    }
                    for (Thread thread : threads) thread.join();
                    if (w == 0) flag.up = true;
                    while (flag.seen == 0) Thread.onSpinWait();
                    barrier();
                    for (int i = 0; i < squares.length; i++) {
                        check("squares " + i, squares[i] == (i % N == 0 ? i / N + 1 : i / N * (i / N)));
                        check("byThreads " + i, byThreads[i] == 2 * i + 1);
                    }
                    for (int i = 0; i < p; i++) check("local", local[i] == i + 5);
                    check("counter at the end", counter.value() == 2 * N * p);
                    check("late", late.value() == 3 * p);
                    barrier();
                    new Thread(() -> { for (int i = 0; i < N; i++) parts[w * N + i] = -1; pool.shutdown(); }, "last").start();
                    if (w == 0) report("right");
                }
                private int square(int n) { squares[n * N + 1] = n; return n * n; }
                private void check(String what, boolean right) { if (!right) throw new IllegalStateException(what); }
                @Override public void finish() {
                    check("written behind start", Arrays.stream(parts).allMatch(one -> one == -1));
                }
            }
            class RefusedThreads extends SPMD {
                int count;
                @Override public void start() {
                    Thread thread = new Thread(() -> {
                        try {
                            switch (args()[0]) {
                                case "barrier" -> barrier();
                                case "worker" -> worker();
                                case "sum" -> Collectives.sum(1);
                                case "progress" -> Collectives.progress(1, 2);
                                default -> count = ranks() + rank() + workers();
                            }
                        } catch (RuntimeException e) {
                        }
                    }, "helper");
                    thread.start();
                    try { thread.join(); } catch (InterruptedException e) { }
                    report("went on");
                }
            }
            class Throwing extends SPMD {
                int count;
                @Override public void start() {
                    Thread thread = new Thread(() -> { count = 1; throw new IllegalStateException("thrown by a thread"); }, "helper");
                    thread.start();
                    try { thread.join(); } catch (InterruptedException e) { }
                    barrier();
                    if (worker() == 0) report("went on " + count);
                }
            }
            """;

    @TempDir
    static Path app;

    private static AgentProcess process;

    @BeforeAll
    static void compile() throws IOException {
        process = AgentProcess.compile(app, "StartedThreads.java", SOURCE);
    }

    @ParameterizedTest
    @CsvSource({
        "1, lazy-release",
        "2, lazy-release",
        "3, lazy-release",
        "2, write-invalidate",
        "3, write-invalidate",
        "2, write-update",
        "3, write-update",
        "2, auto",
        "3, auto"
    })
    void theirAccessesAreThoseOfWorkers(int ranks, String consistency) throws Exception {
        Outcome outcome = process.java(
                "",
                Map.of("JDSM_RANKS", Integer.toString(ranks), "JDSM_COMM", "inproc", "JDSM_CONSISTENCY", consistency),
                "jdsm.node.InprocMain",
                "StartedThreads");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).containsExactly("right");
    }

    @ParameterizedTest
    @ValueSource(strings = {"barrier", "worker", "sum", "progress"})
    void aCallThatIsForWorkersIsRefusedByName(String call) throws Exception {
        Outcome outcome = process.ranks(2, "", "RefusedThreads", call);

        assertThat(outcome.status()).isOne();
        assertThat(outcome.err())
                .anyMatch(line -> line.contains(
                        call + "() is for workers, in start(); in thread 'helper' at RefusedThreads.lambda$start$"));
    }

    @Test
    void otherCallsAreNot() throws Exception {
        Outcome outcome = process.ranks(2, "", "RefusedThreads", "others");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).containsExactly("went on", "went on");
    }

    @Test
    void anExceptionEndsItsThreadOnly() throws Exception {
        Outcome outcome = process.ranks(2, "", "Throwing");

        assertThat(outcome.status()).isZero();
        assertThat(outcome.out()).containsExactly("went on 1");
        assertThat(outcome.err()).anyMatch(line -> line.contains("thrown by a thread"));
    }
}
