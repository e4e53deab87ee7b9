package jdsm.bench.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import jdsm.bench.JsonFile;
import jdsm.bench.Quartiles;

/** Formats the measurements as text and as JSON: medians of the rounds. */
final class WireReport {
    private final Map<String, Object> environment;
    private final Rounds rounds;

    WireReport(Map<String, Object> environment, Rounds rounds) {
        this.environment = environment;
        this.rounds = rounds;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        environment.forEach((name, value) -> line(text, "%-22s %s", name, value));
        LuBlocks blocks = rounds.blocks();
        line(text, "");
        line(
                text,
                "LU n=%d block=%d, %d ranks, each behind a link of %d Mbit/s in each direction; one factorisation:",
                blocks.n(),
                blocks.block(),
                blocks.ranks(),
                rounds.megabitsPerSecond());
        line(text, "  %-40s %s", "computing time (plain threads), s", seconds(rounds.computeSeconds()));
        rounds.sameHostSeconds()
                .forEach((transport, seconds) -> line(
                        text, "  %-40s %s", "the same job on this host over " + transport + ", s", seconds(seconds)));
        line(
                text,
                "  %-40s %.3f, of which a rank receives %s",
                "necessary bytes, MB",
                blocks.bytes() / 1e6,
                received());
        line(text, "");
        line(
                text,
                "%-18s %9s %9s %9s %9s | %8s %8s %8s %8s %8s | %7s %7s",
                "",
                "payload",
                "iface",
                "wire",
                "messages",
                "seconds",
                "first",
                "barrier",
                "wait",
                "wire",
                "bytes",
                "time");
        line(
                text,
                "%-18s %9s %9s %9s %9s | %8s %8s %8s %8s %8s | %7s %7s",
                "protocol",
                "MB",
                "MB",
                "MB",
                "",
                "",
                "one",
                "s",
                "s",
                "s",
                "ratio",
                "ratio");
        rounds.protocols().forEach(protocol -> protocol(text, protocol));
        line(text, "");
        rounds.protocols().stream().findFirst().ifPresent(protocol -> {
            bar(text, protocol + ": wire / necessary bytes", rounds.wireRatio(protocol), Rounds.WIRE_BOUND);
            bar(text, protocol + ": seconds / max(computing, wire)", rounds.timeRatio(protocol), Rounds.TIME_BOUND);
            rounds.sameHostSeconds()
                    .keySet()
                    .forEach(transport -> line(
                            text,
                            "%-7s %-52s %6.3f",
                            "",
                            protocol + ": seconds / the same job over " + transport,
                            rounds.sameHostRatio(protocol, transport).median()));
        });
        return text.toString();
    }

    private String received() {
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < rounds.blocks().ranks(); rank++) {
            text.append(String.format(
                    Locale.ROOT,
                    "%s%.3f",
                    rank == 0 ? "" : ", ",
                    rounds.blocks().bytesReceived(rank) / 1e6));
        }
        return text.toString();
    }

    private void protocol(StringBuilder text, String protocol) {
        line(
                text,
                "%-18s %9.3f %9.3f %9.3f %9.0f | %8.3f %8.3f %8.3f %8.3f %8.3f | %7.3f %7.3f",
                protocol,
                rounds.of(protocol, Measured::payloadBytes).median() / 1e6,
                rounds.of(protocol, Measured::interfaceBytes).median() / 1e6,
                rounds.of(protocol, Measured::wireBytes).median() / 1e6,
                rounds.of(protocol, Measured::messages).median(),
                rounds.of(protocol, Measured::seconds).median(),
                rounds.of(protocol, Measured::firstSeconds).median(),
                rounds.of(protocol, Measured::barrierSeconds).median(),
                rounds.of(protocol, Measured::waitSeconds).median(),
                rounds.wireSeconds(protocol).median(),
                rounds.wireRatio(protocol).median(),
                rounds.timeRatio(protocol).median());
    }

    private static void bar(StringBuilder text, String what, Quartiles value, double bound) {
        line(
                text,
                "%-7s %-52s %6.3f  (at most %.2f; %.3f to %.3f)",
                value.median() <= bound ? "met" : "NOT MET",
                what,
                value.median(),
                bound,
                value.first(),
                value.third());
    }

    private static String seconds(Quartiles of) {
        return String.format(Locale.ROOT, "%.3f (%.3f to %.3f)", of.median(), of.first(), of.third());
    }

    private static void line(StringBuilder text, String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments).stripTrailing())
                .append('\n');
    }

    void json(Writer target) throws IOException {
        JsonFile.write(target, environment, json -> {
            LuBlocks blocks = rounds.blocks();
            json.writeNumberField("n", blocks.n());
            json.writeNumberField("block", blocks.block());
            json.writeNumberField("ranks", blocks.ranks());
            json.writeNumberField("megabitsPerSecond", rounds.megabitsPerSecond());
            json.writeNumberField("necessaryBytes", blocks.bytes());
            json.writeArrayFieldStart("rounds");
            for (Rounds.Round round : rounds.all()) {
                json.writeStartObject();
                json.writeNumberField("computeSeconds", round.computeSeconds());
                for (Map.Entry<String, Double> other : round.sameHostSeconds().entrySet()) {
                    json.writeNumberField(other.getKey() + "Seconds", other.getValue());
                }
                json.writeArrayFieldStart("protocols");
                for (Measured measured : round.measured().values()) {
                    write(json, measured);
                }
                json.writeEndArray();
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeObjectFieldStart("ratios");
            for (String protocol : rounds.protocols()) {
                json.writeObjectFieldStart(protocol);
                json.writeNumberField("wire", rounds.wireRatio(protocol).median());
                json.writeNumberField("time", rounds.timeRatio(protocol).median());
                json.writeEndObject();
            }
            json.writeEndObject();
        });
    }

    private void write(JsonGenerator json, Measured measured) throws IOException {
        json.writeStartObject();
        json.writeStringField("consistency", measured.consistency());
        json.writeNumberField("seconds", measured.seconds());
        json.writeNumberField("firstSeconds", measured.firstSeconds());
        json.writeNumberField("barrierSeconds", measured.barrierSeconds());
        json.writeNumberField("waitSeconds", measured.waitSeconds());
        json.writeNumberField("wireSeconds", measured.wireSeconds(rounds.megabitsPerSecond()));
        json.writeNumberField("payloadBytes", measured.payloadBytes());
        json.writeNumberField("messages", measured.messages());
        json.writeNumberField("interfaceBytes", measured.interfaceBytes());
        json.writeNumberField("wireBytes", measured.wireBytes());
        perRank(json, measured, "sentBytes", Measured.Link::sentBytes);
        perRank(json, measured, "receivedBytes", Measured.Link::receivedBytes);
        perRank(json, measured, "frames", Measured.Link::frames);
        json.writeEndObject();
    }

    private static void perRank(
            JsonGenerator json, Measured measured, String name, ToDoubleFunction<Measured.Link> value)
            throws IOException {
        double[] values = Arrays.stream(measured.links()).mapToDouble(value).toArray();
        json.writeFieldName(name);
        json.writeArray(values, 0, values.length);
    }
}
