package jdsm.launcher.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first words between a launcher and the process on a host. */
class HostMainTest {
    @TempDir
    Path home;

    /** Sends a SETUP, and returns what comes back first; requires that the process ends, and how. */
    private Frame answer(byte[] setup, int status) throws IOException, InterruptedException {
        Process host = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HostMain.class.getName(),
                        home.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (DataInputStream in = new DataInputStream(host.getInputStream())) {
            DataOutputStream out = new DataOutputStream(host.getOutputStream());
            new Frame(Frame.Type.SETUP, -1, setup).write(out);
            assertThat(new String(in.readNBytes(13), StandardCharsets.US_ASCII)).isEqualTo("\u0001jdsm-host 2\n");
            Frame answer = Frame.read(in);
            out.close();
            assertThat(host.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(host.exitValue()).isEqualTo(status);
            return answer;
        } finally {
            host.destroyForcibly();
        }
    }

    @Test
    void aLauncherOfAnotherBuildGetsTheDigest() throws IOException, InterruptedException {
        Files.createDirectory(home.resolve("lib"));
        String own = JarDigest.of(List.of(Files.writeString(home.resolve("lib/a.jar"), "a")));

        for (byte[] setup :
                List.of(Build.encode("0123456789abcdef", new byte[] {0x7f}), new byte[] {0, 0, 0, 6}, new byte[0])) {
            Frame answer = answer(setup, 1);

            assertThat(answer.type()).isEqualTo(Frame.Type.HELLO);
            assertThat(answer.content()).isEqualTo(Build.encode(own, new byte[0]));
        }
        HostSetup same = new HostSetup(own, "/", List.of(), 0, System.currentTimeMillis(), false, false, "");
        Frame answer = answer(same.encode(), 0);
        assertThat(answer.type()).isEqualTo(Frame.Type.HELLO);
        assertThat(HostFacts.decode(answer.content()).digest()).isEqualTo(own);
    }
}
