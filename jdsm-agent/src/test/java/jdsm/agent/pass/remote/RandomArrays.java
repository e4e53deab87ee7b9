package jdsm.agent.pass.remote;

import java.util.List;
import java.util.SplittableRandom;

/**
 * A random program over arrays of all types, of which some are marked: loops of all shapes, indices that leave the array, null,
 * exceptions in the middle of iterations, arrays that change in loops, calls, lambdas, and what the JDK does with arrays. Its
 * result tells everything that happened. A seed decides it.
 */
final class RandomArrays {
    private static final List<String> TYPES = List.of("double", "int", "long", "float", "byte", "short", "char");
    private static final int[] LENGTHS = {0, 1, 7, 511, 512, 513, 700, 1024, 1500, 2600};

    private final SplittableRandom random;
    private final StringBuilder text = new StringBuilder();
    private int names;

    private RandomArrays(long seed) {
        random = new SplittableRandom(seed);
    }

    static String source(long seed) {
        return new RandomArrays(seed).program();
    }

    private int pick(int bound) {
        return random.nextInt(bound);
    }

    private String pick(String... choices) {
        return choices[pick(choices.length)];
    }

    private static String type(String array) {
        return switch (array.charAt(1)) {
            case 'd' -> "double";
            case 'i' -> "int";
            case 'l' -> "long";
            case 'f' -> "float";
            case 'b' -> "byte";
            case 's' -> "short";
            default -> "char";
        };
    }

    private String program() {
        text.append("import jdsm.remote.Remote;\nimport java.util.*;\nclass P {\n");
        for (String type : TYPES) {
            char letter = type.charAt(0);
            text.append("static @Remote " + type + "[] r" + letter + "0, r" + letter + "1;\n");
        }
        text.append(
                "interface K { void f(@Remote double[] x, int i, int[] y); }\nstatic int[] pi0; static double[] pd0; @Remote double[] rdx; final @Remote int[] rix;\n");
        text.append(
                "static @Remote double[][] rows; static int[][] @Remote [] cubes; static long h; static int fuel; int k;\n");
        text.append("P(int[] given) { rix = given; rdx = rd1; }\n");
        text.append("static void mix(double x) { h = h * 31 + Double.doubleToLongBits(x); }\n");
        text.append("static void mix(long x) { h = h * 31 + x; }\n");
        text.append("static boolean burnt() { return --fuel < 0; }\n");
        text.append(
                "static double total(double[] x) { double s = 0; for (double each : x) s = s * 0.5 + each; return s; }\n");
        text.append(
                "static int[] bump(int[] x, int from) { for (int i = from; i < x.length; i++) x[i] += i; return x; }\n");
        text.append("private double at(double[] x, int i) { return i > 0 && i < 9 ? at(x, i - 1) + x[i] : x[i]; }\n");
        int methods = 2 + pick(3);
        for (int i = 0; i < methods; i++) {
            method(i);
        }
        int pure = 1 + pick(3);
        for (int i = 0; i < pure; i++) {
            text.append(
                    "static int q" + i + "(double[] xd, int[] xi, int base, int n) { int s = 0; int[] other = xi;\n");
            pureLoop("base", 0);
            pureLoop("n", 0);
            text.append("return s; }\n");
        }
        text.append("static String run() {\n");
        for (String type : TYPES) {
            for (int i = 0; i < 2; i++) {
                String name = "r" + type.charAt(0) + i;
                text.append(name + " = new " + type + "[" + length() + "];\n");
                text.append("for (int i = 0; i < " + name + ".length; i++) " + name + "[i] = (" + type + ") (i * "
                        + (1 + pick(50)) + " - 70);\n");
            }
        }
        text.append(
                "pi0 = new int[1000]; pd0 = new double[800]; for (int i = 0; i < 1000; i++) pi0[i] = i * 7919 % 1009 - 4;\n");
        text.append("rows = new double[" + pick(9) + "][" + length() + "]; cubes = new int[3][4][" + (1 + pick(600))
                + "];\n");
        text.append("fuel = 60000;\n");
        for (int i = 0; i < methods; i++) {
            text.append("try { mix(q" + pick(pure) + "(" + pick("rd0", "rd1", "rows.length > 1 ? rows[1] : rd0") + ", "
                    + pick("ri0", "ri1", "cubes[1][2]") + ", " + (pick(7) - 2) + ", " + pick(800)
                    + ")); } catch (RuntimeException e) { mix(e.getClass().getName().hashCode()); }\n");
            text.append("try { m" + i
                    + "(new P(ri1)); } catch (RuntimeException e) { mix(e.getClass().getName().hashCode()); }\n");
        }
        for (String type : TYPES) {
            for (int i = 0; i < 2; i++) {
                String name = "r" + type.charAt(0) + i;
                text.append("mix(" + name + " == null ? -1 : " + name + ".length);\n");
                text.append("if (" + name + " != null) for (int i = 0; i < " + name + ".length; i++) mix(" + name
                        + "[i]);\n");
            }
        }
        text.append("for (double[] row : rows) if (row != null) for (double x : row) mix(x);\n");
        text.append(
                "for (int[][] c : cubes) for (int[] row : c) for (int j = row.length - 1; j >= 0; j--) mix(row[j]);\n");
        text.append("for (int x : pi0) mix(x); for (double x : pd0) mix(x);\n");
        return text.append("return Long.toString(h);\n}\n}\n").toString();
    }

    /** Loops that call nothing and make nothing, over parameters and static fields. */
    private void pureLoop(String outer, int depth) {
        String i = "p" + names++;
        text.append(
                switch (pick(4)) {
                    case 0 ->
                        "for (int " + i + " = n; " + i + " > " + pick("0", "base") + "; " + i + " -= " + (1 + pick(3))
                                + ") {\n";
                    case 1 -> "for (int " + i + " = base; " + i + " * " + i + " < n; " + i + "++) {\n";
                    default ->
                        "for (int " + i + " = " + pick("0", "1", "base") + "; " + i + " < "
                                + pick("n", "40", "xd.length", "ri1.length") + "; " + i + " += " + (1 + pick(2))
                                + ") {\n";
                });
        if (depth < 2 && pick(3) == 0) {
            text.append("if (" + i + " > 60) break;\n");
            pureLoop(i, depth + 1);
        }
        int count = 1 + pick(3);
        for (int each = 0; each < count; each++) {
            String array = pureArray();
            text.append(pick(5) == 0 ? "if (" + pureArray() + "[" + pureIndex(i, outer) + "] > 3) " : "");
            text.append(array + "[" + pureIndex(i, outer) + "]"
                    + pick(
                            "++",
                            "--",
                            " += 3",
                            " = (" + pureType(array) + ") (" + pureArray() + "[" + pureIndex(i, outer) + "] - " + i
                                    + ")")
                    + ";\n");
        }
        text.append(
                switch (pick(6)) {
                    case 0 -> "s += 1000 / (" + i + " - base * 9);\n";
                    case 1 -> "if (" + i + " == 37) return s;\n";
                    case 2 -> "try { s += xi[" + i + " * 3]; } catch (ArrayIndexOutOfBoundsException e) { s -= 5; }\n";
                    default -> "s = s * 31 + (int) " + pureArray() + "[" + pureIndex(i, outer) + "];\n";
                });
        text.append("}\n");
    }

    private String pureArray() {
        return pick("xd", "xi", "xd", "xi", "rd0", "ri1", "rl0", "rf0", "rb0", "rs0", "rc0", "other");
    }

    private static String pureType(String array) {
        return array.equals("xd") ? "double" : array.equals("xi") || array.equals("other") ? "int" : type(array);
    }

    private String pureIndex(String i, String outer) {
        return pick(
                i,
                i,
                i,
                i + " + " + pick(3),
                "n - " + i,
                "2 * " + i,
                i + " * 5 + " + outer,
                "xi[" + i + "] & 255",
                i + " & 127");
    }

    private String length() {
        return Integer.toString(LENGTHS[pick(LENGTHS.length)]);
    }

    private void method(int number) {
        text.append("static void m" + number + "(P p) {\n");
        text.append("double[] ad = " + pick("rd0", "rd1", "p.rdx") + "; int[] ai = " + pick("ri0", "ri1", "p.rix")
                + "; float[] af = rf0; byte[] ab = " + pick("rb0", "rb1") + "; int n = "
                + pick("ad.length", "ai.length", "600")
                + ", base = " + (pick(20) - 3) + ";\n");
        int statements = 2 + pick(4);
        for (int i = 0; i < statements; i++) {
            overwriting();
            statement("base", 0);
        }
        text.append("}\n");
    }

    private String array() {
        return pick(
                "rd0", "rd1", "ri0", "ri1", "rl0", "rl1", "rf0", "rb0", "rs0", "rc0", "ad", "ai", "af", "ab", "ad",
                "ai");
    }

    private String anyArray() {
        return pick(5) == 0 ? pick("pi0", "pd0", "p.rdx", "p.rix", "rows[2]", "cubes[1][2]") : array();
    }

    private static String typeOf(String array) {
        return switch (array) {
            case "rows[2]" -> "double";
            case "cubes[1][2]" -> "int";
            default -> type(array.startsWith("p.") ? array.substring(2) : array);
        };
    }

    private String index(String i) {
        return switch (pick(16)) {
            case 0, 1, 2, 3 -> i;
            case 12 -> "2 * " + i + pick("", " + 1");
            case 13 -> i + " * base + " + pick(9);
            case 14 -> i + pick(" + 0x7fffff00", " - 0x7ffffff0 + 0x7ffffff0");
            case 4, 5 -> i + " + " + pick(4);
            case 6 -> i + " - " + pick(3);
            case 7 -> "base + " + i;
            case 8 -> "(" + i + " * 3 + 1) % 700";
            case 9 -> "pi0[" + i + " & 511] & 511";
            case 10 -> "n - 1 - " + i;
            case 11 -> "(base * 2 + 5) * 4 + " + i + " - 1";
            default -> Integer.toString(pick(600));
        };
    }

    private String number(String i) {
        String array = anyArray();
        return switch (pick(8)) {
            case 0 -> i;
            case 1 -> Integer.toString(pick(100));
            case 2 -> "(int) h % 50";
            case 3 -> array() + ".length";
            case 4 -> "(" + i + " - base) / " + pick("3", "base", "(" + i + " % 97 - 13)");
            default -> array + "[" + index(i) + "]";
        };
    }

    private void assign(String i) {
        String array = anyArray();
        String type = typeOf(array);
        String element = array + "[" + index(i) + "]";
        switch (pick(7)) {
            case 6 ->
                text.append("{ int q = " + i + "; if (" + number(i) + " > 9) q" + pick("++", "--", " += 2") + "; "
                        + array + "[q] = (" + type + ") (" + number(i) + "); }\n");
            case 0 -> text.append(element + " += " + number(i) + ";\n");
            case 1 -> text.append(element + pick("++", "--") + ";\n");
            case 2 -> text.append("mix(" + element + pick("++", "--", " *= 3", " = (" + type + ") 5") + ");\n");
            default ->
                text.append(
                        element + " = (" + type + ") (" + number(i) + pick(" + ", " * ", " - ") + number(i) + ");\n");
        }
    }

    private void statement(String i, int depth) {
        if (depth > 3) {
            assign(i);
            return;
        }
        switch (pick(depth == 0 ? 15 : 21)) {
            case 0, 1, 2, 3 -> loop(i, depth);
            case 4 -> {
                text.append("try {\n");
                statement(i, depth + 1);
                text.append("} catch (" + pick("RuntimeException", "ArrayIndexOutOfBoundsException") + " e) { mix("
                        + pick("e.getClass().getName().hashCode()", "7") + "); }\n");
            }
            case 5 -> {
                text.append("if (" + number(i) + pick(" < ", " > ", " != ") + number(i) + ") {\n");
                statement(i, depth + 1);
                text.append("} else {\n");
                statement(i, depth + 1);
                text.append("}\n");
            }
            case 6 -> other(i);
            case 8, 9 -> overwriting();
            case 7 -> {
                String name = "t" + names++;
                text.append("{ double[] " + name + " = " + number(i) + " < 3 ? rd0 : " + pick("ad", "null", "p.rdx")
                        + ";\n");
                text.append("for (int j = 0; j < " + name + ".length && j < 900; j += " + (1 + pick(3)) + ") { " + name
                        + "[j] = j; mix(" + name + "[" + index("j") + "]); } }\n");
            }
            default -> assign(i);
        }
    }

    private void loop(String outer, int depth) {
        String i = "i" + names++;
        String bound = pick("n", "600", "1400", array() + ".length", "pi0.length", "base + 530", outer + " + 40");
        String step = pick(i + "++", i + "++", i + "++", i + " += 1", i + " += 2", i + " += 3");
        String begin = "{ if (burnt()) return;\n";
        switch (pick(9)) {
            case 0 -> {
                text.append("for (int " + i + " = " + bound + " - 1; " + i + " >= 0; " + i + "--) " + begin);
                body(i, depth);
                text.append("}\n");
            }
            case 1 -> {
                text.append("{ int " + i + " = " + pick("0", "base") + "; while (" + i + " < " + bound + ") " + begin);
                boolean before = pick(2) == 0;
                text.append(before ? i + "++;\n" : "");
                if (pick(2) == 0) {
                    assign(i);
                    assign(i);
                } else {
                    body(i, depth);
                }
                text.append(before ? "} }\n" : pick(i + "++;\n", "ai[" + i + "++] = base;\n") + "} }\n");
            }
            case 2 -> {
                text.append("{ int " + i + " = 0; do " + begin);
                body(i, depth);
                text.append(step + "; } while (" + i + " < " + bound + "); }\n");
            }
            case 3 -> {
                String other = "j" + names++;
                text.append("for (int " + i + " = 0, " + other + " = " + pick(30) + "; " + i + " < " + bound + "; "
                        + step + ", " + other + "++) " + begin);
                body(i, depth);
                text.append("ad[" + other + "] = ai[" + i + "]; }\n");
            }
            case 4 -> {
                String array = anyArray();
                text.append("for (" + typeOf(array) + " x" + i + " : " + array + ") { mix(x" + i
                        + "); if (burnt()) break; }\n");
            }
            default -> {
                boolean pure = pick(2) == 0; // as loops of programs are: nothing but accesses
                text.append("for (int " + i + " = " + pick("0", "1", "base", "base - 1") + "; " + i
                        + pick(" < ", " <= ", " < ") + bound + "; " + step + ") " + (pure ? "{\n" : begin));
                if (pure) {
                    int count = 1 + pick(3);
                    for (int each = 0; each < count; each++) {
                        assign(i);
                    }
                } else {
                    body(i, depth);
                }
                text.append("}\n");
            }
        }
    }

    /** A loop whose stores may overwrite whole pages, of arrays that may be the same. */
    private void overwriting() {
        String i = "w" + names++;
        String to = array();
        String from = pick(array(), array(), to);
        String end = "e" + i;
        text.append("if (fuel > 0 && " + to + " != null && " + from + " != null) { fuel -= 500; int " + end + " = "
                + pick(
                        to + ".length",
                        from + ".length",
                        "Math.min(" + to + ".length, " + from + ".length)",
                        "n",
                        "1024")
                + pick("", "", " - 1", " + 1", " - base") + ";\n");
        text.append(
                pick(3) == 0
                        ? "for (int " + i + " = " + end + " - 1; " + pick(i + " >= 0", "-1 < " + i, i + " > 3") + "; "
                                + i + "--) {\n"
                        : "for (int " + i + " = " + pick("0", "0", "0", "1", "base", "512") + "; "
                                + pick(
                                        i + " < " + end,
                                        end + " > " + i,
                                        i + " <= " + end,
                                        i + " != " + end + " && true")
                                + "; " + i + "++) {\n");
        int count = 1 + pick(2);
        for (int each = 0; each < count; each++) {
            String value = pick(
                    i,
                    "" + pick(90),
                    from + "[" + i + pick("", "", " + 1", " - 1", " - base", " + 512") + "]",
                    from + "[" + i + "] * 3 - " + i,
                    "Math.abs(" + i + " - 600)",
                    array() + "[" + i + "] % 7",
                    i + " == 700 ? base / (base - base) : 4",
                    "pi0[" + i + "]");
            text.append(to + "[" + i + pick("", "", "", " + 1") + "] = (" + type(to) + ") (" + value + ");\n");
        }
        text.append(pick(9) == 0 ? "if (" + i + " == 900) break;\n" : "").append("} }\n");
    }

    private void body(String i, int depth) {
        int count = 1 + pick(3);
        for (int each = 0; each < count; each++) {
            statement(i, depth + 1);
        }
        if (pick(6) == 0) {
            text.append("if (" + number(i) + " == " + pick(40) + ") " + pick("break", "return", "break") + ";\n");
        }
        if (pick(8) == 0) {
            text.append("if (" + number(i) + " < 0) throw new IllegalStateException();\n");
        }
    }

    private void other(String i) {
        text.append(
                switch (pick(18)) {
                    case 15 ->
                        "{ int[] c = ri1; int d = base; new Runnable() { public void run() { for (int q = c.length - 1; q > d; q--)"
                                + " c[q] += d; c[d + 2]--; } }.run(); }\n";
                    case 16 ->
                        "{ float[] c = rf0; class Local { float at(int q) { return c[q] * 2; } Local next() { return new Local(); } }"
                                + " mix(new Local().next().at(" + index(i) + ")); }\n";
                    case 17 ->
                        "{ int d = base; K kernel = (x, q, y) -> x[q] += y[q & 255] + d; kernel.f("
                                + pick("rd1", "ad", "rows[1]") + ", " + index(i) + ", pi0); }\n";
                    case 0 -> "rd1 = rd0;\n";
                    case 1 -> "ad = " + pick("rd1", "null", "p.rdx", "rows[1]") + ";\n";
                    case 2 -> "ai = new int[(int) (" + number(i) + ") % 700];\n";
                    case 3 -> "ri0 = ai.clone();\n";
                    case 4 ->
                        "System.arraycopy(rd0, " + index(i) + ", " + pick("rd0", "rd1", "pd0", "ad") + ", " + pick(20)
                                + ", " + pick(600) + ");\n";
                    case 5 -> "System.arraycopy(pi0, " + pick(9) + ", ai, " + index(i) + ", " + pick(300) + ");\n";
                    case 6 ->
                        "Arrays.fill("
                                + pick(
                                        "rf0, 3f",
                                        "rb1, 2, 300, (byte) 4",
                                        "rc0, 'x'",
                                        "rl1, 9, 2, 5L",
                                        "rs1, (short) 3")
                                + ");\n";
                    case 7 -> "Arrays.sort(" + pick("ad", "rl0", "rc0", "ri0, 3, 400", "rf0", "rb0") + ");\n";
                    case 8 -> "mix(total(" + pick("ad", "rd0", "pd0", "rows[3]") + "));\n";
                    case 9 -> "ai = bump(" + pick("ri0", "ai", "cubes[0][1]") + ", base);\n";
                    case 10 -> "mix(p.at(" + pick("ad, ", "pd0, ") + index(i) + "));\n";
                    case 11 -> "{ int[] c = ri1; int d = base; Runnable r = () -> c[d + 1] += 3; r.run(); r.run(); }\n";
                    case 12 -> "mix(ad == rd0 ? 1 : ad == null ? 2 : 3);\n";
                    case 13 ->
                        "if (rows.length > 2) { double[] row = rows[1]; rows[2] = row; row[" + index(i) + "] = "
                                + number(i) + "; }\n";
                    default ->
                        "p = new P(" + pick("ri0", "ai == null ? ri0 : ai") + "); base = " + (pick(20) - 4) + ";\n";
                });
    }
}
