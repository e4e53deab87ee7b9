package jdsm.bench;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes figures as one JSON object: {@code environment}, {@code measurements}, {@code ratios}, {@code bars}. */
final class JsonReport {
    /** Numerators and denominators of the ratios of time, for each transport and size. */
    private static final List<List<Subject>> RATIOS = List.of(
            List.of(Subject.HANDLER, Subject.SOCKET),
            List.of(Subject.RECEIVE, Subject.SOCKET),
            List.of(Subject.POOL, Subject.HANDLER),
            List.of(Subject.POOL, Subject.RECEIVE));

    private final JsonGenerator json;
    private final Figures figures;

    private JsonReport(JsonGenerator json, Figures figures) {
        this.json = json;
        this.figures = figures;
    }

    /** Writes all figures; leaves the target open. */
    static void write(Writer target, Map<String, Object> environment, Figures figures) throws IOException {
        JsonFile.write(target, environment, json -> new JsonReport(json, figures).write());
    }

    private void write() throws IOException {
        json.writeArrayFieldStart("measurements");
        for (Key key : figures.keys()) {
            writeMeasurement(key);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("ratios");
        for (Key key : figures.keys()) {
            for (List<Subject> ratio : RATIOS) {
                if (ratio.get(0) == key.subject()) {
                    writeRatio(key, new Key(ratio.get(1), key.transport(), key.size()));
                }
            }
        }
        json.writeEndArray();
        writeBars();
    }

    private void writeMeasurement(Key key) throws IOException {
        Quartiles quartiles = figures.quartiles(key).orElseThrow();
        writeStart(key);
        json.writeStringField("unit", key.subject().unit());
        json.writeNumberField("rounds", figures.rounds(key));
        writeQuartiles(quartiles);
        if (key.subject().movesBytes()) {
            json.writeNumberField("medianMBPerSecond", key.size() / quartiles.median());
        }
        json.writeFieldName("values");
        double[] values = figures.values(key);
        json.writeArray(values, 0, values.length);
        json.writeEndObject();
    }

    private void writeRatio(Key key, Key by) throws IOException {
        Optional<Quartiles> ratio = figures.ratio(key, by);
        if (ratio.isEmpty()) {
            return;
        }
        writeStart(key);
        json.writeStringField("by", by.subject().label());
        writeQuartiles(ratio.orElseThrow());
        json.writeEndObject();
    }

    private void writeStart(Key key) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", key.subject().label());
        json.writeStringField("transport", key.transport());
        json.writeNumberField(key.subject().sizeLabel(), key.size());
    }

    private void writeQuartiles(Quartiles quartiles) throws IOException {
        json.writeNumberField("count", quartiles.count());
        json.writeNumberField("least", quartiles.least());
        json.writeNumberField("firstQuartile", quartiles.first());
        json.writeNumberField("median", quartiles.median());
        json.writeNumberField("thirdQuartile", quartiles.third());
    }

    private void writeBars() throws IOException {
        json.writeArrayFieldStart("bars");
        for (Bar bar : Bar.of(figures)) {
            json.writeStartObject();
            json.writeStringField("name", bar.text());
            json.writeNumberField("value", bar.value());
            json.writeNumberField(bar.atMost() ? "atMost" : "atLeast", bar.bound());
            json.writeBooleanField("met", bar.met());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
