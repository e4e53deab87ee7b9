package jdsm.bench.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs commands as processes, one at a time. */
public final class Runs {
    private static final int MOST_MINUTES = 10;

    private record Ended(String output, double seconds) {}

    private Runs() {}

    /** Matches the output line of a program with a figure of that name, and {@code OK} at its end. */
    public static Pattern figure(String name) {
        return Pattern.compile("\\b" + name + "=([0-9.]+)(?: .*)? OK$", Pattern.MULTILINE);
    }

    /**
     * Runs a command, and returns its figure, or its duration in seconds.
     *
     * @param result with the figure as its first group; null for the duration
     * @param patience how long the process may run on after its result before it is killed; null if it must end by
     *     itself
     * @throws IOException if the command fails, hangs, or prints no result; the message has its output
     */
    static double run(List<String> command, Pattern result, Duration patience)
            throws IOException, InterruptedException {
        return run(command, Map.of(), result, patience);
    }

    /** As the other method, with more variables in the command's environment. */
    public static double run(List<String> command, Map<String, String> environment, Pattern result, Duration patience)
            throws IOException, InterruptedException {
        Ended ended = end(command, environment, result, patience);
        return result == null ? ended.seconds : figure(command, result, ended.output);
    }

    /**
     * Runs a command that ends by itself, and returns figures of its output.
     *
     * @param results each with a figure as its first group
     * @throws IOException if the command fails, hangs, or lacks one of the figures; the message has its output
     */
    public static double[] figures(List<String> command, Pattern... results) throws IOException, InterruptedException {
        Ended ended = end(command, Map.of(), null, null);
        double[] figures = new double[results.length];
        for (int i = 0; i < results.length; i++) {
            figures[i] = figure(command, results[i], ended.output);
        }
        return figures;
    }

    /** Runs a command to its end, or to the end of the patience after its result. */
    private static Ended end(List<String> command, Map<String, String> environment, Pattern result, Duration patience)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("jdsm-compare", ".txt");
        try {
            long begin = System.nanoTime();
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            boolean ended = patience != null
                    ? awaitEndBehind(result, patience, output, process)
                    : process.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
            double seconds = (System.nanoTime() - begin) / 1e9;
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
            }
            String said = Files.readString(output, StandardCharsets.UTF_8);
            if (!ended && patience != null && result.matcher(said).find()) {
                System.err.println("did not end behind its result, and was ended: " + String.join(" ", command));
            } else if (!ended || process.exitValue() != 0) {
                throw new IOException(String.join(" ", command)
                        + (ended
                                ? " ended with " + process.exitValue()
                                : " took more than " + MOST_MINUTES + " minutes")
                        + ": " + said);
            }
            return new Ended(said, seconds);
        } finally {
            Files.delete(output);
        }
    }

    /**
     * Waits for the end of the process; after the result, only as long as the patience lasts.
     *
     * @return whether it has ended
     */
    private static boolean awaitEndBehind(Pattern result, Duration patience, Path output, Process process)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < TimeUnit.MINUTES.toNanos(MOST_MINUTES)) {
            if (process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                return true;
            }
            boolean saidBefore = result.matcher(Files.readString(output, StandardCharsets.UTF_8))
                    .find();
            if (saidBefore) {
                return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
        return false;
    }

    private static double figure(List<String> command, Pattern result, String said) throws IOException {
        Matcher matcher = result.matcher(said);
        if (!matcher.find()) {
            throw new IOException(String.join(" ", command) + " printed no " + result + ": " + said);
        }
        return Double.parseDouble(matcher.group(1));
    }
}
