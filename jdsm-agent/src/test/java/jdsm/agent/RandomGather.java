package jdsm.agent;

import java.util.Random;

/**
 * A random program that accesses arrays of many units by indices from other arrays. It has no race by its making: each phase
 * writes one array, each element by one worker or under a lock, and reads others; a barrier follows. So the result, which worker 0
 * prints, does not depend on the number of workers.
 */
final class RandomGather {
    private static final String[] ARRAYS = {"a", "b", "x"};

    private final Random random;
    private final StringBuilder code = new StringBuilder();
    private final StringBuilder methods = new StringBuilder();
    private int helpers;

    private RandomGather(long seed) {
        this.random = new Random(seed);
    }

    static String of(long seed) {
        return new RandomGather(seed).program();
    }

    private String program() {
        int phases = 3 + random.nextInt(4);
        for (int i = 0; i < phases; i++) {
            phase();
        }
        return """
                public class P extends SPMD {
                    int n = 20_000; int[] a = new int[n], b = new int[n], perm = new int[n], idx = new int[n], rows = new int[2001];
                    int[] hist = new int[n]; double[] x = new double[n]; int total;
                    public void initialize() {
                        Random random = new Random(5);
                        for (int i = 0; i < n; i++) { a[i] = i & 63; b[i] = i % 77; x[i] = i % 31; idx[i] = random.nextInt(n); perm[i] = i; }
                        for (int i = n - 1; i > 0; i--) { int j = random.nextInt(i + 1), t = perm[i]; perm[i] = perm[j]; perm[j] = t; }
                        for (int i = 0; i < 2000; i++) { rows[i + 1] = rows[i] + 1 + i % 19; }
                    }
                    public void start() {
                        int me = worker(), all = workers(), lo = (int) ((long) n * me / all), hi = (int) ((long) n * (me + 1) / all);
                        for (int round = 0; round < 4; round++) {
                """ + code + """
                        }
                        if (me == 0) {
                            long h = total;
                            for (int i = 0; i < n; i++) { h = h * 31 + a[i] + 7L * b[i] + (long) x[i] + 5L * hist[i]; }
                            report("sum " + h);
                        }
                    }
                """ + methods + "}\n";
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private void phase() {
        int target = random.nextInt(ARRAYS.length);
        String to = ARRAYS[target];
        String from = ARRAYS[(target + 1 + random.nextInt(2)) % ARRAYS.length];
        String value = "(int) " + from + "["
                + pick("idx[i]", "idx[i]", "perm[i]", "idx[perm[i]]", "(i * 7 + round) % n") + "]";
        code.append(
                switch (random.nextInt(9)) {
                    case 0 -> loop(to + "[i] = " + value + " + 1 & 0xffff;");
                    case 1 -> loop(to + "[perm[i]] = (int) " + from + "[i];");
                    case 2 -> loop(to + "[perm[i]] += " + value + ";");
                    case 3 -> loop("if (" + value + " > 20) { " + to + "[perm[i]] = i & 31; }");
                    case 4 -> rows(to, from);
                    case 5 -> "synchronized (this) { " + loop("hist[" + pick("idx[i]", "perm[i]") + "]++;") + " }\n";
                    case 6 ->
                        "if (me == " + pick("0", "all - 1") + ") { for (int i = 5; i < " + pick("9", "4000")
                                + "; i++) { " + to + "[perm[i]] = i; } }\n";
                    case 7 -> "synchronized (this) { " + loop("total += " + value + " & 7;") + " }\n";
                    default -> chain(to, from);
                });
        code.append("barrier();\n");
    }

    /** Every index of the worker's part, here or in a method. */
    private String loop(String body) {
        String loop = switch (random.nextInt(4)) {
            case 0 -> "for (int i = lo; i < hi; i++) { " + body + " }";
            case 1 -> "for (int i = hi - 1; i >= lo; i--) { " + body + " }";
            case 2 -> "int i = lo; while (i < hi) { " + body + " i++; }";
            default ->
                "for (int j = lo; j < hi; j += 100) { for (int i = j; i < Math.min(j + 100, hi); i++) { " + body
                        + " } }";
        };
        return random.nextBoolean() ? helper(loop) : "{ " + loop + " }\n";
    }

    private String rows(String to, String from) {
        return helper("for (int r = 2000 * me / all; r < 2000 * (me + 1) / all; r++) { int s = 0;"
                + " for (int k = rows[r]; k < rows[r + 1]; k++) { s += (int) " + from + "[idx[k % n]]; } " + to
                + "[r] = s; }");
    }

    private String chain(String to, String from) {
        return helper(
                "for (int r = (lo + 999) / 1000 * 1000; r < hi; r += 1000) { int at = r, s = 0; for (int k = 0; k < 300; k++) { s += (int) "
                        + from + "[at]; at = idx[at] ^ (k & 1); if (at >= n) { at = 0; } } " + to + "[r] = s; }");
    }

    private String helper(String body) {
        String name = "helper" + helpers++;
        methods.append("void " + name + "(int me, int all, int lo, int hi, int round) { " + body + " }\n");
        return name + "(me, all, lo, hi, round);\n";
    }
}
