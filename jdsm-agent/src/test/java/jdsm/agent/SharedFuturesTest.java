package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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

/** Futures in shared fields complete once in the job, whichever rank completes them. Several ranks in a JVM. */
@Timeout(180)
class SharedFuturesTest {
    private static final String SOURCE = """
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;
            import java.util.stream.*;
            import jdsm.*;
            class Cell { final int value; Cell(int value) { this.value = value; } @Override public String toString() { return "c" + value; } }
            class Request {
                final int question;
                final CompletableFuture<Cell> answer = new CompletableFuture<>();
                Request(int question) { this.question = question; }
            }
            class Memo {
                final ConcurrentMap<Integer, Future<Cell>> known = new ConcurrentHashMap<>();
                final AtomicInteger computed = new AtomicInteger();
                Cell of(int key) throws Exception {
                    Future<Cell> future = known.get(key);
                    if (future == null) {
                        FutureTask<Cell> task = new FutureTask<>(() -> { computed.incrementAndGet(); return new Cell(key * key); });
                        future = known.putIfAbsent(key, task);
                        if (future == null) { future = task; task.run(); }
                    }
                    return future.get();
                }
            }
            class SharedFutures extends SPMD {
                final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
                final Memo memo = new Memo();
                final CompletableFuture<Integer> first = new CompletableFuture<>();
                static final CompletableFuture<String> NAME = new CompletableFuture<>();
                final List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
                final AtomicInteger ran = new AtomicInteger();
                CompletableFuture<Cell>[] each;
                CompletableFuture<Cell> pooled, failing, cancelled, late, composed, slow;
                CompletionStage<Integer> stage;
                FutureTask<Cell> task, never;
                final StringBuffer log = new StringBuffer();
                @SuppressWarnings("unchecked")
                @Override public void start() throws Exception {
                    int w = worker(), p = workers(), last = p - 1;
                    ExecutorService pool = Executors.newFixedThreadPool(2, work -> new Thread(work, "pool-of-" + w));
                    if (w == 0) {
                        each = new CompletableFuture[p];
                        for (int i = 0; i < p; i++) { each[i] = new CompletableFuture<>(); }
                        failing = new CompletableFuture<>();
                        cancelled = new CompletableFuture<>();
                        slow = new CompletableFuture<>();
                        composed = first.thenCompose(x -> each[x % p]);
                        stage = first.minimalCompletionStage();
                        task = new FutureTask<>(() -> new Cell(77));
                        never = new FutureTask<>(() -> { ran.addAndGet(1000); return null; });
                        pooled = CompletableFuture.supplyAsync(() -> { ran.incrementAndGet(); return new Cell(5); }, pool);
                        late = new CompletableFuture<Cell>().completeOnTimeout(new Cell(9), 20, TimeUnit.MILLISECONDS);
                    }
                    barrier();
                    String mine = first.thenApply(x -> x + w).getNow(-1) + "";
                    CompletableFuture<Integer> sum = first.thenApply(x -> x + w).thenCombine(NAME, (x, name) -> x + name.length());
                    first.thenAccept(x -> seen.add(x * 10 + w));
                    CompletableFuture<String> where = first.thenApplyAsync(x -> Thread.currentThread().getName() + x, pool);
                    CompletableFuture<Integer> common = first.thenApplyAsync(x -> { ran.incrementAndGet(); return -x; });
                    CompletableFuture<String> caught = failing.handle((cell, e) -> cell + " " + e.getMessage() + e.getClass().getSimpleName());
                    CompletableFuture<Cell> instead = failing.thenApply(cell -> new Cell(1)).exceptionally(e -> new Cell(e.getCause().getMessage().length()));
                    CompletableFuture<Void> all = CompletableFuture.allOf(each);
                    CompletableFuture<Object> any = CompletableFuture.anyOf(each[0], slow);
                    barrier();
                    if (w == last) { NAME.complete("name"); first.complete(3); }
                    if (w == 0) { failing.completeExceptionally(new IllegalStateException("bad")); }
                    if (w == last) { cancelled.cancel(true); never.cancel(true); pool.execute(task); }
                    each[w].complete(new Cell(w));
                    all.join();
                    mine += " " + sum.get() + " " + where.get() + " " + common.join() + " " + caught.get() + " " + instead.get() + " " + any.get()
                        + " " + Stream.of(each).map(CompletableFuture::join).collect(Collectors.toList())
                        + " " + pooled.get(1, TimeUnit.HOURS) + " " + late.join() + " " + composed.get() + " " + stage.toCompletableFuture().thenApply(x -> x + 1).join()
                        + " " + task.get() + (pooled.join() == pooled.get()) + " " + cancelledNow() + never.isCancelled() + never.isDone();
                    try { failing.join(); } catch (CompletionException e) { mine += " " + e.getCause().getMessage(); }
                    try { failing.get(); } catch (ExecutionException e) { mine += " " + e.getCause().getMessage(); }
                    try { slow.orTimeout(1, TimeUnit.MILLISECONDS).join(); } catch (CompletionException e) { mine += " " + e.getCause().getClass().getSimpleName(); }
                    // Who asks and who answers are two workers, or one with two threads.
                    Thread server = new Thread(() -> serve(p));
                    if (w == last) { server.start(); }
                    Request request = new Request(w);
                    requests.put(request);
                    mine += " " + request.answer.thenApply(cell -> cell.value * 2).get();
                    if (w == last) { server.join(); }
                    int total = 0;
                    for (int i = 0; i < 40; i++) { total += memo.of((i * 7 + w) % 20).value; }
                    barrier();
                    synchronized (seen) { mine += " " + seen.stream().sorted().collect(Collectors.toList()); }
                    pool.shutdown();
                    report(w + " " + mine + " " + total + " " + memo.computed + " " + ran + " " + first + seen.size());
                }
                private String cancelledNow() {
                    try { return "" + cancelled.get(); } catch (CancellationException e) { return "cancelled"; } catch (Exception e) { return "" + e; }
                }
                private void serve(int p) {
                    try {
                        for (int i = 0; i < p; i++) { Request request = requests.take(); request.answer.complete(new Cell(request.question + 100)); }
                    } catch (InterruptedException e) { throw new IllegalStateException(e); }
                }
            }
            class KeptExecutor extends SPMD {
                CompletableFuture<Integer> future;
                @Override public void start() throws Exception {
                    if (worker() == 0) {
                        ExecutorService pool = new ForkJoinPool(1);
                        CompletableFuture<Integer> mine = new CompletableFuture<>();
                        mine.thenAcceptAsync(x -> report("got " + x), pool);
                        future = mine;
                    }
                    barrier();
                    if (worker() == 1) { future.complete(1); }
                }
            }
            class Chained extends SPMD {
                final CompletableFuture<Integer> first = new CompletableFuture<>(), second = new CompletableFuture<>();
                CompletableFuture<Integer> fails = new CompletableFuture<>();
                @Override public void start() throws Exception {
                    int w = worker();
                    ExecutorService pool = Executors.newFixedThreadPool(1, work -> new Thread(work, "pool-of-" + w));
                    CompletableFuture<String> chain = first.thenApply(x -> x + 1).thenApplyAsync(x -> Thread.currentThread().getName() + x, pool);
                    CompletableFuture<String> both = CompletableFuture.allOf(first, second).thenApply(x -> "all")
                        .thenCompose(x -> second.thenApply(y -> x + y)).thenApplyAsync(x -> Thread.currentThread().getName() + x, pool);
                    CompletableFuture<Integer> watched = fails.whenComplete((x, e) -> { throw new UnsupportedOperationException("second"); });
                    barrier();
                    if (w == 0) { first.complete(1); fails.completeExceptionally(new IllegalStateException("failed")); }
                    if (w == workers() - 1) { second.complete(2); }
                    String text = chain.get() + " " + both.get();
                    try { watched.join(); } catch (CompletionException e) { text += " " + e.getCause().getMessage(); }
                    barrier();
                    CompletableFuture<Integer> again = fails.whenComplete((x, e) -> { throw new UnsupportedOperationException("third"); });
                    try { again.join(); } catch (CompletionException e) { text += " " + e.getCause().getMessage(); }
                    pool.shutdown();
                    report(text);
                }
            }
            class Mixed extends SPMD {
                final CompletableFuture<Integer> shared = new CompletableFuture<>(), never = new CompletableFuture<>();
                @Override public void start() throws Exception {
                    int w = worker();
                    ExecutorService pool = Executors.newFixedThreadPool(1, work -> new Thread(work, "pool-of-" + w));
                    Executor wrapped = task -> pool.execute(task);
                    CompletableFuture<Integer> mine = new CompletableFuture<>();
                    List<String> log = Collections.synchronizedList(new ArrayList<>());
                    CompletableFuture<Void> logged = mine.thenAcceptAsync(x -> log.add(Thread.currentThread().getName()), pool);
                    CompletableFuture<Integer> sum = mine.thenCombine(shared, Integer::sum);
                    CompletableFuture<Void> after = sum.thenAcceptAsync(x -> log.add("sum " + x + Thread.currentThread().getName()), wrapped);
                    CompletableFuture<Void> composed = CompletableFuture.supplyAsync(() -> 1, pool).thenCompose(k -> shared)
                        .thenAcceptAsync(x -> log.add("composed " + x + Thread.currentThread().getName()), pool);
                    CompletableFuture<Void> all = CompletableFuture.allOf(mine, shared, sum);
                    CompletableFuture<String> raced = null;
                    for (int i = 0; i < 50; i++) {
                        CompletableFuture<Integer> soon = new CompletableFuture<>();
                        raced = soon.applyToEitherAsync(never, x -> Thread.currentThread().getName() + x, pool);
                        soon.complete(i);
                    }
                    barrier();
                    if (w == workers() - 1) { shared.complete(40); }
                    mine.complete(2);
                    CompletableFuture.allOf(logged, after, composed, all).get();
                    String race = raced.get();
                    barrier();
                    while (waiting() > 0) { Thread.sleep(1); }
                    Collections.sort(log);
                    pool.shutdown();
                    report(log + " " + race + " " + never.getNumberOfDependents());
                }
                private static long waiting() {
                    return Thread.getAllStackTraces().keySet().stream().filter(each -> each.getName().equals("jdsm-waits-for-future")).count();
                }
            }
            class StartedEarly extends SPMD {
                CompletableFuture<String> config;
                final CompletableFuture<String> later = new CompletableFuture<>();
                @Override public void initialize() {
                    int millis = Integer.parseInt(args()[0]);
                    CompletableFuture<String> open = later;
                    Thread thread = new Thread(() -> {
                        for (int i = 0; i < 40; i++) { pause(millis); open.isDone(); }
                        open.complete("late");
                    });
                    thread.start();
                }
                private static void pause(int millis) { try { Thread.sleep(millis); } catch (InterruptedException e) { } }
                @Override public void start() { report(later.join()); }
            }
            class Submitted extends SPMD {
                Future<Integer> future;
                @Override public void start() throws Exception {
                    if (worker() == 0) { future = new ForkJoinPool(1).submit(() -> 1); }
                    barrier();
                    report("got " + future.get());
                }
            }
            """;

    /** Methods of Java 19. */
    private static final String STATES = """
            import java.util.concurrent.*;
            import jdsm.*;
            class States extends SPMD {
                final CompletableFuture<Integer> done = new CompletableFuture<>(), failed = new CompletableFuture<>(), open = new CompletableFuture<>();
                final FutureTask<String> task = new FutureTask<>(() -> "ran");
                @Override public void start() {
                    if (worker() == 0) { done.complete(4); failed.completeExceptionally(new IllegalStateException("no")); task.run(); }
                    barrier();
                    Future<Integer> any = done;
                    report(any.state() + " " + failed.state() + " " + open.state() + " " + task.state() + " " + any.resultNow()
                        + " " + failed.exceptionNow().getMessage() + " " + task.resultNow());
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedFutures.java", SOURCE);
    }

    /** As many ranks as the threads of one JVM without the agent; once under the detector of races. */
    @ParameterizedTest
    @CsvSource({"1, ''", "2, ''", "3, ''", "2, check"})
    void allRanksSeeOneCompletion(int workers, String options) throws Exception {
        Map<String, String> threads = Map.of("JDSM_THREADS", Integer.toString(workers));
        Outcome plain = process.plainRanks(1, threads, "SharedFutures");
        assertThat(plain.err()).isEmpty();

        Outcome outcome = process.ranks(workers, options, "SharedFutures");

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(outcome.out())
                .hasSize(workers)
                .map(SharedFuturesTest::unnamed)
                .containsExactlyInAnyOrderElementsOf(
                        plain.out().stream().map(SharedFuturesTest::unnamed).toList());
        assertThat(outcome.status()).isZero();
    }

    /** Stages behind stages of a shared future, with executors, and actions that fail after the future has. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void chainsKeepTheirExecutors(int ranks) throws Exception {
        Outcome outcome = process.ranks(ranks, "", "Chained");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .hasSize(ranks)
                .allMatch(line -> line.matches("(\\[\\d\\] )?pool-of-(\\d)2 pool-of-\\2all2 failed failed"));
    }

    /** Stages that depend on a private and on a shared future; threads that wait for a shared one end. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aSharedFutureDoesNotLeadToWhatIsOfOneRank(int ranks) throws Exception {
        Outcome outcome = process.ranks(ranks, "", "Mixed");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .hasSize(ranks)
                .allMatch(line -> line.matches(
                        "(\\[\\d\\] )?\\[composed 40pool-of-(\\d), pool-of-\\2, sum 42pool-of-\\2\\] pool-of-\\2"
                                + "49 0"));
    }

    /** A thread from initialize() that asks for a shared future's monitor while ranks come to their start, one after the other. */
    @Test
    void aThreadFromInitializeIsHeldBackWhileRanksCompare() throws Exception {
        Outcome outcome = process.ranks(3, "", "StartedEarly", "3");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).hasSize(3).allMatch(line -> line.endsWith("late"));
    }

    /** A line without the names of classes and the hash codes. */
    private static String unnamed(String line) {
        return line.replaceAll("[a-z.]+CompletableFuture@[0-9a-f]+", "future");
    }

    @Test
    void methodsOfJava19(@TempDir Path place) throws Exception {
        assumeTrue(Runtime.version().feature() >= 19, "futures without states");

        Outcome outcome = InprocProgram.compile(place, "States.java", STATES).ranks(2, "", "States");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).hasSize(2).allMatch(line -> line.endsWith("SUCCESS FAILED RUNNING SUCCESS 4 no ran"));
    }

    @Test
    void anExecutorOfOneRankDoesNotTravel() throws Exception {
        Outcome outcome = process.ranks(2, "", "KeptExecutor");

        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.err())
                .anyMatch(line -> line.contains("add stages with an executor when other ranks have the future"));
    }

    @Test
    void aFutureThatTheJdkMadeIsRefused() throws Exception {
        Outcome outcome = process.ranks(2, "", "Submitted");

        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.err())
                .anyMatch(line -> line.contains("Submitted.future")
                        && line.contains("new FutureTask<>(...) that an executor executes"));
    }
}
