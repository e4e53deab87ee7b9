package jdsm.launcher.backend.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts run in this machine's own {@code sh}. */
class RemoteScriptTest {
    @TempDir
    private Path home;

    private Process sh(String script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script).directory(home.toFile());
        builder.environment().put("HOME", home.toString());
        builder.environment().put("JAVA_HOME", "/no/such/java");
        Process process = builder.start();
        process.getOutputStream().close();
        process.waitFor();
        return process;
    }

    private static String output(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Makes a program that prints its arguments. */
    private Path echo(String name) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    @Test
    void theHelperStartsWithTheLaunchersJavaIfItIsThere() throws Exception {
        Path java = echo("a java/bin/java");
        Files.createDirectories(home.resolve("my jdsm/lib"));
        Files.createFile(home.resolve("my jdsm/lib/jdsm-launcher.jar"));

        Process process = sh(RemoteScript.helper(java.toString(), "my jdsm"));

        assertThat(output(process).lines())
                .contains(home + "/my jdsm/lib/*", "jdsm.launcher.host.HostMain")
                .endsWith(home + "/my jdsm");
    }

    @Test
    void aMissingJdsmHasItsOwnStatus() throws Exception {
        Path java = echo("java");
        assertThat(sh(RemoteScript.helper(java.toString(), "/no/such/jdsm")).exitValue())
                .isEqualTo(RemoteScript.NO_JDSM);
    }

    @Test
    void aMissingJavaHasItsOwnStatus() throws Exception {
        String script = "command() { return 1; }; " + RemoteScript.helper("/no/such/java", "jdsm");
        assertThat(sh(script).exitValue()).isEqualTo(RemoteScript.NO_JAVA);
    }

    @Test
    void anArchiveIsUnpackedOnce() throws Exception {
        Files.createDirectories(home.resolve("from"));
        Files.writeString(home.resolve("from/it's"), "content");
        Files.createFile(home.resolve(RemoteScript.LAST_FILE));
        String unpack = "tar -c -C from . -C .. " + RemoteScript.LAST_FILE + " | { " + RemoteScript.unpack("copies/a b")
                + "; }";

        assertThat(sh(unpack).exitValue()).isZero();
        assertThat(home.resolve("copies/a b/it's")).hasContent("content");
        Files.writeString(home.resolve("copies/a b/it's"), "stays");
        assertThat(sh(unpack).exitValue()).isZero();
        assertThat(home.resolve("copies/a b/it's")).hasContent("stays");
        try (Stream<Path> all = Files.list(home.resolve("copies"))) {
            assertThat(all).hasSize(1);
        }
        assertThat(sh(RemoteScript.remove("copies/a b")).exitValue()).isZero();
        assertThat(home.resolve("copies")).isEmptyDirectory();
    }

    @Test
    void anArchiveThatCannotBeUnpackedLeavesNothing() throws Exception {
        Files.createDirectories(home.resolve("from"));
        assertThat(sh("tar -c from | { " + RemoteScript.unpack("copies/a b") + "; }")
                        .exitValue())
                .isNotZero();
        assertThat(sh("echo no archive | { " + RemoteScript.unpack("copies/a b") + "; }")
                        .exitValue())
                .isNotZero();
        assertThat(home.resolve("copies")).isEmptyDirectory();
    }
}
