package jdsm.comm.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdsm.comm.CommException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said where UCX cannot be used: one line with what was found, and what to do. */
class UcxLibrariesTest {
    @TempDir
    private Path directory;

    private static void refuses(ThrowingCallable loading, String found) {
        assertThatExceptionOfType(CommException.class).isThrownBy(loading).satisfies(e -> {
            assertThat(e.reason()).isEqualTo(CommException.Reason.JOIN);
            assertThat(e.getMessage())
                    .startsWith(found)
                    .contains("install UCX 1.15 or newer", "--ucx-lib DIR", "JDSM_UCX_LIB", "another --comm")
                    .doesNotContain("\n");
        });
    }

    private void library(String name, String content) throws IOException {
        Files.write(directory.resolve(name), content.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void libraries(String ucp) throws IOException {
        for (String name : List.of("libucm.so.0", "libucs.so.0", "libuct.so.0")) {
            library(name, "no library");
        }
        library("libucp.so.0", ucp);
    }

    @Test
    void aDirectoryWithoutThemIsNamed() throws IOException {
        refuses(() -> UcxLibraries.loadFrom(directory), "no libucm.so.0 in " + directory);
        library("libucm.so.0", "");
        refuses(() -> UcxLibraries.loadFrom(directory), "no libucs.so.0 in " + directory);
    }

    @Test
    void anOldVersionIsNamed() throws IOException {
        libraries("\0required >= %d.%d\0A1.14.2\0");
        refuses(
                () -> UcxLibraries.loadFrom(directory),
                "UCX 1.14.2 at " + directory.resolve("libucp.so.0") + " is too old: 1.15 or newer is needed");
    }

    @Test
    void whatIsNoLibraryForThisMachineIsNamed() throws IOException {
        libraries("\0" + "1.18.0\0");
        refuses(() -> UcxLibraries.loadFrom(directory), "UCX cannot be loaded from " + directory + ": ");
    }

    @ParameterizedTest
    @CsvSource({"Linux, aarch64", "Mac OS X, amd64"})
    void anotherPlatformIsNamed(String system, String architecture) {
        refuses(
                () -> UcxLibraries.requirePlatform(system, architecture),
                "--comm ucx needs Linux on amd64, for which jucx has native code; this is " + system + " on "
                        + architecture);
        UcxLibraries.requirePlatform("Linux", "amd64");
    }

    @ParameterizedTest
    @CsvSource({"1.15.0, true", "1.18.1, true", "1.14.9, false"})
    void versionsAreCompared(String version, boolean enough) throws IOException {
        library("libucp.so.0", "x\0" + version + "\0");
        Path ucp = directory.resolve("libucp.so.0");
        assertThat(UcxLibraries.version(ucp)).isEqualTo(version);
        if (enough) {
            UcxLibraries.requireVersion(ucp);
        } else {
            refuses(() -> UcxLibraries.requireVersion(ucp), "UCX " + version);
        }
    }
}
