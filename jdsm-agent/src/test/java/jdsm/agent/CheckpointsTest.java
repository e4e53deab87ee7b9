package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that take checkpoints, and jobs that go on from them. */
@Tag("once")
class CheckpointsTest {
    private static final String KEY = "0123456789abcdef".repeat(4);

    /**
     * Every sort of shared content. What a step does to an item does not depend on the worker that does it, so the digest
     * at the end is the same for any number of workers.
     */
    private static final String GRAPH = """
            public class P extends SPMD {
                enum Colour { RED, GREEN, BLUE }
                record Pair(int a, String b) {}
                interface Rule { int of(int x); }
                static class Node {
                    final int id;
                    Node next;
                    Object any;
                    Optional<Node> link = Optional.empty();
                    String name;
                    Colour colour = Colour.RED;
                    Integer boxed;
                    int[] data;
                    volatile int hot;
                    boolean flag;
                    byte small;
                    float real;
                    Node(int id, int step) {
                        this.id = id;
                        name = "node " + id + " of " + step;
                        data = new int[] {id, step};
                        boxed = id * 1000 + step;
                    }
                }
                static class Special extends Node {
                    double[] more = {1, 2, 3};
                    Special(int id, int step) { super(id, step); }
                }
                static long total;
                static int[] counts = new int[7];
                static final int ITEMS = 24;
                static final int STEPS = 14;

                double[] large = new double[60_000];
                int[][] rows = new int[ITEMS][50];
                Node[] nodes = new Node[ITEMS];
                Object[] mixed = new Object[ITEMS];
                Node ring;
                Map<String, Integer> words = new HashMap<>();
                Map<Object, Integer> byIdentity = new HashMap<>();
                List<Node> list = new ArrayList<>();
                Rule rule;
                String text = "begin";
                volatile long seen;
                char letter = 'a';
                @Local int mine;
                @Local double[] view;

                @Override
                public void initialize() {
                    view = large;
                    mine = rank() + 1;
                }

                @Override
                public void start() {
                    int workers = workers();
                    for (int step = resumeFrom("step", 0); step < STEPS; step++) {
                        for (int i = worker(); i < ITEMS; i += workers) {
                            item(i, step);
                        }
                        int from = (int) ((long) view.length * worker() / workers);
                        int to = (int) ((long) view.length * (worker() + 1) / workers);
                        for (int i = from; i < to; i++) {
                            view[i] = view[i] * 0.5 + i * (step + 1);
                        }
                        barrier();
                        if (worker() == step % workers) {
                            alone(step);
                        }
                        barrier();
                    }
                    if (worker() == 0) {
                        report("digest " + digest() + " with " + mine);
                    }
                }

                void item(int i, int step) {
                    Node made = i % 3 == 0 ? new Special(i, step) : new Node(i, step);
                    made.next = nodes[i];
                    if (made.next != null && step % 4 == 0) {
                        made.next = made.next.next;
                    }
                    made.link = Optional.ofNullable(nodes[i]);
                    made.colour = Colour.values()[(i + step) % 3];
                    made.flag = step % 2 == 0;
                    made.small = (byte) (i - step);
                    made.real = i / 3f;
                    made.hot = step;
                    made.any = switch ((i + step) % 5) {
                        case 0 -> new Pair(i, "s" + step);
                        case 1 -> "text \\ud800" + i;
                        case 2 -> new long[] {i, step};
                        case 3 -> made;
                        default -> Colour.class;
                    };
                    nodes[i] = made;
                    mixed[i] = made.any;
                    for (int j = 0; j < rows[i].length; j++) {
                        rows[i][j] += i * j + step;
                    }
                    synchronized (this) {
                        total += i + step;
                        counts[i % 7]++;
                        seen += i;
                    }
                }

                void alone(int step) {
                    if (step % 3 == 0) {
                        rows[step] = new int[30 + step];
                    }
                    Node first = new Node(-1, step);
                    first.next = new Node(-2, step);
                    first.next.next = first;
                    ring = first;
                    words.put("word " + step, step);
                    words.remove("word " + (step - 5));
                    Object key = new Object();
                    byIdentity.put(key, step);
                    list.add(new Node(step, step));
                    int bias = step * 7;
                    rule = x -> x + bias;
                    text += "," + step;
                    letter++;
                }

                long digest() {
                    long sum = 17;
                    for (double d : view) {
                        sum = sum * 31 + Double.doubleToRawLongBits(d);
                    }
                    for (int[] row : rows) {
                        for (int x : row) {
                            sum = sum * 31 + x;
                        }
                    }
                    for (int i = 0; i < ITEMS; i++) {
                        int depth = 0;
                        for (Node n = nodes[i]; n != null; n = n.next) {
                            sum = sum * 31 + n.id + n.name.hashCode() + n.boxed + n.data[0] * 7 + n.data[1] + n.hot
                                    + (n.flag ? 5 : 3) + n.small + Float.floatToIntBits(n.real) + n.colour.ordinal();
                            sum = sum * 31 + (n.link.isPresent() ? n.link.get().id : -5);
                            sum += n.any == n ? 11 : 0;
                            sum += n instanceof Special s ? (long) s.more[2] * 13 : 0;
                            sum += n.any instanceof Pair p ? p.a() + p.b().hashCode() : 0;
                            sum += n.any instanceof long[] a ? a[0] * 3 + a[1] : 0;
                            depth++;
                        }
                        sum = sum * 31 + depth + (mixed[i] == nodes[i].any ? 1 : 0)
                                + (mixed[i] instanceof String s ? s.hashCode() : 0);
                    }
                    int keys = 0;
                    for (Map.Entry<Object, Integer> each : byIdentity.entrySet()) {
                        keys += byIdentity.get(each.getKey()) + 1;
                    }
                    sum = sum * 31 + keys + byIdentity.size();
                    for (String word : new TreeSet<>(words.keySet())) {
                        sum = sum * 31 + word.hashCode() + words.get(word);
                    }
                    for (Node n : list) {
                        sum = sum * 31 + n.name.hashCode();
                    }
                    sum = sum * 31 + (ring.next.next == ring ? ring.id + ring.data[1] : 0) + rule.of(3);
                    sum = sum * 31 + total + seen + letter + text.hashCode() + (view == large ? 1 : 0);
                    for (int count : counts) {
                        sum = sum * 31 + count;
                    }
                    return sum;
                }
            }
            """;

    @TempDir
    Path directory;

    @BeforeEach
    void closeFolder() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }

    private static final CheckedJob GRAPH_JOB = CheckedJob.of(GRAPH);

    private Map<String, String> settings(boolean restart, String every) {
        Map<String, String> settings = new HashMap<>();
        settings.put("JDSM_CHECKPOINT_KEY", KEY);
        settings.put("JDSM_WEAVING_LOADER", "true");
        settings.put(restart ? "JDSM_RESTART" : "JDSM_CHECKPOINT", directory.toString());
        if (every != null) {
            settings.put("JDSM_CHECKPOINT_EVERY", every);
        }
        return settings;
    }

    private List<String> checkpoints() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private static String digestOf(WovenRanks.Ended ended) {
        assertThat(ended.status()).as(ended.errors()).isZero();
        assertThat(ended.out()).hasSize(1);
        return ended.out().get(0);
    }

    @ParameterizedTest
    @EnumSource(names = "STRICT", mode = EnumSource.Mode.EXCLUDE)
    void goesOnWithTheSameAndWithOtherNumbersOfRanks(Protocol protocol) throws IOException {
        String undisturbed = digestOf(GRAPH_JOB.runUnchecked(2, 1, protocol));

        WovenRanks.Ended first = GRAPH_JOB.runUnchecked(3, 1, protocol, settings(false, "5"));
        assertThat(digestOf(first)).as(first.errors()).isEqualTo(undisturbed);
        assertThat(first.err()).isEmpty();
        assertThat(checkpoints()).containsExactly("checkpoint-1", "checkpoint-2");

        for (int[] shape : new int[][] {{3, 1}, {4, 1}, {2, 2}}) {
            WovenRanks.Ended second = GRAPH_JOB.runUnchecked(shape[0], shape[1], protocol, settings(true, null));
            assertThat(digestOf(second)).as(shape[0] + " x " + shape[1]).isEqualTo(undisturbed);
            assertThat(second.err())
                    .containsExactly("jdsm: restarted from checkpoint 2, at the head of loop 'step' with index 10");
        }
    }

    // One loop, whose parts a test chooses.

    private static String loop(String fields, String before, String body, String after) {
        return "public class P extends SPMD {\n" + fields + """

                public void start() throws Exception {
                """ + before + """

                    for (int step = resumeFrom("step", 0); step < 12; step++) {
                """ + body + """

                    }
                """ + after + """

                }
                @Override
                public void finish() { report("finished"); }
                }
                """;
    }

    private WovenRanks.Ended run(String source, String every) {
        return CheckedJob.of(source).runUnchecked(2, 1, Protocol.LAZY_RELEASE, settings(false, every));
    }

    private void refused(String source, String message) throws IOException {
        WovenRanks.Ended ended = run(source, "3");
        assertThat(ended.status()).isNotZero();
        assertThat(ended.errors()).contains(message);
        assertThat(ended.out()).isEmpty();
        try (Stream<Path> manifests = Files.find(directory, 2, (path, its) -> path.endsWith("manifest"))) {
            assertThat(manifests).isEmpty();
        }
    }

    @Test
    void theProgramAsksForOne() throws IOException {
        String source = loop("", "", "if (step == 4 && worker() == 1) { checkpoint(); } barrier();", "");

        assertThat(run(source, null).errors()).isEmpty();
        assertThat(checkpoints()).containsExactly("checkpoint-1");
        assertThat(Files.readString(directory.resolve("checkpoint-1/manifest"))).contains("\nindex 5\n");
    }

    /** Each step is longer than the period; how many steps a period has, a test of the timetable says. */
    @Test
    void timeAsksForThem() throws IOException {
        String source = loop("", "", "Thread.sleep(2); barrier();", "");

        assertThat(run(source, "0.001s").errors()).isEmpty();
        assertThat(checkpoints()).hasSize(2);
    }

    @Test
    void noneIsTakenBeforeItsTime() throws IOException {
        assertThat(run(loop("", "", "barrier();", ""), "3600s").errors()).isEmpty();
        assertThat(checkpoints()).isEmpty();
    }

    @Test
    void withoutAFolderTheLoopIsAnyLoop() {
        WovenRanks.Ended ended = CheckedJob.of(loop(
                        "int sum;",
                        "",
                        "if (worker() == 0) { sum += step; checkpoint(); }",
                        "barrier(); if (sum != 66) { throw new AssertionError(sum); }"))
                .runUnchecked(2, 2, Protocol.AUTO);

        assertThat(ended.errors()).isEmpty();
        assertThat(ended.out()).hasSize(2);
    }

    @Test
    void whatIsEachRanksOwnIsMadeAgain() {
        String source = loop(
                "@Local int mine; @Local int[] own; int[] sums = new int[1]; int steps;",
                "mine = 100 + worker(); own = new int[] {mine}; String text = \"w\" + worker(); Integer boxed = 5; long begin = 3;",
                "if (worker() == 1) { sums[0] += own[0] + mine + text.length() + boxed + (int) begin; steps++; } barrier();",
                "if (sums[0] != 12 * 212 || steps != 12) { throw new AssertionError(sums[0]); }");

        assertThat(run(source, "5").errors()).isEmpty();
        WovenRanks.Ended again = CheckedJob.of(source).runUnchecked(3, 1, Protocol.LAZY_RELEASE, settings(true, null));
        assertThat(again.err()).hasSize(1);
        assertThat(again.out()).hasSize(3);
    }

    @Test
    void aFieldThatIsEachRanksOwnMayNotLeadToWhatAWorkerMade() throws IOException {
        refused(
                loop(
                        "@Local double[] mine; double[][] rows = new double[2][];",
                        "rows[worker()] = new double[3]; barrier(); mine = rows[0];",
                        "mine[0]++; barrier();",
                        ""),
                "field P.mine is each rank's own, and leads to a shared double[3], which a worker has made");
    }

    @Test
    void aFieldThatIsEachRanksOwnMayNotLeadToWhatARestartReplaces() {
        String source = loop(
                "@Local int[] mine; int[] counts; public void initialize() { counts = new int[workers()]; mine = counts; }",
                "",
                "mine[worker()]++; barrier();",
                "");

        assertThat(run(source, "5").errors()).isEmpty();
        WovenRanks.Ended same = CheckedJob.of(source).runUnchecked(2, 1, Protocol.AUTO, settings(true, null));
        assertThat(same.err()).hasSize(1);
        WovenRanks.Ended other = CheckedJob.of(source).runUnchecked(3, 1, Protocol.AUTO, settings(true, null));
        assertThat(other.status()).isNotZero();
        assertThat(other.errors())
                .contains(
                        "field P.mine is each rank's own, and leads to a shared int[3], which the restart has replaced");
    }

    @Test
    void partsOfTheJdkAreRefused() throws IOException {
        refused(
                "class Seeded extends Thread { int more; }\n"
                        + loop("Seeded seeded;", "", "if (worker() == 0) { seeded = new Seeded(); } barrier();", ""),
                "the class extends java.lang.Thread, whose state is each rank's own");
    }

    @Test
    void ownFieldsOfNewObjectsAreRefused() throws IOException {
        refused(
                "class Part { int x; @Local int visits; }\n"
                        + loop(
                                "Part part;",
                                "",
                                "if (worker() == 0) { part = new Part(); part.visits = 3; } barrier();",
                                ""),
                "a checkpoint cannot have field Part.visits of an object that a worker has made");
    }

    @Test
    void transientFieldsOfNewObjectsHaveTheirDefaultsBehindARestart() throws IOException {
        String source = "class Part { int x = 7; transient String text;"
                + " String text() { if (text == null) { text = \"x\" + x; } return text; } }\n"
                + loop(
                        "Part part; int[] seen = new int[2];",
                        "if (worker() == 0) { part = new Part(); } barrier();",
                        "seen[worker()] += part.text().length(); part.text(); barrier();",
                        "if (worker() == 0 && seen[0] + seen[1] != 48) {"
                                + " throw new IllegalStateException(seen[0] + \" \" + seen[1]); }");
        WovenRanks.Ended first = run(source, "2");
        assertThat(first.status()).as(first.errors()).isZero();

        WovenRanks.Ended again = CheckedJob.of(source).runUnchecked(2, 1, Protocol.AUTO, settings(true, null));
        assertThat(again.status()).as(again.errors()).isZero();
        assertThat(again.err()).hasSize(1).first().asString().contains("restarted from checkpoint");
    }

    /** The worker that has set the field is not on the rank that owns the object. */
    @Test
    void ownFieldsOfNewObjectsAreRefusedOnEachRank() throws IOException {
        refused(
                "class Part { int x; @Local int visits; }\n"
                        + loop(
                                "Part part;",
                                "if (worker() == 0) { part = new Part(); } barrier();"
                                        + " if (worker() == 1) { part.visits = part.x + 3; } barrier();",
                                "if (worker() == 0) { part.x++; } barrier();",
                                ""),
                "a checkpoint cannot have field Part.visits of an object that a worker has made");
    }

    /** No object of initialize() is of the field's class. */
    @Test
    void anOwnStaticFieldOfAClassOfNewObjectsMayNotLeadToOne() throws IOException {
        refused(
                "class Part { int x; @Local static Part mine; }\n"
                        + loop(
                                "Part[] parts = new Part[2];",
                                "Part.mine = new Part(); parts[worker()] = Part.mine; barrier();",
                                "Part.mine.x++; barrier();",
                                ""),
                "field Part.mine is each rank's own, and leads to a shared Part, which a worker has made");
    }

    @Test
    void aClassInARecordMayNotChange() {
        String source = "record Inner(int a, int b) {}\nrecord Outer(Inner in) {}\n"
                + loop("Outer outer;", "", "if (worker() == 0) { outer = new Outer(new Inner(1, 2)); } barrier();", "");
        assertThat(run(source, "5").errors()).isEmpty();

        WovenRanks.Ended again = CheckedJob.of(source.replace("int a, int b", "int b, int a"))
                .runUnchecked(2, 1, Protocol.LAZY_RELEASE, settings(true, null));

        assertThat(again.status()).isNotZero();
        assertThat(again.errors()).contains("class Inner has changed since");
    }

    /** An object of initialize() gets its hash code when it is asked for it, after one object for each rank. */
    @Test
    void initialObjectsKeepTheirHashCodes() {
        String source = loop(
                "static class Part { int x; } Part[] parts = new Part[5]; Set<Part> set = new HashSet<>();"
                        + " public void initialize() {"
                        + " for (int i = 0; i < ranks(); i++) { new Part().hashCode(); }"
                        + " for (int i = 0; i < 5; i++) { parts[i] = new Part(); parts[i].hashCode(); } }",
                "",
                "if (worker() == 0) { set.add(parts[step % 5]); } barrier();",
                "for (Part part : parts) { if (!set.contains(part)) { throw new AssertionError(); } }");
        assertThat(run(source, "11").errors()).isEmpty();

        WovenRanks.Ended again = CheckedJob.of(source).runUnchecked(3, 1, Protocol.LAZY_RELEASE, settings(true, null));

        assertThat(again.err()).hasSize(1);
        assertThat(again.out()).hasSize(3);
    }

    @Test
    void threadsOfTheProgramAreRefused() throws IOException {
        refused(
                loop(
                        "@Local java.util.concurrent.CountDownLatch end = new java.util.concurrent.CountDownLatch(1);",
                        "new Thread(() -> { try { end.await(); } catch (InterruptedException e) { } }, \"helper\").start();",
                        "barrier();",
                        "end.countDown();"),
                "thread 'helper', which the program has started, is alive");
    }

    @Test
    void aHeldObjectIsRefused() throws IOException {
        refused(
                loop("int[] numbers = new int[3];", "if (worker() == 0) { pool.of(numbers).acquire(); }", "", ""),
                "thread 'jdsm-worker-0' holds a monitor or a shared object");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ReentrantLock lock = new ReentrantLock(); | lock.lock();",
                "ReentrantReadWriteLock lock = new ReentrantReadWriteLock(); | lock.readLock().lock();",
                "ReentrantReadWriteLock lock = new ReentrantReadWriteLock(); | lock.writeLock().lock();"
            })
    void aLockOfTheLibraryThatIsHeldIsRefused(String lock) throws IOException {
        String[] parts = lock.split(" [|] ");
        refused(
                "import java.util.concurrent.locks.*;\n"
                        + loop(parts[0], "if (worker() == 1) { " + parts[1] + " } barrier();", "", ""),
                "unlock it before the head of the loop");
    }

    /** Its state comes back, and no thread has it. */
    @Test
    void locksAndLatchesGoOn() throws IOException {
        String source = "import java.util.concurrent.*;\nimport java.util.concurrent.locks.*;\n"
                + loop(
                        "ReentrantLock lock = new ReentrantLock(true); Condition odd = lock.newCondition(); int sum;"
                                + " Semaphore permits = new Semaphore(20); CountDownLatch latch = new CountDownLatch(12 * 2);",
                        "",
                        "lock.lock(); sum++; odd.signalAll(); lock.unlock(); if (worker() == 0) { permits.acquire(); }"
                                + " if (worker() < 2) { latch.countDown(); } barrier();",
                        "if (permits.availablePermits() != 8 || latch.getCount() != 0) { throw new AssertionError(); }");

        assertThat(run(source, "5").errors()).isEmpty();
        WovenRanks.Ended again = CheckedJob.of(source).runUnchecked(3, 1, Protocol.LAZY_RELEASE, settings(true, null));
        assertThat(again.err()).hasSize(1);
        assertThat(again.out()).hasSize(3);
    }

    /** The number of initial objects depends on the number of ranks, so none but the program is restored in place. */
    @Test
    void otherInitialObjects() throws IOException {
        String source = GRAPH.replace("@Local double[] view;", "double[] view; int[][] parts;")
                .replace("view = large;", "view = large; parts = new int[ranks()][3];");
        CheckedJob job = CheckedJob.of(source);
        String undisturbed = digestOf(job.runUnchecked(2, 1, Protocol.LAZY_RELEASE));
        digestOf(job.runUnchecked(2, 1, Protocol.LAZY_RELEASE, settings(false, "5")));

        WovenRanks.Ended again = job.runUnchecked(3, 1, Protocol.WRITE_INVALIDATE, settings(true, "1"));

        assertThat(digestOf(again)).isEqualTo(undisturbed);
        assertThat(checkpoints()).containsExactly("checkpoint-5", "checkpoint-6");
        assertThat(digestOf(job.runUnchecked(2, 1, Protocol.AUTO, settings(true, null))))
                .isEqualTo(undisturbed);
    }

    /** A seed of which the objects of all classes have heavy parts. */
    @Test
    void heavyParts() {
        CheckedJob job = CheckedJob.of(GRAPH, 3);
        String undisturbed = digestOf(job.runUnchecked(2, 1, Protocol.LAZY_RELEASE));
        digestOf(job.runUnchecked(2, 1, Protocol.LAZY_RELEASE, settings(false, "5")));

        assertThat(digestOf(job.runUnchecked(3, 1, Protocol.LAZY_RELEASE, settings(true, null))))
                .isEqualTo(undisturbed);
    }

    /** Unreachable objects are freed behind each barrier, those of checkpoints and restarts included. */
    @Test
    void whileUnreachableObjectsAreFreed() {
        String undisturbed = digestOf(GRAPH_JOB.runUnchecked(2, 1, Protocol.LAZY_RELEASE));
        Map<String, String> first = settings(false, "5");
        first.put("JDSM_FREE_AFTER", "0");
        digestOf(GRAPH_JOB.runUnchecked(2, 1, Protocol.LAZY_RELEASE, first));
        Map<String, String> again = settings(true, "1");
        again.put("JDSM_FREE_AFTER", "0");

        assertThat(digestOf(GRAPH_JOB.runUnchecked(3, 1, Protocol.LAZY_RELEASE, again)))
                .isEqualTo(undisturbed);
    }

    @Test
    void whatARankNeeds() {
        String source = loop("", "", "barrier();", "");
        assertThat(usage(source, 2, Map.of("JDSM_CHECKPOINT_KEY", "")))
                .isEqualTo("jdsm: a key of checkpoints has 64 hexadecimal digits");
        assertThat(usage(
                        source,
                        2,
                        Map.of("JDSM_CHECKPOINT", directory.resolve("none").toString())))
                .startsWith(
                        "jdsm: the folder of checkpoints, " + directory.resolve("none") + ", is not there on host ");
        assertThat(usage(source, 1, Map.of()))
                .startsWith("jdsm: a job of one rank takes no checkpoints, for it shares nothing: give -p 2 or more");
        Map<String, String> plain = settings(false, null);
        plain.remove("JDSM_CHECKPOINT_KEY");
        WovenRanks.Ended ended = CheckedJob.of(source).runUnchecked(2, 1, Protocol.AUTO, plain);
        assertThat(ended.errors())
                .contains("jdsm: a job with checkpoints is started by jdsm launch, which knows the user's key");
        Map<String, String> unwoven = settings(false, null);
        unwoven.remove("JDSM_WEAVING_LOADER");
        assertThat(CheckedJob.of(source)
                        .runUnchecked(2, 1, Protocol.AUTO, unwoven)
                        .errors())
                .contains("jdsm: checkpoints are for woven programs, and this one is not woven");
    }

    private String usage(String source, int ranks, Map<String, String> more) {
        Map<String, String> settings = settings(false, null);
        settings.putAll(more);
        WovenRanks.Ended ended = CheckedJob.of(source).runUnchecked(ranks, 1, Protocol.AUTO, settings);
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        return ended.err().get(0);
    }

    @Test
    void aLoopIsEnteredOnce() throws IOException {
        refused(
                "public class P extends SPMD { boolean again; public void start() {"
                        + " for (int step = resumeFrom(\"step\", 0); step < 2; step++) { barrier(); }"
                        + " if (!more()) { start(); } } @Local int calls; boolean more() { return ++calls > 1; } }",
                "resumeFrom(\"step\") is called a second time by the same worker");
    }

    @Test
    void workersAtDifferentHeadsAreNamed() throws IOException {
        refused(
                loop("", "", "if (worker() == 1 && step == 0) { step++; } ", ""),
                "is in checkpoint() at the head of loop 'step' with index");
    }

    @Test
    void aFolderThatIsGoneCostsACheckpointOnly() throws IOException {
        Path away = directory.resolveSibling(directory.getFileName() + "-away");
        String source = loop(
                "",
                "java.nio.file.Path from = null; String here = \"" + directory + "\"; String there = \"" + away + "\";",
                "if (worker() == 0 && step == 1) { java.nio.file.Files.move(java.nio.file.Path.of(here), java.nio.file.Path.of(there)); }"
                        + " if (worker() == 0 && step == 7) { java.nio.file.Files.move(java.nio.file.Path.of(there), java.nio.file.Path.of(here)); }"
                        + " barrier();",
                "");

        WovenRanks.Ended ended = run(source, "5");

        assertThat(ended.status()).as(ended.errors()).isZero();
        assertThat(ended.err())
                .singleElement()
                .asString()
                .startsWith("jdsm: no checkpoint at the head of loop 'step' with index 5: folder ")
                .endsWith("; the program goes on");
        assertThat(checkpoints()).containsExactly("checkpoint-1");
        assertThat(Files.readString(directory.resolve("checkpoint-1/manifest"))).contains("\nindex 10\n");
    }

    @Test
    void aRestartHasToComeToItsLoop() throws IOException {
        Path skip = directory.resolve("skip");
        String source = loop(
                "",
                "if (java.nio.file.Files.exists(java.nio.file.Path.of(\"" + skip + "\"))) { return; }",
                "barrier();",
                "");
        assertThat(run(source, "5").errors()).isEmpty();
        Files.createFile(skip);

        WovenRanks.Ended other = CheckedJob.of(source).runUnchecked(2, 1, Protocol.AUTO, settings(true, null));

        assertThat(other.status()).isEqualTo(2);
        assertThat(other.errors())
                .contains("the program has ended start(), and has not entered the loop of the checkpoint");
        assertThat(other.out()).isEmpty();
    }

    /** The loop before it runs again; its own loop goes on. */
    @Test
    void aCheckpointOfALaterLoop() throws IOException {
        String source = loop(
                "int[] counts = new int[2]; @Local int early;",
                "for (int i = resumeFrom(\"early\", 0); i < 4; i++) { early++; if (worker() == 0) { counts[0]++; } barrier(); }",
                "if (worker() == 1) { counts[1]++; } barrier();",
                "if (counts[0] != 4 || counts[1] != 12 || early != 4) { throw new AssertionError(counts[0] + \" \" + counts[1]); }");

        assertThat(run(source, "5").errors()).isEmpty();
        WovenRanks.Ended again = CheckedJob.of(source).runUnchecked(3, 1, Protocol.WRITE_UPDATE, settings(true, null));

        assertThat(again.err())
                .containsExactly("jdsm: restarted from checkpoint 2, at the head of loop 'step' with index 10");
        assertThat(again.out()).hasSize(3);
    }
}
