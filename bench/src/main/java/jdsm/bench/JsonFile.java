package jdsm.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;

/** One JSON object whose first member is {@code environment}: where the figures behind it come from. */
public final class JsonFile {
    /** Writes the members behind it. */
    @FunctionalInterface
    public interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    private JsonFile() {}

    /** Writes it all; leaves the target open. */
    public static void write(Writer target, Map<String, Object> environment, Members members) throws IOException {
        try (JsonGenerator json = new JsonFactory()
                .createGenerator(target)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .useDefaultPrettyPrinter()) {
            json.writeStartObject();
            json.writeObjectFieldStart("environment");
            for (Map.Entry<String, Object> entry : environment.entrySet()) {
                json.writeObjectField(entry.getKey(), entry.getValue());
            }
            json.writeEndObject();
            members.write(json);
            json.writeEndObject();
        }
    }
}
