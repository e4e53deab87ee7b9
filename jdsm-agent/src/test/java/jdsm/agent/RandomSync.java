package jdsm.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random program of several workers that has no race by its making, and the same with one synchronisation left out, which has one.
 *
 * <p>It is a row of phases with a barrier behind each. In a phase each field and array is used in one way: by one worker, by all for
 * reading, in parts, or under its lock. Who uses what changes from phase to phase, so that each barrier and each lock is needed.
 */
final class RandomSync {
    private static final int ARRAYS = 3;
    private static final int CELLS = 3;

    private final Random random;
    private final StringBuilder code = new StringBuilder();
    /** Synchronisations that something depends on, by number. */
    private final List<Integer> needed = new ArrayList<>();

    private final int without;
    private int syncs;
    private int helpers;
    private final StringBuilder methods = new StringBuilder();

    private RandomSync(long seed, int without) {
        this.random = new Random(seed);
        this.without = without;
    }

    /** Without a race. */
    static String right(long seed) {
        return new RandomSync(seed, -1).program();
    }

    /** With one: a synchronisation that something depends on is left out. */
    static String racy(long seed) {
        RandomSync all = new RandomSync(seed, -1);
        all.program();
        return new RandomSync(seed, all.needed.get(new Random(~seed).nextInt(all.needed.size()))).program();
    }

    private String program() {
        int phases = 2 + random.nextInt(3);
        for (int phase = 0; phase < phases; phase++) {
            phase(phase);
            boolean last = phase == phases - 1;
            int number = syncs++;
            if (!last) {
                needed.add(number);
            }
            if (number != without) {
                code.append("barrier();\n");
            }
        }
        return """
                class Cell { int value; long sum; int[] part = new int[9]; final Object guard = new Object(); }
                public class P extends SPMD {
                    int[][] a = new int[3][60]; double[] big = new double[9000]; int shared; volatile int token = -1;
                    Cell[] cells = {new Cell(), new Cell(), new Cell()};
                    @Local int sink;
                    public void start() throws Exception {
                        int me = worker(), all = workers();
                """ + code + "}\n" + methods + "}\n";
    }

    private void phase(int phase) {
        // The pivot changes hands each time: first written in parts, then read by all, then written by one, ...
        code.append(phase % 2 == 0 ? "for (int i = me; i < 60; i += all) { a[0][i] = i; }\n" : readAll(0));
        for (int array = 1; array < ARRAYS; array++) {
            array(array);
        }
        for (int cell = 0; cell < CELLS; cell++) {
            cell(cell);
        }
        big();
    }

    private String readAll(int array) {
        return switch (random.nextInt(3)) {
            case 0 -> "for (int i = 0; i < 60; i++) { sink += a[" + array + "][i]; }\n";
            case 1 -> "sink += Arrays.hashCode(a[" + array + "]);\n";
            default -> "{ int[] copy = a[" + array + "].clone(); sink += copy[3]; }\n";
        };
    }

    private void array(int array) {
        String name = "a[" + array + "]";
        code.append(
                switch (random.nextInt(5)) {
                    case 0 -> readAll(array);
                    case 1 -> "if (me == " + random.nextInt(2) + ") { Arrays.fill(" + name + ", 2, 50, 1); }\n";
                    case 2 -> "for (int i = 60 * me / all; i < 60 * (me + 1) / all; i++) { " + name + "[i] += i; }\n";
                    case 3 -> "System.arraycopy(" + name + ", 60 * me / all, " + name + ", 60 * me / all, 60 / all);\n";
                    default -> "if (me == 1) { " + helper(name + "[7] = sink; sink += " + name + "[8];") + "; }\n";
                });
    }

    private void cell(int cell) {
        String name = "cells[" + cell + "]";
        switch (random.nextInt(4)) {
            case 0 -> code.append("sink += " + name + ".value;\n");
            case 1 -> {
                String body = name + ".value++; " + name + ".sum += me; " + name + ".part[me] = " + name + ".value;";
                code.append(guarded(random.nextBoolean() ? name : name + ".guard", body));
            }
            case 2 -> code.append("if (me == 0) { " + name + ".sum = 3; " + name + ".value = 2; }\n");
            default -> code.append(name + ".part[me]++;\n");
        }
    }

    /** A loop, a try, a method of its own, or neither, in a lock that all take: without it there is a race. */
    private String guarded(String lock, String body) {
        int number = syncs++;
        needed.add(number);
        String inner = switch (random.nextInt(4)) {
            case 0 -> "for (int k = 0; k < 3; k++) { " + body + " }";
            case 1 -> "try { " + body + " } finally { sink++; }";
            case 2 -> helper(body) + ";";
            default -> body;
        };
        return number == without ? inner + "\n" : "synchronized (" + lock + ") { " + inner + " }\n";
    }

    private String helper(String body) {
        String name = "helper" + helpers++;
        methods.append("void " + name + "(int me, int all) { " + body + " }\n");
        return name + "(me, all)";
    }

    private void big() {
        switch (random.nextInt(3)) {
            case 0 -> code.append("for (int i = me; i < big.length; i += all) { big[i] = i; }\n");
            case 1 -> code.append("for (int i = 9000 * me / all; i < 9000 * (me + 1) / all; i++) { big[i] += 2; }\n");
            default -> code.append("for (int i = 511; i < 600; i++) { sink += (int) big[i]; }\n");
        }
    }
}
