package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Test;

/** What a program may do besides synchronising: nothing is found in it that is not there. */
class CheckPassTest {
    private static WovenRanks.Ended run(String source, int ranks, int threads) {
        return CheckedJob.of(source).run(ranks, threads);
    }

    private static void assertClean(String source) {
        for (int threads = 1; threads <= 2; threads++) {
            WovenRanks.Ended ended = run(source, 2, threads);

            assertThat(ended.status()).as(ended.errors()).isZero();
            assertThat(ended.errors()).contains("no races, no soundness holes");
        }
    }

    @Test
    void constructorsMayStoreBeforeTheyCallAnother() {
        assertClean("""
                class Outer {
                    int n = 3;
                    class Inner { final int m; Inner(int k) { m = n + k; } int get() { return m + n; } }
                    Inner make(int k) { return new Inner(k); }
                }
                public class P extends SPMD {
                    Outer outer = new Outer(); Outer.Inner inner;
                    public void start() {
                        synchronized (this) { inner = outer.make(worker()); inner.get(); }
                        Runnable r = () -> { synchronized (outer) { outer.n++; } };
                        synchronized (this) { synchronized (outer) { inner.get(); } r.run(); }
                    }
                }""");
    }

    @Test
    void threadsOfARankAreOrderedWithItsWorkers() {
        String program = """
                public class P extends SPMD {
                    int[] a = new int[100]; @Local volatile long sum;
                    public void start() throws Exception {
                        if (worker() == 0) { for (int i = 0; i < 100; i++) { a[i] = i; } }
                        %s
                        if (rank() == 0) {
                            Thread reader = new Thread(() -> { long s = 0; for (int i = 0; i < 100; i++) { s += a[i]; } sum = s; });
                            reader.start();
                            reader.join();
                            sum += java.util.stream.IntStream.range(0, 100).parallel().map(i -> a[i]).sum();
                        }
                        %s
                        if (worker() == workers() - 1) { a[7] = 1; }
                    }
                }""";
        assertClean(program.formatted("barrier();", "barrier();"));

        WovenRanks.Ended racy = run(program.formatted("barrier();", ""), 2, 1);
        assertThat(racy.status()).as(racy.errors()).isEqualTo(65);
        assertThat(racy.errors()).contains("P.a[7]").containsPattern("(another thread|worker 0) of rank 0");
    }

    @Test
    void messagesOrderWhatTheyCarry() {
        String program = """
                public class P extends SPMD {
                    int[] a = new int[10]; @Local int got;
                    public void start() {
                        if (worker() == 0) { a[3] = 7; comm.send(1, java.nio.ByteBuffer.allocate(4)); }
                        if (rank() == 1 && worker() == workers() - 1) { %s got = a[3]; }
                    }
                }""";
        assertClean(program.formatted("comm.receive(0);"));
        assertThat(run(program.formatted(""), 2, 1).status()).isEqualTo(65);
    }

    @Test
    void whatIsARanksOwnOrdersItsWorkers() {
        assertClean("""
                class Flag { volatile int set; int data; }
                public class P extends SPMD {
                    int[] a = new int[10]; @Local Flag flag = new Flag(); @Local volatile int up; static volatile int round;
                    @Local final java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock();
                    public void start() {
                        int at = 2 * rank();
                        lock.lock(); try { a[at]++; } finally { lock.unlock(); }
                        barrier();
                        boolean first = worker() % (workers() / ranks()) == 0;
                        if (first) { a[at + 1] = 5; flag.set = 1; } else { while (flag.set == 0) { } a[at + 1]++; }
                        barrier();
                        if (first) { a[at] = 3; up = 1; } else { while (up == 0) { } a[at]++; }
                    }
                }""".replace("static volatile int round;", ""));
    }

    @Test
    void byHand() {
        String program = """
                public class P extends SPMD {
                    @Local final long[] sums = new long[4]; @Local final int[] shared = new int[8];
                    public void initialize() { pool.register(sums, 1); pool.register(shared); }
                    public void start() {
                        pool.acquire(sums, worker()); sums[worker()] = 1; pool.release(sums, worker());
                        %s shared[0]++; %s
                        barrier();
                        pool.update(sums); long all = sums[0] + sums[1];
                    }
                }""";
        assertClean(program.formatted(
                "pool.of(shared).lock(); pool.of(shared).ensureWritable();", "pool.of(shared).unlock();"));
        WovenRanks.Ended racy = run(program.formatted("pool.of(shared).ensureWritable();", ""), 2, 1);
        assertThat(racy.status()).as(racy.errors()).isEqualTo(65);
    }

    @Test
    void newObjectsAreLookedAtOnceTheyAreShared() {
        assertClean("""
                class Node { Node next; int value; int[] more = new int[3]; Node(int v) { value = v; more[1] = v; } }
                public class P extends SPMD {
                    Node head; @Local int seen;
                    public void start() {
                        for (int i = 0; i < 20; i++) {
                            synchronized (this) { Node n = new Node(i); n.next = head; head = n; n.value++; n.more[2] = i; }
                            Node own = new Node(3); own.value++; own.more[0]++;
                            synchronized (this) { for (Node n = head; n != null; n = n.next) { seen += n.value + n.more[2]; n.more[0]++; } }
                        }
                    }
                }""");
    }
}
