package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a statistics file. */
final class Statistics {
    private Statistics() {}

    /** Messages and bytes that all ranks sent of a kind. */
    record Sent(long messages, long bytes) {}

    /** The kind of {@link #sent} that stands for what was fetched without a message. */
    static final String ONE_SIDED = "one-sided";

    /** What all ranks sent, by kind; and what they fetched from each other's memory. */
    static Map<String, Sent> sent(Path file) throws IOException {
        return sent(map(read(file).get("total")));
    }

    /** As {@link #sent(Path)}, in a section of the program. */
    static Map<String, Sent> sentIn(String section, Path file) throws IOException {
        List<?> sections = (List<?>) map(read(file).get("total")).get("sections");
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

    @SuppressWarnings("unchecked") // the reader below makes no others
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    /** The file's one object: numbers are long or double. */
    static Map<String, Object> read(Path file) throws IOException {
        try (JsonParser json = new JsonFactory().createParser(Files.readString(file))) {
            json.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
            json.nextToken();
            Map<String, Object> all = map(value(json));
            assertThat(json.nextToken()).isNull();
            return all;
        }
    }

    static Object value(JsonParser json) throws IOException {
        switch (json.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> map = new LinkedHashMap<>();
                while (json.nextToken() != JsonToken.END_OBJECT) {
                    String name = json.currentName();
                    json.nextToken();
                    map.put(name, value(json));
                }
                return map;
            }
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(json));
                }
                return list;
            }
            case VALUE_NUMBER_INT -> {
                return json.getLongValue();
            }
            case VALUE_NUMBER_FLOAT -> {
                return json.getDoubleValue();
            }
            default -> {
                return json.getText();
            }
        }
    }
}
