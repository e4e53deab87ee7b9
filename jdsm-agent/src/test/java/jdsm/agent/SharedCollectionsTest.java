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

/** Collections of the JDK in shared fields have one content in the job. Several ranks in a JVM. */
@Timeout(180)
class SharedCollectionsTest {
    private static final String SOURCE = """
            import java.util.*;
            import java.util.stream.*;
            import jdsm.*;
            enum Kind { RED, GREEN, BLUE { @Override int weight() { return 7; } }; int weight() { return ordinal(); } }
            record Place(int x, int y, Kind kind) {}
            record Tag(Class<?> type, double weight, String name) {}
            class Point {
                final int x; final Kind kind;
                Point(int x, Kind kind) { this.x = x; this.kind = kind; }
                @Override public boolean equals(Object o) { return o instanceof Point p && p.x == x && p.kind == kind; }
                @Override public int hashCode() { return Objects.hash(x, Arrays.asList(kind), List.of(kind, Point.class)); }
            }
            class Cell { int value; Cell(int value) { this.value = value; } }
            class Names extends ArrayList<String> {
                int adds;
                @Override public boolean add(String name) { adds++; modCount += 0; return super.add(name); }
            }
            class Counts extends HashMap<String, Integer> {
                int asked;
                void count(String word) { asked++; merge(word, 1, Integer::sum); }
            }
            class SharedCollections extends SPMD {
                static final Map<String, Integer> FINAL = new HashMap<>();
                static List<Integer> statics = new ArrayList<>();
                Map<Integer, String> byNumber = new HashMap<>();
                HashMap<String, Cell> cells = new HashMap<>();
                Map<Kind, Integer> byKind = new HashMap<>();
                Map<Place, Integer> byPlace = new HashMap<>();
                Map<Tag, Integer> byTag = new HashMap<>();
                Map<Point, Integer> byPoint = new HashMap<>();
                Map<Class<?>, Integer> byClass = new HashMap<>();
                Map<Cell, Integer> byCell = new HashMap<>();
                List<List<Cell>> table = new ArrayList<>();
                ArrayList<String> log = new ArrayList<>();
                Collection<Integer> seen = new HashSet<>();
                Names names = new Names();
                Counts counts = new Counts();
                Object anything;
                static List<String> constants = List.of("x", "y");
                static List<Kind> kindsInOrder = Arrays.asList(Kind.BLUE, Kind.RED);
                List<Cell> ofArray;
                final Map<String, Integer> fixed = Map.of("one", 1);
                List<Cell> chosen;
                Map<Integer, List<Cell>> grouped;
                Set<Kind> kinds;
                SortedMap<Integer, LinkedList<Cell>> chains;
                Cell[] keys;
                @Override public void initialize() {
                    for (int i = 0; i < 20; i++) { byNumber.put(i * 37, "n" + i); }
                    for (int i = 0; i < workers(); i++) { table.add(new ArrayList<>()); }
                    keys = new Cell[workers()];
                    for (int i = 0; i < keys.length; i++) { keys[i] = new Cell(i); byCell.put(keys[i], -1); }
                    ofArray = Arrays.asList(new Cell[workers()]);
                    anything = List.class.cast(new ArrayList<>(List.of("a", "b")));
                }
                @Override public void start() {
                    int w = worker(), p = workers();
                    for (int turn = 0; turn < p; turn++) { // the order of entries of a bucket is that of their time
                        if (turn == w) {
                            for (int i = 0; i < 50; i++) { byNumber.put(1000 * w + i, "w" + w + "i" + i); }
                            for (int i = 0; i < 5; i++) { byNumber.remove(i * 37); }
                        }
                        barrier();
                    }
                    synchronized (this) {
                        Cell cell = cells.computeIfAbsent("total", k -> new Cell(0));
                        cell.value += w + 1;
                        cells.put("of " + w, new Cell(w));
                        for (Kind kind : Kind.values()) { byKind.merge(kind, kind.weight() + w, Integer::sum); }
                        byPlace.merge(new Place(1, 2, Kind.BLUE), 1, Integer::sum);
                        byPlace.merge(new Place(w, 2, Kind.RED), 1, Integer::sum);
                        byTag.merge(new Tag(Cell.class, 1.5, "t"), 1, Integer::sum);
                        byPoint.merge(new Point(3, Kind.GREEN), 1, Integer::sum);
                        byClass.merge(Place.class, 1, Integer::sum);
                        byClass.merge(String.class, 2, Integer::sum);
                        byCell.merge(keys[w], w, Integer::sum);
                        byCell.put(keys[(w + 1) % p], byCell.get(keys[(w + 1) % p]) + 100);
                        Collections.addAll(table.get(w), new Cell(w), new Cell(10 * w), cell);
                        log.add(0, "worker");
                        log.add("end");
                        for (int i = 0; i < 3; i++) { seen.add(i + w); }
                        names.add("name");
                        counts.count("word"); counts.count("w" + w);
                        FINAL.merge("final", 1, Integer::sum);
                        statics.add(1);
                        ofArray.set(w, cell);
                        Collections.reverse(kindsInOrder);
                    }
                    barrier();
                    if (w == 0) {
                        chosen = cells.values().stream().filter(c -> c.value > 0).toList();
                        grouped = Arrays.stream(keys).collect(Collectors.groupingBy(c -> c.value % 2));
                        chains = Arrays.stream(keys)
                            .collect(Collectors.groupingBy(c -> c.value % 3, TreeMap::new, Collectors.toCollection(LinkedList::new)));
                        kinds = Set.copyOf(byKind.keySet());
                    }
                    barrier();
                    synchronized (this) {
                        for (Iterator<Map.Entry<Integer, String>> it = byNumber.entrySet().iterator(); it.hasNext(); ) {
                            Map.Entry<Integer, String> entry = it.next();
                            if (entry.getKey() % 10 == w % 10 && entry.getKey() >= 1000) { it.remove(); }
                            else if (entry.getKey() % 3 == 0) { entry.setValue(entry.getValue() + "'"); }
                        }
                        log.sort(Comparator.reverseOrder());
                        log.subList(0, 1).replaceAll(s -> s + "!");
                        table.get((w + 1) % p).removeIf(c -> c.value == 10 * ((w + 1) % p));
                    }
                    barrier();
                    StringBuilder all = new StringBuilder();
                    all.append(cells.get("total").value).append(' ').append(new TreeMap<>(byKind)).append(' ');
                    all.append(byPlace.get(new Place(1, 2, Kind.BLUE))).append(byPlace.get(new Place(p - 1, 2, Kind.RED))).append(byPlace.size());
                    all.append(byTag).append(byPoint.get(new Point(3, Kind.GREEN))).append(byPoint.size());
                    all.append(byClass.get(Place.class)).append(byClass.get(String.class)).append(' ');
                    int sum = 0;
                    for (Cell key : keys) { sum += byCell.get(key); }
                    all.append(sum).append(byCell.size());
                    for (List<Cell> row : table) { for (Cell c : row) { all.append(' ').append(c.value).append(c == cells.get("total")); } }
                    all.append(log).append(seen).append(names).append(names.adds).append(counts).append(counts.asked);
                    all.append(FINAL).append(statics).append(anything).append(' ').append(byNumber.hashCode()).append(byNumber.size());
                    all.append(' ').append(byNumber.values().stream().filter(s -> s.endsWith("'")).count());
                    all.append(byNumber.keySet().stream().mapToInt(i -> i).sum());
                    all.append(cells.containsValue(cells.get("of 0"))).append(String.join(",", log)).append(log.getClass().getSimpleName());
                    all.append(constants).append(fixed).append(chosen.contains(cells.get("total"))).append(grouped.keySet());
                    all.append(chains.keySet()).append(chains.get(0).getFirst() == keys[0]);
                    all.append(grouped.get(0).get(0) == keys[0]).append(kinds.contains(Kind.BLUE)).append(kinds.size());
                    all.append(new HashSet<>(ofArray).size()).append(ofArray.indexOf(cells.get("total"))).append(kindsInOrder);
                    all.append(byNumber);
                    report(w + " " + all);
                }
            }
            class Private extends SPMD {
                @Override public void start() {
                    List<Integer> list = new ArrayList<>();
                    Map<Integer, Integer> map = new HashMap<>();
                    for (int i = 0; i < 100; i++) { list.add(i); map.put(i, i * i); }
                    try { for (int i : list) { if (i == 3) list.remove(4); } } catch (ConcurrentModificationException e) { report("modified " + list.size() + map.size()); }
                }
            }
            class Counted { volatile int count; }
            class Given {
                static Object set() {
                    try { return Class.forName("java.util.EnumSet").getMethod("noneOf", Class.class).invoke(null, Kind.class); }
                    catch (ReflectiveOperationException e) { throw new IllegalStateException(e); }
                }
            }
            class Unknown extends SPMD {
                Object object;
                @Override public void initialize() {
                    object = switch (args()[0]) {
                        case "StampedLock" -> new java.util.concurrent.locks.StampedLock();
                        case "Optional" -> Optional.of(new WeakHashMap<>());
                        case "RegularEnumSet" -> Given.set();
                        case "Thread" -> new Thread(() -> {});
                        case "AtomicIntegerFieldUpdater" -> java.util.concurrent.atomic.AtomicIntegerFieldUpdater.newUpdater(Counted.class, "count");
                        default -> new WeakHashMap<>();
                    };
                }
                @Override public void start() {}
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedCollections.java", SOURCE);
    }

    /** As many ranks as the threads of one JVM without the agent; once under the detector of races. */
    @ParameterizedTest
    @CsvSource({"1, ''", "2, ''", "3, ''", "5, ''", "2, check"})
    void allWorkersSeeOneContent(int workers, String options) throws Exception {
        Map<String, String> threads = Map.of("JDSM_THREADS", Integer.toString(workers));
        Outcome plain = process.plainRanks(1, threads, "SharedCollections");
        assertThat(plain.err()).isEmpty();

        Outcome outcome = process.ranks(workers, options, "SharedCollections");

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(outcome.out()).hasSize(workers).containsExactlyInAnyOrderElementsOf(plain.out());
    }

    @Test
    void privateCollectionsFailFast() throws Exception {
        Outcome outcome = process.ranks(2, "", "Private");

        assertThat(outcome.out()).hasSize(2).allSatisfy(line -> assertThat(line).endsWith("modified 99100"));
    }

    @ParameterizedTest
    @CsvSource({
        "java.util.concurrent.locks.StampedLock, use a ReentrantReadWriteLock",
        "java.util.RegularEnumSet, 'use a copy, EnumSet.copyOf(...)'",
        "java.util.WeakHashMap, use a HashMap",
        "java.util.concurrent.atomic.AtomicIntegerFieldUpdater, use a static final field",
        "java.lang.Thread, 'a thread is one of one rank. Where it stands for a worker, such as the one that has a lock, keep its number, worker()'"
    })
    void anotherTypeIsRefusedByName(String type, String remedy) throws Exception {
        Outcome outcome = process.ranks(2, "", "Unknown", type.substring(type.lastIndexOf('.') + 1));

        assertThat(outcome.status()).isNotZero();
        assertThat(String.join("\n", outcome.err()))
                .contains("Unknown.object refers to a " + type)
                .contains(remedy);
    }
}
