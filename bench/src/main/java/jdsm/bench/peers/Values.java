package jdsm.bench.peers;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import jdsm.bench.JsonFile;

/** Writes all figures as JSON: {@code environment}, and {@code workloads} by name, with a list for each peer. */
final class Values {
    private Values() {}

    static void write(Writer target, Map<String, Object> environment, List<Comparison> comparisons) throws IOException {
        JsonFile.write(target, environment, json -> {
            json.writeObjectFieldStart("workloads");
            for (Comparison comparison : comparisons) {
                write(json, comparison);
            }
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, Comparison comparison) throws IOException {
        json.writeObjectFieldStart(comparison.workload().name());
        json.writeStringField("unit", comparison.workload().unit());
        for (Peer peer : comparison.workload().peers()) {
            json.writeArrayFieldStart(peer.name());
            for (double figure : comparison.of(peer.name())) {
                json.writeNumber(figure);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }
}
