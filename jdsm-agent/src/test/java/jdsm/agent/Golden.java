package jdsm.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;

/** Listings of woven code as somebody has read and approved them. */
final class Golden {
    private Golden() {}

    static void assertSame(String listing, String file) throws IOException {
        try (InputStream in = Golden.class.getResourceAsStream("golden/" + file)) {
            assertThat(in).as(file).isNotNull();
            assertThat(listing).isEqualTo(new String(in.readAllBytes(), UTF_8));
        }
    }
}
