package jdsm.agent;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A random program of several workers that has no race by its making, so that all runs with the same number of workers have the same
 * result.
 *
 * <p>It repeats a row of phases, with a barrier behind each. In a phase, each element and each object has one writer, a lock or an
 * atomic variable, and no worker reads what the phase writes, except for the writer. What a worker owns changes from phase to phase.
 */
final class RandomJobs {
    /** What phases write and read. */
    private enum Data {
        DOUBLES,
        INTS,
        HALVES,
        MATRIX,
        LINES,
        NODES,
        NUMBERS,
        SHAPES,
        LIST,
        MAP,
        FLAG,
        TOTAL,
        HITS,
        ATOMIC,
        SEEN
    }

    /** The bound of a loop over {@code i}. */
    private enum Extent {
        LENGTH,
        ROWS,
        COLUMNS,
        COUNT;

        String bound() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** An int to read. */
    private record Value(String text, Set<Data> reads) {
        Value(String text, Data... reads) {
            this(text, Set.of(reads));
        }

        boolean readsNoneOf(Set<Data> written) {
            return reads.stream().noneMatch(written::contains);
        }
    }

    private static final List<Value> VALUES = List.of(
            new Value("(i * 31 + round)"),
            new Value("(int) a[#length]", Data.DOUBLES),
            new Value("b[#length]", Data.INTS),
            new Value("(int) c[#length]", Data.HALVES),
            new Value("(int) m[#rows][#columns]", Data.MATRIX),
            new Value("rowSum(m[#rows])", Data.MATRIX),
            new Value("(int) g[#rows][0]", Data.LINES),
            new Value("last(g[#rows])", Data.LINES),
            new Value("g[#rows].length", Data.LINES),
            new Value("nodes[#count].x", Data.NODES),
            new Value("(int) nodes[#count].y", Data.NODES),
            new Value("nodes[#count].next.x", Data.NODES),
            new Value("depth(nodes[#count])", Data.NODES),
            new Value("kept.x", Data.NODES),
            new Value("(int) row[#columns]", Data.MATRIX),
            new Value("nodes[#count].sum()", Data.NODES, Data.NUMBERS),
            new Value("nodes[#count].data[round % 3]", Data.NODES, Data.NUMBERS),
            new Value("shapes[#count].area()", Data.SHAPES),
            new Value("area(shapes[#count])", Data.SHAPES),
            new Value("list.get(#count).x", Data.LIST, Data.NODES),
            new Value("list.size()", Data.LIST),
            new Value("byKey.get(7 * (#count)).x", Data.MAP, Data.NODES),
            new Value("(flag & 1023)", Data.FLAG),
            new Value("(int) total", Data.TOTAL),
            new Value("all[#count].hits", Data.HITS),
            new Value("(int) atomic.get()", Data.ATOMIC),
            new Value("seen[#some % 8]", Data.SEEN));

    /** What the workers do in a phase. Words with {@code #} stand for random parts, see {@link #part}. */
    private enum Kind {
        DOUBLES(Extent.LENGTH, Set.of(Data.DOUBLES), "a[i] = #value;", "a[i] += #value;"),
        INTS(
                Extent.LENGTH,
                Set.of(Data.INTS),
                "b[i] = #value;",
                "b[i] += #value;",
                "b[i] ^= #value;",
                "b[i] = b[i] * 3 + (int) a[i] % 1000 + i;"),
        HALVES(
                Extent.LENGTH,
                Set.of(Data.HALVES),
                "c[i] = c[i] * 0.25 + b[(i * 5 + round) % length];",
                "c[i] = a[length - 1 - i];"),
        MATRIX(
                Extent.ROWS,
                Set.of(Data.MATRIX),
                "for (int j = 0; j < columns; j++) { m[i][j] = (double) #value + j; }",
                "for (int j = 0; j < columns; j++) { m[i][j] += (double) #value + j; }",
                "double[] w = m[i]; for (int j = columns - 1; j > 0; j--) { w[j] += w[j - 1]; }",
                "double[] w = m[i]; for (int j = 1; j < w.length; j += 2) { w[j] = w[j - 1] + round; }",
                "double s = 0; for (double v : m[i]) { s += v; } m[i][columns - 1] = s % 1e6;",
                "double[] w = m[i]; w[0] = #value;",
                "Arrays.fill(m[i], #value);"),
        COLUMNS(
                Extent.COLUMNS,
                Set.of(Data.MATRIX),
                "for (int j = 0; j < rows; j++) { m[j][i] += (double) #value; }",
                "for (int j = 1; j < rows; j++) { m[j][i] = m[j][i] * 0.5 + m[j - 1][i]; }"),
        NEW_ROWS(
                Extent.ROWS,
                Set.of(Data.MATRIX),
                "m[i] = m[i].clone();",
                "double[] w = new double[columns]; System.arraycopy(m[i], 0, w, 0, columns); w[0] += #value; m[i] = w;"),
        LINES(
                Extent.ROWS,
                Set.of(Data.LINES),
                "long[] w = g[i]; for (int j = 0; j < w.length; j++) { w[j] = w[j] * 7 + #value; }",
                "if (g[i].length < 400) { g[i] = Arrays.copyOf(g[i], g[i].length + 1 + i % 3); g[i][g[i].length - 1] = #value; }"),
        NODES(
                Extent.COUNT,
                Set.of(Data.NODES),
                "nodes[i].x += #value;",
                "nodes[i].y = nodes[i].y * 0.5 + #value;",
                "nodes[i].bump(#value);",
                "Node q = nodes[i]; q.x = #value; q.y += q.x;",
                "nodes[i].next = all[(i * 7 + round) % count];",
                "Node q = new Node(#value); q.next = nodes[i].next; q.data = nodes[i].data; nodes[i] = q;"),
        NUMBERS(
                Extent.COUNT,
                Set.of(Data.NUMBERS),
                "int[] d = nodes[i].data; for (int j = 0; j < d.length; j++) { d[j] += #value; }",
                "nodes[i].data[#some % 3] = #value;"),
        NEW_NUMBERS(Extent.COUNT, Set.of(Data.NODES, Data.NUMBERS), "nodes[i].data = new int[] {i, round, #value};"),
        SHAPES(
                Extent.COUNT,
                Set.of(Data.SHAPES),
                "shapes[i].grow(#value);",
                "Shape s = shapes[i]; s.grow(round); s.grow(s.area() + #value);",
                "shapes[i] = (i + round) % 2 == 0 ? new Square(#value) : new Box(#value, shapes[i].area());"),
        LIST(
                Set.of(Data.LIST),
                "if (worker() == #one) { list.clear(); for (int i = 0; "
                        + "i < count; i++) { list.add(nodes[(i * 7 + round) % count]); } }",
                "if (worker() == #one) { List<Node> made = new ArrayList<>(); for (int i = 0; "
                        + "i < count; i++) { made.add(new Node(#value)); } list = made; }",
                "if (worker() == #one) { for (int i = 0; i < count; i += 2) { list.set(i, new Node(#value)); } }",
                "if (worker() == #one) { list.add(list.remove(0)); }"),
        MAP(
                Set.of(Data.MAP),
                "if (worker() == #one) { byKey.clear(); for (int i = 0; i < count; i++) { byKey.put(7 * i, new Node(#value)); } }",
                "if (worker() == #one) { Map<Integer, Node> made = new HashMap<>(byKey); byKey = made; }",
                "synchronized (lock) { for (int i = worker(); i < count; "
                        + "i += workers()) { byKey.put(7 * i, nodes[(i + round) % count]); } }"),
        EACH_ELEMENT(
                Set.of(Data.SEEN),
                "int s = 0; for (Node q : list) { s = s * 31 + q.x; } seen[worker()] += s;",
                "int s = 0; for (Map.Entry<Integer, Node> q : byKey.entrySet()) { "
                        + "s = s * 31 + q.getKey() + q.getValue().x; } seen[worker()] ^= s;",
                "int s = 0; for (Shape q : shapes) { s = s * 31 + q.area(); } seen[worker()] += s;"),
        SWAP(
                Set.of(Data.MATRIX),
                "if (worker() == #one) { int p = any(round, #some, rows); "
                        + "double[] w = m[p]; m[p] = m[(p + 1) % rows]; m[(p + 1) % rows] = w; }"),
        COPY(
                Set.of(Data.HALVES),
                "int from = first(length, #shift), to = behind(length, #shift); System.arraycopy(a, from, c, from, to - from);",
                "int from = first(length, #shift), to = behind(length, #shift); "
                        + "for (int i = from; i < to; i++) { c[i] = a[length - 1 - i]; }"),
        FILL(
                Set.of(Data.INTS),
                "int from = first(length, #shift), to = behind(length, #shift); Arrays.fill(b, from, to, round * 3);"),
        FLAG(Set.of(Data.FLAG), "if (worker() == #one) { int i = round % count; flag = flag * 31 + #value; }"),
        LOCK(
                Set.of(Data.TOTAL),
                "for (int j = 0; j < 5; j++) { synchronized (lock) { total += worker() * 3 + j; } }",
                "for (int i = worker() % count; i < count; i += 40) { synchronized (lock) { total += #value; } }"),
        LOCKS_OF_OBJECTS(
                Set.of(Data.HITS),
                "Node q = all[#some % count]; synchronized (q) { q.hits += worker() + 1; }",
                "for (int i = 0; i < count; i += 9) { all[i].hit(#value); }"),
        ATOMIC(
                Set.of(Data.ATOMIC),
                "for (int j = 0; j < 5; j++) { atomic.addAndGet(worker() + j); }",
                "for (int i = worker() % count; i < count; i += 40) { atomic.addAndGet(#value); }");

        private final boolean isDivided;
        private final Extent extent;
        private final Set<Data> writes;
        private final List<String> bodies;

        /** Each worker has some of the {@code i}. */
        Kind(Extent extent, Set<Data> writes, String... bodies) {
            this.isDivided = true;
            this.extent = extent;
            this.writes = writes;
            this.bodies = List.of(bodies);
        }

        /** Each worker has the whole text, in which {@code i} is a node's number where there is an {@code i}. */
        Kind(Set<Data> writes, String... bodies) {
            this.isDivided = false;
            this.extent = Extent.COUNT;
            this.writes = writes;
            this.bodies = List.of(bodies);
        }
    }

    private static final String DECLARATIONS = """
                double[] a, c; int[] b; double[][] m; long[][] g; Node[] nodes, all; Shape[] shapes;
                List<Node> list = new ArrayList<>(); Map<Integer, Node> byKey = new HashMap<>();
                Object lock = new Object(); long total; volatile int flag; int[] seen = new int[8];
                java.util.concurrent.atomic.AtomicLong atomic = new java.util.concurrent.atomic.AtomicLong();

                static class Node {
                    int x; double y; int hits; Node next; int[] data;
                    Node(int x) { this.x = x; y = x * 0.5; }
                    void bump(int by) { x += by; y += 1; }
                    int sum() { int s = 0; for (int d : data) { s += d; } return s; }
                    synchronized void hit(int by) { hits += by; }
                }
                interface Shape { int area(); void grow(int by); }
                static class Square implements Shape {
                    int side;
                    Square(int side) { this.side = side; }
                    public int area() { return side * side; }
                    public void grow(int by) { side += by; }
                }
                static class Box implements Shape {
                    final int[] sides; int grown;
                    Box(int... sides) { this.sides = sides; }
                    public int area() { return sides[0] * sides[1] + grown; }
                    public synchronized void grow(int by) { sides[1] += by; grown++; }
                }

                static int any(int i, int k, int bound) {
                    int h = i * 0x9E3779B9 + k * 0x85EBCA6B; h ^= h >>> 15; h *= 0x2C1B3C6D; return ((h ^ h >>> 12) >>> 1) % bound;
                }
                int first(int n, int shift) { return (int) ((long) n * ((worker() + shift) % workers()) / workers()); }
                int behind(int n, int shift) { return (int) ((long) n * ((worker() + shift) % workers() + 1) / workers()); }
                static int rowSum(double[] w) {
                    double s = 0; for (int j = 0; j < w.length; j += 1 + w.length / 50) { s += w[j]; } return (int) (s % 100000);
                }
                static int last(long[] w) { return (int) w[w.length - 1]; }
                static int depth(Node n) { int d = 0; for (int k = 0; n != null && k < 6; k++) { d += 1 + (n.x & 3); n = n.next; } return d; }
                static int area(Shape s) { return s instanceof Square q ? q.side : s.area(); }

                public void initialize() {
                    a = new double[length]; c = new double[length]; b = new int[length];
                    for (int i = 0; i < length; i++) { a[i] = i * 17 % 1000; b[i] = any(i, 3, 1000); }
                    m = new double[rows][columns]; g = new long[rows][];
                    for (int i = 0; i < rows; i++) { g[i] = new long[1 + i % 4]; for (int j = 0; j < columns; j++) { m[i][j] = i + j; } }
                    nodes = new Node[count]; all = new Node[count]; shapes = new Shape[count];
                    for (int i = 0; i < count; i++) {
                        nodes[i] = all[i] = new Node(i); nodes[i].data = new int[] {i, 2, 3};
                        shapes[i] = i % 3 == 0 ? new Box(i, 3) : new Square(i);
                        list.add(nodes[i]); byKey.put(7 * i, nodes[i]);
                    }
                    for (int i = 0; i < count; i++) { nodes[i].next = nodes[(i + 1) % count]; }
                }

                public void finish() {
                    if (rank() != 0) { return; }
                    long h = total * 31 + atomic.get() + flag;
                    for (int i = 0; i < length; i++) {
                        h = h * 31 + Double.doubleToLongBits(a[i]) + b[i] * 7L + Double.doubleToLongBits(c[i]) * 3;
                    }
                    for (int i = 0; i < rows; i++) {
                        for (double v : m[i]) { h = h * 31 + Double.doubleToLongBits(v); }
                        for (long v : g[i]) { h = h * 31 + v; }
                    }
                    for (int i = 0; i < count; i++) {
                        Node n = nodes[i];
                        h = h * 31 + n.x + Double.doubleToLongBits(n.y) + n.next.x + n.sum() + depth(n) + all[i].hits;
                        h = h * 31 + shapes[i].area() + list.get(i).x * 7L + byKey.get(7 * i).x;
                    }
                    for (int s : seen) { h = h * 31 + s; }
                    report("hash " + Long.toHexString(h));
                }
            """;

    private static final Pattern PART = Pattern.compile("#(\\w+)");

    private final Random random;
    private final int longest;
    private final StringBuilder start = new StringBuilder();
    private final StringBuilder methods = new StringBuilder();

    private RandomJobs(long seed, int longest) {
        this.random = new Random(seed);
        this.longest = longest;
    }

    static String of(long seed) {
        return new RandomJobs(seed, 20_000).program();
    }

    /** The same with shorter arrays, for runs in which each access takes long. */
    static String small(long seed) {
        return new RandomJobs(seed, 600).program();
    }

    private String program() {
        int rows = pick(3, 17, 40, 130);
        String sizes = "    int length = " + Math.min(pick(7, 64, 500, 3000, 20000), longest) + ", rows = " + rows
                + ", columns = "
                + Math.min(pick(1, 5, 33, 300, 2000), 2 * longest / rows) + ", count = " + pick(1, 8, 50, 400)
                + ", rounds = "
                + pick(3, 5, 8) + ";\n";
        int phases = pick(2, 4, 7);
        for (int number = 0; number < phases; number++) {
            phase(number);
        }
        return "public class P extends SPMD {\n" + sizes + DECLARATIONS + """
                    public void start() {
                        Node kept = all[count / 2];
                        double[] row = m[rows / 2];
                        barrier();
                        for (int round = 0; round < rounds; round++) {
                """ + start + """
                        }
                    }
                """ + methods + "}\n";
    }

    private void phase(int number) {
        Kind kind = pick(Kind.values());
        String body = pick(kind.bodies.toArray(String[]::new));
        String text = fill(kind.isDivided ? divided(kind.extent.bound(), body) : body, kind);
        if (random.nextBoolean()) {
            methods.append("    void phase" + number + "(int round, Node kept, double[] row) { " + text + " }\n");
            text = "phase" + number + "(round, kept, row);";
        } else {
            text = "{ " + text + " }";
        }
        start.append("            " + text + "\n            barrier();\n");
    }

    /** A loop in which each worker runs the body for its {@code i}. */
    private String divided(String bound, String body) {
        String part = "int from = first(" + bound + ", #shift), to = behind(" + bound + ", #shift); ";
        return switch (random.nextInt(7)) {
            case 0 -> part + "for (int i = from; i < to; i++) { " + body + " }";
            case 1 -> part + "for (int i = to - 1; i >= from; i--) { " + body + " }";
            case 2 -> part + "int i = from; while (i < to) { " + body + " i++; }";
            case 3 -> "for (int i = worker(); i < " + bound + "; i += workers()) { " + body + " }";
            case 4 -> "if (worker() == #one) { for (int i = 0; i < " + bound + "; i++) { " + body + " } }";
            default ->
                "for (int i = 0; i < " + bound + "; i++) { if (" + owner() + " != worker()) { continue; } " + body
                        + " }";
        };
    }

    private String owner() {
        return pick(
                "(i + round) % workers()",
                "(i / " + pick(2, 3, 7, 16, 64) + " + round) % workers()",
                "any(i, round, workers())",
                "any(i, #some, workers())");
    }

    /** The text with something random in place of each part. */
    private String fill(String text, Kind kind) {
        Matcher parts = PART.matcher(text);
        String shift = pick("0", "1", "round");
        return parts.replaceAll(found -> Matcher.quoteReplacement(
                found.group(1).equals("shift") ? shift : fill(part(found.group(1), kind), kind)));
    }

    private String part(String name, Kind kind) {
        return switch (name) {
            case "some" -> Integer.toString(random.nextInt(100));
            case "one" -> pick("0", "workers() - 1", "round % workers()");
            case "value" -> value(kind.writes);
            default -> index(name, kind.extent.bound());
        };
    }

    private String value(Set<Data> written) {
        Stream<Value> allowed = VALUES.stream().filter(value -> value.readsNoneOf(written));
        return pick(allowed.map(Value::text).toArray(String[]::new));
    }

    /** An index below a bound, by {@code i}, which is below another one. */
    private String index(String bound, String extent) {
        return switch (random.nextInt(5)) {
            case 0 -> "(int) ((long) i * " + bound + " / " + extent + ")";
            case 1 -> "any(i, #some, " + bound + ")";
            case 2 -> "any(i, round, " + bound + ")";
            case 3 -> "(i + " + random.nextInt(9) + ") % " + bound;
            default -> bound + " - 1 - i % " + bound;
        };
    }

    @SafeVarargs
    private <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
