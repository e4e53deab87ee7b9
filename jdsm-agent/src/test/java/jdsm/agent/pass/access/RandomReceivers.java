package jdsm.agent.pass.access;

import java.util.Random;

/**
 * Writes loops for a {@link RandomProgram} that call a method of one object in all iterations, or of another object in each, where
 * few classes have the method: short ones with and without loops, with state, that store, throw or synchronise.
 */
final class RandomReceivers {
    /** Fields of class {@code T}. */
    static final String MEMBERS = """
                Law law = Law.make(2);
                Law[] laws = {Law.make(0), Law.make(1), Law.make(2), Law.make(3), Law.make(4), null};
                Rule rule = Rule.make(n);
                Rule[] rules = {Rule.make(0), Rule.make(1), Rule.make(2), Rule.make(3)};
            """;

    static final String CLASSES = """
            interface Law {
                int of(T t, int i);
                default int twice(T t, int i) { return of(t, i) * 2 + 1; }
                static Law make(int k) {
                    return switch (k) { case 0 -> new Near(); case 1 -> new Far(); case 2 -> new Kept(); default -> new Nearest(); };
                }
            }
            class Near implements Law {
                int e = 2;
                public int of(T t, int i) { return pull(t, i) + e; }
                int pull(T t, int i) { return t.b[i] + t.b[i + 1]; }
            }
            class Nearest extends Near { int pull(T t, int i) { return i > 2 ? t.c() + t.g[i & 3][i] : e; } }
            class Far implements Law {
                int e = 2;
                int[] w = {1, 2, 3};
                public int of(T t, int i) { return pull(t, i) + e; }
                int pull(T t, int i) { int s = 0; for (int u = 0; u < 3; u++) s += w[u] * t.a[i + u]; return s; }
            }
            class Kept implements Law {
                int sum;
                T last;
                public int of(T t, int i) { sum += t.x; last = t; t.y = sum & 7; return t.get(i) + t.g[1][i & 3]; }
                public int twice(T t, int i) { if (i == 6) t.swap(); return last == null ? sum : last.y; }
            }
            interface Rule {
                int next(T t, int[] r, int i);
                static Rule make(int k) { return switch (k) { case 0 -> new Plain(); case 1 -> new Calling(); default -> new Writing(); }; }
            }
            final class Plain implements Rule { public int next(T t, int[] r, int i) { return r[i] + t.b[i] + t.n; } }
            final class Calling implements Rule { public int next(T t, int[] r, int i) { int s = r[1]; if (i == 2) t.sync(); return s + r[i]; } }
            final class Writing implements Rule { int k = 3; public int next(T t, int[] r, int i) { r[i] = k; t.a[i] += r[1]; return t.odd(r[i] & 6); } }
            """;

    private final Random random;

    RandomReceivers(Random random) {
        this.random = random;
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /**
     * A statement with such a loop.
     *
     * @param i the name of the loop's variable
     * @param v an int that is visible
     * @param maySynchronize whether one of the methods may synchronise
     */
    String loop(String i, String v, boolean maySynchronize) {
        String object = pick("this", "o", "k", "k.next", "it");
        String index = pick(i, i, i, "(" + i + " + " + v + ")", v);
        String call = maySynchronize && random.nextBoolean()
                ? pick("rule", "r" + i, "k.rule", "this.rule", "rules[" + v + " & 3]", "rules[" + i + " & 3]")
                        + ".next(" + object + ", " + pick("c", "this.a", "b", "u", "w[1]") + ", " + index + ")"
                : pick("law", "l" + i, "l" + i, "o.law", "k.law", "laws[" + v + " & 3]", "laws[" + i + "]", "laws[1]")
                        + pick(".of(", ".of(", ".twice(") + object + ", " + index + ")";
        String more = pick(
                "",
                "",
                "",
                "if (h > 999999) break;\n",
                "h += l" + i + ".of(" + object + ", " + i + ");\n",
                "if ((h & 31) == 3) this.law = laws[" + i + " & 3];\n",
                "l" + i + " = laws[h & 3];\n",
                "for (int j" + i + " = 0; j" + i + " < 3; j" + i + "++) h += " + call.replace(i + ")", "j" + i + ")")
                        + ";\n");
        if (random.nextInt(5) == 0) {
            return function(i, maySynchronize);
        }
        return "Law l" + i + " = "
                + pick("this.law", "k.law", "laws[" + v + " & 3]", "Law.make(" + v + " & 3)", "laws[4]")
                + "; Rule r" + i + " = " + pick("this.rule", "rules[" + v + " & 3]", "Rule.make(" + v + " & 3)")
                + ";\nfor (int " + i + " = " + pick("0", "1") + "; " + i + " < " + pick("n", "7", "4", "o.n")
                + "; " + i + "++) {\nif (--fuel < 0) return h;\n"
                + pick("h = h * 3 + ", "c[" + i + " & 7] = ", "h += b[1] + ")
                + call + ";\n" + more + "}\n";
    }

    /** A loop that calls a function of the JDK's interface. */
    private String function(String i, boolean maySynchronize) {
        String type = "java.util.function.IntUnaryOperator ";
        String name = "f" + i;
        String body = maySynchronize
                ? pick("this::syncing", "t -> syncing(t)", "t -> { sync(); return t; }")
                : pick("t -> t * 2 + 1", "t -> this.n + t", "T::twice", "this::pure", "Math::abs");
        return type + name + " = " + body + ";\n" + type + "g" + i + " = " + name
                + pick("", "", ".andThen(t -> t + 1)", ".compose(" + name + ")") + ";\nfor (int " + i + " = 0; " + i
                + " < 6; " + i + "++) h += " + pick("b[" + i + "]", "c[1]", "this.a[" + i + "]") + " + "
                + pick(name, "g" + i) + ".applyAsInt(" + i + ");\n";
    }
}
