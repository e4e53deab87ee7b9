package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The twin of Properties beside the JDK's. */
class PropertiesTest {
    private static final String FILE = "# a file\na=1\nb : two words\nc\\ d = \\u00e9\nlong = one \\\n   two\nempty=\n";

    private final java.util.Properties jdks = new java.util.Properties();
    private final java.util.Properties own = new Properties();

    private void loadBoth() throws IOException {
        jdks.load(new StringReader(FILE));
        own.load(new ByteArrayInputStream(FILE.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private static String stored(java.util.Properties properties) throws IOException {
        StringWriter to = new StringWriter();
        properties.store(to, "comment");
        return to.toString().replaceAll("(?m)^#.*\\R", "");
    }

    private static String listed(java.util.Properties properties) {
        StringWriter to = new StringWriter();
        PrintWriter writer = new PrintWriter(to);
        properties.list(writer);
        writer.flush();
        return to.toString();
    }

    @Test
    void filesAreReadAndWritten() throws IOException {
        loadBoth();

        assertThat(own.toString()).isEqualTo(jdks.toString());
        assertThat(own).isEqualTo(jdks).hasSameHashCodeAs(jdks);
        assertThat(jdks).isEqualTo(own);
        assertThat(stored(own)).isEqualTo(stored(jdks)).contains("b=two words");
        ByteArrayOutputStream xml = new ByteArrayOutputStream();
        own.storeToXML(xml, "comment");
        java.util.Properties read = new Properties();
        read.loadFromXML(new ByteArrayInputStream(xml.toByteArray()));
        assertThat(read).isEqualTo(jdks);
    }

    @Test
    void defaultsFillTheGaps() throws IOException {
        loadBoth();
        for (java.util.Properties defaults : new java.util.Properties[] {own, jdks}) {
            java.util.Properties above = new Properties(defaults);
            java.util.Properties expected = new java.util.Properties(jdks);
            for (java.util.Properties each : new java.util.Properties[] {above, expected}) {
                each.setProperty("a", "other");
                each.put("number", 7);
            }

            assertThat(above.getProperty("a")).isEqualTo("other");
            assertThat(above.getProperty("b")).isEqualTo("two words");
            assertThat(above.getProperty("number", "none")).isEqualTo("none");
            assertThat(above.getProperty("missing")).isNull();
            assertThat(above.stringPropertyNames()).isEqualTo(expected.stringPropertyNames());
            assertThat(above.keySet()).isEqualTo(expected.keySet());
            assertThat(Collections.list(above.keys())).hasSize(2);
            assertThat(above).hasSize(2);
            assertThatThrownBy(() -> listed(above)).isInstanceOf(ClassCastException.class);
            above.remove("number");
            expected.remove("number");
            assertThat(listed(above)).isEqualTo(listed(expected)).contains("b=two words");
            assertThat(Collections.list(above.propertyNames()))
                    .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                    .containsExactlyInAnyOrderElementsOf(Collections.list(expected.propertyNames()).stream()
                            .map(Object.class::cast)
                            .toList());
        }
    }

    @Test
    void itIsAMap() throws IOException {
        loadBoth();
        for (java.util.Properties each : new java.util.Properties[] {own, jdks}) {
            each.merge("a", "2", (before, more) -> before + "" + more);
            each.computeIfAbsent("new", key -> key + "!");
            each.replaceAll((key, value) -> value + ".");
            each.entrySet().removeIf(entry -> entry.getKey().equals("b"));
            each.values().remove(".");
            each.putAll(Map.of("x", "y"));
            ((Map<?, ?>) each.clone()).clear();
        }

        assertThat(own).isEqualTo(jdks);
        assertThat(own.getProperty("a")).isEqualTo("12.");
        assertThat(own.contains("y")).isTrue();
    }

    @Test
    void serialisationWritesTheJdks() throws Exception {
        loadBoth();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(own);
        }

        Object read = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();

        assertThat(read).isEqualTo(jdks).hasSameClassAs(jdks);
    }
}
