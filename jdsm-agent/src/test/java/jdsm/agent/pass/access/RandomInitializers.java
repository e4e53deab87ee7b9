package jdsm.agent.pass.access;

import java.util.Random;

/**
 * Writes classes {@code S0, S1, ...} beside a {@link RandomProgram}, each with an initialiser somewhere that synchronises, stores
 * or throws, and the statements that are the first to use one.
 */
final class RandomInitializers {
    private final Random random;
    private final StringBuilder classes = new StringBuilder();
    private int count;

    RandomInitializers(Random random) {
        this.random = random;
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** All classes so far. */
    String classes() {
        return classes.toString();
    }

    /** A statement that runs an initialiser if it is reached, and only the first time. */
    String use() {
        String name = "S" + count++;
        String effect = pick(
                "T.it.sync();",
                "T.it.sync();",
                "T.it.swap();",
                "T.it.rows();",
                "T.it.n = 4;",
                "T.it.sync(); if (T.it.n > 8) throw new IllegalStateException();",
                "if (T.it.n > 8) { T.it.sync(); T.it.swap(); }");
        String base = "class B" + name + " { @jdsm.Local static int x = 3; static int f() { return 2; } static { "
                + effect + " } }\n";
        String field = "int X = D" + name + ".it();";
        String done = "class D" + name + " { static int it() { " + effect + " return 4; } }\n";
        return switch (random.nextInt(7)) {
            case 0 -> {
                classes.append(base).append("class ").append(name).append(" extends B" + name + " { }\n");
                yield pick(
                        "new " + name + "();\n",
                        "h += " + name + ".x;\n",
                        name + ".x = h;\n",
                        "h += " + name + ".f();\n");
            }
            case 1 -> {
                classes.append("class ")
                        .append(name)
                        .append(" { static { " + effect + " } static int g(int v) { return v; } }\n");
                yield "{ java.util.function.IntUnaryOperator l = " + name + "::g; h += l.applyAsInt(h & 7); }\n";
            }
            case 2 -> {
                classes.append("interface " + name + " { " + field + " default int g() { return X; } }\n" + done);
                classes.append("class C" + name + " implements " + name + " { }\n");
                yield pick("new C" + name + "();\n", "h += C" + name + ".X;\n", "h += new C" + name + "().g();\n");
            }
            case 3 -> {
                classes.append("interface " + name + " { " + field + " int f(int v); default int g() { return X; } }\n"
                        + done);
                yield "{ " + name + " l = v -> v + 1; }\n";
            }
            case 4 -> {
                classes.append("enum " + name + " { A, B; static { " + effect + " } }\n");
                yield "switch (" + name + ".A) { case A: h++; break; default: h--; }\n";
            }
            case 5 -> {
                classes.append("record " + name + "(int x) { static { " + effect + " } }\n");
                yield "h += new " + name + "(h & 3).x();\n";
            }
            default -> {
                classes.append(base)
                        .append("class ")
                        .append(name)
                        .append(" { int v = new B" + name + "().hashCode() & 0; }\n");
                yield "h += new " + name + "().v;\n";
            }
        };
    }
}
