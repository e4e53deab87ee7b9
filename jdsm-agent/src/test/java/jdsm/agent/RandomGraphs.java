package jdsm.agent;

import java.util.Random;

/**
 * A random program whose workers make graphs of new objects, hand references on before anybody has read the objects, walk and
 * change them. There are many classes, so that in each round objects of some come to a rank for the first time, often in the
 * middle of a method, by a call. It has no race: one worker changes a graph, and the others walk it behind the next barrier.
 */
final class RandomGraphs {
    private static final int MOST_CLASSES = 14;
    private static final int DEPTH = 4;

    private final Random random;
    private final int classes;
    /** For each class, the class that it extends, or -1. */
    private final int[] above;
    /** For each class, the classes of its fields {@code a} and {@code b} and of the elements of {@code many}. */
    private final int[][] referents;

    private final StringBuilder code = new StringBuilder();
    private final StringBuilder methods = new StringBuilder();
    private int probes;
    /** The classes of the roots and of those handed on, 0 at first. */
    private final int[] kinds = new int[4];

    private final int[] relayed = new int[4];
    private final int[] chestKinds = new int[4];

    private RandomGraphs(long seed) {
        random = new Random(seed);
        classes = 3 + random.nextInt(MOST_CLASSES - 2);
        above = new int[classes];
        referents = new int[classes][3];
        for (int of = 0; of < classes; of++) {
            above[of] = of > 0 && chance(25) ? random.nextInt(of) : -1;
            for (int field = 0; field < 3; field++) {
                referents[of][field] = chance(20) ? of : random.nextInt(classes);
            }
        }
    }

    static String of(long seed) {
        return new RandomGraphs(seed).program();
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private String program() {
        code.append("""
                import java.util.function.*;
                interface Node { int visit(int d); Object pick(int d); void find(Found f, int d); void grow(int by, int d); }
                class Found { Object last; int count; }
                class Chest {
                    Node kept; List<Node> more = new ArrayList<>();
                    Node get(int times) { return times == 0 ? kept : get(times - 1); }
                    Node more(int times) { return times == 0 ? more.get(0) : more(times - 1); }
                }
                record Held(int number, Node node) {}
                enum Way { LEFT(2), RIGHT(3); final int factor; Way(int factor) { this.factor = factor; } }
                """);
        for (int of = 0; of < classes; of++) {
            type(of);
        }
        int roots = 1 + random.nextInt(4);
        int rounds = 2 + random.nextInt(6);
        code.append("public class P extends SPMD {\n    Node[] roots = new Node[" + roots + "], relay = new Node["
                + roots + "];\n    Chest[] sources = new Chest[" + roots + "], chests = new Chest[" + roots
                + "];\n    long[] sums = new long[16];\n    public void start() {\n        long h = 1;\n");
        for (int round = 0; round < rounds; round++) {
            round(roots);
        }
        code.append("""
                        sums[worker()] = h;
                        barrier();
                        if (worker() == 0) { for (long sum : sums) { h = h * 31 + sum; } report("hash " + Long.toHexString(h)); }
                    }
                """);
        return code.append(methods).append("}\n").toString();
    }

    private void round(int roots) {
        for (int root = 0; root < roots; root++) {
            if (chance(70)) {
                chestKinds[root] = random.nextInt(classes);
                one("{ Chest c = new Chest(); c.kept = new G" + chestKinds[root] + "(new Random(" + random.nextInt(1000)
                        + "), " + random.nextInt(2) + "); sources[" + root + "] = c; }");
            }
            if (chance(60)) {
                kinds[root] = random.nextInt(classes);
                one("roots[" + root + "] = new G" + kinds[root] + "(new Random(" + random.nextInt(1000) + "), " + DEPTH
                        + ");");
            }
        }
        code.append("        barrier();\n");
        for (int root = 0; root < roots; root++) {
            int handed = random.nextInt(roots);
            relayed[root] = kinds[handed];
            one("relay[" + root + "] = roots[" + handed + "];"); // without a look at the object
            one("if (sources[" + root + "] != null) { Chest c = new Chest(); c.kept = sources[" + root
                    + "].kept; c.more.add(sources[" + root + "].kept); chests[" + root + "] = c; }");
        }
        code.append("        barrier();\n");
        for (int walks = 2 + random.nextInt(3); walks > 0; walks--) {
            boolean isRelayed = chance(60);
            int root = random.nextInt(roots);
            if (chance(60)) {
                one("if (chests[" + root + "] != null) { h = h * 31 + " + chestProbe(root) + " }");
                continue;
            }
            int kind = isRelayed ? relayed[root] : kinds[root];
            String from = (isRelayed ? "relay[" : "roots[") + root + "]";
            String walk = chance(30)
                    ? "h = h * 31 + " + from + ".visit(" + DEPTH + ");"
                    : "h = h * 31 + " + probe(from, kind);
            String guarded = "if (" + from + " != null) { " + walk + " }";
            if (chance(50)) {
                code.append("        " + guarded + "\n");
            } else {
                one(guarded);
            }
        }
        code.append("        barrier();\n");
        int grown = random.nextInt(roots);
        one("if (roots[" + grown + "] != null) { roots[" + grown + "].grow(" + random.nextInt(9) + ", 3); }");
        code.append("        barrier();\n");
    }

    /**
     * A call of a new method that accesses no object but what others bring to it: of classes of which the rank may have had none
     * when the method began.
     */
    private String probe(String from, int kind) {
        String name = "probe" + probes++;
        methods.append("    static long " + name + "(Node from) {\n        long h = 1;\n");
        for (int uses = 1 + random.nextInt(3); uses > 0; uses--) {
            int depth = random.nextInt(4);
            String use = switch (random.nextInt(3)) {
                case 0 -> "{ Object o = from.pick(" + depth + "); " + useOf("o", "h", near(kind)) + " }";
                case 1 ->
                    "{ Found f = new Found(); from.find(f, " + depth + "); h += f.count; "
                            + useOf("f.last", "h", near(kind)) + " }";
                default ->
                    "for (int i = 0; i < 4; i++) { Object o = from.pick(i); " + useOf("o", "h", near(kind)) + " }";
            };
            methods.append("        " + use + "\n");
        }
        methods.append("        return h;\n    }\n");
        return name + "(" + from + ");";
    }

    /** Has one worker do something. */
    private void one(String action) {
        code.append("        if (worker() == " + random.nextInt(8) + " % workers()) { " + action + " }\n");
    }

    /** A call of a new method that gets an object out of a chest, which another rank may have filled than the one that has the object. */
    private String chestProbe(int root) {
        String name = "probe" + probes++;
        String object = "chest." + (chance(50) ? "get(2)" : "more(1)");
        int kind = chestKinds[root];
        String body = switch (random.nextInt(3)) {
            case 0 -> "Object o = #; " + useOf("o", "h", kind);
            case 1 -> "for (int i = 0; i < 3; i++) { Object o = #; " + useOf("o", "h", kind) + " }";
            default ->
                "if (# instanceof G" + kind + " g) { h += g.v" + kind + " * (int) g.w" + kind + "; g = (G" + kind
                        + ") #; h += g.v" + kind + "; }";
        };
        methods.append("    static long " + name + "(Chest chest) {\n        long h = 1;\n        "
                + body.replace("#", object) + "\n        return h;\n    }\n");
        return name + "(chests[" + root + "]);";
    }

    /** The class of an object a few references behind one of a class. */
    private int near(int kind) {
        int type = kind;
        for (int steps = random.nextInt(4); steps > 0; steps--) {
            type = referents[type][random.nextInt(3)];
        }
        return type;
    }

    /** Uses the fields of an object, if it is of a certain class. */
    private String useOf(String object, String sum, int type) {
        String name = "g" + random.nextInt(1000);
        return "if (" + object + " instanceof G" + type + " " + name + ") { " + sum + " = " + sum + " * 7 + " + name
                + ".v" + type + " - (int) " + name + ".w" + type + (chance(40) ? " + " + name + ".visit(1)" : "")
                + "; }";
    }

    private void type(int of) {
        StringBuilder visits = new StringBuilder();
        for (int number = 0; number < 2; number++) {
            visits.append(
                    "    int visit#" + number + "(int d) {\n        int s = v#;\n        if (d <= 0) { return s; }\n");
            for (int statements = 2 + random.nextInt(3); statements > 0; statements--) {
                visits.append("        " + reading(statements) + "\n");
            }
            visits.append("        return s;\n    }\n");
        }
        String next = chance(50) ? "a#" : "b#";
        code.append(filled(
                of,
                (chance(20) && !hasBelow(of) ? "final " : "") + "class G#"
                        + (above[of] < 0 ? "" : " extends G" + above[of]) + """
                 implements Node {
                    int v#; long w#; @A a#; @B b#; @E[] many#; int[] nums#; Object any#;
                    List<@E> list#; Map<Integer, @B> map#; @A[][] grid#; Held held#; Way way#; IntUnaryOperator step#;
                    G#(Random r, int d) {
                """
                        + (above[of] < 0 ? "" : "        super(r, 0);\n")
                        + """
                        v# = r.nextInt(100); w# = r.nextInt(1000); way# = r.nextBoolean() ? Way.LEFT : Way.RIGHT;
                        if (d > 0) {
                            if (r.nextInt(4) > 0) { a# = new @A(r, d - 1); }
                            if (r.nextInt(4) > 0) { b# = new @B(r, d - 1); }
                            if (r.nextInt(3) > 0) {
                                many# = new @E[r.nextInt(4)];
                                for (int i = 0; i < many#.length; i++) { if (r.nextInt(5) > 0) { many#[i] = new @E(r, d - 2); } }
                            }
                            if (r.nextBoolean()) { nums# = new int[] {r.nextInt(9), d}; }
                            if (r.nextInt(4) == 0) { list# = new ArrayList<>(); for (int i = r.nextInt(4); i > 0; i--) { list#.add(new @E(r, d - 2)); } }
                            if (r.nextInt(4) == 0) { map# = new HashMap<>(); for (int i = r.nextInt(4); i > 0; i--) { map#.put(i, new @B(r, d - 2)); } }
                            if (r.nextInt(4) == 0) { grid# = new @A[2][2]; grid#[r.nextInt(2)][1] = new @A(r, d - 2); }
                            if (r.nextInt(4) == 0) { held# = new Held(d, b#); }
                            if (r.nextInt(4) == 0) { @A given = a#; int by = r.nextInt(5); step# = x -> given == null ? x + by : x * given.@v + by; }
                            any# = switch (r.nextInt(4)) { case 0 -> a#; case 1 -> "s" + d; case 2 -> new @O(r, d - 2); default -> null; };
                        }
                    }
                    public int visit(int d) { return visit#@N(d); }
                    public Object pick(int d) { return d <= 0 || @next == null ? any# : @next.pick(d - 1); }
                    public void find(Found f, int d) { f.count++; f.last = @found; if (d > 0 && @next != null) { @next.find(f, d - 1); } }
                    public void grow(int by, int d) {
                        v# += by; w# ^= by + d;
                        if (nums# != null) { nums#[d & 1] += by; }
                        if (d <= 0) { return; }
                        @change
                        if (b# != null) { b#.grow(by + 1, d - 1); }
                        if (many# != null) { for (@E e : many#) { if (e != null) { e.grow(by, d - 1); } } }
                    }
                """.replace("@N", "" + random.nextInt(2))
                                .replace("@next", next)
                                .replace("@found", chance(50) ? "b#" : "a#")
                                .replace("@change", change())
                        + visits + "}\n"));
    }

    private String change() {
        return switch (random.nextInt(4)) {
            case 0 -> "a# = new @A(new Random(by + d), 2);";
            case 1 -> "if (list# != null) { list#.add(new @E(new Random(by), 1)); }";
            case 2 -> "if (map# != null) { map#.put(by, new @B(new Random(d), 1)); map#.remove(1); }";
            default -> "";
        };
    }

    /** Puts the names of a class, its fields and the classes of these in place of their marks. */
    private String filled(int of, String text) {
        return text.replace("@A", "G" + referents[of][0])
                .replace("@B", "G" + referents[of][1])
                .replace("@E", "G" + referents[of][2])
                .replace("@O", "G" + random.nextInt(classes))
                .replace("@v", "v" + referents[of][0])
                .replace("@w", "v" + referents[of][1])
                .replace("@e", "v" + referents[of][2])
                .replace("#", "" + of);
    }

    private boolean hasBelow(int of) {
        for (int parent : above) {
            if (parent == of) {
                return true;
            }
        }
        return false;
    }

    /** A statement of a method that adds to {@code s} what is read from this object and those behind it. */
    private String reading(int number) {
        boolean first = chance(50);
        String type = first ? "@A" : "@B";
        String reference = first ? "a#" : "b#";
        String value = first ? "@v" : "@w";
        String local = "x" + number;
        return switch (random.nextInt(15)) {
            case 0 -> "s = s * 31 + (int) w# + (nums# == null ? 1 : nums#[0]);";
            case 1 ->
                type + " " + local + " = " + reference + "; if (" + local + " != null) { s += " + local
                        + ".visit(d - 1); s = s * 7 + " + local + "." + value + "; }";
            case 2 ->
                "if (many# != null) { for (@E e : many#) { if (e != null) { s += e.visit(d - 2); s = s * 3 + e.@e; } } }";
            case 3 ->
                "for (int i = 0; many# != null && i < many#.length; i++) { s = s * 3 + (many#[i] == null ? 1 : many#[i].@e); }";
            case 4 -> "{ Object o = pick(d - 1); " + useOf("o", "s", random.nextInt(classes)) + " }";
            case 5 -> "if (any# instanceof Node n) { s += n.visit(d - 2); }";
            case 6 ->
                "{ Found f = new Found(); find(f, d - 1); s += f.count; "
                        + useOf("f.last", "s", random.nextInt(classes)) + " }";
            case 7 ->
                "if (" + reference + " != null) { Object o = " + reference + ".pick(d); "
                        + useOf("o", "s", random.nextInt(classes)) + " s += " + reference + "." + value + "; }";
            case 8 -> "s -= " + reference + " == null ? 3 : " + reference + "." + value + ";";
            case 9 ->
                "{ " + type + " k = " + reference
                        + "; int t = any# instanceof Node n ? n.visit(0) : 2; s += k == null ? t : t * k." + value
                        + "; }";
            case 10 -> "if (list# != null) { for (@E e : list#) { s = s * 3 + e.@e; } }";
            case 11 -> "if (map# != null && map#.containsKey(2)) { s += map#.get(2).visit(d - 2) + map#.get(2).@w; }";
            case 12 ->
                "if (grid# != null) { for (@A[] row : grid#) { for (@A e : row) { s = s * 5 + (e == null ? 1 : e.@v); } } }";
            case 13 ->
                "if (held# != null && held#.node() != null) { s += held#.number() + held#.node().visit(d - 2); }";
            default -> "s += way#.factor + (step# == null ? 1 : step#.applyAsInt(d));";
        };
    }
}
