package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import jdsm.agent.analysis.Refusal;
import jdsm.agent.analysis.Scope;
import jdsm.agent.analysis.SharedFields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is refused, and how that is said. */
@Timeout(30)
class LimitsTest {
    @TempDir
    Path directory;

    private List<String> refusals(String source) {
        return Program.compile(directory, source).weave().refusals();
    }

    @Test
    void staticsThatAreWritten() {
        String source = """
                class Statics {
                    static Thread total;
                    static Thread first = new Thread();
                    @Local static Thread own;
                    static final int[] TABLE = new int[3];
                    static { first = null; assert first == null; }
                    void count() {
                        total = own;
                        own = null;
                    }
                }
                class Sub extends Statics {}
                class Other { void reset() { Sub.total = null; } static { Statics.first = null; } }
                """;
        String reason = " is written outside its class initialiser, and each rank has a value of its own;"
                + " make it a field of the SPMD class, or of an object that such a field leads to; or, where each rank shall"
                + " have its own, and nothing is combined, mark it @Local or say local=app.Statics.%1$s";

        assertThat(refusals(source))
                .containsExactlyInAnyOrder(
                        ("app.Statics.count (Program.java:11): static field app.Statics.%1$s" + reason)
                                .formatted("total"),
                        ("app.Other.reset (Program.java:16): static field app.Statics.%1$s" + reason)
                                .formatted("total"),
                        ("app.Other.<clinit> (Program.java:16): static field app.Statics.%1$s" + reason)
                                .formatted("first"));
        Scope scope = new Scope(List.of(), List.of(), Set.of("app.Statics.total", "app.Statics.first"), Set.of());
        assertThat(Program.compile(directory, source, scope).weave().refusals()).isEmpty();
    }

    /** The library would call the JDK's final methods. */
    @Test
    void atomicsForALibraryThatIsNotWoven() {
        String source = """
                import java.util.concurrent.atomic.*;
                class Lib { static int count(AtomicInteger counter) { return counter.get(); } static void any(Object o) {} }
                class Heat extends SPMD {
                    final AtomicInteger counter = new AtomicInteger();
                    @Override public void start() { Lib.any("x"); Lib.count(counter); }
                }
                """;
        Scope scope = new Scope(List.of(), List.of("app.Lib"), Set.of(), Set.of());

        assertThat(Program.compile(directory, source, scope).weave().refusals())
                .containsExactly(
                        "app.Heat.start (Program.java:8): app.Lib is not woven, and would not see the state of a"
                                + " java.util.concurrent.atomic.AtomicInteger that woven code makes; weave it (include=app.Lib) or pass"
                                + " the value");
        assertThat(Program.compile(directory, source).weave().refusals()).isEmpty();
    }

    @Test
    void optionsThatNameNoField() {
        String source = "class Heat extends SPMD { int[] a; static class In { int b; }\n"
                + "public void initialize() {} public void start() {} public void finish() {} }";
        Scope scope = new Scope(
                List.of(), List.of(), Set.of("app.Heat.a", "app.Heat$In.b", "app.Heat.x"), Set.of("app.Cold.y"));
        String rest = ", but local or volatile-elements names it; write package.Outer$Inner.field";

        assertThat(Program.compile(directory, source, scope).weave().refusals())
                .containsExactly(
                        "app.Cold.y: there is no such class" + rest,
                        "app.Heat.x: the class declares no such field" + rest);
    }

    @Test
    void waysAroundFields() {
        assertThat(refusals("""
                import java.lang.invoke.*;
                class Ways {
                    volatile int n;
                    int plain;
                    static final java.util.concurrent.atomic.AtomicIntegerFieldUpdater<Ways> UPDATER =
                        java.util.concurrent.atomic.AtomicIntegerFieldUpdater.newUpdater(Ways.class, "n");
                    static VarHandle handle() throws Exception {
                        return MethodHandles.lookup().findVarHandle(Ways.class, "n", int.class);
                    }
                    static Object unreflected(java.lang.reflect.Field field) throws Exception {
                        return MethodHandles.lookup().unreflectGetter(field);
                    }
                    static Object getter() throws Exception {
                        return MethodHandles.lookup().findGetter(Ways.class, "n", int.class);
                    }
                    static Object elements() { return MethodHandles.arrayElementGetter(int[].class); }
                    static Object made() throws Exception { return handle().toMethodHandle(VarHandle.AccessMode.GET); }
                    native void go();
                    static native void fine(int[] a);
                }
                enum Color { RED; int n; }
                """))
                .containsExactlyInAnyOrder(
                        "app.Ways.unreflected (Program.java:14): a field handle's accesses are not kept coherent;"
                                + " use the field itself",
                        "app.Ways.elements (Program.java:19): an element handle's accesses are not kept coherent;"
                                + " use the array itself",
                        "app.Ways.made (Program.java:20): a handle that is made of another one is not kept coherent;"
                                + " call the methods of the VarHandle itself",
                        "app.Ways.go (Program.java): a native method may access fields of a shared object without a"
                                + " check; make the method static and pass the values that it needs as parameters");
    }

    @Test
    void fieldsThatTheJdksListsLeaveToSubclasses() {
        String reason =
                " inherits from a collection of the JDK, has no content: woven code keeps the elements elsewhere;"
                        + " use the collection's methods, such as size() and get(index)";

        assertThat(refusals("""
                import java.util.*;
                class Deep extends Stack<String> {
                    Object second() { return elementData[elementCount - 2]; }
                }
                class Deeper extends Deep {
                    int modCount;
                    boolean isEven() { return elementCount % 2 == modCount; }
                }
                class Own extends AbstractList<String> {
                    int elementCount;
                    @Override public String get(int index) { return ""; }
                    @Override public int size() { return elementCount + modCount; }
                }
                """))
                .containsExactlyInAnyOrder(
                        "app.Deep.second (Program.java:6): field elementData, which app.Deep" + reason,
                        "app.Deep.second (Program.java:6): field elementCount, which app.Deep" + reason,
                        "app.Deeper.isEven (Program.java:10): field elementCount, which app.Deeper" + reason);
    }

    @Test
    void handlesForALibraryThatIsNotWoven() {
        String source = """
                import java.lang.invoke.*;
                class Lib { static void count(VarHandle handle) {} }
                class Heat extends SPMD {
                    @Override public void start() { Lib.count(MethodHandles.arrayElementVarHandle(int[].class)); }
                }
                """;
        Scope scope = new Scope(List.of(), List.of("app.Lib"), Set.of(), Set.of());

        assertThat(Program.compile(directory, source, scope).weave().refusals())
                .containsExactly(
                        "app.Heat.start (Program.java:7): app.Lib is not woven, and its accesses by a VarHandle are not"
                                + " kept coherent; weave it (include=app.Lib) or access the field here");
    }

    @Test
    void monitorsOfValues() {
        String reason = " excludes nobody on other ranks, for it is a value without identity; synchronize on a shared"
                + " object, for instance a new Object() that a field of the program refers to";

        assertThat(refusals("""
                class Locks {
                    static final String NAME = new String("lock");
                    Integer boxed = 1000;
                    Point[] points;
                    Object any;
                    void string() { synchronized (NAME) { any = null; } }
                    void box() {
                        Integer mine = boxed;
                        synchronized (mine) { any = null; }
                    }
                    void record() { synchronized (points[1]) { any = null; } }
                    void either(boolean which) { synchronized (which ? NAME : any) { any = null; } }
                    void fine(Kind kind, Object o) {
                        synchronized (kind) { synchronized (Locks.class) { synchronized (o) { any = null; } } }
                    }
                }
                record Point(int x) { synchronized int get() { return x; } }
                enum Kind { ONE; synchronized void go() {} }
                """))
                .containsExactlyInAnyOrder(
                        "app.Locks.string (Program.java:9): the monitor of a java.lang.String" + reason,
                        "app.Locks.box (Program.java:12): the monitor of a java.lang.Integer" + reason,
                        "app.Locks.record (Program.java:14): the monitor of a app.Point" + reason,
                        "app.Point.get (Program.java): the monitor of a app.Point" + reason);
    }

    private static final String HEAT = """
            class Heat extends SPMD {
                double[][] grid;
                Cell[] cells;
                volatile boolean done;
                @VolatileElements int[] flags;
                @Local Map<String, Integer> own;
                transient List<String> lost;
                Point point;
                Color color;
                Object any;
                Shape shape;
                Long boxed;
                java.util.concurrent.ForkJoinTask<String> total;
                java.util.concurrent.locks.StampedLock lock;
                java.lang.invoke.VarHandle handle;
                public void start() { total = null; lock = cells[0].lock(); total = cells[0].total(); handle = cells[0].handle(); }
            }
            class Base { java.util.jar.Attributes above; void set(java.util.jar.Attributes given) { above = given; } }
            class Cell extends Base {
                Cell next; Bad bad; Failure failure; Comparator<Cell> order; String name;
                void set(Failure given) { failure = given; }
                java.util.concurrent.locks.StampedLock lock() { return null; }
                java.util.concurrent.ForkJoinTask<String> total() { return null; }
                java.lang.invoke.VarHandle handle() { return null; }
            }
            class Failure extends java.sql.SQLException { private static final long serialVersionUID = 1; }
            record Point(int x, String y, Color color) {}
            record Bad(int x, int[] values) {}
            enum Color { RED }
            interface Shape {}
            """;

    @Test
    void whatAProgramReaches() {
        Program program = Program.compile(directory, HEAT);
        SharedFields shared = SharedFields.of("app/Heat", program.classes());

        String own =
                "; or, where each rank shall have its own, and nothing is combined, mark the field @Local or say local=app.";
        String hint = "; use arrays and classes of the application";
        String byHand = ", or mark the field transient and share its object by hand: pool.register in initialize(),"
                + " pool.acquire and pool.release around each use";
        String instead =
                "; use a CompletableFuture or FutureTask that the program makes, such as new FutureTask<>(...) that an"
                        + " executor executes" + own;
        assertThat(shared.refusals())
                .extracting(Refusal::toString)
                .containsExactly(
                        "Heat.handle (Program.java:19): objects of java.lang.invoke.VarHandle are not kept coherent; use a static final field:"
                                + " it accesses objects of a class, and each rank makes it when it initialises that class"
                                + own
                                + "Heat.handle",
                        "Heat.lock (Program.java:19): objects of java.util.concurrent.locks.StampedLock are not kept coherent"
                                + "; use a ReentrantReadWriteLock, with its read lock in place of optimistic reads"
                                + own
                                + "Heat.lock",
                        "Heat.total (Program.java:19): objects of java.util.concurrent.ForkJoinTask are not kept coherent"
                                + instead + "Heat.total",
                        "Heat.cells -> Cell.failure (Program.java:24): objects of app.Failure are not kept coherent:"
                                + " it extends java.sql.SQLException, which has a state of its own; use another exception"
                                + " with its text and frames, such as a RuntimeException with the message e.toString() and"
                                + " with setStackTrace(e.getStackTrace()): nothing but the JDK or a library knows all state"
                                + " of this class" + own + "Cell.failure",
                        "Heat.cells -> Base.above (Program.java:21): objects of java.util.jar.Attributes are not kept coherent"
                                + hint + byHand + own + "Base.above");
        assertThat(shared.fields())
                .extracting(SharedFields.Shared::path)
                .contains("Heat.grid", "Heat.done", "Heat.flags", "Heat.cells -> Cell.next", "Heat.cells -> Cell.name")
                .doesNotContain("Heat.own", "Heat.lost");
        assertThat(shared.classes()).containsExactly("app/Heat", "app/Cell", "app/Bad");
        assertThat(program.weave().refusals()).hasSize(5);
    }

    @Test
    void onlyWhatIsRunIsLookedAt() {
        assertThat(refusals("""
                abstract class Some extends SPMD { List<String> names; }
                class Unrelated { List<String> names; }
                """)).isEmpty();
    }

    @Test
    void unsafeAccesses() {
        assertThat(refusals("""
                class Raw {
                    int x;
                    int get(sun.misc.Unsafe unsafe, long offset) { return unsafe.getInt(this, offset); }
                    void put(sun.misc.Unsafe unsafe, long offset) { unsafe.putInt(this, offset, 1); }
                    long page(sun.misc.Unsafe unsafe) { return unsafe.allocateMemory(unsafe.pageSize()); }
                }
                """))
                .containsExactly(
                        "app.Raw.get (Program.java:6): Unsafe's accesses are not kept coherent; use fields and arrays",
                        "app.Raw.put (Program.java:7): Unsafe's accesses are not kept coherent; use fields and arrays");
    }
}
