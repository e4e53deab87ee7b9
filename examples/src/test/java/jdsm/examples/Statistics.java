package jdsm.examples;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdsm.observe.StatisticsReader;

/** What a job has counted, from the file of {@code --stats}. */
final class Statistics {
    private Statistics() {}

    /** Messages of one kind and their payload bytes, sent by all ranks together. */
    record Sent(long messages, long bytes) {}

    /** The key of one-sided fetches in the result of {@link #sent}. */
    static final String ONE_SIDED = "one-sided";

    /** All counts of the whole job, by name. */
    static Map<String, Object> total(Path file) throws IOException {
        return map(StatisticsReader.read(file).get("total"));
    }

    /** The messages of the whole job by kind, and its one-sided fetches as {@link #ONE_SIDED}. */
    static Map<String, Sent> sent(Path file) throws IOException {
        return sent(total(file));
    }

    /** As {@link #sent(Path)}, for one section of the program. */
    static Map<String, Sent> sentIn(String section, Path file) throws IOException {
        List<?> sections = (List<?>) total(file).get("sections");
        return sections.stream()
                .map(Statistics::map)
                .filter(each -> each.get("name").equals(section))
                .map(Statistics::sent)
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, Sent> sent(Map<String, Object> counted) {
        Map<String, Sent> sent = new LinkedHashMap<>();
        map(counted.get("messages")).forEach((kind, of) -> {
            Map<String, Object> counts = map(of);
            sent.put(kind, new Sent((long) counts.get("sent"), (long) counts.get("sentBytes")));
        });
        sent.put(ONE_SIDED, new Sent((long) counted.get("oneSidedFetches"), (long) counted.get("oneSidedBytes")));
        return sent;
    }

    @SuppressWarnings("unchecked") // JSON objects are maps by name
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}
