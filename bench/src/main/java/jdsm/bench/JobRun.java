package jdsm.bench;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdsm.observe.StatisticsReader;

/** Takes one value of a measurement by running an example program as a job. */
final class JobRun {
    private static final Pattern MEDIAN = Pattern.compile("^Barrier .* median=([0-9.]+) OK$", Pattern.MULTILINE);
    private static final int TURNS = 2000;
    private static final int RANKS_OF_A_TURN = 2;

    private final Path jdsm;
    private final int rounds;

    /**
     * @param jdsm the start script
     * @param rounds number of barriers in a repetition
     */
    JobRun(Path jdsm, int rounds) {
        this.jdsm = jdsm;
        this.rounds = rounds;
    }

    double[] run(Key key) throws IOException, InterruptedException {
        return new double[] {key.subject() == Subject.BARRIER ? barrier(key) : moves(key)};
    }

    private double barrier(Key key) throws IOException, InterruptedException {
        String output = launch(key.size(), key.transport(), List.of(), "Barrier", "--rounds=" + rounds, "--reps=3");
        Matcher median = MEDIAN.matcher(output);
        if (!median.find()) {
            throw new IOException("the program Barrier printed: " + output);
        }
        return Double.parseDouble(median.group(1));
    }

    private double moves(Key key) throws IOException, InterruptedException {
        Path statistics = Files.createTempFile("jdsm-bench", ".json");
        try {
            launch(
                    RANKS_OF_A_TURN,
                    key.transport(),
                    List.of("--stats", statistics.toString()),
                    "PingPong",
                    "--size=" + key.size(),
                    "--turns=" + TURNS);
            return ownershipMoves(statistics) / (double) TURNS;
        } finally {
            Files.delete(statistics);
        }
    }

    private static long ownershipMoves(Path statistics) throws IOException {
        Map<?, ?> total = (Map<?, ?>) StatisticsReader.read(statistics).get("total");
        return (long) total.get("ownershipMoves");
    }

    private String launch(int ranks, String transport, List<String> options, String... program)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(jdsm.toString(), "launch", "--no-agent", "-p", Integer.toString(ranks), "--comm", transport));
        command.addAll(options);
        command.addAll(List.of(program));
        Process process =
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + process.exitValue() + ": " + output);
        }
        return output;
    }
}
