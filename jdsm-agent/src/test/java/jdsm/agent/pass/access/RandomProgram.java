package jdsm.agent.pass.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes a class {@code T} with many small methods {@code m0, m1, ...}: nested loops of all kinds over arrays of many kinds,
 * some of them null, with indices of many forms, some out of range, and calls that synchronise, or change what loops depend on.
 */
final class RandomProgram {
    private static final String HEAD = """
            public final class T {
                public static Runnable action = () -> {};
                static int fuel;
                static T it;
                int n = 9, x = 3, y;
                int[] a = new int[16], b = new int[13];
                double[] d = new double[16];
                byte[] z = new byte[11];
                boolean[] f = new boolean[11];
                int[][] g = new int[7][9];
                int[] rows = {0, 2, 3, 3, 8, 9, 12, 5};
                T[] ts = new T[6];
                T next;
                void sync() { action.run(); }
                int pure(int v) { return v * 31 + 7; }
                static int call(T t, int v) { return t.y + v; }
                int syncing(int v) { if ((v & 3) != 0) sync(); return v & 7; }
                int odd(int v) { if ((v & 1) != 0) throw new IllegalStateException(); return v; }
                void swap() { int[] t = a; a = b; b = t; if (n > 2) n--; }
                int c() { return wide[7]; }
                void rows() { int[] t = g[1]; g[1] = g[2]; g[2] = t; }
                public long state() {
                    long h = n + 3L * x + 5L * y;
                    if (a != null) for (int v : a) h = h * 31 + v;
                    for (int[] t : new int[][] {b, rows}) if (t != null) for (int v : t) h = h * 31 + v;
                    for (double v : d) h = h * 31 + (long) v;
                    for (byte v : z) h = h * 31 + v;
                    for (boolean v : f) h = h * 31 + (v ? 1 : 2);
                    for (int[] r : g) if (r != null) for (int v : r) h = h * 31 + v;
                    for (int i = 0; i < 10; i++) h = h * 31 + box.get(i);
                    return h;
                }
            """;

    /** Other classes with static fields. */
    private static final String HOLDERS = """
            class Holder { static int[] plain = new int[12], given; static int size = 6; }
            class Late { @jdsm.Local static int end; static { end = T.it.n - 2; } }
            """;

    private final Random random;
    private final StringBuilder text = new StringBuilder(HEAD);
    private final List<String> ints = new ArrayList<>();
    private final RandomInitializers initializers;
    private final RandomHierarchy hierarchy;
    private final RandomLoops loops;
    private final RandomReceivers receivers;
    private int names;
    private boolean synchronizing;
    private int depth;

    RandomProgram(long seed) {
        this.random = new Random(seed);
        this.initializers = new RandomInitializers(random);
        this.hierarchy = new RandomHierarchy(random);
        this.loops = new RandomLoops(random);
        this.receivers = new RandomReceivers(random);
    }

    static String of(long seed, int methods) {
        RandomProgram program = new RandomProgram(seed);
        for (int i = 0; i < methods; i++) {
            program.method(i);
        }
        return program.text + RandomHierarchy.MEMBERS + RandomReceivers.MEMBERS + "}\n" + HOLDERS
                + RandomReceivers.CLASSES + program.initializers.classes() + program.hierarchy.classes();
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private void method(int number) {
        ints.clear();
        ints.addAll(List.of("p", "q", "(h & 3)"));
        text.append("public int m" + number
                + "(int p, int q, int[] u, int[][] w, T o) {\nint h = 1; fuel = 3000; it = this;\n"
                + "Holder.plain = new int[12]; Holder.given = b; Holder.size = 6;\n");
        if (chance(30)) {
            text.append("int[] c = new int[8]; T k = new T();\n");
        } else {
            text.append("int[] c = " + pick("u", "this.a", "w[1]", "this.g[2]") + "; T k = "
                    + pick("o", "this", "this.next") + ";\n");
        }
        synchronizing = chance(70);
        if (chance(20)) {
            guarded(2 + random.nextInt(3));
        } else {
            block(2 + random.nextInt(3));
        }
        text.append("return h;\n}\n");
    }

    private void guarded(int statements) {
        text.append("try {\n");
        block(statements);
        String name = fresh();
        text.append("} catch (" + pick("RuntimeException ", "Throwable ") + name + ") { h += 5;\n");
        block(1);
        text.append(chance(20) ? "} finally {\nh += " + element() + ";\n}\n" : "}\n");
    }

    /** What is known before it is tried ends where it synchronises, also for the handler. */
    private void synchronizesAndThrows() {
        String element = pick("c[1]", "this.a[" + small() + "]", element());
        text.append("h += " + element + ";\ntry { " + pick("sync(); ", "h += syncing(h); ", "") + "h += odd(h)"
                + pick("", " + syncing(h)") + "; } catch (IllegalStateException " + fresh() + ") { h += "
                + pick("", "k.x + ") + element + "; }\n");
    }

    private void block(int statements) {
        int visible = ints.size();
        for (int i = 0; i < statements; i++) {
            statement();
        }
        while (ints.size() > visible) {
            ints.remove(ints.size() - 1);
        }
    }

    private void statement() {
        int kind = random.nextInt(100);
        if (kind < 36 && depth < 3) {
            loop();
        } else if (kind < 66) {
            access();
        } else if (kind < 68 && depth < 4) {
            depth++;
            guarded(1 + random.nextInt(2));
            depth--;
        } else if (kind < 70 && synchronizing) {
            synchronizesAndThrows();
        } else if (kind < 72 && synchronizing) {
            String element = element("this.a", "this.g[1]", "b");
            text.append("h += " + element + ";\n" + initializers.use() + "h += " + element + ";\n");
        } else if (kind < 80 && depth < 4) {
            depth++;
            text.append("if (" + condition() + ") {\n");
            block(1 + random.nextInt(2));
            text.append(chance(30) ? "} else {\n" : "}\n");
            if (text.charAt(text.length() - 2) == '{') {
                block(1);
                text.append("}\n");
            }
            depth--;
        } else if (kind < 85 && synchronizing) {
            text.append(pick(
                    "sync();\n",
                    "if ((h & 3) == 1) sync();\n",
                    callback(),
                    "this.next.a = c; h += c[1]; sync();\nc[" + small() + "] = 1;\n",
                    "this.b = w[1]; h += w[1][2]; sync();\n"));
        } else if (kind < 96) {
            text.append(pick(
                    "swap();\n",
                    "rows();\n",
                    "h += pure(h);\n",
                    "h += " + hierarchy.call(variable(), synchronizing) + ";\n",
                    "this.n = " + small() + ";\n",
                    "this.a = c;\n",
                    "c = this.b;\n",
                    "c = w[" + small() + " & 3];\n",
                    "this.g[" + small() + " & 3] = c;\n",
                    "k = k.next;\n",
                    "Holder.given = c;\n",
                    "Holder.size = h & 7;\n",
                    "c = new int[7];\n",
                    "c = " + pick("c", "u", "this.b", "w[1]") + ".clone();\n",
                    "k = this;\n",
                    "this.next = k;\n",
                    "this.ts[" + small() + " & 3] = k;\n",
                    "h = Math.max(h, " + small() + ");\n",
                    "java.util.Arrays.fill(" + pick("c", "this.a", "w[" + small() + " & 3]") + ", " + small()
                            + " & 1, 5, h);\n",
                    "rows[" + variable() + " & 7] = h & 15;\n"));
        } else {
            String name = fresh();
            text.append("int " + name + " = " + expression() + ";\n");
            ints.add(name);
        }
    }

    /** A method of the JDK that calls back what synchronises. */
    private String callback() {
        String array = pick("c", "this.a", "w[" + small() + "]");
        String boxes = "Integer[] " + fresh() + " = {3, h & 7, 2}; java.util.Arrays.sort(v" + (names - 1);
        return pick(
                "java.util.Arrays.setAll(" + array + ", this::syncing);\n",
                "java.util.Arrays.setAll(" + array + ", i -> syncing(i + p));\n",
                "h += java.util.Arrays.stream(" + array + ").map(i -> syncing(i)).sum();\n",
                boxes + ", (i, j) -> syncing(i) - j);\n",
                "h += new java.util.HashMap<Integer, Integer>().computeIfAbsent(h & 3, this::syncing);\n",
                "new java.util.ArrayList<>(java.util.List.of(1, 2)).forEach(i -> syncing(i));\n");
    }

    private String fresh() {
        return "v" + names++;
    }

    private void loop() {
        depth++;
        int visible = ints.size();
        String i = fresh();
        String bound = bound();
        String end = ";\nif (--fuel < 0) " + pick("return h", "break") + ";\n";
        int step = chance(75) ? 1 : 2 + random.nextInt(2);
        int before = text.length();
        int kind = random.nextInt(15);
        if (kind == 9) {
            wrapping(i, end, step);
        } else if (kind == 14) {
            String first = small();
            String last = pick(bound, throwingBound());
            String access = pick("", "h += " + element() + ";\n");
            text.append(loops.tried(i, first, last, step, access) + "int s" + i + " = h" + end);
        } else if (kind > 9) {
            text.append(loops.head(i, variable(), bound, small()) + "int s" + i + " = h" + end);
        }
        if (kind < 4) {
            String first = chance(60) ? Integer.toString(random.nextInt(3)) : small();
            text.append("for (int " + i + " = " + first + "; " + i + pick(" < ", " < ", " <= ") + bound + "; " + i
                    + " += " + step + ") {\nint s" + i + " = h" + end);
        } else if (kind < 6) {
            text.append("for (int " + i + " = " + bound + " - 1; " + i + pick(" >= 0", " > 0", " >= p") + "; " + i
                    + " -= " + step + ") {\nint s" + i + " = h" + end);
        } else if (kind < 7) {
            text.append("int " + i + " = 0;\nwhile (" + i + " < " + bound + ") {\nint s" + i + " = ++" + i + end);
        } else if (kind < 8) {
            text.append("int " + i + " = 0, j" + i + " = 2;\nfor (; " + i + " < " + bound + "; " + i + "++, j" + i
                    + " += 2) {\nint s" + i + " = j" + i + end);
            ints.add("j" + i);
        }
        if (kind == 8) {
            text.setLength(before);
            text.append("int " + i + " = " + small() + ";\ndo {\nint s" + i + " = h" + end);
            bound = chance(50) ? bound : throwingBound();
        }
        if (kind != 9) {
            ints.addAll(List.of(i, i, i));
        }
        block(1 + random.nextInt(3));
        if (chance(15)) {
            text.append("if (" + condition() + ") " + pick("break;\n", "continue;\n", "return h;\n"));
        }
        text.append(kind == 8 ? "} while (" + pick("++" + i, "(" + i + " += 2)") + " < " + bound + ");\n" : "}\n");
        while (ints.size() > visible) {
            ints.remove(ints.size() - 1);
        }
        depth--;
    }

    /** A loop whose variable comes to an end of the ints, and may go on at the other one; indices begin near 0. */
    private void wrapping(String i, String end, int step) {
        boolean up = chance(60);
        String edge = up ? "Integer.MAX_VALUE" : "Integer.MIN_VALUE";
        int distance = 4 + random.nextInt(6);
        String first = edge + (up ? " - " : " + ") + distance;
        String last = pick(edge, edge, edge + (up ? " - " : " + ") + random.nextInt(3));
        text.append("for (int " + i + " = " + first + "; " + i + (up ? " <= " : " >= ") + last + "; " + i
                + (up ? " += " : " -= ") + step + ") {\nint s" + i + " = h" + end);
        String index = up ? "(" + i + " - (" + first + "))" : "(" + first + " - " + i + ")";
        ints.addAll(List.of(index, index, index));
    }

    private String throwingBound() {
        return pick(
                "o.n",
                "k.n",
                "k.next.n",
                "next.n",
                "w[2].length",
                "w[" + small() + "].length",
                "u[q]",
                "next.a.length",
                "(9 / p)",
                "(n * 2 / q)");
    }

    private String bound() {
        return pick(
                "n",
                "this.n",
                "c.length",
                "this.a.length",
                "7",
                "p",
                "q",
                "k.n",
                "Holder.size",
                "Late.end",
                "n - 1",
                "Math.min(q, n)",
                throwingBound(),
                "u.length");
    }

    private String small() {
        return pick("p", "q", "1", "2", "3", "this.x", "(h & 3)");
    }

    private String variable() {
        return ints.get(random.nextInt(ints.size()));
    }

    private String index() {
        String v = variable();
        return switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> v;
            case 13 -> "(" + v + " + " + small() + " + n) % n";
            case 14 -> "(" + v + " + 7) % " + pick("q", "c.length", "k.n", "(p + 2)");
            case 15 -> small() + " * " + v + " / " + pick("q", "p", "(h & 3)", "rows[2]");
            case 11 -> "(" + v + " - Integer.MAX_VALUE) + (Integer.MIN_VALUE " + pick("", "- 1 ") + "+ 1)";
            case 4 -> v + " + 1";
            case 5 -> v + " - 1";
            case 6 -> "2 * " + v + " + 1";
            case 7 -> v + " * " + small() + " + " + variable();
            case 8 -> small();
            case 9 -> "(" + v + " & 7)";
            case 10 -> "p - " + v + " + 4";
            default -> "(" + v + " << 1) - q";
        };
    }

    private String array() {
        return pick(
                "c",
                "c",
                "u",
                "rows",
                "this.a",
                "a",
                "b",
                "k.a",
                "g[" + index() + "]",
                "this.g[" + variable() + "]",
                "w[" + variable() + "]",
                "w[" + index() + "]",
                "next.a",
                "k.g[" + small() + "]",
                pick("Holder.plain", "Holder.given"),
                "ts[" + small() + "].b");
    }

    private String element(String... arrays) {
        return pick(arrays) + "[" + index() + "]";
    }

    /** Another row, or another array, is there behind a call that changes what leads to it. */
    private String changedBetween() {
        String element = element("this.g[1]", "g[2]", "k.g[1]", "this.a");
        return "h += " + element + ";\n" + pick("rows();\n", "rows();\n", "swap();\n") + "h += " + element + ";\n";
    }

    private String element() {
        return array() + "[" + index() + "]";
    }

    /** Elements, or rows, whose indices differ by a constant. */
    private String neighbours() {
        String array = array();
        String i = index();
        String distance = pick("1", "1", "2", "3", "5", "9", "100");
        return switch (random.nextInt(5)) {
            case 4 -> maybeBytes(fresh());
            case 0 -> "h += %1$s[%2$s] + %1$s[%2$s + %3$s];\n".formatted(array, i, distance);
            case 1 -> "%1$s[%2$s] = h + %1$s[%2$s - %3$s] + %1$s[%2$s + 1];\n".formatted(array, i, distance);
            case 2 -> "%1$s[%2$s] = h; %1$s[%2$s - %3$s] = 7;\n".formatted(array, i, distance);
            default -> "h += w[%2$s][%1$s] + w[%2$s + %3$s][%1$s];\n".formatted(small(), i, distance);
        };
    }

    private String maybeBytes(String name) {
        return "byte[] %1$s = null; if (q > 2) %1$s = z;\nfor (int i%1$s = 0; i%1$s < 5; i%1$s++) %1$s[i%1$s] += %1$s[i%1$s + 1];\n"
                .formatted(name);
    }

    /** An element whose index is in another array, in several loops. */
    private String indirect() {
        String i = variable();
        String keys = pick("u", "b", "c", "this.a");
        String to = pick("this.a", "c", "u", "w[1]", "g[" + small() + "]");
        return pick(
                        "h += %2$s[%1$s[%3$s] & 7];\n",
                        "%2$s[%1$s[%3$s] & 7] = h;\n",
                        "%2$s[%1$s[%3$s] & 7] += 3;\n",
                        "for (int %4$s = 0; %4$s < %1$s.length; %4$s++) %2$s[%1$s[%4$s] & 7]++;\n",
                        "for (int %4$s = 0; %4$s < %1$s.length; %4$s++) { h += %2$s[%1$s[%4$s] & 7]; if (h > 99999) break; }\n")
                .formatted(keys, to, i, fresh());
    }

    private String expression() {
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> element();
            case 4 -> "k.x + " + variable();
            case 5 -> "this.y + o.x";
            case 6 -> "(int) d[" + index() + "]";
            case 7 -> "z[" + index() + "]";
            case 8 -> "a[b[" + index() + "] & 7]";
            default -> variable() + " * 3 + x";
        };
    }

    private String condition() {
        return pick(
                "(h & 1) == 0",
                "f[" + index() + "]",
                variable() + " < " + small(),
                expression() + " > 5",
                "k != null",
                "(" + variable() + " & 3) == 2");
    }

    private void access() {
        text.append(pick(
                hierarchy.shortCall(variable(), chance(50) ? small() : variable()),
                hierarchy.neighboursOfTwoLoops(),
                receivers.loop(fresh(), chance(50) ? small() : variable(), synchronizing),
                element() + " = " + expression() + ";\n",
                element() + " += " + expression() + ";\n",
                "h += " + expression() + ";\n",
                "h += " + element() + " + " + element() + ";\n",
                neighbours(),
                neighbours(),
                loops.matrix(fresh(), fresh(), pick("(int) d", "b", "c"), small()),
                loops.rows(fresh(), fresh(), pick("(int) d", "(int) d", "b", "z", "c"), small()),
                changedBetween(),
                "k.x = " + expression() + ";\n",
                "this.y += " + element() + ";\n",
                indirect(),
                "d[" + index() + "] = h;\n",
                "z[" + index() + "]++;\n",
                "f[" + index() + "] = (h & 2) == 0;\n"));
    }
}
