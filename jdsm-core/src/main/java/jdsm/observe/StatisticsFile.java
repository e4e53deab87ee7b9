package jdsm.observe;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdsm.comm.CommStatistics;
import jdsm.message.Kinds;

/** Writes the statistics of a job as JSON: {@code job}, {@code total}, {@code ranks}. */
public final class StatisticsFile {
    private StatisticsFile() {}

    /**
     * Writes or replaces the file.
     *
     * @param job what the job was, by name
     */
    public static void write(Path file, Map<String, Object> job, List<RankStatistics> ranks) throws IOException {
        try (JsonGenerator json =
                new JsonFactory().createGenerator(Files.newBufferedWriter(file)).useDefaultPrettyPrinter()) {
            json.writeStartObject();
            json.writeObjectFieldStart("job");
            for (Map.Entry<String, Object> entry : job.entrySet()) {
                json.writeObjectField(entry.getKey(), entry.getValue());
            }
            json.writeEndObject();
            json.writeObjectFieldStart("total");
            writeFields(json, total(ranks));
            json.writeEndObject();
            json.writeArrayFieldStart("ranks");
            for (RankStatistics rank : ranks) {
                json.writeStartObject();
                json.writeNumberField("rank", rank.rank());
                writeFields(json, rank);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private static void writeFields(JsonGenerator json, RankStatistics of) throws IOException {
        for (Counters.Counter counter : Counters.Counter.values()) {
            long count = of.counts()[counter.ordinal()];
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

    private static RankStatistics total(List<RankStatistics> ranks) {
        long[] counts = new long[Counters.Counter.values().length];
        CommStatistics comm = new CommStatistics(
                new long[CommStatistics.KINDS],
                new long[CommStatistics.KINDS],
                new long[CommStatistics.KINDS],
                new long[CommStatistics.KINDS]);
        for (RankStatistics rank : ranks) {
            add(counts, rank.counts());
            add(comm.messagesSent(), rank.comm().messagesSent());
            add(comm.bytesSent(), rank.comm().bytesSent());
            add(comm.messagesReceived(), rank.comm().messagesReceived());
            add(comm.bytesReceived(), rank.comm().bytesReceived());
        }
        return new RankStatistics(-1, counts, comm);
    }

    private static void add(long[] sum, long[] more) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += more[i];
        }
    }
}
