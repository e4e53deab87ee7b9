package jdsm.comm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import jdsm.comm.CommException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeetingFileTest {
    private static final MeetingFile.Content CONTENT =
            new MeetingFile.Content("127.0.0.1:4711", "a secret of some length");

    @TempDir
    private Path folder;

    private Path directory;
    private Path path;
    private MeetingFile file;

    @BeforeEach
    void makeDirectory() {
        directory = folder.resolve("jobs");
        file = MeetingFile.in(directory, "slurm-7");
        path = directory.resolve("slurm-7");
    }

    private void assertUnusable(String why) {
        assertThatExceptionOfType(MeetingFile.UnusableException.class)
                .isThrownBy(file::read)
                .withMessage(why);
    }

    private static void mode(Path of, String permissions) throws IOException {
        Files.setPosixFilePermissions(of, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void whatIsWrittenIsRead() throws Exception {
        file.write(CONTENT);
        assertThat(file.read()).isEqualTo(CONTENT);
        assertThat(CONTENT.toString()).doesNotContain("secret of");
    }

    @Test
    void nobodyElseReadsIt() throws Exception {
        file.write(CONTENT);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                .isEqualTo("rwx------");
        try (Stream<Path> all = Files.list(directory)) {
            assertThat(all).containsExactly(path);
        }
    }

    @Test
    void aMissingFileIsNotUsable() {
        assertUnusable("does not exist");
    }

    @Test
    void aLinkIsNotFollowedAndIsReplaced() throws Exception {
        Path other = folder.resolve("other");
        Files.writeString(other, "another file");
        Files.createSymbolicLink(path, other);
        assertUnusable("is no regular file");

        file.write(CONTENT);

        assertThat(file.read()).isEqualTo(CONTENT);
        assertThat(other).hasContent("another file");
    }

    @Test
    void aFileThatOthersMayReadIsNotUsable() throws Exception {
        file.write(CONTENT);
        mode(path, "rw-r-----");
        assertUnusable("has mode rw-r-----, not rw-------");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "jdsm-rendezvous 1\naddress 127.0.0.1:1\n",
                "jdsm-rendezvous 2\naddress 127.0.0.1:1\nsecret 0123456789abcdef\n",
                "jdsm-rendezvous 1\nsecret 0123456789abcdef\naddress 127.0.0.1:1\n",
            })
    void aFileOfAnotherFormIsNotUsable(String text) throws Exception {
        file.write(CONTENT);
        Files.writeString(path, text);
        assertUnusable("is no file of this version of JDSM");
    }

    @Test
    void addressSecretAndLengthAreChecked() throws Exception {
        file.write(new MeetingFile.Content("nowhere", CONTENT.secret()));
        assertUnusable("has no address");
        file.write(new MeetingFile.Content(CONTENT.address(), "short"));
        assertUnusable("has no secret");
        file.write(new MeetingFile.Content(CONTENT.address(), "x".repeat(5000)));
        assertUnusable("is too long");
    }

    @Test
    void onlyItsOwnContentIsRemoved() throws Exception {
        MeetingFile.Content later = new MeetingFile.Content("127.0.0.1:4712", CONTENT.secret());
        file.write(later);
        file.remove(CONTENT);
        assertThat(path).exists();
        file.remove(later);
        assertThat(path).doesNotExist();
    }

    @Test
    void filesOfKilledJobsGoAfterAMonth() throws Exception {
        Instant old = Instant.now().minus(Duration.ofDays(31));
        for (String name : List.of("slurm-7-0.01234567", "mpirun-1.89abcdef123.new", "slurm-8-0.01234567", "notes")) {
            Files.createFile(directory.resolve(name));
            Files.setLastModifiedTime(directory.resolve(name), FileTime.from(old));
        }
        Files.setLastModifiedTime(directory.resolve("slurm-8-0.01234567"), FileTime.from(Instant.now()));
        file.write(CONTENT);

        file.clear();

        try (Stream<Path> all = Files.list(directory)) {
            assertThat(all.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("slurm-8-0.01234567", "notes");
        }
    }

    @Test
    void aDirectoryThatOthersMayEnterIsRefused() throws Exception {
        mode(directory, "rwxr-xr-x");
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> MeetingFile.in(directory, "slurm-7"))
                .withMessageContaining("JDSM_RENDEZVOUS_DIR")
                .withMessageContaining("needs mode 0700");
        mode(directory, "rwxrwxrwx");
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> MeetingFile.in(directory, "slurm-7"))
                .withMessageContaining("may be written by others");
    }
}
