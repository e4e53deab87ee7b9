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

/** The JDK's atomics in shared fields are atomic among all workers of the job. Several ranks in a JVM. */
@Timeout(180)
class SharedAtomicsTest {
    private static final String SOURCE = """
            import java.util.*;
            import java.util.concurrent.atomic.*;
            import java.util.function.*;
            import jdsm.*;
            class Own extends AtomicInteger { Own() { super(5); } int twice() { return 2 * get(); } }
            class Node { final int value; final Node next; Node(int value, Node next) { this.value = value; this.next = next; } }
            class SharedAtomics extends SPMD {
                static final AtomicInteger STARTED = new AtomicInteger();
                static AtomicLong total = new AtomicLong(1L << 40);
                final AtomicInteger counter = new AtomicInteger(100);
                final AtomicInteger next = new AtomicInteger();
                final AtomicBoolean first = new AtomicBoolean();
                final AtomicReference<Node> stack = new AtomicReference<>();
                final AtomicReference<String> state = new AtomicReference<>("idle");
                final AtomicReference<String> word = new AtomicReference<>("a");
                final Map<String, AtomicInteger> counts = new HashMap<>();
                AtomicInteger late;
                int[] taken;
                int firsts;
                @Override public void initialize() { taken = new int[200]; counts.put("b", new AtomicInteger()); }
                @Override public void start() {
                    int w = worker(), p = workers();
                    STARTED.incrementAndGet();
                    total.addAndGet(w + 1);
                    for (int i = 0; i < 50; i++) { counter.getAndIncrement(); counter.accumulateAndGet(3, (a, b) -> a + b); }
                    IntSupplier take = next::getAndIncrement;
                    for (int i = take.getAsInt(); i < taken.length; i = take.getAsInt()) { taken[i] += i; }
                    if (first.compareAndSet(false, true)) { firsts++; late = new AtomicInteger(7); }
                    for (int i = 0; i < 20; i++) {
                        Node top;
                        do { top = stack.get(); } while (!stack.compareAndSet(top, new Node(w + 1, top)));
                    }
                    word.updateAndGet(s -> s.length() < 3 ? s + "x" : s);
                    ToIntFunction<AtomicInteger> read = AtomicInteger::get;
                    barrier();
                    for (int turn = 0; turn < 2 * p; turn++) {
                        boolean even = turn % 2 == 0;
                        if (turn % p == w && !state.compareAndSet(even ? "idle" : "busy", even ? "busy" : "idle")) {
                            throw new IllegalStateException("turn " + turn + ": " + state);
                        }
                        barrier();
                    }
                    late.addAndGet(w);
                    counts.get("b").getAndAdd(2);
                    synchronized (this) { counts.computeIfAbsent("new", k -> new AtomicInteger()).incrementAndGet(); }
                    barrier();
                    int nodes = 0, sum = 0, all = 0;
                    for (Node node = stack.get(); node != null; node = node.next) { nodes++; sum += node.value; }
                    for (int i : taken) { all += i; }
                    Number number = counter;
                    report(w + " " + STARTED + " " + total.get() + " " + number.intValue() + " " + all + " " + (next.get() - p)
                        + " " + firsts + " " + first + " " + nodes + " " + sum + " " + read.applyAsInt(late) + " " + counts
                        + " " + (word.get().length() == Math.min(3, 1 + p)) + " " + new Own().twice());
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedAtomics.java", SOURCE);
    }

    /** As many ranks as the threads of one JVM without the agent; once under the detector of races. */
    @ParameterizedTest
    @CsvSource({"1, ''", "2, ''", "3, ''", "5, ''", "2, check"})
    void updatesAreAtomicInTheJob(int workers, String options) throws Exception {
        Map<String, String> threads = Map.of("JDSM_THREADS", Integer.toString(workers));
        Outcome plain = process.plainRanks(1, threads, "SharedAtomics");
        assertThat(plain.err()).isEmpty();

        Outcome outcome = process.ranks(workers, options, "SharedAtomics");

        assertThat(outcome.out()).hasSize(workers).containsExactlyInAnyOrderElementsOf(plain.out());
        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(outcome.status()).isZero();
    }
}
