package jdsm.agent;

/** A program that shares fields and arrays around collective calls; each worker reports what it has found wrong. */
final class WovenCollectives {
    private static final String[] CALLS = {
        "Collectives.sum(1.0)",
        "Collectives.sum(1L)",
        "Collectives.min(1)",
        "Collectives.max(2.5)",
        "Collectives.and(true)",
        "Collectives.or(false)",
        "Collectives.reduce(\"x\", String::concat)",
        "Collectives.scan(1, Integer::sum)",
        "Collectives.broadcast(\"x\", 0)",
        "Collectives.gather(1.0)",
        "Collectives.gather(new Pair(\"a\", 1))",
        "Collectives.allReduce(new int[3], Integer::sum)",
        "Collectives.allReduce(new double[2000], Double::sum)",
        "Collectives.parallelFor(0, 8, i -> {})",
        "Collectives.parallelFor(0, 8, (from, to) -> {})",
        "Collectives.parallelFor(0, 8, 2, i -> {})",
        "Collectives.parallelFor(0, 8, 2, (from, to) -> {})"
    };

    private WovenCollectives() {}

    /**
     * The class P, and the classes that it uses.
     *
     * @param statics whether one of the shared fields is static
     */
    static String source(boolean statics) {
        StringBuilder steps = new StringBuilder();
        StringBuilder methods = new StringBuilder();
        for (int i = 0; i < CALLS.length; i++) {
            String name = "step" + i;
            String call = CALLS[i].replace("\"", "'");
            steps.append("        step(%d, \"%s\", this::%s);%n".formatted(i + 1, call, name));
            methods.append("""
                        long NAME(long value, boolean mine) {
                            long old = field + common;
                            for (int i = 0; i < array.length; i++) { old += array[i]; }
                            CALL;
                            if (mine) {
                                field = value; common = value;
                                for (int i = 0; i < array.length; i++) { array[i] = value; }
                            }
                            CALL;
                            long sum = field + common;
                            for (int i = 0; i < array.length; i++) { sum += array[i]; }
                            return sum;
                        }
                    """.replace("NAME", name).replace("CALL", CALLS[i]));
        }
        return """
                record Pair(String name, int number) {}
                interface Step { long run(long value, boolean mine); }
                class P extends SPMD {
                    long field; STATIC long common; long[] array = new long[100];
                    double[] grid = new double[5_000]; double[] few = new double[7]; int[] owner = new int[300];
                    public void start() {
                STEPS
                        loops();
                        arrays();
                        report("ok");
                    }
                    private void step(int number, String call, Step step) {
                        for (int writer = 0; writer < workers(); writer++) {
                            long now = 100 * number + writer;
                            long sum = step.run(now, worker() == writer);
                            if (sum != now * 102) { report(call + ": " + sum + " instead of " + now * 102); }
                        }
                    }
                METHODS
                    private void loops() {
                        Collectives.parallelFor(0, grid.length, (from, to) -> {
                            for (int i = from; i < to; i++) { grid[i] = i; }
                        });
                        Range mine = Collectives.range(grid.length);
                        double part = 0;
                        for (int i = mine.from(); i < mine.to(); i++) { part += grid[grid.length - 1 - i]; }
                        double whole = Collectives.sum(part);
                        if (whole != 5_000.0 * 4_999 / 2) { report("sum of the grid: " + whole); }
                        Collectives.parallelFor(0, owner.length, 10, (from, to) -> {
                            for (int i = from; i < to; i++) { owner[i] += worker() + 1; }
                        });
                        Collectives.parallelFor(0, owner.length, 7, i -> owner[i] += 1000);
                        Collectives.parallelFor(0, few.length, i -> few[i] = i + 1);
                        int wrong = 0;
                        for (int i = 0; i < owner.length; i++) { if (owner[i] < 1001 || owner[i] > 1000 + workers()) { wrong++; } }
                        if (wrong > 0) { report("elements not written once: " + wrong); }
                        barrier();
                    }
                    private void arrays() {
                        double[] all = Collectives.allReduce(grid, Double::sum);
                        double[] some = Collectives.allReduce(few, Math::max);
                        double[] sent = Collectives.broadcast(few, workers() - 1);
                        List<int[]> owners = Collectives.gather(owner);
                        for (int i = 0; i < all.length; i++) { if (all[i] != (double) i * workers()) { report("allReduce of the grid"); break; } }
                        if (!Arrays.equals(some, few) || !Arrays.equals(sent, few)) { report("allReduce or broadcast of a few"); }
                        for (int[] each : owners) { if (!Arrays.equals(each, owner)) { report("gather of the owners"); } }
                        sent[0] = -1;                        // a copy
                        Collectives.sum(0L);
                        if (few[0] != 1) { report("broadcast gave the array itself"); }
                    }
                }
                """.replace("STATIC ", statics ? "static " : "")
                .replace("STEPS", steps)
                .replace("METHODS", methods);
    }
}
