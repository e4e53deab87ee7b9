package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The JDK's synchronisers in shared fields synchronise all workers of the job. Several ranks in a JVM. */
@Timeout(180)
class SharedSynchronizersTest {
    private static final String SOURCE = """
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.locks.*;
            import jdsm.*;
            class Buffer {
                final Lock lock = new ReentrantLock();
                final Condition full = lock.newCondition(), empty = lock.newCondition();
                final Deque<Integer> items = new ArrayDeque<>();
                void put(int item) throws InterruptedException {
                    lock.lock();
                    try { while (items.size() == 2) full.await(); items.addLast(item); empty.signal(); } finally { lock.unlock(); }
                }
                int take() throws InterruptedException {
                    lock.lock();
                    try { while (items.isEmpty()) empty.await(); full.signal(); return items.removeFirst(); } finally { lock.unlock(); }
                }
            }
            class SharedSynchronizers extends SPMD {
                static final ReentrantLock LOCK = new ReentrantLock(true);
                CountDownLatch start, done;
                CyclicBarrier rounds;
                final Buffer buffer = new Buffer();
                int count, acts, sum;
                int[] seen;
                final List<Integer> order = new ArrayList<>();
                final ConcurrentHashMap<String, Integer> words = new ConcurrentHashMap<>();
                final Set<Integer> taken = ConcurrentHashMap.newKeySet();
                final Semaphore permits = new Semaphore(2);
                List<Integer> view;
                TreeMap<Integer, String> reversed = new TreeMap<>((a, b) -> b - a);
                @Override public void initialize() {
                    start = new CountDownLatch(1);
                    done = new CountDownLatch(workers());
                    rounds = new CyclicBarrier(workers(), () -> acts += count);
                    seen = new int[workers()];
                    view = Collections.unmodifiableList(new ArrayList<>(List.of(workers())));
                }
                @Override public void start() {
                    try { run(); } catch (Exception e) { throw new IllegalStateException(e); }
                }
                /** Who asks a fair lock first gets it first, though the one that has just had it asks again at once. */
                private void inOrder(int w, int p) {
                    barrier(); // all have had the lock before
                    if (w == 0) { LOCK.lock(); }
                    barrier();
                    while (LOCK.getQueueLength() < (w == 0 ? p : w) - 1) { Thread.onSpinWait(); }
                    if (w == 0) { LOCK.unlock(); }
                    LOCK.lock();
                    order.add(w);
                    LOCK.unlock();
                }
                private void run() throws Exception {
                    int w = worker(), p = workers();
                    if (w == 0) { count = 1; start.countDown(); }
                    start.await();
                    for (int round = 0; round < 3; round++) {
                        LOCK.lock();
                        try { if (LOCK.tryLock()) { count++; LOCK.unlock(); } } finally { LOCK.unlock(); }
                        int place = rounds.await();
                        synchronized (this) { sum += place; }
                        rounds.await();
                    }
                    for (int i = 0; i < 5; i++) { // an even worker puts for the next one; the last takes its own
                        if (w % 2 == 0) { buffer.put(w * 10 + i); }
                        if (w % 2 == 1 || w == p - 1) { seen[w] += buffer.take(); }
                    }
                    LOCK.lock();
                    try { reversed.put(w, "w" + w); } finally { LOCK.unlock(); }
                    for (int i = 0; i < 30; i++) { words.merge("word" + i % 7, i + w, Integer::sum); taken.add(i + w); }
                    permits.acquire(); permits.release();
                    inOrder(w, p);
                    done.countDown();
                    if (!done.await(1, TimeUnit.HOURS)) { throw new IllegalStateException(); }
                    int all = 0;
                    for (int s : seen) { all += s; }
                    int letters = 0;
                    for (String word : words.keySet()) { letters += word.length(); }
                    for (var entry : ((Map<String, Integer>) words).keySet()) { letters += entry.length(); }
                    report(view + " " + permits.availablePermits() + letters + " " + new TreeMap<>(words) + taken.size() + words.keySet().contains("word3") + " " + w + " " + count + " " + acts + " " + sum + " " + all + " " + done.getCount() + LOCK.isLocked()
                        + LOCK.getHoldCount() + rounds.getNumberWaiting() + buffer.items + reversed + order);
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedSynchronizers.java", SOURCE);
    }

    /** As many ranks as the threads of one JVM without the agent; once under the detector of races. */
    @ParameterizedTest
    @CsvSource({"1, ''", "2, ''", "3, ''", "4, ''", "2, check"})
    void allWorkersWaitForEachOther(int workers, String options) throws Exception {
        Map<String, String> threads = Map.of("JDSM_THREADS", Integer.toString(workers));
        Outcome plain = process.plainRanks(1, threads, "SharedSynchronizers");
        assertThat(plain.err()).isEmpty();

        Outcome outcome = process.ranks(workers, options, "SharedSynchronizers");

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(outcome.out()).hasSize(workers).containsExactlyInAnyOrderElementsOf(plain.out());
    }
}
