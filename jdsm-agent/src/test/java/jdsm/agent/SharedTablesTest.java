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

/**
 * Synchronised wrappers, tables, accumulators and pairs of the JDK in shared fields have one content in the job. Several
 * ranks in a JVM.
 */
@Timeout(180)
class SharedTablesTest {
    private static final String SOURCE = """
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;
            import jdsm.*;
            class Cell { int value; Cell(int value) { this.value = value; } @Override public String toString() { return "c" + value; } }
            class SharedTables extends SPMD {
                static final List<Integer> LIST = Collections.synchronizedList(new ArrayList<>());
                final Map<String, Cell> map = Collections.synchronizedMap(new TreeMap<>());
                final Set<Integer> set = Collections.synchronizedSet(new HashSet<>());
                final Set<Integer> keys = Collections.newSetFromMap(new ConcurrentHashMap<>());
                final Collection<Cell> late = new ArrayList<>();
                final Hashtable<String, Integer> table = new Hashtable<>();
                final ConcurrentNavigableMap<Integer, Cell> sorted = new ConcurrentSkipListMap<>();
                static final ConcurrentSkipListSet<String> NAMES = new ConcurrentSkipListSet<>(Comparator.reverseOrder());
                final DoubleAdder sum = new DoubleAdder();
                final LongAccumulator most = new LongAccumulator(Math::max, Long.MIN_VALUE);
                final DoubleAccumulator product = new DoubleAccumulator((x, y) -> x * y, 1);
                final AtomicStampedReference<Cell> stamped = new AtomicStampedReference<>(null, 0);
                final AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("idle", false);
                List<Cell> made;
                @Override public void start() {
                    int w = worker(), p = workers();
                    for (int i = 0; i < 10; i++) {
                        LIST.add(i);
                        set.add(i + w);
                        keys.add(i * p + w);
                        map.putIfAbsent("k" + i % 3, new Cell(0));
                        map.computeIfPresent("k" + i % 3, (k, cell) -> { cell.value++; return cell; });
                        table.merge("t" + i % 5, 1, Integer::sum);
                        sorted.putIfAbsent(i, new Cell(0));
                        sorted.computeIfPresent(i, (k, cell) -> new Cell(cell.value + 1));
                        if (i % 4 == 3) { NAMES.add("n" + i); NAMES.headSet("n3").removeIf(name -> name.equals("n7")); }
                        sum.add(0.5);
                        most.accumulate(w * 100 + i);
                        int[] stamp = new int[1];
                        Cell cell;
                        do { cell = stamped.get(stamp); } while (!stamped.compareAndSet(cell, new Cell(w), stamp[0], stamp[0] + 1));
                    }
                    product.accumulate(2);
                    if (w == 0) { made = Collections.synchronizedList(new LinkedList<>()); }
                    barrier();
                    made.add(new Cell(7));
                    for (int turn = 0; turn < 2 * p; turn++) {
                        boolean even = turn % 2 == 0;
                        if (turn % p == w
                                && !marked.compareAndSet(even ? "idle" : "busy", even ? "busy" : "idle", !even, even)) {
                            throw new IllegalStateException("turn " + turn);
                        }
                        barrier();
                    }
                    int all = 0;
                    synchronized (LIST) { for (int each : LIST) { all += each; } }
                    sorted.subMap(5, 18).keySet().retainAll(List.of(6, 9));
                    barrier();
                    report(w + " " + sorted + " " + sorted.descendingMap().firstKey() + " " + NAMES + " " + LIST.size() + " " + all + " " + map + " " + new TreeSet<>(set) + " " + keys.size() + " " + made
                        + " " + table + " " + sum + " " + most + " " + product + " " + stamped.getStamp() + " "
                        + marked.getReference() + marked.isMarked());
                }
            }
            class LateFunction extends SPMD {
                CyclicBarrier late;
                @Override public void start() throws Exception {
                    if (worker() == 0) { late = new CyclicBarrier(1, new Thread()); }
                    barrier();
                    if (worker() == 1) { late.await(); }
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedTables.java", SOURCE);
    }

    /** As many ranks as the threads of one JVM without the agent; once under the detector of races. */
    @ParameterizedTest
    @CsvSource({"1, ''", "2, ''", "3, ''", "2, check"})
    void allRanksSeeOneContent(int workers, String options) throws Exception {
        Map<String, String> threads = Map.of("JDSM_THREADS", Integer.toString(workers));
        Outcome plain = process.plainRanks(1, threads, "SharedTables");
        assertThat(plain.err()).isEmpty();

        Outcome outcome = process.ranks(workers, options, "SharedTables");

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(outcome.out()).hasSize(workers).containsExactlyInAnyOrderElementsOf(plain.out());
        assertThat(outcome.status()).isZero();
    }

    @Test
    void aFunctionOfTheJdkDoesNotTravel() throws Exception {
        Outcome outcome = process.ranks(2, "", "LateFunction");

        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.err())
                .anyMatch(line ->
                        line.contains("the function of a CyclicBarrier that another rank made while ranks compute is"
                                + " not here, for the JDK made the function: make the object in initialize()"));
    }
}
