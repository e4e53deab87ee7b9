package jdsm.launcher.classdata;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClassDataArchiveTest {
    private static final String OURS = "0123456789abcdef";
    private static final String OTHERS = "fedcba9876543210";

    @TempDir
    private Path directory;

    /** Attempts to make an archive, each with the next of these ends. */
    private final List<Preparation> ends = new ArrayList<>();

    private final List<String> said = new ArrayList<>();

    private Optional<Path> prepare(boolean again) {
        ClassDataArchive.Builder builder = scratch -> {
            Preparation end = ends.remove(0);
            Files.createFile(scratch.resolve(ArchiveBuilder.LOG));
            if (end == Preparation.MADE) {
                Files.createFile(scratch.resolve(ArchiveBuilder.ARCHIVE));
            }
            return end;
        };
        Path classData = directory.resolve("class-data");
        return new ClassDataArchive(classData, directory, new ArchiveName(OURS, OURS), builder)
                .prepare(again, said::add);
    }

    private Path file(String extension) {
        return directory.resolve("class-data").resolve(OURS + "-" + OURS + extension);
    }

    @ParameterizedTest
    @EnumSource(names = {"MADE", "CUT_OFF"})
    void whatWasCutOffIsBegunAgain(Preparation second) {
        ends.addAll(List.of(Preparation.CUT_OFF, second, Preparation.MADE));

        assertThat(prepare(false)).isEmpty();
        assertThat(said).last().asString().contains("was cut off", "the next launch begins it again");
        prepare(false);
        assertThat(prepare(false)).contains(file(".jsa"));
        assertThat(file(".log")).exists();
    }

    /** As a launcher that was killed has left it. */
    @Test
    void aLogAloneSaysNothing() throws IOException {
        Files.createDirectory(directory.resolve("class-data"));
        Files.createFile(file(".log"));
        ends.add(Preparation.MADE);

        assertThat(prepare(false)).contains(file(".jsa"));
    }

    @Test
    void whatFailsIsTriedOnceUnlessSomebodyAsks() {
        ends.addAll(List.of(Preparation.FAILED, Preparation.MADE));

        assertThat(prepare(false)).isEmpty();
        assertThat(said).hasSize(2).last().asString().contains("cannot be prepared");
        assertThat(prepare(false)).isEmpty();
        assertThat(ends).hasSize(1);
        assertThat(said).hasSize(2);
        assertThat(prepare(true)).contains(file(".jsa"));
        assertThat(prepare(true)).contains(file(".jsa"));
    }

    @Test
    void whatAnEarlierBuildHasLeftIsRemovedAndNothingElse() throws IOException {
        Path classData = Files.createDirectory(directory.resolve("class-data"));
        Path user = Files.createDirectory(directory.resolve("user"));
        Path own = Files.createFile(user.resolve("own"));
        for (String name : new String[] {
            OURS + "-" + OURS + ".jsa", OTHERS + "-" + OURS + ".log", OTHERS + "-" + OURS + ".failed", "mine.log", "new"
        }) {
            Files.createFile(classData.resolve(name));
        }
        Files.createFile(Files.createDirectory(classData.resolve("new4711")).resolve("archive.jsa"));
        Files.createFile(Files.createDirectory(classData.resolve("news")).resolve("today"));
        Files.createSymbolicLink(classData.resolve("new12"), user);
        Files.createSymbolicLink(classData.resolve(OTHERS + "-" + OTHERS + ".jsa"), own);

        ClassDataArchive.removeOthers(classData, OURS);

        assertThat(own).exists();
        try (var left = Files.list(classData)) {
            assertThat(left.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder(OURS + "-" + OURS + ".jsa", "mine.log", "new", "news");
        }
        assertThat(classData.resolve("news/today")).exists();
    }

    @Test
    void theFlightRecorderIsFoundInTheOptionsOfTheEnvironment() {
        assertThat(ClassDataArchive.recordsFlights("-Xmx1g -XX:StartFlightRecording:dumponexit=true"))
                .isTrue();
        assertThat(ClassDataArchive.recordsFlights("-XX:+FlightRecorder")).isTrue();
        assertThat(ClassDataArchive.recordsFlights("-Xmx1g")).isFalse();
        assertThat(ClassDataArchive.recordsFlights(null)).isFalse();
    }
}
