package jdsm.comm.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnDirectoryTest {
    @TempDir
    Path directory;

    private Path above;
    private Path own;

    @BeforeEach
    void make() throws IOException {
        above = Files.createDirectory(directory.toRealPath().resolve("above"));
        own = Files.createDirectory(above.resolve("own"));
        permit(above, "rwxr-xr-x");
        permit(own, "rwxr-xr-x");
    }

    private static void permit(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void whatOnlyItsUserMayWriteIsHisOwn() throws IOException {
        assertThat(OwnDirectory.fault(own)).isNull();
        assertThat(OwnDirectory.fault(own.resolve("not/yet/there"))).isNull();
        assertThat(OwnDirectory.fault(own.resolve("..").resolve("own"))).isNull();
    }

    @Test
    void whatOthersMayWriteIsNot() throws IOException {
        permit(own, "rwxrwxr-x");
        assertThat(OwnDirectory.fault(own)).isEqualTo(own + " may be written by others");
        assertThat(OwnDirectory.fault(own.resolve("not/yet"))).isEqualTo(own + " may be written by others");
        permit(own, "rwxr-xrwx");
        assertThat(OwnDirectory.fault(own)).isEqualTo(own + " may be written by others");
    }

    @Test
    void norWhereOthersMayReplaceIt() throws IOException, InterruptedException {
        permit(above, "rwxrwxrwx");
        assertThat(OwnDirectory.fault(own)).isEqualTo(above + " may be written by others");

        assertThat(new ProcessBuilder("chmod", "1777", above.toString()).start().waitFor())
                .isZero();
        assertThat(OwnDirectory.fault(own))
                .as("where each can replace his own only")
                .isNull();
    }

    @Test
    void aLinkIsWhatItLeadsTo() throws IOException {
        Path open = Files.createDirectory(above.resolve("open"));
        permit(open, "rwxrwxrwx");
        Path behind = Files.createDirectory(open.resolve("behind"));
        permit(behind, "rwx------");
        Path link = Files.createSymbolicLink(own.resolve("link"), open);

        assertThat(OwnDirectory.fault(link)).isEqualTo(open + " may be written by others");
        assertThat(OwnDirectory.fault(link.resolve("behind"))).isEqualTo(open + " may be written by others");
        assertThat(OwnDirectory.fault(Files.createSymbolicLink(own.resolve("good"), own)))
                .isNull();
        Path dangling = Files.createSymbolicLink(own.resolve("dangling"), own.resolve("nothing"));
        assertThatThrownBy(() -> OwnDirectory.fault(dangling)).isInstanceOf(IOException.class);
    }

    @Test
    void aFileIsNoDirectory() throws IOException {
        Path file = Files.createFile(own.resolve("file"));
        assertThat(OwnDirectory.fault(file)).isEqualTo(file + " is no directory");
    }

    /** No user of this test owns the processes of the system's first one but root, who is trusted by all. */
    @Test
    void whatBelongsToSomebodyElseIsNotOnesOwn() throws IOException {
        User user = User.current().orElseThrow();
        boolean root = Files.getOwner(Path.of("/")).equals(Files.getOwner(Path.of("/proc/self")));

        assertThat(OwnDirectory.fault(Path.of("/usr")))
                .isEqualTo(
                        root
                                ? null
                                : "/usr belongs to user "
                                        + Files.getOwner(Path.of("/usr")).getName());
        assertThat(user.toString()).isEqualTo(Files.getOwner(own).getName());
    }
}
