package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdsm.runtime.Allocations;
import jdsm.runtime.Profiled;
import jdsm.runtime.Sharing;
import jdsm.runtime.Woven;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A woven class counts exactly the accesses that its code makes. */
@Timeout(60)
class ProfilePassTest {
    private static final String SOURCE = """
            class Base { int a = 1; int more() { return a; } }
            class Sub extends Base {
                int b; final int c; transient int skipped; @Local int own; static int common = 0; volatile int flag;
                Sub() { this(3); b = 2; }
                Sub(int c) { this.c = c; a += c; }
                void raise() { skipped++; own++; flag++; }
            }
            class Outer {
                int n = 5;
                class Inner { int m = n; int get() { return m + n; } }
                int inner() { return new Inner().get(); }
            }
            class Holder { int[] data = new int[4]; double x, y; Holder next; }
            class Cell implements Cloneable {
                static Object seen; byte b; long l; Object o;
                Cell copy() throws CloneNotSupportedException { return (Cell) clone(); }
            }
            class Wide extends Cell { short s; }
            class Maker {
                Object[] many(int n) { Object[] all = new Object[n]; for (int i = 0; i < n; i++) { all[i] = new Cell(); } return all; }
                Object nested(boolean wide) { Holder h = new Holder(); h.next = new Holder(); return wide ? new Wide() : new Cell(); }
                void dropped() { new Cell(); }
                Object arrays() { return new Cell[3]; }
                Object failing() { try { return new Wide() { { if (s == 0) { throw new IllegalStateException(); } } }; } catch (IllegalStateException e) { return null; } }
            }
            record Point(int x, int y) {}
            enum Color { RED; int n; }
            class Work implements java.util.concurrent.Callable<Object> {
                int limit = 10;
                public Object call() { return null; }
                int loop() { int s = 0; for (int i = 0; i < limit; i++) { s += i; } return s; }
                void longer() { limit = 1000; }
                void arrays(Holder h) { for (int i = 0; i < 4; i++) { h.data[i] = i; } int[] d = h.data; for (int i = 0; i < 4; i++) { d[i]++; } }
                double floats(Holder h) { for (int i = 0; i < 7; i++) { h.x += h.y; } return h.x; }
                int walk(Holder h) { int n = 0; for (Holder at = h; at != null; at = at.next) { n++; } return n; }
                int early(Holder h) { for (int i = 0; i < 100; i++) { if (i == 3) { return h.data.length; } h.x = i; } return 0; }
                int others() { Color.RED.n++; return new Point(1, 2).x() + new Point(1, 2).hashCode(); }
                int failing(Holder h) { try { h.x = 1; h.data[9] = 1; h.y = 1; } catch (ArrayIndexOutOfBoundsException e) { h.x = 2; } return 0; }
                synchronized int locked() { synchronized (this) { return 1; } }
                static synchronized int ofClass() { return 1; }
                int locks(Holder h) { synchronized (h) { synchronized (h.data) { synchronized (Work.class) { return ofClass(); } } } }
                int virtual(Base b) { int s = 0; for (int i = 0; i < 5; i++) { s += b.more(); } return s; }
                Runnable lambda(Holder h) { return () -> { h.x = 1; }; }
            }
            """;

    @TempDir
    static Path directory;

    private static Program compiled;

    @BeforeAll
    static void compile() {
        compiled = Program.compile(directory, SOURCE);
    }

    private static Program weave(String how) {
        String ranks = how.substring(0, 1);
        return how.endsWith("sampled")
                ? compiled.again().weaveSampled(ranks)
                : compiled.again().weaveProfiled(ranks);
    }

    /** What counts that are not 0 an action adds: reads and writes by {@code Class.field}, monitors by the class. */
    private static Map<String, String> counted(Callable<?> action) throws Exception {
        return added(ProfilePassTest::counts, action);
    }

    private static Map<String, String> added(Supplier<Map<String, long[]>> counts, Callable<?> action)
            throws Exception {
        Map<String, long[]> before = counts.get();
        action.call();
        Map<String, String> added = new TreeMap<>();
        counts.get().forEach((name, now) -> {
            long[] then = before.getOrDefault(name, new long[now.length]);
            if (!Arrays.equals(now, then)) {
                added.put(
                        name,
                        IntStream.range(0, now.length)
                                .mapToObj(i -> Long.toString(now[i] - then[i]))
                                .collect(Collectors.joining("/")));
            }
        });
        return added;
    }

    private static Map<String, long[]> counts() {
        Map<String, long[]> all = new TreeMap<>();
        Profiled.counts()
                .forEach(count -> all.put(
                        count.owner().replace("app.", "") + "." + count.field(),
                        new long[] {count.reads(), count.writes()}));
        return all;
    }

    private static Callable<Object> calling(Object object, String method, Object... arguments) {
        return () -> {
            try {
                return Program.call(object, method, arguments);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        };
    }

    private static Map<String, String> called(Object object, String method, Object... arguments) throws Exception {
        return counted(calling(object, method, arguments));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "1 sampled", "2 sampled"})
    void accessesAreCountedOnceEach(String ranks) throws Throwable {
        Program program = weave(ranks);
        assertThat(program.refusals()).isEmpty();
        Object work = program.make("Work");
        Object holder = program.make("Holder");

        assertThat(called(work, "loop")).isEqualTo(Map.of("Work.limit", "11/0"));
        Program.call(work, "longer");
        assertThat(called(work, "loop")).as("more turns than a segment has").isEqualTo(Map.of("Work.limit", "1001/0"));
        assertThat(called(work, "arrays", holder)).isEqualTo(Map.of("Holder.data", "5/0"));
        assertThat(called(work, "floats", holder)).isEqualTo(Map.of("Holder.x", "8/7", "Holder.y", "7/0"));
        assertThat(called(work, "walk", holder)).isEqualTo(Map.of("Holder.next", "1/0"));
        assertThat(called(work, "early", holder)).isEqualTo(Map.of("Holder.x", "0/3", "Holder.data", "1/0"));
        assertThat(called(work, "failing", holder)).isEqualTo(Map.of("Holder.x", "0/2", "Holder.data", "1/0"));
        assertThat(called(work, "others"))
                .as("values and constants are not shared")
                .isEmpty();
        Runnable lambda = (Runnable) Program.call(work, "lambda", holder);
        assertThat(counted(() -> {
                    lambda.run();
                    return null;
                }))
                .isEqualTo(Map.of("Holder.x", "0/1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "1 sampled", "2 sampled"})
    void aFieldBelongsToTheClassThatDeclaresIt(String ranks) throws Throwable {
        Program program = weave(ranks);
        Object[] made = new Object[1];

        assertThat(counted(() -> made[0] = program.make("Sub")))
                .as("constructors and initialisers")
                .isEqualTo(Map.of("Base.a", "1/2", "Sub.c", "0/1", "Sub.b", "0/1"));
        assertThat(called(program.make("Work"), "virtual", made[0])).isEqualTo(Map.of("Base.a", "5/0"));
        assertThat(called(made[0], "raise")).isEqualTo(Map.of("Sub.flag", "1/1"));
        assertThat(Profiled.counts())
                .filteredOn(count -> count.owner().startsWith("app.") && count.isVolatile())
                .extracting(Profiled.Count::field)
                .containsExactly("flag");
        Object outer = program.make("Outer");
        assertThat(called(outer, "inner"))
                .isEqualTo(Map.of("Outer.n", "2/0", "Outer$Inner.m", "1/1", "Outer$Inner.this$0", "2/1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "1 sampled", "2 sampled"})
    void monitorsAreCountedByTheClassOfTheObject(String ranks) throws Throwable {
        Program program = weave(ranks);
        Object work = program.make("Work");

        assertThat(called(work, "locked")).isEqualTo(Map.of("Work.", "2/0"));
        assertThat(called(work, "locks", program.make("Holder")))
                .isEqualTo(Map.of("Holder.", "1/0", "Holder.data", "1/0"));
    }

    @Test
    void eachThreadCountsForItself() throws Throwable {
        Program program = compiled.again().weaveProfiled();
        Object work = program.make("Work");
        int threads = 4;
        int calls = 1000;

        Map<String, String> counted = counted(() -> {
            List<Thread> all = Stream.generate(() -> new Thread(() -> {
                        for (int i = 0; i < calls; i++) {
                            try {
                                Program.call(work, "loop");
                            } catch (Throwable e) {
                                throw new AssertionError(e);
                            }
                        }
                    }))
                    .limit(threads)
                    .toList();
            all.forEach(Thread::start);
            for (Thread thread : all) {
                thread.join();
            }
            return null;
        });

        assertThat(counted).isEqualTo(Map.of("Work.limit", threads * calls * 11 + "/0"));
        // A new thread drops the counters of ended ones, and keeps their sums.
        Thread later = new Thread(Profiled::counters);
        Map<String, String> dropped = counted(() -> {
            later.start();
            later.join();
            return null;
        });
        assertThat(dropped).isEmpty();
    }

    /** What places gain by an action: objects made, their bytes, those shared and those fetched, by method and class. */
    private static Map<String, String> places(Callable<?> action) throws Exception {
        return added(ProfilePassTest::places, action);
    }

    private static Map<String, long[]> places() {
        Map<String, long[]> all = new TreeMap<>();
        Allocations.counts()
                .forEach(count -> all.merge(
                        count.line().replaceAll("app\\.|\\(.*", "") + " "
                                + count.type().replace("app.", ""),
                        new long[] {count.made(), count.bytes(), count.shared(), count.fetched()},
                        (some, more) -> IntStream.range(0, 4)
                                .mapToLong(i -> some[i] + more[i])
                                .toArray()));
        return all;
    }

    private static Map<String, String> placesOf(Object object, String method, Object... arguments) throws Exception {
        return places(calling(object, method, arguments));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "1 sampled", "2 sampled"})
    void objectsAreCountedWhereTheyAreMade(String how) throws Throwable {
        Object maker = weave(how).make("Maker");

        assertThat(placesOf(maker, "many", 7))
                .as("12 bytes, a byte, a long and a reference")
                .isEqualTo(Map.of("Maker.many Cell", "7/224/0/0"));
        assertThat(placesOf(maker, "nested", true))
                .isEqualTo(Map.of("Maker.nested Holder", "2/80/0/0", "Maker.nested Wide", "1/32/0/0"));
        assertThat(placesOf(maker, "nested", false))
                .isEqualTo(Map.of("Maker.nested Holder", "2/80/0/0", "Maker.nested Cell", "1/32/0/0"));
        assertThat(placesOf(maker, "dropped")).isEqualTo(Map.of("Maker.dropped Cell", "1/32/0/0"));
        assertThat(placesOf(maker, "arrays"))
                .as("arrays are no objects of a class")
                .isEmpty();
        assertThat(placesOf(maker, "failing")).as("no object was made").isEmpty();
        assertThat(Allocations.counts())
                .filteredOn(count -> count.line().startsWith("app.Maker.many("))
                .allSatisfy(count -> assertThat(count.line()).matches("app\\.Maker\\.many\\(Program\\.java:\\d+\\)"));
    }

    @Test
    void anObjectIsSharedAndFetchedOnceForItsPlace() throws Throwable {
        Program program = compiled.again().weaveProfiled();
        Object[] made = (Object[]) Program.call(program.make("Maker"), "many", 3);
        Object copy = Program.call(made[0], "copy");

        assertThat(places(() -> {
                    Sharing.reveal(List.of(RecordingShared.of(made[0])));
                    return null;
                }))
                .isEqualTo(Map.of("Maker.many Cell", "0/0/1/0"));
        assertThat(places(() -> {
                    Allocations.fetched((Woven) made[0]);
                    Allocations.fetched((Woven) made[0]);
                    Allocations.fetched((Woven) copy);
                    return null;
                }))
                .as("a clone was not made there")
                .isEqualTo(Map.of("Maker.many Cell", "0/0/0/1"));
    }

    /** Counting is no synchronisation and no store: the checks stay where they are without it. */
    @Test
    void checksStayTheSame() {
        Program plain = compiled.again().weave();
        assertSameChecks(plain, compiled.again().weaveProfiled());
    }

    @Test
    void samplesAreTakenInSegments() throws Throwable {
        Program sampled = compiled.again().weaveSampled();
        String loop = sampled.listing("Work", "loop");
        assertThat(loop).contains("IFNULL", "jdsm/runtime/Profiled.segment ()[J");
        assertThat(sampled.listing("Work", "lambda")).doesNotContain("Profiled.segment ()[J");
        for (String method : List.of("loop", "arrays", "floats", "walk", "early", "virtual", "locks")) {
            assertThat(sampled.listing("Work", method).lines().filter(line -> line.contains("jdsm/runtime/Checks")))
                    .as(method)
                    .hasSameElementsAs(compiled.again()
                            .weave()
                            .listing("Work", method)
                            .lines()
                            .filter(line -> line.contains("jdsm/runtime/Checks"))
                            .toList());
        }
    }

    private static void assertSameChecks(Program plain, Program profiled) {
        for (String method : List.of("loop", "arrays", "floats", "walk", "early", "virtual", "locks")) {
            assertThat(calls(profiled, method)).as(method).isNotEmpty().isEqualTo(calls(plain, method));
        }
    }

    private static List<String> calls(Program program, String method) {
        return program.listing("Work", method)
                .lines()
                .filter(line -> line.matches("(INVOKESTATIC|INVOKEVIRTUAL|GETFIELD|PUTFIELD|IF_?\\w+).*"))
                .filter(line -> !line.contains("Profiled"))
                .map(line -> line.replaceAll(" L\\d+$", ""))
                .toList();
    }
}
