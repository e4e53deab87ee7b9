package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Virtual threads that a program starts, where the JVM has them. Several ranks in a JVM. */
@Timeout(180)
class VirtualThreadsTest {
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
    private static final int FIRST_THAT_LEAVES_MONITORS = 24;

    private static final String SOURCE = """
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;
            import java.util.concurrent.locks.*;
            import jdsm.*;
            class Node { int value; Node next; Node(int value, Node next) { this.value = value; this.next = next; } }
            abstract class OfVirtualThreads extends SPMD {
                static ExecutorService pool() {
                    try {
                        return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
                    } catch (ReflectiveOperationException e) { throw new IllegalStateException(e); }
                }
                static void all(List<Future<?>> tasks) {
                    try { for (Future<?> each : tasks) each.get(); }
                    catch (InterruptedException | ExecutionException e) { throw new IllegalStateException(e); }
                }
            }
            class Many extends OfVirtualThreads {
                static final int N = 150;
                int count, inner, turn, locked;
                volatile int last;
                int[] cells;
                Node list;
                final Object lock = new Object();
                final ReentrantLock explicit = new ReentrantLock();
                final AtomicLong atomic = new AtomicLong();
                final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
                final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
                @Override public void initialize() { cells = new int[64]; }
                @Override public void start() {
                    int w = worker(), p = workers();
                    ExecutorService pool = pool();
                    List<Future<?>> tasks = new ArrayList<>();
                    for (int i = 0; i < N; i++) { int k = i; tasks.add(pool.submit(() -> task(w, k))); }
                    tasks.add(pool.submit(() -> ring(w, p)));
                    all(tasks);
                    pool.shutdown();
                    barrier();
                    if (w == 0) {
                        int sum = 0, listed = 0, mapped = 0, taken = 0;
                        for (int each : cells) sum += each;
                        for (Node each = list; each != null; each = each.next) listed += each.value;
                        for (int each : map.values()) mapped += each;
                        for (Integer each = queue.poll(); each != null; each = queue.poll()) taken += each;
                        int n = N * p;
                        report(count == n && inner == n && sum == n && listed == n && mapped == n && taken == n && locked == n
                                && atomic.get() == n && last > 0 && turn == 20 * p ? "right" : "wrong " + count + " " + inner + " " + sum
                                + " " + listed + " " + mapped + " " + taken + " " + locked + " " + atomic + " " + last + " " + turn);
                    }
                }
                private void task(int w, int k) {
                    synchronized (this) {
                        count++;
                        synchronized (lock) { inner++; Thread.yield(); cells[k % cells.length]++; }
                    }
                    synchronized (lock) { list = new Node(1, list); }
                    explicit.lock();
                    try { locked++; } finally { explicit.unlock(); }
                    map.merge(k % 10, 1, Integer::sum);
                    atomic.incrementAndGet();
                    queue.add(1);
                    last = w + 1;
                    if (k % 50 == 7) System.gc();
                }
                private void ring(int w, int p) {
                    for (int round = 0; round < 20; round++) {
                        synchronized (lock) {
                            while (turn % p != w) {
                                try { lock.wait(); } catch (InterruptedException e) { throw new IllegalStateException(e); }
                            }
                            turn++;
                            lock.notifyAll();
                        }
                    }
                }
            }
            class Spinning extends OfVirtualThreads {
                volatile int turn;
                @Override public void start() {
                    int w = worker(), p = workers();
                    ExecutorService pool = pool();
                    all(List.of(pool.submit(() -> {
                        for (int k = 0; k < 10; k++) { while (turn != w + k * p) Thread.yield(); turn++; }
                    })));
                    pool.shutdown();
                    barrier();
                    if (w == 0) report("right " + (turn == 10 * p));
                }
            }
            class One extends OfVirtualThreads {
                int count;
                volatile int turn;
                int read(int seen) { return seen; }
                @Override public void initialize() { count = 5; }
                @Override public void start() {
                    ExecutorService pool = pool();
                    all(List.of(pool.submit(() -> {
                        try {
                            switch (args()[0]) {
                                case "write" -> count = 6;
                                case "enter the monitor" -> { synchronized (this) { read(count); } }
                                case "access a volatile" -> turn = 1;
                                default -> report("read " + count);
                            }
                        } catch (RuntimeException e) {
                        }
                    })));
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "VirtualThreads.java", SOURCE);
    }

    private static int feature() {
        return Runtime.version().feature();
    }

    @ParameterizedTest
    @CsvSource({
        "Many, 1, lazy-release",
        "Many, 2, lazy-release",
        "Many, 3, lazy-release",
        "Many, 3, write-invalidate",
        "Many, 2, write-update",
        "Many, 3, auto",
        "Spinning, 2, lazy-release"
    })
    void theirAccessesAreThoseOfWorkers(String program, int ranks, String consistency) throws Exception {
        assumeTrue(feature() >= FIRST_THAT_LEAVES_MONITORS, "virtual threads keep their carriers in monitors");

        Outcome outcome = process.run(ranks, "", Map.of("JDSM_CONSISTENCY", consistency), program);

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).hasSize(1).allMatch(line -> line.startsWith("right") && !line.endsWith("false"));
    }

    /** On rank 1: rank 0 owns the object, and may write it without the runtime. */
    @ParameterizedTest
    @ValueSource(strings = {"write", "enter the monitor", "access a volatile", "read"})
    void oneThatKeepsItsCarrierMayReadOnly(String action) throws Exception {
        assumeTrue(feature() >= FIRST_WITH_VIRTUAL_THREADS, "a JVM without virtual threads");

        Outcome outcome = process.ranks(2, "", "One", action);

        if (action.equals("read")) {
            assertThat(outcome.out()).hasSize(2).allMatch("read 5"::equals);
        } else if (feature() >= FIRST_THAT_LEAVES_MONITORS) {
            assertThat(outcome.err()).isEmpty();
            assertThat(outcome.status()).isZero();
        } else {
            assertThat(outcome.err())
                    .anyMatch(line ->
                            line.contains("before Java 24 a virtual thread may read shared objects only, and this"
                                    + " one is about to " + action));
        }
    }
}
