package jdsm.agent.pass.access;

import java.util.Random;

/** Writes heads of loops for a {@link RandomProgram}: bounds in arrays, steps of any kind, ends by equality, loops over arrays. */
final class RandomLoops {
    private final Random random;

    RandomLoops(Random random) {
        this.random = random;
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /**
     * The head of a loop, with the brace.
     *
     * @param i the name of the loop's variable, or of what it takes from an array
     * @param variable an int that is visible
     * @param bound a bound
     * @param small a small int
     */
    String head(String i, String variable, String bound, String small) {
        return switch (random.nextInt(5)) {
            case 0, 1 -> segment(i, variable);
            case 2 ->
                "for (int " + i + " = " + pick("0", "1", small) + "; " + i + pick(" < ", " <= ", " > ") + bound + "; "
                        + i + pick(" += ", " += ", " -= ") + pick("p", "this.x", "(q & 3)", "q - 4") + ") {\n";
            case 3 ->
                "for (int " + i + " = " + pick("0", "1", small) + "; " + i + " != " + bound + "; " + i
                        + pick("++", "++", "--", " += 2", " += p") + ") {\n";
            default ->
                "for (int " + i + " : " + pick("rows", "u", "w[" + small + "]", "this.g[" + variable + "]") + ") {\n";
        };
    }

    /** A loop whose test is in a protected range; the handler goes on with the loop, or ends it. */
    String tried(String i, String first, String bound, int step, String access) {
        return "for (int " + i + " = " + first + ";; " + i + " += " + step + ") {\ntry {\nif (" + i + " >= " + bound
                + ") break;\n" + access + "} catch (RuntimeException e" + i + ") {\nh += 3;\n" + pick("", "break;\n")
                + "}\n";
    }

    /** Two loops that read elements of an array, or write them, row by row. */
    String rows(String i, String k, String array, String small) {
        return "for (int " + i + " = " + pick("0", "1", small) + "; " + i
                + pick(" < 6", " < n", " <= p", " < rows.length - 1")
                + "; " + i + "++) {\n" + pick("", "", "if (" + i + " == " + small + ") continue;\n") + segment(k, i)
                + pick("h += " + array + "[" + k + "];\n", "d[" + k + "] = h;\n")
                + "if (--fuel < 0) return h;\n}\n}\n";
    }

    /** Two loops over a matrix in one array, row by row or column by column. */
    String matrix(String i, String k, String array, String small) {
        String n = pick("3", "4", "n", "this.x", small);
        String index = pick(
                i + " * " + n + " + " + k,
                "(" + i + " - 1) * " + n + " + " + k,
                k + " * " + n + " + " + i + " + 1",
                "11 - " + i + " * " + n + " - " + k,
                i + " * 5 - 2 * " + k);
        return "for (int " + i + " = " + pick("0", "1", small) + "; " + i + pick(" < 5", " < n", " <= p") + "; " + i
                + "++) {\nfor (int " + k + pick(" = 0; ", " = 1; ", " = " + small + "; ") + k
                + pick(" < 3", " < n", " <= p", " < " + n) + "; " + k + "++) {\n"
                + pick("h += " + array + "[" + index + "];\n", "d[" + index + "] = h;\n")
                + "if (--fuel < 0) return h;\n}\n}\n";
    }

    /** From one element of an array to another, as in the rows of a sparse matrix. */
    private String segment(String i, String v) {
        String rows = pick("rows", "rows", "this.rows", "k.rows", "c", "u");
        String low = rows + "[" + v + "]";
        String high = pick(rows, rows, "k.rows") + "[" + pick(v + " + 1", v + " + 1", "2 * " + v + " + 1", "q") + "]";
        return switch (random.nextInt(5)) {
            case 0 -> "for (int " + i + " = " + high + " - 1; " + i + " >= " + low + "; " + i + "--) {\n";
            case 1 ->
                "int e" + i + " = " + high + ";\nfor (int " + i + " = " + low + "; " + i + " < e" + i + "; " + i
                        + "++) {\n";
            case 2 -> "for (int " + i + " = " + low + "; " + i + " <= " + high + "; " + i + " += 2) {\n";
            default -> "for (int " + i + " = " + low + "; " + i + " < " + high + "; " + i + "++) {\n";
        };
    }
}
