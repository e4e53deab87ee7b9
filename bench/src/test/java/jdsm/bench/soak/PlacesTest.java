package jdsm.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PlacesTest {
    private static Path named(Places places, String property) {
        return places.flags().stream()
                .filter(flag -> flag.startsWith("-D" + property + "="))
                .map(flag -> Path.of(flag.substring(flag.indexOf('=') + 1)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsThereIsSeenAndGoesInTheEnd() throws IOException {
        Path shared;
        Path temporary;
        try (Places places = Places.make()) {
            shared = named(places, "jdsm.shm.dir");
            temporary = named(places, "java.io.tmpdir");
            assertThat(places.sharedFiles()).isEmpty();
            Path job = Files.createDirectory(shared.resolve("jdsm-1"));
            Path rings = Files.write(job.resolve("0.rings"), new byte[100]);
            Path left = Files.createFile(temporary.resolve("left"));

            assertThat(places.sharedFiles()).containsExactly(job, rings);
            assertThat(places.sharedBytes()).isEqualTo(100);
            assertThat(places.temporaryFiles()).containsExactly(left);
        }
        assertThat(shared).doesNotExist();
        assertThat(temporary).doesNotExist();
    }

    @Test
    void whatAKilledRunHasLeftGoesWithTheNext() throws IOException {
        Path killed =
                Path.of(System.getProperty("java.io.tmpdir")).resolve("soak-jdsm-" + Integer.MAX_VALUE + "-temporary");
        Files.createDirectories(killed.resolve("folder"));

        Places.make().close();

        assertThat(killed).doesNotExist();
    }
}
