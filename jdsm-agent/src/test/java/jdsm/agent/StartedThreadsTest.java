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
@Timeout(180)
class StartedThreadsTest {
    static final String SOURCE = """
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
            class Part extends Thread {
                final int[] to;
                final int from, end;
                int sum;
                private boolean done;
                Part(int[] to, int from, int end) { super("part"); this.to = to; this.from = from; this.end = end; }
                @Override public void run() {
                    for (int i = from; i < end; i++) { to[i] = i; sum += i; }
                    synchronized (this) { done = true; notifyAll(); }
                }
                synchronized void awaitDone() throws InterruptedException { while (!done) wait(); }
            }
            class Parts extends SPMD {
                int[] all;
                Part[] parts;
                Part late;
                @Override public void initialize() {
                    all = new int[100 * workers()];
                    parts = new Part[workers()];
                    for (int i = 0; i < parts.length; i++) parts[i] = new Part(all, i * 100, i * 100 + 100);
                }
                @Override public void start() throws Exception {
                    int w = worker(), n = all.length;
                    parts[w].start();
                    parts[(w + 1) % workers()].awaitDone();
                    parts[w].join();
                    if (w == 0) { late = new Part(all, 0, 10); late.start(); late.join(); }
                    barrier();
                    int sum = 0;
                    for (Part part : parts) sum += part.sum;
                    for (int i = 0; i < n; i++) if (all[i] != i) report("element " + i);
                    if (w == workers() - 1) report((sum == n * (n - 1) / 2) + " " + late.sum);
                    if (args().length > 0 && w == 1) {
                        switch (args()[0]) {
                            case "join" -> parts[0].join();
                            case "join for a time" -> parts[0].join(1000);
                            case "isAlive" -> report("alive " + parts[0].isAlive());
                            default -> late.interrupt();
                        }
                    }
                }
            }
            class Named extends Thread {
                final int[] to;
                Named(String name, int[] to) { super(name); setPriority(7); setDaemon(true); this.to = to; }
                @Override public void run() { to[0]++; }
            }
            class NamedThreads extends SPMD {
                int[] to;
                Named early, late;
                @Override public void initialize() { to = new int[1]; early = new Named("early", to); }
                @Override public void start() throws Exception {
                    if (worker() == 0) {
                        late = new Named("late", to);
                        late.setName("renamed");
                        late.start();
                        late.join();
                        report(late.getName() + " " + late.isAlive() + " " + (late.getId() > 0));
                    }
                    barrier();
                    if (worker() == 1) {
                        report(early.getName() + " " + early.getPriority() + " " + early.isDaemon() + " " + to[0]);
                        switch (args()[0]) {
                            case "getName" -> report(late.getName());
                            case "setName" -> early.setName("x");
                            case "setDaemon" -> late.setDaemon(false);
                            case "start" -> late.start();
                            case "getId" -> report("id " + early.getId());
                            default -> report("" + late);
                        }
                    }
                }
            }
            class Forms extends SPMD {
                int[] one, two, three, four, five;
                static class Work implements Runnable, Callable<Integer> {
                    final int[] to; final int at;
                    Work(int[] to, int at) { this.to = to; this.at = at; }
                    @Override public void run() { to[at]++; }
                    @Override public Integer call() { to[at]++; return at; }
                }
                static class Base { int[] to; int at; public void run() { to[at]++; } }
                static class Derived extends Base implements Runnable { }
                static class Sum extends RecursiveTask<Integer> {
                    final int[] to; final int from, end;
                    Sum(int[] to, int from, int end) { this.to = to; this.from = from; this.end = end; }
                    @Override protected Integer compute() {
                        if (end - from == 1) { to[from]++; return from; }
                        Sum left = new Sum(to, from, (from + end) / 2);
                        left.fork();
                        return new Sum(to, (from + end) / 2, end).compute() + left.join();
                    }
                }
                @Override public void initialize() {
                    one = new int[4 * workers()]; two = new int[4 * workers()]; three = new int[4 * workers()];
                    four = new int[4 * workers()]; five = new int[4 * workers()];
                }
                void third(int at) { three[at]++; }
                @Override public void start() throws Exception {
                    int from = 4 * worker(), end = from + 4;
                    ExecutorService pool = Executors.newFixedThreadPool(2);
                    try {
                        for (int round = 0; round < 100; round++) {
                            List<Callable<Integer>> works = new ArrayList<>();
                            for (int i = from; i < end; i++) works.add(new Work(one, i));
                            for (Future<Integer> each : pool.invokeAll(works)) each.get();
                            for (int i = from; i < end; i++) {
                                Derived derived = new Derived();
                                derived.to = two; derived.at = i;
                                pool.submit(derived).get();
                                pool.submit((Runnable) new Work(two, i)).get(10, TimeUnit.SECONDS);
                            }
                            IntStream.range(from, end).parallel().forEach(this::third);
                            new ForkJoinPool(2).invoke(new Sum(four, from, end));
                            Arrays.parallelSetAll(new Integer[4], i -> { synchronized (this) { five[from + i]++; } return i; });
                            CountDownLatch latch = new CountDownLatch(1);
                            Thread waiting = new Thread(() -> { try { latch.await(); } catch (InterruptedException e) { } one[from]++; });
                            waiting.start();
                            barrier();
                            latch.countDown();
                            waiting.join();
                            barrier();
                        }
                    } finally { pool.shutdown(); }
                    for (int i = 0; i < one.length; i++) {
                        if (one[i] != (i % 4 == 0 ? 200 : 100) || two[i] != 200 || three[i] != 100 || four[i] != 100 || five[i] != 100)
                            throw new IllegalStateException(i + ": " + one[i] + " " + two[i] + " " + three[i] + " " + four[i] + " " + five[i]);
                    }
                    if (worker() == 0) report("right");
                }
            }
            /** Threads that wait in monitors when the ranks begin to share these. */
            class FromInitialize extends SPMD {
                static final class Box { boolean isOpen; int count; }
                static int ofClass;
                final Box box = new Box();
                private static final int THREADS = 3, ROUNDS = 200;
                @Override public void initialize() {
                    for (int i = 0; i < THREADS; i++) {
                        Thread own = new Thread(this::countInBox);
                        Thread common = new Thread(FromInitialize::countInClass);
                        own.setDaemon(false); // the main thread of a rank in this JVM is a daemon
                        common.setDaemon(false);
                        own.start();
                        common.start();
                        while (own.getState() != Thread.State.WAITING || common.getState() != Thread.State.WAITING) { Thread.onSpinWait(); }
                    }
                }
                private void countInBox() {
                    synchronized (box) {
                        try { while (!box.isOpen) { box.wait(); } } catch (InterruptedException e) { throw new IllegalStateException(e); }
                        for (int i = 0; i < ROUNDS; i++) { int seen = box.count; Thread.yield(); box.count = seen + 1; }
                    }
                }
                private static synchronized void countInClass() {
                    try { while (ofClass == 0) { FromInitialize.class.wait(); } } catch (InterruptedException e) { throw new IllegalStateException(e); }
                    for (int i = 0; i < ROUNDS; i++) { int seen = ofClass; Thread.yield(); ofClass = seen + 1; }
                }
                @Override public void start() {
                    if (worker() == 0) {
                        synchronized (box) { box.isOpen = true; box.notifyAll(); }
                        synchronized (FromInitialize.class) { ofClass = 1; FromInitialize.class.notifyAll(); }
                    }
                }
                @Override public void finish() { if (rank() == 0) { report(box.count + " " + ofClass); } }
            }
            class Inside extends SPMD {
                static final class Door { }
                final Door box = new Door();
                @Override public void initialize() {
                    Thread thread = new Thread(this::stay, "stays");
                    thread.setDaemon(true);
                    thread.start();
                    while (thread.getState() != Thread.State.TIMED_WAITING) { Thread.onSpinWait(); }
                }
                private void stay() { synchronized (box) { try { Thread.sleep(1_000_000); } catch (InterruptedException e) { } } }
                @Override public void start() { }
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

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "StartedThreads.java", SOURCE);
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
        Outcome outcome = process.run(ranks, "", Map.of("JDSM_CONSISTENCY", consistency), "StartedThreads");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).containsExactly("right");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void threadsThatWaitWhenRanksBeginToShareExcludeEachOther(int ranks) throws Exception {
        Outcome outcome = process.ranks(ranks, "", "FromInitialize");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).containsExactly(600 * ranks + " " + (600 * ranks + 1));
    }

    @Test
    void aThreadThatStaysInAMonitorWhenRanksBeginToShareItIsRefused() throws Exception {
        Outcome outcome = process.ranks(2, "", "Inside");

        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.err())
                .anyMatch(line -> line.contains(
                        "thread 'stays', which initialize() has started, stays in the monitor of Inside$Door"));
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

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void fieldsOfASubclassOfThreadAreShared(int ranks) throws Exception {
        Outcome outcome = process.ranks(ranks, "", "Parts");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).containsExactly("true 45");
    }

    @ParameterizedTest
    @CsvSource({"join, join", "join for a time, join", "isAlive, isAlive", "interrupt, interrupt"})
    void onlyTheRankThatStartsAThreadKnowsWhetherItRuns(String call, String said) throws Exception {
        assertThat(process.ranks(2, "", "Parts", call).err())
                .anyMatch(line ->
                        line.contains(said + "() of a shared Part, which this rank has not started: call it on the rank"
                                + " that starts the thread, or wait for a field that the thread sets; at Parts.start"));
    }

    @ParameterizedTest
    @CsvSource({
        "getName, getName() of a shared Named, which another rank has made: call it there",
        "setDaemon, setDaemon() of a shared Named, which another rank has made: call it there",
        "start, start() of a shared Named, which another rank has made: call it there",
        "setName, setName() of a shared Named, which all ranks have made: call it in initialize()",
        "getId, getId() of a shared Named, which this rank has not started: call it on the rank that starts the thread"
    })
    void whatOtherRanksDoNotKnowOfAThreadIsRefused(String call, String said) throws Exception {
        Outcome outcome = process.ranks(2, "", "NamedThreads", call);

        assertThat(outcome.status()).isOne();
        assertThat(outcome.err()).anyMatch(line -> line.contains(said));
    }

    @Test
    void eachRankKnowsTheThreadsThatItHasMade() throws Exception {
        Outcome outcome = process.ranks(3, "", "NamedThreads", "toString");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .hasSize(3)
                .contains("renamed false true", "early 7 true 1")
                .anyMatch(line -> line.startsWith("Thread[") && line.contains("a thread of another rank"));
    }

    /** Tasks of all forms, by references to methods too, and inherited ones. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void tasksOfAllForms(int ranks) throws Exception {
        Outcome outcome = process.ranks(ranks, "verify", "Forms");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).containsExactly("right");
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
