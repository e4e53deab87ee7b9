package jdsm.agent.pass.access;

import java.util.Random;

/**
 * Writes interfaces and classes {@code R0, R1, ...} beside a {@link RandomProgram}, whose methods are implemented by classes and
 * lambdas that synchronise, store, throw, or do nothing of this, and calls of them.
 */
final class RandomHierarchy {
    /** Short methods of class {@code T}, whose code may stand in place of calls. */
    static final String MEMBERS = """
                Box box = new Box();
                int[] wide = new int[40];
                private int hidden = 2;
                int at(int i, int j) { return i * hidden + j; }
                int get(int i) { return a[i]; }
                void put(int i, int v) { b[i] = v; }
                private int row(int i, int j) { return g[i][at(j, 1)]; }
                int half(int v) { if ((v & 1) == 0) return v >> 1; return box.get(v & 7); }
                int sum(int[] r) { int s = 0; for (int i = 0; i < r.length; i++) s += r[i] + hidden; return s; }
                int size() { return n; }
                T self() { return this; }
                int[] rowOf(int i) { return g[i]; }
                void nothing() { }
                static int twice(int v) { return v * 2; }
                int along(int v) {
                    int s = v, left = 5;
                    for (T t = this; t != null && left > 0; t = t.next, left--) s += t.x * 3 + t.y;
                    return s;
                }
                void spread(T t, int v) { t.y += v; y -= v; if (t.next != null && v > 2) spread(t.next, v - 1); }
                static int both(T s, T t, Box b) { return s.x * 3 + t.y + b.count(2); }
                int all(int v) { return sum(a) + half(v) + box.size(); }
                int around(int i, int j) {
                    int s = 0;
                    for (int u = -1; u <= 1; u++) for (int v = -1; v <= 1; v++) s += g[i + u][j + v] * (u + 2);
                    return s;
                }
                int window(int i) {
                    int s = 1;
                    for (int u = 2; u >= 0; u--) {
                        if (u == hidden) continue;
                        s += b[i - u] * (u + 1);
                    }
                    return s;
                }
                void smear(int i, int v) { for (int u = 0; u < 3; u++) a[2 * i + u] += v; }
                long weigh(int[] r, int i) {
                    long s = 0;
                    for (int u = 0; u < 2; u++) { if (r[i + u] > 4) break; s += r[i + u]; }
                    return s;
                }
            """;

    /** A class with private fields. */
    static final String BOX = """
            final class Box {
                private final int[] data = new int[10];
                private int size = 8;
                private Box next;
                int size() { return size; }
                int get(int i) { return data[i]; }
                void set(int i, int v) { data[i] = v; }
                void grow(int by) { size = size + by & 7; }
                Box made(int v) { Box b = new Box(); b.next = this; b.data[1] = v; return b; }
                int count(int left) { return left == 0 || next == null ? size : size + next.count(left - 1); }
                void tie(Box b) { b.size = b.size + 1 & 7; size = size + b.size & 7; }
                int deep() { int s = 0; for (Box b = this; b != null; b = b.next) s += b.data[1]; return s; }
            }
            """;

    private final Random random;
    private final StringBuilder classes = new StringBuilder();
    private int count;
    private boolean synchronizing;

    RandomHierarchy(Random random) {
        this.random = random;
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** All classes so far. */
    String classes() {
        return BOX + classes;
    }

    /** A body of a method {@code int f(T t, int v)}. */
    private String body() {
        return pick(
                "return v + 1;",
                "return v * 3 & 15;",
                "return t.x + v;",
                "return t.a == null ? 1 : t.a.length;",
                "return t.pure(v);",
                "t.swap(); return v;",
                "t.rows(); return 2;",
                "t.n = 5; return t.n;",
                synchronizing ? "t.sync(); return v & 3;" : "return v & 3;",
                synchronizing ? "return t.syncing(v);" : "return t.n;");
    }

    /**
     * An expression of type int that calls a method by an interface or a class which others extend.
     *
     * @param maySynchronize whether some of the methods may synchronise
     */
    String call(String v, boolean maySynchronize) {
        synchronizing = maySynchronize;
        String name = "R" + count++;
        boolean isInterface = random.nextBoolean();
        String kind = isInterface ? "interface " : "abstract class ";
        String makes = "static " + name + " make(int i) { switch (i & 3) {";
        int implementors = 1 + random.nextInt(3);
        for (int i = 0; i < implementors; i++) {
            String made = "new I" + i + name + "()";
            switch (random.nextInt(isInterface ? 5 : 3)) {
                case 0 ->
                    classes.append("class I" + i + name + " extends B" + i + name
                            + (isInterface ? " implements " + name : "") + " { }\nclass B" + i + name
                            + (isInterface ? "" : " extends " + name) + " { public int f(T t, int v) { " + body()
                            + " } }\n");
                case 3 -> made = "(t, v) -> { " + body() + " }";
                case 4 -> made = pick("T::call", "Q" + name + "::call");
                default ->
                    classes.append("class I" + i + name + (isInterface ? " implements " : " extends ") + name
                            + " { public int f(T t, int v) { " + body() + " } }\n");
            }
            makes += (i == implementors - 1 ? " default: " : " case " + i + ": ") + "return " + made + ";";
        }
        classes.append("class Q" + name + " { static int call(T t, int v) { " + body() + " } }\n");
        classes.append(kind + name + " { " + (isInterface ? "" : "public abstract ") + "int f(T t, int v); "
                + (isInterface ? "default" : "") + " int twice(T t, int v) { "
                + pick("return f(t, v) + f(t, 1);", body())
                + " } " + makes + " } } }\n");
        return name + ".make(" + v + " & 3)." + pick("f", "f", "twice") + "(" + pick("this", "it") + ", " + v + ")";
    }

    /** A long loop, a short one in it, and one in that which is no run of neighbours. */
    String neighboursOfTwoLoops() {
        String access = pick("h += wide[%s];\n", "wide[%s] = h;\n");
        String last = pick("t < n; t++", "t < 4; t += 2", "t < hidden; t++", "t >= -1; t--");
        String index = pick("s + r + t + 1", "s + 2 * t - r + 3", "(s + r) * 2 + t + 1", "s * 3 + t * 2 + r + 2");
        return "for (int s = 0; s < " + pick("n", "hidden", "3") + "; s++) for (int r = 0; r < " + pick("2", "3")
                + "; r++) for (int t = " + pick("0", "1") + "; " + last + ") " + access.formatted(index);
    }

    /** A statement that calls a short method. */
    String shortCall(String v, String w) {
        String object = pick("this", "o", "k", "k.next", "it", "self()", "o.self()");
        String box = pick("this.box", "box", "o.box", "k.box", "box.made(" + w + ")");
        return pick(
                "h += c[" + object + ".at(" + v + ", " + w + ")];\n",
                "c[at(" + w + ", " + v + ")] = h;\n",
                "h += " + object + ".get(" + v + ") + 1;\n",
                object + ".put(" + v + ", h);\n",
                "h += row(" + w + ", " + v + ");\n",
                "h += " + object + ".half(h) + half(" + v + ");\n",
                "h += " + object + ".sum(" + pick("u", "a", "c", "w[" + w + "]") + ");\n",
                "for (int s = 0; s < " + object + ".size(); s++) h += b[s];\n",
                "for (int s = 0; s < " + box + ".size(); s++) " + box + ".set(s, " + box + ".get(s) + 1);\n",
                object + ".nothing();\n",
                "h = twice(h) + twice(" + v + ");\n",
                "h += " + object + ".rowOf(" + w + ")[" + v + "];\n",
                "h += all(h & 7);\n",
                box + ".grow(1);\n",
                "h += " + object + ".along(h & 7);\n",
                "h += T.both(" + object + ", " + pick("this", "k", "o") + ", " + box + ");\n",
                pick("this", "it", "o") + ".spread(" + object + ", " + w + " & 3);\n",
                "this.box.tie(" + box + ");\n",
                "h += " + box + ".made(h).deep();\n",
                "h += " + object + ".around(" + v + ", " + w + ");\n",
                "for (int s = 1; s < n; s++) h = h * 3 + " + object + ".around(s, " + w + ") + around(1, s);\n",
                "h = h * 3 + Math.max(window(" + v + "), " + object + ".window(" + w + "));\n",
                "for (int s = 2; s < " + object + ".size(); s++) h += new int[] {s, window(s), h}[1];\n",
                "h += new String(\"w\" + " + object + ".window(" + w + ")).length();\n",
                object + ".smear(" + v + " & 3, " + w + ");\n",
                "for (int s = 0; s < 4; s++) c[s] += (int) (" + object + ".weigh(w[s], " + w + ") + " + object
                        + ".weigh(b, s));\n",
                "for (int s = 0; s < 3; s++) for (int t = 0; t < 2; t++) for (int r = rows[s + t]; r < rows[s + t + 1]; r++) h += "
                        + pick("b", "c", "(int) d") + "[r];\n",
                "for (int s = 0; s < n; s++) for (int t = 0; t < 2; t++) h += g[s][" + pick("s + t", "t", v + " + t")
                        + "];\n");
    }
}
