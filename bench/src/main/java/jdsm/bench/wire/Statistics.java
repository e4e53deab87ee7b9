package jdsm.bench.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdsm.observe.StatisticsReader;

/** The repetitions of a program, from the file of {@code --stats}. */
final class Statistics {
    private static final String REPETITION = "repetition ";

    private Statistics() {}

    /**
     * One repetition, over all ranks.
     *
     * @param seconds its length
     * @param barrierSeconds time in barriers, on average over the workers
     * @param waitSeconds time in waits for copies and locks, on average over the workers
     * @param payloadBytes bytes of the messages sent, without headers
     * @param messages number of messages sent
     * @param fetches number of copies fetched
     */
    record Repetition(
            double seconds,
            double barrierSeconds,
            double waitSeconds,
            long payloadBytes,
            long messages,
            long fetches) {}

    /**
     * The job's repetitions, in order.
     *
     * @param workers number of workers in the job
     * @throws IOException if the file cannot be read, or has no repetition
     */
    static List<Repetition> repetitions(Path file, int workers) throws IOException {
        List<Repetition> all = new ArrayList<>();
        Map<?, ?> total = (Map<?, ?>) StatisticsReader.read(file).get("total");
        if (total.get("sections") instanceof List<?> sections) {
            for (Object section : sections) {
                Map<?, ?> counted = (Map<?, ?>) section;
                if (((String) counted.get("name")).startsWith(REPETITION)) {
                    all.add(repetition(counted, workers));
                }
            }
        }
        if (all.isEmpty()) {
            throw new IOException("no repetition in " + file);
        }
        return all;
    }

    private static Repetition repetition(Map<?, ?> counted, int workers) {
        long bytes = 0;
        long messages = 0;
        for (Object kind : ((Map<?, ?>) counted.get("messages")).values()) {
            bytes += ((Number) ((Map<?, ?>) kind).get("sentBytes")).longValue();
            messages += ((Number) ((Map<?, ?>) kind).get("sent")).longValue();
        }
        return new Repetition(
                number(counted, "startSeconds") / workers,
                number(counted, "barrierSeconds") / workers,
                number(counted, "waitSeconds") / workers,
                bytes,
                messages,
                (long) number(counted, "fetches"));
    }

    private static double number(Map<?, ?> counted, String name) {
        return ((Number) counted.get(name)).doubleValue();
    }
}
