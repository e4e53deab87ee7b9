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

/** Executors in shared and static fields are one in the job. Several ranks in a JVM. */
@Timeout(180)
class SharedExecutorsTest {
    private static final String SOURCE = """
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;
            import java.util.stream.*;
            import jdsm.*;
            /** State that only the one thread of an executor accesses. */
            class Confined {
                private final ExecutorService thread = Executors.newSingleThreadExecutor();
                private int count;
                private final List<Integer> log = new ArrayList<>();
                Future<Integer> add(int number) { return thread.submit(() -> { log.add(number); return ++count; }); }
                int[] end() throws Exception { int[] both = thread.submit(() -> new int[] {count, log.size()}).get(); thread.shutdown(); return both; }
            }
            class Counting extends ThreadPoolExecutor {
                final AtomicInteger before = new AtomicInteger(), after = new AtomicInteger(), failed = new AtomicInteger(), ends = new AtomicInteger();
                Counting(int threads, RejectedExecutionHandler handler) {
                    super(threads, threads, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), handler);
                }
                @Override protected void beforeExecute(Thread thread, Runnable task) { before.incrementAndGet(); }
                @Override protected void afterExecute(Runnable task, Throwable failure) {
                    after.incrementAndGet();
                    if (failure != null) { failed.incrementAndGet(); }
                }
                @Override protected void terminated() { ends.incrementAndGet(); }
            }
            class Delegating extends AbstractExecutorService {
                private final ExecutorService to;
                Delegating(ExecutorService to) { this.to = to; }
                @Override public void execute(Runnable task) { to.execute(task); }
                @Override public void shutdown() { to.shutdown(); }
                @Override public List<Runnable> shutdownNow() { return to.shutdownNow(); }
                @Override public boolean isShutdown() { return to.isShutdown(); }
                @Override public boolean isTerminated() { return to.isTerminated(); }
                @Override public boolean awaitTermination(long time, TimeUnit unit) throws InterruptedException { return to.awaitTermination(time, unit); }
            }
            class Tools {
                static final ExecutorService POOL = Executors.newCachedThreadPool(task -> { Thread thread = new Thread(task, "tool"); thread.setDaemon(true); return thread; });
                static final Executor COMMON = ForkJoinPool.commonPool();
                static Executor direct = Runnable::run;
            }
            class SharedExecutors extends SPMD {
                private final ExecutorService pool = Executors.newFixedThreadPool(3);
                private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
                private final AtomicInteger active = new AtomicInteger(), most = new AtomicInteger(), ticks = new AtomicInteger(), ran = new AtomicInteger();
                private final CyclicBarrier three = new CyclicBarrier(3);
                private final Map<String, ExecutorService> byName = new HashMap<>();
                private Confined confined;
                private Counting counting;
                private CompletionService<Integer> service;
                private ScheduledFuture<?> ticking;
                private ExecutorService stopped;
                private Delegating delegating;
                private Future<?> endless;
                private final CountDownLatch endlessly = new CountDownLatch(1);
                private final CountDownLatch begun = new CountDownLatch(1), interrupted = new CountDownLatch(1);
                private long[] squares;
                @Override public void initialize() { squares = new long[100]; byName.put("one", Executors.newFixedThreadPool(1)); }
                private int work(int number) {
                    most.accumulateAndGet(active.incrementAndGet(), Math::max);
                    squares[number % squares.length] = (long) number * number;
                    active.decrementAndGet();
                    return number;
                }
                @Override public void start() {
                    try { run(worker(), workers()); } catch (Exception e) { throw new IllegalStateException(e); }
                }
                private void run(int w, int p) throws Exception {
                    String text = "";
                    if (w == 0) {
                        confined = new Confined();
                        counting = new Counting(1, new ThreadPoolExecutor.CallerRunsPolicy());
                        service = new ExecutorCompletionService<>(pool);
                        stopped = Executors.newCachedThreadPool();
                        delegating = new Delegating(pool);
                    }
                    barrier();
                    List<Future<Integer>> futures = new ArrayList<>();
                    for (int i = w; i < 100; i += p) { int number = i; futures.add(pool.submit(() -> work(number))); futures.add(confined.add(i)); }
                    for (Future<Integer> future : futures) { future.get(); }
                    barrier();
                    text += LongStream.of(squares).sum() + " " + (most.get() <= 3);
                    if (w == 0) { for (int i = 0; i < 2; i++) { pool.execute(() -> meet()); } }
                    if (w == p - 1) { pool.submit(this::meet).get(); }
                    List<Callable<Integer>> calls = new ArrayList<>();
                    for (int i = 0; i < 10; i++) { int number = i; calls.add(() -> { if (number % 2 == 1) { throw new IllegalStateException("odd"); } return number + w; }); }
                    int sum = 0, odd = 0;
                    for (Future<Integer> future : pool.invokeAll(calls)) {
                        try { sum += future.get(); } catch (ExecutionException e) { odd += e.getCause().getMessage().length(); }
                    }
                    text += " " + sum + " " + odd + " " + (pool.invokeAny(calls) - w) % 2;
                    try { pool.invokeAny(calls.subList(1, 2)); } catch (ExecutionException e) { text += " " + e.getCause().getMessage(); }
                    barrier();
                    for (int i = 0; i < 5; i++) { int number = i; service.submit(() -> number * 10); }
                    int taken = 0;
                    for (int i = 0; i < 5; i++) { taken += service.take().get() < 50 ? 1 : 0; }
                    text += " " + taken;
                    Future<int[]> delegated = delegating.submit(() -> new int[] {w});
                    text += delegated.get()[0] + delegating.invokeAny(List.<Callable<String>>of(() -> "any"));
                    if (w == 0) { endless = pool.submit(() -> { endlessly.countDown(); try { Thread.sleep(1_000_000); } catch (InterruptedException e) { ran.addAndGet(1000000); } }); }
                    barrier();
                    endlessly.await();
                    if (w == p - 1) { text += endless.cancel(true); }
                    CountDownLatch early = new CountDownLatch(1);
                    counting.execute(() -> { });
                    for (int i = 0; i < 10; i++) { counting.execute(() -> ran.incrementAndGet()); }
                    Tools.POOL.submit(() -> ran.addAndGet(100)).get();
                    byName.get("one").submit(() -> ran.addAndGet(1000)).get();
                    CountDownLatch common = new CountDownLatch(1);
                    Tools.COMMON.execute(() -> { ran.addAndGet(10000); common.countDown(); });
                    Tools.direct.execute(() -> early.countDown());
                    common.await();
                    early.await();
                    if (w == 0) { ticking = timer.scheduleAtFixedRate(() -> { if (ticks.incrementAndGet() == 3) { begun.countDown(); } }, 1, 1, TimeUnit.MILLISECONDS); }
                    Future<String> later = timer.schedule(() -> "later" + w, 3, TimeUnit.MILLISECONDS);
                    begun.await();
                    text += " " + later.get();
                    barrier();
                    if (w == p - 1) { ticking.cancel(false); }
                    if (w == 0) { stopped.execute(() -> { try { interrupted.countDown(); Thread.sleep(100_000); } catch (InterruptedException e) { ran.addAndGet(100000); } }); }
                    interrupted.await();
                    if (w == p - 1) { text += " " + stopped.shutdownNow().size(); }
                    stopped.awaitTermination(1, TimeUnit.HOURS);
                    barrier();
                    if (w == 0) { text += " " + Arrays.toString(confined.end()); counting.shutdown(); pool.shutdown(); timer.shutdown(); byName.get("one").shutdown(); }
                    barrier();
                    for (ExecutorService each : List.of(pool, timer, counting, byName.get("one"))) { text += each.awaitTermination(1, TimeUnit.HOURS) ? "" : "timeout"; }
                    barrier();
                    try { pool.execute(() -> { }); } catch (RejectedExecutionException e) { text += " rejected"; }
                    text += " " + ran + " " + (counting.before.get() > 0) + counting.failed + (counting.after.get() == counting.before.get()) + counting.ends
                        + " " + ticking.isCancelled() + timer.isTerminated() + stopped.isShutdown();
                    report(w + " " + text);
                }
                private void meet() {
                    try { three.await(); } catch (Exception e) { throw new IllegalStateException(e); }
                }
            }
            /** A pool that each rank has made and used before ranks share it. */
            class Early extends SPMD {
                private final ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(2);
                private final AtomicInteger sum = new AtomicInteger();
                private final CyclicBarrier two = new CyclicBarrier(2);
                private int[] first;
                @Override public void initialize() {
                    try { first = new int[] {pool.submit(() -> 7).get(), pool.submit(() -> 8).get()}; } catch (Exception e) { throw new IllegalStateException(e); }
                }
                @Override public void start() {
                    for (int i = 0; i < 20; i++) { pool.execute(sum::incrementAndGet); }
                    if (worker() == 0) { for (int i = 0; i < 2; i++) { pool.execute(() -> { try { two.await(); } catch (Exception e) { sum.set(-1); } }); } }
                    barrier();
                    if (worker() == workers() - 1) { pool.shutdown(); }
                    try { pool.awaitTermination(1, TimeUnit.HOURS); } catch (InterruptedException e) { throw new IllegalStateException(e); }
                    barrier();
                    report(first[0] + first[1] + " " + sum + " " + pool.getPoolSize() + " " + pool.getLargestPoolSize() + " " + pool.getCompletedTaskCount());
                }
            }
            class Refused extends SPMD {
                private final ExecutorService pool = new ForkJoinPool(2);
                @Override public void start() { pool.shutdown(); }
            }
            """;

    private static final String CLOSED = """
            import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;
            import jdsm.*;
            class Closed extends SPMD {
                private ExecutorService pool;
                private final AtomicInteger sum = new AtomicInteger();
                @Override public void start() throws Exception {
                    if (worker() == 0) { pool = Executors.newVirtualThreadPerTaskExecutor(); }
                    barrier();
                    for (int i = 0; i < 50; i++) { pool.submit(() -> sum.addAndGet(Thread.currentThread().isVirtual() ? 1 : 1000)); }
                    barrier();
                    if (worker() == 0) { pool.close(); }
                    barrier();
                    report(sum + " " + pool.isTerminated());
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedExecutors.java", SOURCE);
    }

    /** As many ranks as the threads of one JVM without the agent; once under the detector of races. */
    @ParameterizedTest
    @CsvSource({"1, ''", "2, ''", "3, ''", "2, check"})
    void tasksThreadsAndEndsAreOfTheJob(int workers, String options) throws Exception {
        Map<String, String> threads = Map.of("JDSM_THREADS", Integer.toString(workers));
        Outcome plain = process.plainRanks(1, threads, "SharedExecutors");
        assertThat(plain.err()).isEmpty();

        Outcome outcome = process.ranks(workers, options, "SharedExecutors");

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(outcome.out()).hasSize(workers).containsExactlyInAnyOrderElementsOf(plain.out());
        assertThat(outcome.status()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aPoolOfTheInitialisationKeepsTheThreadsOfOneRankAtEachPlace(int ranks) throws Exception {
        Outcome outcome = process.ranks(ranks, "", "Early");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .hasSize(ranks)
                .allMatch(line -> line.endsWith("15 " + 20 * ranks + " 0 2 " + (20 * ranks + 4)));
    }

    @Test
    void aForkJoinPoolIsEachRanksOwn() throws Exception {
        Outcome outcome = process.ranks(2, "", "Refused");

        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.err()).anyMatch(line -> line.contains("Refused.pool") && line.contains("@Local"));
    }

    @Test
    void virtualThreadsATask(@TempDir Path place) throws Exception {
        assumeTrue(Runtime.version().feature() >= 24, "virtual threads that write");

        Outcome outcome = InprocProgram.compile(place, "Closed.java", CLOSED).ranks(2, "", "Closed");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).hasSize(2).allMatch(line -> line.endsWith("100 true"));
    }
}
