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
                Force force = Force.make(n);
                Force[] forces = {Force.make(0), Force.make(1), Force.make(2), Force.make(3), null};
                Duty duty = Duty.make(n);
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
            abstract class Force {
                int e = 1, k = 2;
                int run(T t, int i) { return norm(t, weigh(t, i)) + e; }
                abstract int weigh(T t, int i);
                int norm(T t, int v) { return v + k; }
                int base(T t, int i) { return t.a[i & 3] + k; }
                int all(T t) { int s = e; for (int i = 0; i < 5; i++) s += weigh(t, i) + run(t, i); return s; }
                static Force make(int k) {
                    return switch (k) { case 0 -> new Pull(); case 1 -> new Push(); case 2 -> new Swap(); default -> new Quick(); };
                }
            }
            class Pull extends Force {
                int e = 5;
                int weigh(T t, int i) { return t.b[i] + e; }
                int norm(T t, int v) { return super.norm(t, v) * 3 + super.e; }
            }
            abstract class Wide extends Force {
                int w = 2;
                int weigh(T t, int i) { int s = 0; for (int u = 0; u < 3; u++) s += t.a[i + u] * w; return s; }
                int base(T t, int i) { return super.base(t, i) * 2 + w; }
            }
            class Push extends Wide {
                int norm(T t, int v) { w = v & 3; return base(t, v & 3) + hook(); }
                private int hook() { return w + k; }
                int base(T t, int i) { return super.base(t, i) + 1; }
            }
            class Swap extends Wide {
                Force self() { return this; }
                int norm(T t, int v) { if ((v & 7) == 3) t.swap(); return self().e + v; }
                int run(T t, int i) { k += i & 3; return super.run(t, i) + t.x; }
            }
            interface Rate<A> { int of(A a, int i); default int rate(A a, int i) { return of(a, i) + 2; } }
            class Quick extends Force implements Rate<T> {
                public int of(T t, int i) { return t.b[i + 1] + t.get(i); }
                int weigh(T t, int i) { return rate(t, i) * e; }
                int norm(T t, int v) { return v & 63; }
            }
            abstract class Duty {
                int left = 2;
                int next(T t, int i) { return step(t, i) + left; }
                abstract int step(T t, int i);
                int more(T t, int i) { return t.a[i] + left; }
                static Duty make(int k) { return switch (k) { case 0 -> new Light(); case 1 -> new Heavy(); default -> new Twofold(); }; }
            }
            class Light extends Duty { int step(T t, int i) { left = i; return t.b[i]; } int next(T t, int i) { return super.next(t, i) * 2; } }
            class Heavy extends Duty {
                int step(T t, int i) { int s = t.a[i]; if (i == 2) t.sync(); return s + t.b[i]; }
                int more(T t, int i) { int s = super.more(t, i); if (i == 3) t.sync(); return s + left; }
            }
            class Twofold extends Light { int more(T t, int i) { t.b[i] = left; return super.more(t, i) + t.x; } }
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
        int kind = random.nextInt(10);
        if (kind < 2) {
            return function(i, maySynchronize);
        }
        if (kind < 5) {
            return below(i, v, object, index, maySynchronize);
        }
        return "Law l" + i + " = "
                + pick("this.law", "k.law", "laws[" + v + " & 3]", "Law.make(" + v + " & 3)", "laws[4]")
                + "; Rule r" + i + " = " + pick("this.rule", "rules[" + v + " & 3]", "Rule.make(" + v + " & 3)")
                + ";\nfor (int " + i + " = " + pick("0", "1") + "; " + i + " < " + pick("n", "7", "4", "o.n")
                + "; " + i + "++) {\nif (--fuel < 0) return h;\n"
                + pick("h = h * 3 + ", "c[" + i + " & 7] = ", "h += b[1] + ")
                + call + ";\n" + more + "}\n";
    }

    /** A loop that calls a method of an abstract class, which its subclasses have, override, or call as that of their superclass. */
    private String below(String i, String v, String object, String index, boolean maySynchronize) {
        String name = "f" + i;
        String arguments = "(" + object + ", " + index + ")";
        String call = maySynchronize && random.nextBoolean()
                ? pick("duty", "k.duty", "d" + i, "d" + i) + pick(".next", ".next", ".step", ".more") + arguments
                : pick("force", "k.force", "forces[" + v + " & 3]", "forces[" + i + " & 3]", name, name, name)
                        + pick(".run", ".run", ".run", ".weigh", ".base", ".norm")
                        + arguments;
        String more = pick(
                "",
                "",
                "",
                "h += " + name + ".base(" + object + ", 2);\n",
                "if (h > 99999) { " + name + ".e = h & 7; }\n",
                name + " = forces[h & 3];\n",
                "h += " + name + ".all(" + object + ");\n");
        return "Force " + name + " = "
                + pick("this.force", "k.force", "forces[" + v + " & 3]", "Force.make(" + v + " & 3)", "forces[4]")
                + "; Duty d" + i + " = " + pick("this.duty", "Duty.make(" + v + " & 3)") + ";\nfor (int " + i + " = "
                + pick("0", "1") + "; " + i + " < " + pick("n", "7", "4", "o.n") + "; " + i
                + "++) {\nif (--fuel < 0) return h;\n" + pick("h = h * 3 + ", "c[" + i + " & 7] = ", "h += b[1] + ")
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
