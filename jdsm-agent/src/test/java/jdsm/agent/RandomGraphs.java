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
                interface Node { int visit(int d); Object pick(int d); void find(Found f, int d); void grow(int by, int d); }
                class Found { Object last; int count; }
                """);
        for (int of = 0; of < classes; of++) {
            type(of);
        }
        int roots = 1 + random.nextInt(4);
        int rounds = 2 + random.nextInt(6);
        code.append("public class P extends SPMD {\n    Node[] roots = new Node[" + roots + "], relay = new Node["
                + roots + "];\n    long[] sums = new long[16];\n    public void start() {\n        long h = 1;\n");
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
            if (chance(60)) {
                one("roots[" + root + "] = new G" + random.nextInt(classes) + "(new Random(" + random.nextInt(1000)
                        + "), " + DEPTH + ");");
            }
        }
        code.append("        barrier();\n");
        for (int root = 0; root < roots; root++) {
            one("relay[" + root + "] = roots[" + random.nextInt(roots) + "];"); // without a look at the object
        }
        code.append("        barrier();\n");
        for (int walks = 1 + random.nextInt(3); walks > 0; walks--) {
            String from = (chance(60) ? "relay[" : "roots[") + random.nextInt(roots) + "]";
            String walk =
                    chance(40) ? "h = h * 31 + " + from + ".visit(" + DEPTH + ");" : "h = h * 31 + " + probe(from);
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
    private String probe(String from) {
        String name = "probe" + probes++;
        methods.append("    static long " + name + "(Node from) {\n        long h = 1;\n");
        for (int uses = 1 + random.nextInt(3); uses > 0; uses--) {
            int depth = random.nextInt(4);
            String use = switch (random.nextInt(3)) {
                case 0 -> "{ Object o = from.pick(" + depth + "); " + useOf("o", "h") + " }";
                case 1 ->
                    "{ Found f = new Found(); from.find(f, " + depth + "); h += f.count; " + useOf("f.last", "h")
                            + " }";
                default -> "for (int i = 0; i < 4; i++) { Object o = from.pick(i); " + useOf("o", "h") + " }";
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

    /** Uses the fields of an object, if it is of a certain class. */
    private String useOf(String object, String sum) {
        int type = random.nextInt(classes);
        String name = "g" + random.nextInt(1000);
        return "if (" + object + " instanceof G" + type + " " + name + ") { " + sum + " = " + sum + " * 7 + " + name
                + ".v" + type + " - (int) " + name + ".w" + type + (chance(40) ? " + " + name + ".visit(1)" : "")
                + "; }";
    }

    private void type(int of) {
        String parent = above[of] < 0 ? "" : " extends G" + above[of];
        String a = "G" + referents[of][0];
        String b = "G" + referents[of][1];
        String element = "G" + referents[of][2];
        code.append((chance(20) ? "final " : "").replace(hasBelow(of) ? "final " : "", "") + "class G" + of + parent
                + " implements Node {\n    int v#; long w#; ".replace("#", "" + of)
                + a + " a" + of + "; " + b + " b" + of + "; " + element + "[] many" + of + "; int[] nums" + of
                + "; Object any" + of + ";\n");
        code.append("    G" + of + "(Random r, int d) {\n" + (above[of] < 0 ? "" : "        super(r, 0);\n"));
        code.append("        v" + of + " = r.nextInt(100); w" + of + " = r.nextInt(1000);\n");
        code.append("        if (d > 0) {\n");
        code.append("            if (r.nextInt(4) > 0) { a" + of + " = new " + a + "(r, d - 1); }\n");
        code.append("            if (r.nextInt(4) > 0) { b" + of + " = new " + b + "(r, d - 1); }\n");
        code.append("            if (r.nextInt(3) > 0) { many" + of + " = new " + element
                + "[r.nextInt(4)]; for (int i = 0; i < many"
                + of + ".length; i++) { if (r.nextInt(5) > 0) { many" + of + "[i] = new " + element
                + "(r, d - 2); } } }\n");
        code.append("            if (r.nextBoolean()) { nums" + of + " = new int[] {r.nextInt(9), d}; }\n");
        code.append("            any" + of + " = switch (r.nextInt(4)) { case 0 -> a" + of
                + "; case 1 -> \"s\" + d; case 2 -> new G" + random.nextInt(classes)
                + "(r, d - 2); default -> null; };\n        }\n    }\n");
        code.append("    public int visit(int d) { return visit" + of + random.nextInt(2) + "(d); }\n");
        for (int number = 0; number < 2; number++) {
            code.append("    int visit" + of + number + "(int d) {\n        int s = v" + of
                    + ";\n        if (d <= 0) { return s; }\n");
            for (int statements = 2 + random.nextInt(3); statements > 0; statements--) {
                code.append("        " + reading(of, statements) + "\n");
            }
            code.append("        return s;\n    }\n");
        }
        String next = chance(50) ? "a" + of : "b" + of;
        code.append("    public Object pick(int d) { return d <= 0 || " + next + " == null ? any" + of + " : " + next
                + ".pick(d - 1); }\n");
        code.append("    public void find(Found f, int d) { f.count++; f.last = " + (chance(50) ? "b" : "a") + of
                + "; if (d > 0 && " + next + " != null) { " + next + ".find(f, d - 1); } }\n");
        code.append("    public void grow(int by, int d) {\n        v" + of + " += by; w" + of
                + " ^= by + d;\n        if (nums" + of
                + " != null) { nums" + of + "[d & 1] += by; }\n        if (d <= 0) { return; }\n"
                + (chance(40) ? "        a" + of + " = new " + a + "(new Random(by + d), 2);\n" : "")
                + "        if (b" + of + " != null) { b" + of + ".grow(by + 1, d - 1); }\n        if (many" + of
                + " != null) { for (" + element + " e : many" + of
                + ") { if (e != null) { e.grow(by, d - 1); } } }\n    }\n}\n");
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
    private String reading(int of, int number) {
        int field = random.nextInt(2);
        int type = referents[of][field];
        String reference = (field == 0 ? "a" : "b") + of;
        String local = "x" + number;
        int element = referents[of][2];
        String many = "many" + of;
        return switch (random.nextInt(10)) {
            case 0 -> "s = s * 31 + (int) w" + of + " + (nums" + of + " == null ? 1 : nums" + of + "[0]);";
            case 1 ->
                "G" + type + " " + local + " = " + reference + "; if (" + local + " != null) { s += " + local + ".visit"
                        + type + "1(d - 1); s = s * 7 + " + local + ".v" + type + "; }";
            case 2 ->
                "if (" + many + " != null) { for (G" + element + " e : " + many
                        + ") { if (e != null) { s += e.visit(d - 2); s = s * 3 + e.v" + element + "; } } }";
            case 3 ->
                "for (int i = 0; " + many + " != null && i < " + many + ".length; i++) { s = s * 3 + (" + many
                        + "[i] == null ? 1 : " + many + "[i].v" + element + "); }";
            case 4 -> "{ Object o = pick(d - 1); " + useOf("o", "s") + " }";
            case 5 -> "if (any" + of + " instanceof Node n) { s += n.visit(d - 2); }";
            case 6 -> "{ Found f = new Found(); find(f, d - 1); s += f.count; " + useOf("f.last", "s") + " }";
            case 7 ->
                "if (" + reference + " != null) { Object o = " + reference + ".pick(d); " + useOf("o", "s") + " s += "
                        + reference + ".v" + type + "; }";
            case 8 ->
                type == of
                        ? "{ int left = d; for (G" + of + " n = " + reference + "; n != null && left > 0; n = n."
                                + reference + ") { s += n.v" + of + "; left--; } }"
                        : "s -= " + reference + " == null ? 3 : " + reference + ".v" + type + ";";
            default ->
                "{ G" + type + " k = " + reference + "; int t = any" + of
                        + " instanceof Node n ? n.visit(0) : 2; s += k == null ? t : t * (int) k.w" + type + "; }";
        };
    }
}
