package jdsm.bench.soak;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdsm.bench.JsonFile;
import jdsm.bench.soak.GrowthRule.Growth;
import jdsm.bench.soak.GrowthRule.Verdict;
import jdsm.bench.soak.Ledger.Series;

/** Formats a run as {@code soak.txt} and {@code soak.json}. */
final class SoakReport {
    private SoakReport() {}

    static void write(Path folder, Map<String, Object> environment, Ledger ledger) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("soak.txt"), table(environment, ledger));
        try (Writer json = Files.newBufferedWriter(folder.resolve("soak.json"))) {
            JsonFile.write(json, environment, members -> members(members, ledger));
        }
    }

    static String table(Map<String, Object> environment, Ledger ledger) {
        StringBuilder text = new StringBuilder();
        environment.forEach((name, value) -> line(text, "%-12s %s", name, value));
        ledger.done().forEach((what, count) -> line(text, "%6d %s", count, what));
        line(text, "");
        line(
                text,
                "%-30s %-20s %7s %12s %12s %12s  %s",
                "of",
                "quantity",
                "samples",
                "2nd quarter",
                "last quarter",
                "rise in half",
                "verdict");
        for (Series series : ledger.series()) {
            Quantity quantity = series.quantity();
            Verdict verdict = series.verdict();
            line(
                    text,
                    "%-30s %-20s %7d %12s %12s %12s  %s",
                    series.of(),
                    quantity.label(),
                    series.samples().length,
                    quantity.format(verdict.from()),
                    quantity.format(verdict.to()),
                    quantity.format(verdict.rise()),
                    quantity.isJudged() ? verdict.growth().label() : "not judged");
        }
        line(text, "");
        findings(text, ledger);
        return text.toString();
    }

    private static void findings(StringBuilder text, Ledger ledger) {
        ledger.failures().forEach(failure -> line(text, "FAILED: %s", failure));
        List<Series> grown = ledger.series().stream()
                .filter(series -> series.fails() && series.verdict().growth() != Growth.TOO_FEW)
                .toList();
        for (Series series : grown) {
            Verdict verdict = series.verdict();
            line(
                    text,
                    "%s: %s of %s: from %s to %s",
                    verdict.growth().label(),
                    series.quantity().label(),
                    series.of(),
                    series.quantity().format(verdict.from()),
                    series.quantity().format(verdict.to()));
        }
        if (ledger.isGood()) {
            line(text, "OK: no growth, and nothing was left behind");
        } else if (grown.isEmpty() && ledger.failures().isEmpty()) {
            line(text, "too few samples: each series needs %d turns; nothing is proved", GrowthRule.FEWEST_SAMPLES);
        }
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments).stripTrailing())
                .append('\n');
    }

    private static void members(JsonGenerator json, Ledger ledger) throws IOException {
        json.writeBooleanField("good", ledger.isGood());
        json.writeObjectFieldStart("done");
        for (Map.Entry<String, Integer> each : ledger.done().entrySet()) {
            json.writeNumberField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
        json.writeArrayFieldStart("failures");
        for (String failure : ledger.failures()) {
            json.writeString(failure);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("series");
        for (Series series : ledger.series()) {
            series(json, series);
        }
        json.writeEndArray();
    }

    private static void series(JsonGenerator json, Series series) throws IOException {
        Verdict verdict = series.verdict();
        json.writeStartObject();
        json.writeStringField("of", series.of());
        json.writeStringField("quantity", series.quantity().label());
        json.writeStringField("unit", series.quantity().unit());
        json.writeBooleanField("judged", series.quantity().isJudged());
        if (series.quantity().isJudged()) {
            json.writeNumberField("tolerance", series.quantity().tolerance());
            json.writeNumberField("passing", series.passing());
        }
        json.writeStringField("verdict", verdict.growth().name());
        json.writeNumberField("from", verdict.from());
        json.writeNumberField("to", verdict.to());
        json.writeNumberField("rise", verdict.rise());
        json.writeFieldName("samples");
        json.writeArray(series.samples(), 0, series.samples().length);
        json.writeEndObject();
    }
}
