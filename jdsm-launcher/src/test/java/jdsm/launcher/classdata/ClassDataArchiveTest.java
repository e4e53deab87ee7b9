package jdsm.launcher.classdata;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassDataArchiveTest {
    private static final String OURS = "0123456789abcdef";
    private static final String OTHERS = "fedcba9876543210";

    @TempDir
    private Path directory;

    @Test
    void whatAnEarlierBuildHasLeftIsRemovedAndNothingElse() throws IOException {
        Path classData = Files.createDirectory(directory.resolve("class-data"));
        Path user = Files.createDirectory(directory.resolve("user"));
        Path own = Files.createFile(user.resolve("own"));
        for (String name : new String[] {OURS + "-" + OURS + ".jsa", OTHERS + "-" + OURS + ".log", "mine.log", "new"}) {
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
}
