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

/** Synchronized and checked wrappers in shared fields, and parts of them, have one content and one monitor. Several ranks in a JVM. */
@Timeout(180)
class SharedWrappersTest {
    private static final String SOURCE = """
            import java.util.*;
            import jdsm.*;
            class Cell { int value; }
            class SharedWrappers extends SPMD {
                final SortedMap<String, Integer> sorted = Collections.synchronizedSortedMap(new TreeMap<String, Integer>(Comparator.reverseOrder()));
                final NavigableMap<Integer, Cell> cells = Collections.synchronizedNavigableMap(new TreeMap<>());
                final SortedSet<String> words = Collections.synchronizedSortedSet(new TreeSet<>());
                NavigableSet<Integer> numbers;
                final List<String> list = Collections.checkedList(new ArrayList<>(), String.class);
                final Map<String, Cell> checked = Collections.checkedMap(new HashMap<>(), String.class, Cell.class);
                SortedSet<Integer> checkedSet;
                Queue<Cell> queue;
                NavigableMap<Integer, Cell> part;
                NavigableSet<Integer> down;
                int next;
                @Override public void start() {
                    int w = worker(), p = workers();
                    if (w == 0) {
                        numbers = Collections.synchronizedNavigableSet(new TreeSet<>());
                        part = cells.tailMap(10, true);
                        down = numbers.descendingSet();
                        checkedSet = Collections.checkedNavigableSet(new TreeSet<>(), Integer.class).tailSet(0, true);
                        queue = Collections.checkedQueue(new LinkedList<>(), Cell.class);
                    }
                    barrier();
                    for (int i = 0; i < 50; i++) { // without any other monitor
                        sorted.merge("key" + i % 5, 1, Integer::sum);
                        part.computeIfAbsent(10 + i % 7, k -> new Cell());
                        words.add("w" + (i + w) % 60);
                        synchronized (cells) { cells.get(10 + i % 7).value++; }
                        synchronized (numbers) { down.add(next++); }
                    }
                    barrier();
                    int all = 0;
                    for (Cell cell : cells.values()) { all += cell.value; }
                    barrier();
                    synchronized (this) {
                        list.add("all");
                        checked.computeIfAbsent("cell", k -> new Cell()).value += w + 1;
                        checked.put("own " + w, checked.get("cell"));
                        checkedSet.add(w);
                        queue.offer(checked.get("cell"));
                        try { ((List) list).add(w); throw new IllegalStateException(); }
                        catch (ClassCastException e) { list.add(e.getMessage()); }
                        try { checked.entrySet().iterator().next().setValue((Cell) (Object) "text"); } catch (ClassCastException e) { next++; }
                    }
                    barrier();
                    Integer polled = numbers.subSet(10, true, 10 + 2 * p, false).pollLast();
                    barrier();
                    report(list + " " + checked.get("cell").value + checked.size() + (checked.get("own 0") == queue.peek()) + queue.size()
                        + checkedSet + next);
                    report(w + " " + sorted + sorted.firstKey() + sorted.headMap("key2") + " " + all + cells.keySet() + part.size()
                        + (cells.get(12) == part.get(12)) + (cells.firstEntry().getValue() == part.get(10)) + " " + words.tailSet("w3") + words.size()
                        + (polled >= 10) + numbers.size() + down.first() + numbers.lower(5) + cells.descendingMap().firstKey());
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedWrappers.java", SOURCE);
    }

    /** As many ranks as the threads of one JVM without the agent; once under the detector of races. */
    @ParameterizedTest
    @CsvSource({"1, ''", "3, ''", "2, check"})
    void allRanksSeeOneContent(int ranks, String options) {
        Map<String, String> threads = Map.of("JDSM_THREADS", Integer.toString(ranks));
        Outcome plain = process.plainRanks(1, threads, "SharedWrappers");
        assertThat(plain.err()).isEmpty();

        Outcome outcome = process.ranks(ranks, options, "SharedWrappers");

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(outcome.out()).hasSize(2 * ranks).containsExactlyInAnyOrderElementsOf(plain.out());
    }
}
