package jdsm.launcher.backend.remote;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdsm.launcher.backend.Console;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.host.Frame;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.host.HostSetup;
import jdsm.launcher.plan.HostSlots;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher says of a host whose JDSM is of another build: bytes of a file are what the host sends. */
class HostConnectionsTest {
    private static final String OWN = "0123456789abcdef";
    private static final String OTHER = "fedcba9876543210";

    @TempDir
    Path directory;

    /** A HELLO of another build: only its head is known. */
    private static byte[] hello(String digest) {
        return ((char) digest.length() + digest + "and more that nobody else can decode")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private List<HostFacts> facts(String greeting, byte[] hello) throws IOException, LaunchException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(("welcome\n" + greeting).getBytes(StandardCharsets.US_ASCII));
        new Frame(Frame.Type.HELLO, -1, hello).write(out);
        Path sent = Files.write(directory.resolve("sent"), bytes.toByteArray());
        HostSetup setup = new HostSetup(OWN, "/", List.of(), 0, 1, false, false, "");
        try (HostConnections connections = HostConnections.open(
                (host, script) -> List.of("cat", sent.toString()),
                List.of(new HostSlots("alpha", 1)),
                "",
                setup,
                Console.ofThisProcess())) {
            return connections.facts(TimeUnit.SECONDS.toNanos(60));
        }
    }

    @Test
    void anotherBuildIsNamedBeforeItsMessageIsDecoded() {
        assertThatThrownBy(() -> facts("\u0001jdsm-host 2\n", hello(OTHER)))
                .isInstanceOf(LaunchException.class)
                .hasMessage("host alpha: its JDSM differs from the launcher's (digest " + OTHER + ", not " + OWN
                        + "); --copy brings the launcher's");
        assertThatThrownBy(() -> facts("\u0001jdsm-host 2\n", hello(OWN)))
                .hasMessageStartingWith("host alpha: the helper there is out of step: ");
    }

    /** Builds before the digest stood first have sent such a line, and fail in decoding what the launcher sends. */
    @Test
    void aBuildOfOtherMessagesIsNamedByItsFirstLine() {
        assertThatThrownBy(() -> facts("\u0001jdsm-host 1\n", new byte[] {0, 0, 0, 12}))
                .isInstanceOf(LaunchException.class)
                .hasMessage(
                        "host alpha: its JDSM differs from the launcher's (version 1 of the messages between the two, not 2);"
                                + " --copy brings the launcher's");
    }
}
