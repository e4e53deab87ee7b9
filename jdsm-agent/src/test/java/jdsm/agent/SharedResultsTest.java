package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Results of the JDK's collectors, views, entries, statistics and read lines have one content in the job. Several ranks in a JVM. */
@Timeout(180)
class SharedResultsTest {
    private static final String SOURCE = """
            import java.io.File;
            import java.nio.file.*;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.stream.*;
            import jdsm.*;
            class Word {
                final String text; int seen;
                Word(String text) { this.text = text; }
                @Override public String toString() { return text + seen; }
            }
            record Place(Path path, File file) {}
            class SharedResults extends SPMD {
                final List<Word> words = new ArrayList<>();
                Map<Boolean, List<Word>> parts;
                ConcurrentMap<Integer, List<Word>> groups;
                ConcurrentMap<String, Word> byText;
                List<Word> fixed;
                Set<String> texts;
                Map<String, Integer> lengths;
                final TreeMap<String, Integer> tree = new TreeMap<>();
                SortedMap<String, Integer> sorted = Collections.unmodifiableSortedMap(tree);
                NavigableMap<String, Integer> navigable = Collections.unmodifiableNavigableMap(tree);
                NavigableSet<String> keys = Collections.unmodifiableNavigableSet(tree.navigableKeySet());
                List<?> none = Collections.EMPTY_LIST;
                SortedMap<String, Word> noneSorted = Collections.emptySortedMap();
                List<Word> copies;
                Queue<Integer> last = Collections.asLifoQueue(new ArrayDeque<>());
                AbstractMap.SimpleEntry<String, Word> entry;
                Map.Entry<String, Integer> first;
                final IntSummaryStatistics statistics = new IntSummaryStatistics();
                DoubleSummaryStatistics sizes;
                Object ofStream;
                Path path;
                File file = new File("a");
                Place place;
                final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
                Set<Integer> mapKeys = map.keySet();
                Collection<Map.Entry<Integer, Integer>> mapEntries = map.entrySet();
                List<Integer> part;
                Iterator<Integer> iterator;
                Set<String> keysOfFixed;
                List<String> lines;
                @Override public void initialize() {
                    for (String text : List.of("one", "two", "three", "four")) { words.add(new Word(text)); tree.put(text, text.length()); }
                }
                @Override public void start() throws java.io.IOException {
                    int w = worker(), p = workers(), other = p - 1;
                    if (w == other) {
                        parts = words.stream().collect(Collectors.partitioningBy(word -> word.text.length() > 3));
                        groups = words.stream().collect(Collectors.groupingByConcurrent(word -> word.text.length()));
                        byText = words.stream().collect(Collectors.toConcurrentMap(word -> word.text, word -> word));
                        fixed = words.stream().collect(Collectors.toUnmodifiableList());
                        texts = words.stream().map(word -> word.text).collect(Collectors.toUnmodifiableSet());
                        lengths = words.stream().collect(Collectors.toUnmodifiableMap(word -> word.text, word -> word.text.length()));
                        copies = Collections.nCopies(3, words.get(0));
                        entry = new AbstractMap.SimpleEntry<>("k", words.get(1));
                        first = tree.firstEntry();
                        sizes = words.stream().collect(Collectors.summarizingDouble(word -> word.text.length()));
                        ofStream = IntStream.range(0, 5).summaryStatistics();
                        path = Path.of("/a/b", "c");
                        place = new Place(path, new File("/x"));
                        part = Arrays.asList(1, 2, 3, 4).subList(1, 3);
                        iterator = List.of(5, 6, 7).iterator();
                        keysOfFixed = Map.of("x", 1).keySet();
                        lines = Files.readAllLines(Path.of(args()[0]));
                    }
                    barrier();
                    for (int turn = 0; turn < p; turn++) {
                        if (turn == w) {
                            parts.get(true).get(0).seen++;
                            parts.get(false).add(new Word("n" + w));
                            groups.computeIfAbsent(9, k -> new ArrayList<>()).add(words.get(w));
                            byText.put("w" + w, words.get(w));
                            copies.get(2).seen += 10;
                            tree.put("w" + w, w);
                            last.add(w);
                            entry.setValue(words.get((w + 1) % words.size()));
                            statistics.accept(w + 3);
                            sizes.accept(w);
                            sizes.combine(DoubleStream.of(w).summaryStatistics());
                            part.set(0, part.get(0) + w);
                            lines.add("line " + w);
                        }
                        barrier();
                    }
                    StringBuilder all = new StringBuilder();
                    all.append(parts).append(parts.get(true).get(0) == words.get(2)).append(new TreeMap<>(groups)).append(new TreeMap<>(byText));
                    all.append(fixed.get(1) == words.get(1)).append(new TreeSet<>(texts)).append(new TreeMap<>(lengths)).append(copies);
                    all.append(sorted).append(navigable.descendingMap()).append(navigable.lastEntry()).append(keys.headSet("three")).append(none).append(noneSorted);
                    all.append(last).append(entry.getValue() == words.get((other + 1) % words.size())).append(entry).append(first);
                    all.append(statistics).append(statistics.getMax()).append(sizes.getSum()).append(' ').append(sizes.getCount()).append(ofStream);
                    all.append(path).append(path.equals(Path.of("/a/b/c"))).append(file).append(place);
                    all.append(part).append(keysOfFixed).append(lines);
                    all.append(iterator.hasNext());
                    report(w + " " + all);
                    reads(w, p);
                }
                /** Reads without monitors, between changes by each worker in turn and by all at once. */
                private void reads(int w, int p) {
                    int sum = 0;
                    for (int round = 0; round < 12; round++) {
                        if (round % p == w) { for (int key = 0; key < 50; key++) { map.merge(key, round + key, Integer::sum); } map.remove(round * 3); }
                        barrier();
                        for (int i = 0; i < 400; i++) { Integer value = map.get(i % 60); sum += value == null ? 1 : value * (i + 1); }
                        sum += map.computeIfAbsent(200, key -> 5) + (map.putIfAbsent(201, 6) == null ? 0 : 0);
                        barrier();
                    }
                    int previous = 0;
                    for (int i = 0; i < 200; i++) { // a worker sees its own changes, and no older value again
                        map.merge(300, 1, Integer::sum);
                        for (int j = 0; j < 100; j++) {
                            int now = map.get(300);
                            if (now < previous) { throw new IllegalStateException(now + " after " + previous); }
                            previous = now;
                        }
                    }
                    barrier();
                    report(w + " reads " + sum + " " + map.get(300) + mapKeys.contains(300) + mapKeys.size() + mapEntries.contains(Map.entry(300, 200 * p)));
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    /** The name of a file of two lines. */
    private static String lines;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedResults.java", SOURCE);
        lines = Files.writeString(app.resolve("lines.txt"), "first\nsecond\n").toString();
    }

    /** As many ranks as the threads of one JVM without the agent; once under the detector of races. */
    @ParameterizedTest
    @CsvSource({"1, ''", "3, ''", "2, check"})
    void allRanksSeeOneContent(int workers, String options) throws Exception {
        Map<String, String> threads = Map.of("JDSM_THREADS", Integer.toString(workers));
        Outcome plain = process.plainRanks(1, threads, "SharedResults", lines);
        assertThat(plain.err()).isEmpty();

        Outcome outcome = process.ranks(workers, options, "SharedResults", lines);

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(outcome.out()).hasSize(2 * workers).containsExactlyInAnyOrderElementsOf(plain.out());
        assertThat(outcome.status()).isZero();
    }
}
