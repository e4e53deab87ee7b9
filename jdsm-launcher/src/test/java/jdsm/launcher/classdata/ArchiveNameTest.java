package jdsm.launcher.classdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveNameTest {
    @TempDir
    private Path directory;

    private Path jdk;
    private Path jar;

    @BeforeEach
    void files() throws IOException {
        jdk = directory.resolve("jdk");
        Files.createDirectories(jdk.resolve("lib"));
        Files.writeString(jdk.resolve("lib/modules"), "classes");
        jar = Files.writeString(directory.resolve("a.jar"), "jar");
    }

    @Test
    void theSameFilesHaveTheSameName() throws IOException {
        assertThat(ArchiveName.of(jdk, List.of(jar))).isEqualTo(ArchiveName.of(jdk, List.of(jar)));
        assertThat(ArchiveName.of(jdk, List.of(jar)).toString()).matches("[0-9a-f]{16}-[0-9a-f]{16}");
    }

    @Test
    void anotherJarIsAnotherBuild() throws IOException {
        ArchiveName before = ArchiveName.of(jdk, List.of(jar));
        Files.setLastModifiedTime(jar, FileTime.fromMillis(4711));
        ArchiveName touched = ArchiveName.of(jdk, List.of(jar));
        Files.writeString(jar, "longer jar");
        Files.setLastModifiedTime(jar, FileTime.fromMillis(4711));
        ArchiveName longer = ArchiveName.of(jdk, List.of(jar));
        assertThat(List.of(before.jars(), touched.jars(), longer.jars())).doesNotHaveDuplicates();
        assertThat(touched.jvm()).isEqualTo(before.jvm());
    }

    @Test
    void anotherJvmHasAnotherArchiveOfTheSameBuild() throws IOException {
        ArchiveName before = ArchiveName.of(jdk, List.of(jar));
        Files.writeString(jdk.resolve("lib/modules"), "newer classes");
        ArchiveName after = ArchiveName.of(jdk, List.of(jar));
        assertThat(after.jvm()).isNotEqualTo(before.jvm());
        assertThat(after.jars()).isEqualTo(before.jars());
    }

    @Test
    void aMissingJarIsAnError() {
        assertThatThrownBy(() -> ArchiveName.of(jdk, List.of(directory.resolve("b.jar"))))
                .isInstanceOf(NoSuchFileException.class);
    }
}
