package jdsm.observe;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the statistics of a job from a file that {@link StatisticsFile} has written. */
public final class StatisticsReader {
    private StatisticsReader() {}

    /**
     * The members of the file's one JSON object: {@code job}, {@code total}, {@code ranks}. Objects are maps, arrays
     * are lists, numbers are {@code Long} or {@code Double}, all other values are strings.
     *
     * @throws IOException if the file cannot be read, or is not exactly one JSON object without duplicate names
     */
    public static Map<String, Object> read(Path file) throws IOException {
        try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
            json.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException(file + " does not begin with a JSON object");
            }
            Map<String, Object> members = members(json);
            if (json.nextToken() != null) {
                throw new IOException(file + " has more than one JSON object");
            }
            return members;
        }
    }

    private static Map<String, Object> members(JsonParser json) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            members.put(name, value(json));
        }
        return members;
    }

    private static List<Object> elements(JsonParser json) throws IOException {
        List<Object> elements = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            elements.add(value(json));
        }
        return elements;
    }

    private static Object value(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> members(json);
            case START_ARRAY -> elements(json);
            case VALUE_NUMBER_INT -> json.getLongValue();
            case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            default -> json.getText();
        };
    }
}
