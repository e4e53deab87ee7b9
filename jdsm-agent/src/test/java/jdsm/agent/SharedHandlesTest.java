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

/** Accesses by field updaters and VarHandles are atomic among all workers of the job. Several ranks in a JVM. */
@Timeout(180)
class SharedHandlesTest {
    private static final String SOURCE = """
            import java.lang.invoke.*;
            import java.nio.ByteOrder;
            import java.util.concurrent.atomic.*;
            import jdsm.*;
            class Node { final int value; Node next; Node(int value, Node next) { this.value = value; this.next = next; } }
            class Counter {
                volatile int updated;
                volatile long total;
                volatile String state = "idle";
                private int handled;
                private Node top;
                int other;
                static int common;
                static final AtomicIntegerFieldUpdater<Counter> UPDATED =
                    AtomicIntegerFieldUpdater.newUpdater(Counter.class, "updated");
                static final AtomicLongFieldUpdater<Counter> TOTAL = AtomicLongFieldUpdater.newUpdater(Counter.class, "total");
                static final AtomicReferenceFieldUpdater<Counter, String> STATE =
                    AtomicReferenceFieldUpdater.newUpdater(Counter.class, String.class, "state");
                static final VarHandle HANDLED, OTHERS, TOP, COMMON, ELEMENT, NODE, BYTES;
                static {
                    try {
                        MethodHandles.Lookup lookup = MethodHandles.lookup();
                        HANDLED = lookup.findVarHandle(Counter.class, "handled", int.class);
                        OTHERS = lookup.findVarHandle(Counter.class, "other", int.class);
                        TOP = lookup.findVarHandle(Counter.class, "top", Node.class);
                        COMMON = lookup.findStaticVarHandle(Counter.class, "common", int.class);
                        ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
                        NODE = MethodHandles.arrayElementVarHandle(Node[].class);
                        BYTES = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
                    } catch (ReflectiveOperationException e) { throw new ExceptionInInitializerError(e); }
                }
                int handled() { return handled; }
                void push(int value) {
                    Node node, before;
                    do { before = (Node) TOP.getAcquire(this); node = new Node(value, before); }
                    while (!TOP.weakCompareAndSetRelease(this, before, node));
                }
                Node pop() {
                    while (true) {
                        Node first = (Node) TOP.getVolatile(this);
                        if (first == null || TOP.compareAndExchange(this, first, first.next) == first) { return first; }
                    }
                }
            }
            class SharedHandles extends SPMD {
                final Counter counter = new Counter();
                int[] counts;
                Node[] nodes;
                byte[] bytes;
                volatile int popped;
                @Override public void initialize() { counts = new int[5]; nodes = new Node[3]; bytes = new byte[4096]; }
                @Override public void start() throws InterruptedException {
                    int w = worker(), p = workers();
                    Thread helper = new Thread(() -> Counter.OTHERS.getAndAdd(counter, 3));
                    helper.start();
                    for (int i = 0; i < 50; i++) {
                        Counter.UPDATED.incrementAndGet(counter);
                        Counter.UPDATED.accumulateAndGet(counter, 3, Integer::sum);
                        Counter.TOTAL.addAndGet(counter, 1L << 33);
                        Counter.HANDLED.getAndAdd(counter, 1);
                        Counter.COMMON.getAndAdd(2);
                        Counter.ELEMENT.getAndAdd(counts, i % 5, 1);
                        int bits = (int) Counter.ELEMENT.getAndBitwiseXor(counts, i % 5, 0);
                        if (bits < 1) { throw new IllegalStateException("bits " + bits); }
                    }
                    for (int i = 0; i < 20; i++) { counter.push(w + 1); }
                    if (w == 0) { Counter.NODE.setVolatile(nodes, 1, new Node(9, null)); }
                    while (Counter.NODE.getVolatile(nodes, 1) == null) { Thread.onSpinWait(); }
                    Counter.BYTES.set(bytes, 8 * w, 1L << w + 40);
                    helper.join();
                    barrier();
                    int read = counter.handled();
                    long sum = 0;
                    for (int i = 0; i < p; i++) { sum += (long) Counter.BYTES.get(bytes, 8 * i); }
                    int nine = ((Node) Counter.NODE.getOpaque(nodes, 1)).value;
                    for (int turn = 0; turn < 2 * p; turn++) {
                        boolean done = turn % p != w
                            || Counter.STATE.compareAndSet(counter, turn % 2 == 0 ? "idle" : "busy", turn % 2 == 0 ? "busy" : "idle");
                        if (!done) { throw new IllegalStateException("turn " + turn + ": " + counter.state); }
                        barrier();
                    }
                    int mine = 0;
                    for (Node node = counter.pop(); node != null; node = counter.pop()) { mine += node.value; }
                    synchronized (this) { popped += mine; }
                    barrier();
                    int[] seen = counts.clone();
                    report(w + " " + counter.updated + " " + (counter.total >> 33) + " " + read + " " + counter.other + " " + Counter.common + " "
                        + (int) Counter.COMMON.getVolatile() + " " + java.util.Arrays.toString(seen) + " " + nine + " " + sum + " "
                        + popped + " " + counter.state + " " + (Counter.TOP.get(counter) == null));
                }
            }
            class Elsewhere extends SPMD {
                final Plain plain = new Plain();
                @Override public void start() throws Exception {
                    MethodHandles.lookup().findVarHandle(Plain.class, args()[0], int.class).getAndAdd(plain, 1);
                }
            }
            class Plain { int n; volatile int v; @Local int own; }
            enum Color {
                RED;
                volatile int n;
                static final AtomicIntegerFieldUpdater<Color> N = AtomicIntegerFieldUpdater.newUpdater(Color.class, "n");
            }
            class Colors extends SPMD {
                int[] shared = new int[1];
                @Override public void start() { Color.N.incrementAndGet(Color.RED); }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedHandles.java", SOURCE);
    }

    /** As many ranks as the threads of one JVM without the agent; once under the detector of races. */
    @ParameterizedTest
    @CsvSource({"1, ''", "2, ''", "3, ''", "5, ''", "2, check"})
    void updatesAreAtomicInTheJob(int workers, String options) throws Exception {
        Map<String, String> threads = Map.of("JDSM_THREADS", Integer.toString(workers));
        Outcome plain = process.plainRanks(1, threads, "SharedHandles");
        assertThat(plain.err()).isEmpty();

        Outcome outcome = process.ranks(workers, options, "SharedHandles");

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(outcome.out()).hasSize(workers).containsExactlyInAnyOrderElementsOf(plain.out());
        assertThat(outcome.status()).isZero();
    }

    /** The accesses of another class to a field that is not volatile would be to another unit. */
    @Test
    void aHandleOfAPlainFieldOfAnotherClassIsRefused() throws Exception {
        assertThat(process.ranks(2, "", "Elsewhere", "v").status()).isZero();
        assertThat(process.ranks(2, "", "Elsewhere", "own").status()).isZero();

        Outcome outcome = process.ranks(2, "", "Elsewhere", "n");

        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.err())
                .anyMatch(line -> line.contains("field Plain.n has a VarHandle, and is not volatile")
                        && line.contains("declare it volatile; at Elsewhere.start(SharedHandles.java:"));
    }

    @Test
    void enumsAreEachRanksOwn() throws Exception {
        Outcome outcome = process.ranks(2, "", "Colors");

        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.err())
                .anyMatch(line -> line.contains("Color.RED") && line.contains("each rank has its own"));
    }
}
