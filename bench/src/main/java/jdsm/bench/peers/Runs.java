package jdsm.bench.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs commands as processes, one at a time. */
final class Runs {
    private static final int MOST_MINUTES = 10;

    private Runs() {}

    /**
     * What a command says, or the seconds that it takes.
     *
     * @param result with the figure as its first group; null for the seconds
     * @throws IOException if it fails, hangs, or does not say it; the message has its output
     */
    static double run(List<String> command, Pattern result) throws IOException, InterruptedException {
        Path output = Files.createTempFile("jdsm-compare", ".txt");
        try {
            long begin = System.nanoTime();
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = process.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
            double seconds = (System.nanoTime() - begin) / 1e9;
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroy);
                process.destroy();
                process.waitFor();
            }
            String said = Files.readString(output, StandardCharsets.UTF_8);
            if (!ended || process.exitValue() != 0) {
                throw new IOException(String.join(" ", command)
                        + (ended
                                ? " ended with " + process.exitValue()
                                : " took more than " + MOST_MINUTES + " minutes")
                        + ": " + said);
            }
            return result == null ? seconds : figure(command, result, said);
        } finally {
            Files.delete(output);
        }
    }

    private static double figure(List<String> command, Pattern result, String said) throws IOException {
        Matcher matcher = result.matcher(said);
        if (!matcher.find()) {
            throw new IOException(String.join(" ", command) + " printed no " + result + ": " + said);
        }
        return Double.parseDouble(matcher.group(1));
    }
}
