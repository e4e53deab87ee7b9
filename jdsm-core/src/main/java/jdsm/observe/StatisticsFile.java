package jdsm.observe;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdsm.comm.CommStatistics;
import jdsm.message.Kinds;

/**
 * Gathers the statistics of a job's ranks and writes them as a JSON file. The file has the members {@code job},
 * {@code total} and {@code ranks}; the last two contain {@code sections} if the job has any. Not thread-safe.
 */
public final class StatisticsFile {
    private final List<RankStatistics> ranks = new ArrayList<>();

    /**
     * Adds the statistics of a rank.
     *
     * @param statistics from {@link Sections#statistics}
     * @throws RuntimeException if the bytes are no statistics
     */
    public void add(ByteBuffer statistics) {
        ranks.add(RankStatistics.ofBytes(statistics));
    }

    /** The number of ranks that {@link #add} has added. */
    public int ranks() {
        return ranks.size();
    }

    /**
     * Writes the file, or replaces it, with the ranks in ascending order.
     *
     * @param job the facts of the job, by name
     * @throws IOException if the file cannot be written
     */
    public void write(Path file, Map<String, Object> job) throws IOException {
        ranks.sort(Comparator.comparingInt(RankStatistics::rank));
        try (JsonGenerator json =
                new JsonFactory().createGenerator(Files.newBufferedWriter(file)).useDefaultPrettyPrinter()) {
            json.writeStartObject();
            json.writeObjectFieldStart("job");
            for (Map.Entry<String, Object> entry : job.entrySet()) {
                json.writeObjectField(entry.getKey(), entry.getValue());
            }
            json.writeEndObject();
            json.writeObjectFieldStart("total");
            write(json, total(ranks), totalSections(ranks));
            json.writeEndObject();
            json.writeArrayFieldStart("ranks");
            for (RankStatistics rank : ranks) {
                json.writeStartObject();
                json.writeNumberField("rank", rank.rank());
                write(json, rank.counts(), rank.sections());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private static void write(JsonGenerator json, Counts counts, Map<String, Counts> sections) throws IOException {
        writeFields(json, counts);
        if (!sections.isEmpty()) {
            json.writeArrayFieldStart("sections");
            for (Map.Entry<String, Counts> section : sections.entrySet()) {
                json.writeStartObject();
                json.writeStringField("name", section.getKey());
                writeFields(json, section.getValue());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
    }

    private static void writeFields(JsonGenerator json, Counts of) throws IOException {
        for (Counters.Counter counter : Counters.Counter.values()) {
            long count = of.counters()[counter.ordinal()];
            if (counter.isTime()) {
                json.writeNumberField(counter.label(), count / 1e9);
            } else {
                json.writeNumberField(counter.label(), count);
            }
        }
        CommStatistics comm = of.comm();
        json.writeObjectFieldStart("messages");
        for (int kind = 0; kind < CommStatistics.KINDS; kind++) {
            if (comm.messagesSent()[kind] + comm.messagesReceived()[kind] > 0) {
                json.writeObjectFieldStart(Kinds.label(kind));
                json.writeNumberField("sent", comm.messagesSent()[kind]);
                json.writeNumberField("sentBytes", comm.bytesSent()[kind]);
                json.writeNumberField("received", comm.messagesReceived()[kind]);
                json.writeNumberField("receivedBytes", comm.bytesReceived()[kind]);
                json.writeEndObject();
            }
        }
        json.writeEndObject();
    }

    private static Counts total(List<RankStatistics> ranks) {
        return ranks.stream().map(RankStatistics::counts).reduce(Counts.NONE, Counts::plus);
    }

    private static Map<String, Counts> totalSections(List<RankStatistics> ranks) {
        Map<String, Counts> total = new LinkedHashMap<>();
        for (RankStatistics rank : ranks) {
            rank.sections().forEach((name, counts) -> total.merge(name, counts, Counts::plus));
        }
        return total;
    }
}
