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

/** The views of linked maps and sets that Java 21 adds are shared as the maps are. Several ranks in a JVM. */
@Timeout(180)
class SequencedViewsTest {
    private static final String WITHOUT = """
            import jdsm.*;
            class SequencedViews extends SPMD {
                int[] none = new int[1];
                @Override public void start() { report(worker() + " a JVM without sequenced collections"); }
            }
            """;

    private static final String SOURCE = """
            import java.util.*;
            import jdsm.*;
            class Cell { int value; }
            class Cache extends LinkedHashMap<String, Integer> {
                @Override protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) { return size() > 4; }
            }
            class SequencedViews extends SPMD {
                final LinkedHashMap<String, Cell> map = new LinkedHashMap<>();
                final LinkedHashSet<Integer> set = new LinkedHashSet<>();
                final SequencedMap<String, Integer> cache = new Cache();
                SequencedMap<String, Cell> backward;
                SequencedSet<Integer> numbers;
                SequencedSet<String> keys;
                SequencedCollection<Cell> values;
                SequencedSet<Map.Entry<String, Cell>> entries;
                @Override public void start() {
                    int w = worker(), p = workers();
                    if (w == 0) {
                        backward = map.reversed();
                        numbers = set.reversed();
                        keys = map.sequencedKeySet().reversed();
                        values = backward.sequencedValues();
                        entries = map.sequencedEntrySet();
                    }
                    for (int turn = 0; turn < p; turn++) {
                        barrier();
                        if (turn == w) {
                            backward.put("put " + w, new Cell());
                            backward.putFirst("last " + w, new Cell());
                            backward.putLast("first " + w, new Cell());
                            numbers.add(w); numbers.addFirst(10 + w); numbers.addLast(20 + w);
                            values.getFirst().value += w + 1;
                            keys.getLast();
                            entries.getFirst().getValue().value += 10;
                            for (int i = 0; i < 2; i++) { cache.reversed().putLast("c" + w + i, i); }
                            Iterator<Map.Entry<String, Cell>> it = backward.entrySet().iterator();
                            it.next();
                            it.next();
                            if (w == 1) { it.remove(); }
                        }
                    }
                    barrier();
                    StringBuilder all = new StringBuilder(w + " ");
                    backward.forEach((key, cell) -> all.append(key).append(cell.value).append(cell == map.get(key)).append(' '));
                    all.append(map.keySet()).append(keys).append(set).append(numbers).append(cache.reversed()).append(cache.sequencedKeySet());
                    all.append(backward.reversed() == map).append(numbers.reversed() == set).append(keys.reversed().equals(map.keySet()));
                    all.append(backward.firstEntry().getKey()).append(map.lastEntry().getKey()).append(entries.reversed().getFirst().getKey());
                    all.append(values.size()).append(backward.containsKey("put 0")).append(backward.equals(map)).append(backward.hashCode() == map.hashCode());
                    barrier();
                    if (w == p - 1) { numbers.removeFirst(); backward.pollFirstEntry(); keys.remove("put 0"); values.removeLast(); }
                    barrier();
                    report(all.append(map.keySet()).append(set).append(backward.size()).toString());
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(
                app, "SequencedViews.java", Runtime.version().feature() < 21 ? WITHOUT : SOURCE);
    }

    /** As many ranks as the threads of one JVM without the agent; once under the detector of races. */
    @ParameterizedTest
    @CsvSource({"1, ''", "3, ''", "2, check"})
    void allRanksSeeOneContent(int ranks, String options) {
        Map<String, String> threads = Map.of("JDSM_THREADS", Integer.toString(ranks));
        Outcome plain = process.plainRanks(1, threads, "SequencedViews");
        assertThat(plain.err()).isEmpty();

        Outcome outcome = process.ranks(ranks, options, "SequencedViews");

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(outcome.out()).hasSize(ranks).containsExactlyInAnyOrderElementsOf(plain.out());
    }
}
