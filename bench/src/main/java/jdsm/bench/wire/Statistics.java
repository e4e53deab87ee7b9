package jdsm.bench.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a job has counted in each repetition of its program: of the file that {@code --stats} names. */
final class Statistics {
    private static final String REPETITION = "repetition ";

    private Statistics() {}

    /**
     * A repetition, all ranks together.
     *
     * @param seconds that it took
     * @param barrierSeconds of them in barriers, on average over the workers
     * @param waitSeconds of them in waits for copies and locks, on average over the workers
     * @param payloadBytes of the messages sent, without their headers
     * @param messages sent
     * @param fetches copies that were asked for
     */
    record Repetition(
            double seconds,
            double barrierSeconds,
            double waitSeconds,
            long payloadBytes,
            long messages,
            long fetches) {}

    /**
     * @param workers of the job
     * @throws IOException if the file cannot be read, or has no repetition
     */
    static List<Repetition> repetitions(Path file, int workers) throws IOException {
        List<Repetition> all = new ArrayList<>();
        try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
            json.nextToken();
            Map<?, ?> total = (Map<?, ?>) ((Map<?, ?>) value(json)).get("total");
            if (total.get("sections") instanceof List<?> sections) {
                for (Object section : sections) {
                    Map<?, ?> counted = (Map<?, ?>) section;
                    if (((String) counted.get("name")).startsWith(REPETITION)) {
                        all.add(repetition(counted, workers));
                    }
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

    private static Object value(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> map = new LinkedHashMap<>();
                while (json.nextToken() != JsonToken.END_OBJECT) {
                    String name = json.currentName();
                    json.nextToken();
                    map.put(name, value(json));
                }
                yield map;
            }
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(json));
                }
                yield list;
            }
            case VALUE_NUMBER_INT -> json.getLongValue();
            case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            default -> json.getText();
        };
    }
}
