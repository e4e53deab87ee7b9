package jdsm.bench.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementTest {
    private static final String STATISTICS = """
            {"total": {"fetches": 7, "invalidations": 3, "copiesWithReplies": 100, "sampledCopies": 8,
            "sampledCopiesUnused": 2, "oneSidedBytes": 5, "messages": {"a": {"sentBytes": 10}, "b": {"sentBytes": 20}}}}""";

    @TempDir
    private Path directory;

    private Subject subject(String command) {
        return new Subject(Program.of(command), directory.resolve("profile.json"));
    }

    @Test
    void unusedCopiesAreEstimatedFromTheSamples() throws IOException {
        Path file = Files.writeString(directory.resolve("stats.json"), STATISTICS);

        assertThat(Counted.read(file)).containsExactly(7, 35, 3, 100, 8, 2, 25);
        Files.writeString(file, STATISTICS.replace("\"sampledCopies\": 8", "\"sampledCopies\": 0"));
        assertThat(Counted.read(file)).endsWith(0);
    }

    @Test
    void aRunHasItsOrderItsSplitAndItsFigures() throws IOException, InterruptedException {
        Path said = directory.resolve("said");
        Path script = directory.resolve("jdsm");
        Files.writeString(
                script,
                "#!/bin/sh\necho \"$@\" >> " + said + "\nprintf '%s' '" + STATISTICS
                        + "' > \"$9\"\necho 'CountedTree n=5 insert=1.5 search=0.5 OK'\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        Subject subject = subject("CountedTree -n 5");
        Setting setting = new Setting(true, "depth");

        subject.run(new Subject.Jobs(script, 3, "tcp"), setting);

        assertThat(Files.readString(said))
                .startsWith("launch -p 3 --comm tcp --fetch-order depth --stats ")
                .endsWith(" --split " + directory.resolve("profile.json") + " CountedTree -n 5\n");
        assertThat(List.of(0, 1, 2, 3).stream().map(figure -> subject.median(setting, figure)))
                .containsExactly(1.5, 0.5, 7.0, 35.0);
    }

    @Test
    void thePageHasARowForEachSetting() {
        Subject subject = subject("NBody --steps 1");
        for (Setting setting : Setting.all()) {
            subject.add(setting, 1, 2, 3000, 4, 5, 6, 7, 8);
            subject.add(setting, 3, 2, 3000, 4, 5, 6, 7, 8);
        }

        assertThat(Page.of(Map.of("ranks", 2), List.of(subject)))
                .contains("* ranks: 2")
                .contains("| setting | seconds | fetches | bytes | invalidations | copies along |")
                .contains("| breadth, no split | 2.000 | 2 | 3,000 | 4 | 5 | 6 | 7 | 8 |")
                .contains("| learnt, split | 2.000 |")
                .contains("The profile splits no class");
    }
}
