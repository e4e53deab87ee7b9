package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.Scope;
import jdsm.agent.analysis.SharedFields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of calls that may synchronise, and of fields whose objects are not kept coherent. */
@Timeout(30)
class WhySynchronizesTest {
    private static final String SOURCE = """
            class Calls {
                volatile int flag; @VolatileElements int[] flags; int plain; static Calls one;
                static synchronized int locked() { return 1; }
                native int outside();
                int enters() {
                    plain = 2;
                    synchronized (this) { return plain; }
                }
                int reads() { plain = 1;
                    return flag; }
                int[] readsElements() { return flags; }
                int first() { return second(); }
                int second() { return third(); }
                int third() { return fourth(); }
                int fourth() { return fifth(); }
                int fifth() { return sixth(); }
                int sixth() { return locked(); }
                void initialises() { Loud.touch(); }
                void prints() { System.out.println(); }
                abstract static class Open { abstract int area(); int twice() { return 2 * area(); } int known() { return 1; } }
                static class Round extends Open { int area() { return locked(); } int known() { return locked(); } }
            }
            class Loud { static Object lock = new Object(); static { synchronized (lock) { lock = null; } } static void touch() {} }
            interface Nowhere { int go(); }
            """;

    @TempDir
    Path directory;

    private String why(String owner, String name, String descriptor, boolean virtual) {
        ApplicationClasses classes = Program.compile(directory, SOURCE).classes();
        return classes.whySynchronizes(owner, name, descriptor, virtual);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "locked | ()I | false | which is synchronized",
                "outside | ()I | false | which is native",
                "enters | ()I | false | which in line 10 enters a monitor",
                "reads | ()I | false | which in line 13 accesses the volatile field Calls.flag",
                "readsElements | ()[I | false | which in line 14 accesses the volatile field Calls.flags",
                "sixth | ()I | false | which in line 20 calls Calls.locked, which is synchronized",
                "first | ()I | false | which in line 15 calls Calls.second, which in line 16 calls Calls.third,"
                        + " which in line 17 calls Calls.fourth, which in line 18 calls Calls.fifth,"
                        + " which in line 19 calls Calls.sixth",
                "initialises | ()V | false | which may initialise a class whose initialiser synchronises",
                "prints | ()V | false | which in line 22 calls PrintStream.println, which is not woven, and not known to"
                        + " be free of synchronisation",
                "missing | ()V | false | whose code is not known",
            })
    void ofAMethod(String name, String descriptor, boolean virtual, String why) {
        assertThat(why("app/Calls", name, descriptor, virtual)).isEqualTo(why);
    }

    @Test
    void ofVirtualCalls() {
        assertThat(why("app/Calls$Open", "area", "()I", true))
                .isEqualTo(
                        "which may run Calls.Round.area, which in line 24 calls Calls.locked, which is synchronized");
        assertThat(why("app/Calls$Open", "twice", "()I", true))
                .isEqualTo(
                        "which in line 23 calls Calls.Open.area, which may run Calls.Round.area, which in line 24 calls"
                                + " Calls.locked, which is synchronized");
        assertThat(why("app/Calls$Open", "known", "()I", true))
                .isEqualTo(
                        "which may run Calls.Round.known, which in line 24 calls Calls.locked, which is synchronized");
        assertThat(why("app/Nowhere", "go", "()I", true))
                .isEqualTo("which no class on the class path implements by code that is known");
        assertThat(why("app/Calls", "barrier", "()V", true)).isEqualTo("whose code is not known");
        assertThat(why("jdsm/SPMD", "barrier", "()V", true)).isEqualTo("which synchronises");
        assertThat(why("jdsm/Collectives", "sum", "(D)D", false)).isEqualTo("which synchronises");
        assertThat(why("[I", "hashCode", "()I", true)).isEqualTo("whose code is not known");
        assertThat(why("java/util/concurrent/locks/ReentrantLock", "lock", "()V", true))
                .isEqualTo("which is not woven, and not known to be free of synchronisation");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "class Other { Object o = java.lang.reflect.Proxy.newProxyInstance(null, null, null); }"
                        + "| which a proxy may implement: Other makes proxies",
                "class Other { void f(java.lang.invoke.MethodHandles.Lookup l) throws Exception { l.defineHiddenClass(null, true); } }"
                        + "| which a class made at run time may override: Other may define hidden classes",
            })
    void ofClassesThatNoAgentSees(String other, String why, @TempDir Path place) {
        String source = "interface Shape { int n(); } class Square implements Shape { public int n() { return 1; } }\n";
        ApplicationClasses classes = Program.compile(place, source + other).classes();

        assertThat(classes.whySynchronizes("app/Shape", "n", "()I", true)).isEqualTo(why);
    }

    private static final String FIELDS = """
            class Heat extends SPMD {
                java.util.jar.Attributes list; WeakHashMap<String, String> map; java.util.concurrent.ForkJoinTask<String> both;
                java.util.concurrent.ForkJoinPool pool; Thread[] threads;
                StringBuilder text; Optional<String> maybe; String name; Integer boxed; Class<?> type; Number number;
                Object any; Runnable action; Comparable<String> order; java.util.function.IntUnaryOperator function;
                Colour colour; Named named; Pair pair; Deep deep; Bad bad; Worse worse; Rows rows; Cell[] cells; java.util.jar.Attributes[] lists;
                Extends extended; static int common; transient List<String> own; @Local List<String> mine; int[][] numbers;
                public void start() {}
                void set(Heat other) {
                    both = other.both; list = other.list; map = other.map; pool = other.pool; threads = other.threads; text = other.text;
                    lists = other.lists; extended = other.extended; cells[0].more = other.cells[0].more;
                }
            }
            enum Colour { RED }
            interface Named {}
            record Pair(int a, String b) { static int made = 1; }
            record Deep(Pair pair, Deep next) {}
            record Bad(int[] data) {}
            record Worse(Bad bad) {}
            record Rows(Cell cell) {}
            class Cell { Cell next; double value; java.util.jar.Attributes more; }
            class Extends extends java.util.Timer { int n; }
            """;

    @Test
    void fieldsWhoseObjectsAreNotKeptCoherent() {
        SharedFields fields =
                SharedFields.of("app/Heat", Program.compile(directory, FIELDS).classes());

        assertThat(fields.refusals())
                .extracting(
                        refusal -> refusal.member() + ": " + refusal.reason().replaceAll("; or, where.*", ""))
                .containsExactlyInAnyOrder(REFUSED.lines().toArray(String[]::new));
        assertThat(fields.refusals().get(0).reason())
                .endsWith(
                        "; or, where each rank shall have its own, and nothing is combined, mark the field @Local or say"
                                + " local=app.Heat.both");
        assertThat(fields.fields())
                .extracting(SharedFields.Shared::path)
                .contains("Heat.cells", "Heat.cells -> Cell.next", "Heat.numbers", "Heat.any", "Heat.common")
                .contains("Heat.worse -> Worse.bad", "Heat.bad -> Bad.data", "Heat.rows -> Rows.cell")
                .doesNotContain("Heat.own", "Heat.mine");
        assertThat(fields.classes())
                .contains("app/Heat", "app/Cell", "app/Bad", "app/Deep")
                .doesNotContain("app/Pair");
    }

    private static final String REFUSED = """
            Heat.both: objects of java.util.concurrent.ForkJoinTask are not kept coherent; use a CompletableFuture or FutureTask that the program makes, such as new FutureTask<>(...) that an executor executes
            Heat.extended: objects of app.Extends are not kept coherent: it extends java.util.Timer, whose fields are not woven; use arrays and classes of the application
            Heat.list: objects of java.util.jar.Attributes are not kept coherent; use arrays and classes of the application, or mark the field transient and share its object by hand: pool.register in initialize(), pool.acquire and pool.release around each use
            Heat.lists: objects of java.util.jar.Attributes are not kept coherent; use arrays and classes of the application, or mark the field transient and share its object by hand: pool.register in initialize(), pool.acquire and pool.release around each use
            Heat.map: objects of java.util.WeakHashMap are not kept coherent; use a HashMap, and remove the entries that are over: no rank knows which keys the others still use
            Heat.pool: objects of java.util.concurrent.ForkJoinPool are not kept coherent; its threads are those of one rank: let each rank make one of its own, and mark the field @Local or say local=app.Heat.pool
            Heat.threads: objects of java.lang.Thread are not kept coherent; a thread is one of one rank. Where it stands for a worker, such as the one that has a lock, keep its number, worker(), in an int; where each rank shall have a thread of its own there, mark the field @Local or say local=app.Heat.threads
            Heat.cells -> Cell.more: objects of java.util.jar.Attributes are not kept coherent; use arrays and classes of the application, or mark the field transient and share its object by hand: pool.register in initialize(), pool.acquire and pool.release around each use
            """;

    @Test
    void whatCanBeRun() {
        ApplicationClasses classes = Program.compile(
                        directory,
                        FIELDS
                                + "abstract class Half extends SPMD {} class Whole extends Half { public void start() {} }")
                .classes();

        assertThat(SharedFields.isProgram("app/Heat", classes)).isTrue();
        assertThat(SharedFields.isProgram("app/Whole", classes)).isTrue();
        assertThat(SharedFields.isProgram("app/Half", classes)).isFalse();
        assertThat(SharedFields.isProgram("app/Cell", classes)).isFalse();
        assertThat(SharedFields.isProgram("app/Missing", classes)).isFalse();
        assertThat(SharedFields.isProgram("jdsm/SPMD", classes)).isFalse();
    }

    @Test
    void optionsThatNameComponentsOfRecords() {
        Scope scope = new Scope(
                List.of(), List.of(), Set.of("app.Pair.a", "app.Pair.made", "app.Cell.next"), Set.of("app.Bad.data"));

        assertThat(Program.compile(directory, FIELDS, scope).classes().unknownFields())
                .extracting(refusal -> refusal.member() + ": " + refusal.reason())
                .as("a record with an array is an object")
                .containsExactly("app.Pair.a: " + COMPONENT);
    }

    private static final String COMPONENT =
            "a record travels as a value, all its components with it, but local or volatile-elements names a component;"
                    + " make the record a class, or name the field that refers to the record";
}
