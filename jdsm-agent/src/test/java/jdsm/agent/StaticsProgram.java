package jdsm.agent;

import java.util.LinkedHashMap;
import java.util.Map;
import jdsm.runtime.Remedies;

/** A program whose argument says what it attempts with what each rank has of its own. */
final class StaticsProgram {
    static final String SOURCE = """
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;
            import jdsm.*;
            class Gone {}
            class Partial { Gone gone; int n; }
            class Table {
                static final Partial PARTIAL = new Partial();
                static final double[] WEIGHTS = {1, 2, 3};
                static final double[][] ROWS = new double[2][2];
                static final Cell CELL = new Cell();
                static final Cell[] CELLS = {new Cell()};
                static final Map<String, Integer> COUNTS = new WeakHashMap<>();
                static final java.util.concurrent.locks.StampedLock NEXT = new java.util.concurrent.locks.StampedLock();
                static final Random RANDOM = new Random(1);
                static final java.util.StringTokenizer TEXT = new java.util.StringTokenizer("a b");
                static final Object LOCK = new Object();
                static final Date[] DATES = {new Date(0)};
                static final java.nio.ByteBuffer BYTES = java.nio.ByteBuffer.allocate(8);
                static final Scanner WORDS = new Scanner("a b");
                static final java.util.zip.CRC32 SUM = new java.util.zip.CRC32();
                @Local static final int[] OWN = new int[2];
                @Local static final List<Integer> OWN_LIST = new ArrayList<>();
                static { COUNTS.put("begin", 1); WEIGHTS[2] = 4; CELL.next = new Cell(); }
            }
            class Cell { int n; Cell next; volatile int seen; void count() { n++; } }
            enum Color { RED; int uses; final int[] counts = new int[1]; final Map<String, Integer> names = new HashMap<>(); @Local int own; void use() { uses++; } }
            class Late {
                static final Map<String, int[]> MAP = new HashMap<>();
                static final int[] NUMBERS = new int[1];
                static { fill(); }
                static void fill() { NUMBERS[0] = 7; MAP.put("a", NUMBERS); }
                static int get() { return MAP.get("a")[0]; }
                static int change() { return NUMBERS[0]++; }
            }
            class Hidden { static int n; static void change() { n++; } }
            record Point(int x) {}
            class Kept implements java.io.Serializable { int n; private volatile int v; private int[] array = {n}; }
            class Statics extends SPMD {
                Cell shared;
                Cell fromStatic;
                Object lock;
                Kept kept;
                int[] numbers;
                @Override public void initialize() {
                    Table.COUNTS.put("initialize", 2);
                    Table.WEIGHTS[0] = 5;
                    Color.RED.uses = 3;
                    fromStatic = Table.CELLS[0];
                    kept = new Kept();
                    numbers = new int[] {1, 2};
                    if (args()[0].equals("lock")) { lock = new ReentrantLocked(); }
                }
                static int late(String method) throws Exception {
                    try {
                        return (int) Class.forName("La" + "te").getDeclaredMethod(method).invoke(null);
                    } catch (java.lang.reflect.InvocationTargetException e) {
                        throw (Exception) e.getCause();
                    }
                }
                static void locked(Object lock) { synchronized (lock) { Table.OWN[0]++; } }
                interface Action { void run() throws Exception; }
                void attempt(String what, Action action) {
                    if (!args()[0].equals(what)) { return; }
                    String outcome = "fine";
                    try { action.run(); } catch (Exception e) { outcome = String.valueOf(e.getMessage()); }
                    if (rank() == 0) { System.out.println(what + ": " + outcome); }
                }
                @Override public void start() throws Exception {
                    attempt("reading", () -> {
                        double sum = Table.WEIGHTS[0] + Table.WEIGHTS[1] + Table.WEIGHTS[2] + Table.ROWS[1][1]
                            + Table.CELL.n + Table.CELL.next.n + Table.COUNTS.get("begin") + Color.RED.counts[0];
                        if (sum != 12) { throw new Exception("sum " + sum); }
                    });
                    attempt("own", () -> { Table.OWN[1]++; Table.OWN_LIST.add(1); Color.RED.own++; });
                    attempt("random", () -> Table.RANDOM.nextInt());
                    attempt("shared", () -> { synchronized (this) { fromStatic.count(); } });
                    attempt("late", () -> { if (late("get") != 7) { throw new Exception("late"); } });
                    attempt("late again", () -> late("change"));
                    attempt("too late", () -> Class.forName("Hid" + "den").getDeclaredMethod("change").invoke(null));
                    attempt("all", () -> {
                        synchronized (Table.LOCK) { Table.WEIGHTS[1]++; Table.CELL.count(); Table.CELL.next.count(); }
                        synchronized (Table.ROWS[1]) { Arrays.fill(Table.ROWS[1], Table.ROWS[1][0] + 2); }
                        Table.CELL.seen = 1;
                        barrier();
                        String sum = Table.WEIGHTS[1] + " " + Table.CELL.n + Table.CELL.next.n + " " + Table.ROWS[1][1];
                        if (!sum.equals((2.0 + ranks()) + " " + ranks() + ranks() + " " + 2.0 * ranks())) {
                            throw new Exception(sum);
                        }
                    });
                    attempt("of a class that lacks another", () -> Table.PARTIAL.n++);
                    attempt("map", () -> Table.COUNTS.merge("a", 1, Integer::sum));
                    attempt("stamped lock", () -> Table.NEXT.tryOptimisticRead());
                    attempt("text", () -> Table.TEXT.nextToken());
                    attempt("date", () -> Table.DATES[0].setTime(1));
                    attempt("buffer", () -> Table.BYTES.put(0, (byte) 1));
                    attempt("position", () -> Table.BYTES.getInt());
                    attempt("scanner", () -> Table.WORDS.next());
                    attempt("sum", () -> Table.SUM.update(1));
                    attempt("enum", () -> Color.RED.use());
                    attempt("enum's array", () -> Color.RED.counts[0]++);
                    attempt("enum's map", () -> Color.RED.names.put("a", 1));
                    attempt("string", () -> locked("a"));
                    attempt("box", () -> locked(1));
                    attempt("record", () -> locked(new Point(1)));
                    attempt("lambda", () -> {
                        synchronized (java.util.regex.Pattern.compile("a").asPredicate().getClass()) { Table.OWN[0]++; }
                    });
                    java.io.ObjectOutputStream out =
                        new java.io.ObjectOutputStream(java.io.OutputStream.nullOutputStream());
                    attempt("serialised", () -> out.writeObject(kept));
                    attempt("serialised numbers", () -> { out.writeObject(numbers); out.writeObject("text"); });
                    Class<?> type = kept.getClass();
                    attempt("reflected", () -> {
                        var n = type.getDeclaredField("n");
                        n.setAccessible(true);
                        synchronized (kept) { n.setInt(kept, n.getInt(kept) + 1); }
                        barrier();
                        if ((int) n.get(kept) != ranks()) { throw new Exception("n " + n.get(kept)); }
                    });
                    attempt("reflected volatile", () -> {
                        var v = type.getDeclaredField("v");
                        v.setAccessible(true);
                        v.set(kept, 3);
                    });
                    barrier();
                    if (fromStatic.n != (args()[0].equals("shared") ? ranks() : 0)) {
                        throw new Exception("n " + fromStatic.n);
                    }
                }
            }
            class ReentrantLocked extends java.util.concurrent.locks.ReentrantLock {}
            class Escaping extends SPMD {
                Object cell;
                @Override public void start() {
                    if (rank() == 0) { cell = Table.PARTIAL; }
                    barrier();
                    if (rank() == 1) { System.out.println(cell); }
                }
            }
            """;

    private StaticsProgram() {}

    private static String refused(String path, String field) {
        return path + " cannot be changed while ranks compute, for each rank has its own; " + Remedies.ofStatic(field);
    }

    private static String value(String type) {
        return "the monitor of a " + type + " excludes nobody on other ranks, for it is a value without identity:"
                + " synchronize on a shared object, for instance a new Object() that a field of the program refers to";
    }

    /** What several ranks say to each attempt that they refuse. */
    static Map<String, String> refusals() {
        Map<String, String> refusals = new LinkedHashMap<>();
        refusals.put("late again", refused("Late.NUMBERS", "Late.NUMBERS"));
        refusals.put(
                "too late",
                "class Hidden is used for the first time while ranks compute, too late to share its static fields; name"
                        + " the class in initialize(), for instance by Class.forName(\"Hidden\")");
        refusals.put("of a class that lacks another", refused("Table.PARTIAL", "Table.PARTIAL"));
        refusals.put("map", refused("Table.COUNTS", "Table.COUNTS"));
        refusals.put("stamped lock", refused("Table.NEXT", "Table.NEXT"));
        refusals.put("text", refused("Table.TEXT", "Table.TEXT"));
        refusals.put("date", refused("Table.DATES[0]", "Table.DATES"));
        refusals.put("buffer", refused("Table.BYTES", "Table.BYTES"));
        refusals.put("position", refused("Table.BYTES", "Table.BYTES"));
        refusals.put("scanner", refused("Table.WORDS", "Table.WORDS"));
        refusals.put("sum", refused("Table.SUM", "Table.SUM"));
        refusals.put("enum", refused("Color.uses", "Color.uses"));
        refusals.put("enum's array", refused("Color.RED.counts", "Color.RED"));
        refusals.put("enum's map", refused("Color.RED.names", "Color.RED"));
        refusals.put("string", value("java.lang.String"));
        refusals.put("box", value("java.lang.Integer"));
        refusals.put("record", value("Point"));
        refusals.put(
                "lambda",
                "the monitor of class LAMBDA excludes nobody on other ranks, for the class was made at run time and has"
                        + " another name there: synchronize on a class of the program");
        refusals.put(
                "serialised",
                "Java serialisation of a shared Kept is not kept coherent: write its fields one by one, or a record of"
                        + " them");
        refusals.put(
                "reflected volatile",
                "volatile field Kept.v of a shared object is not kept coherent by reflection: use the field itself");
        return refusals;
    }
}
