package jdsm.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A random program of several workers that has no race by its making, so that all runs with the same number of workers have the same
 * result.
 *
 * <p>It repeats a row of phases, with a barrier behind each. In a phase, each element and each object has one writer, a lock or an
 * atomic variable, and no worker reads what the phase writes, except for the writer. What a worker owns changes from phase to phase.
 */
final class RandomJobs {
    /** The fields, classes and methods of each program, its beginning and its end. */
    private static final String DECLARATIONS = text("random-job.txt");

    private static final Pattern PART = Pattern.compile("#(\\w+)");

    private final Random random;
    private final int longest;
    private final StringBuilder start = new StringBuilder();
    private final StringBuilder methods = new StringBuilder();

    private RandomJobs(long seed, int longest) {
        this.random = new Random(seed);
        this.longest = longest;
    }

    private static String text(String name) {
        try (InputStream in = RandomJobs.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String of(long seed) {
        return new RandomJobs(seed, 20_000).program();
    }

    /** The same with shorter arrays, for runs in which each access takes long. */
    static String small(long seed) {
        return new RandomJobs(seed, 600).program();
    }

    private String program() {
        int rows = pick(3, 17, 40, 130);
        String sizes = "    int length = " + Math.min(pick(7, 64, 500, 3000, 20000), longest) + ", rows = " + rows
                + ", columns = "
                + Math.min(pick(1, 5, 33, 300, 2000), 2 * longest / rows) + ", count = " + pick(1, 8, 50, 400)
                + ", rounds = "
                + pick(3, 5, 8) + ";\n";
        int phases = pick(2, 4, 7);
        for (int number = 0; number < phases; number++) {
            phase(number);
        }
        return "import java.util.concurrent.*;\nimport java.util.concurrent.atomic.*;\nimport java.util.function.*;\n\npublic class P extends SPMD {\n"
                + sizes + DECLARATIONS + """
                    public void start() {
                        Node kept = all[count / 2];
                        double[] row = m[rows / 2];
                        barrier();
                        for (int round = 0; round < rounds; round++) {
                """ + start + """
                        }
                    }
                """ + methods + "}\n";
    }

    private void phase(int number) {
        JobPhase kind = pick(JobPhase.values());
        String body = pick(kind.bodies.toArray(String[]::new));
        String text = fill(kind.isDivided ? divided(kind.extent.bound(), body) : body, kind);
        if (random.nextBoolean()) {
            methods.append("    void phase" + number + "(int round, Node kept, double[] row) { " + text + " }\n");
            text = "phase" + number + "(round, kept, row);";
        } else {
            text = "{ " + text + " }";
        }
        start.append("            " + text + "\n            barrier();\n");
    }

    /** A loop in which each worker runs the body for its {@code i}. */
    private String divided(String bound, String body) {
        String part = "int from = first(" + bound + ", #shift), to = behind(" + bound + ", #shift); ";
        return switch (random.nextInt(7)) {
            case 0 -> part + "for (int i = from; i < to; i++) { " + body + " }";
            case 1 -> part + "for (int i = to - 1; i >= from; i--) { " + body + " }";
            case 2 -> part + "int i = from; while (i < to) { " + body + " i++; }";
            case 3 -> "for (int i = worker(); i < " + bound + "; i += workers()) { " + body + " }";
            case 4 -> "if (worker() == #one) { for (int i = 0; i < " + bound + "; i++) { " + body + " } }";
            default ->
                "for (int i = 0; i < " + bound + "; i++) { if (" + owner() + " != worker()) { continue; } " + body
                        + " }";
        };
    }

    private String owner() {
        return pick(
                "(i + round) % workers()",
                "(i / " + pick(2, 3, 7, 16, 64) + " + round) % workers()",
                "any(i, round, workers())",
                "any(i, #some, workers())");
    }

    /** The text with something random in place of each part. */
    private String fill(String text, JobPhase kind) {
        Matcher parts = PART.matcher(text);
        String shift = pick("0", "1", "round");
        return parts.replaceAll(found -> Matcher.quoteReplacement(
                found.group(1).equals("shift") ? shift : fill(part(found.group(1), kind), kind)));
    }

    private String part(String name, JobPhase kind) {
        return switch (name) {
            case "some" -> Integer.toString(random.nextInt(100));
            case "one" -> pick("0", "workers() - 1", "round % workers()");
            case "value" -> value(kind.writes);
            default -> index(name, kind.extent.bound());
        };
    }

    private String value(Set<JobData> written) {
        Stream<JobValue> allowed = JobValue.ALL.stream().filter(value -> value.readsNoneOf(written));
        return pick(allowed.map(JobValue::text).toArray(String[]::new));
    }

    /** An index below a bound, by {@code i}, which is below another one. */
    private String index(String bound, String extent) {
        return switch (random.nextInt(5)) {
            case 0 -> "(int) ((long) i * " + bound + " / " + extent + ")";
            case 1 -> "any(i, #some, " + bound + ")";
            case 2 -> "any(i, round, " + bound + ")";
            case 3 -> "(i + " + random.nextInt(9) + ") % " + bound;
            default -> bound + " - 1 - i % " + bound;
        };
    }

    @SafeVarargs
    private <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
