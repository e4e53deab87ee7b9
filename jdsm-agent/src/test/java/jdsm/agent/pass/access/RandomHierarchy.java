package jdsm.agent.pass.access;

import java.util.Random;

/**
 * Writes interfaces and classes {@code R0, R1, ...} beside a {@link RandomProgram}, whose methods are implemented by classes and
 * lambdas that synchronise, store, throw, or do nothing of this, and calls of them.
 */
final class RandomHierarchy {
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
        return classes.toString();
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
}
