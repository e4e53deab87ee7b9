package jdsm.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Listings of woven code as somebody has read and approved them. */
final class Golden {
    private Golden() {}

    /** With {@code -Djdsm.golden=src/test/resources/jdsm/agent/golden} they are written anew, to be read and approved. */
    static void assertSame(String listing, String file) throws IOException {
        String directory = System.getProperty("jdsm.golden");
        if (directory != null) {
            Files.writeString(Path.of(directory, file), listing);
            return;
        }
        try (InputStream in = Golden.class.getResourceAsStream("golden/" + file)) {
            assertThat(in).as(file).isNotNull();
            assertThat(listing).isEqualTo(new String(in.readAllBytes(), UTF_8));
        }
    }
}
