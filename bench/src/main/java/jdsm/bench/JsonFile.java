package jdsm.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;

/** Writes a JSON object whose first member, {@code environment}, describes the origin of the other members. */
public final class JsonFile {
    /** Writes the members after {@code environment}. */
    @FunctionalInterface
    public interface Members {
        void write(JsonGenerator json) throws IOException;
    }

    private JsonFile() {}

    /** Writes the whole object; leaves the target open. */
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
