package jdsm.launcher.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import jdsm.launcher.plan.Cores;
import org.junit.jupiter.api.Test;

class FramesTest {
    private static byte[] bytes(Frame... frames) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (Frame frame : frames) {
            frame.write(out);
        }
        return bytes.toByteArray();
    }

    private static DataInputStream in(byte... bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }

    @Test
    void framesComeAsTheyWent() throws IOException {
        DataInputStream in = in(bytes(Frame.of(Frame.Type.OUT, 3, "gr\u00fcn\n"), Frame.of(Frame.Type.ALIVE, -1)));

        Frame first = Frame.read(in);
        assertThat(first.type()).isEqualTo(Frame.Type.OUT);
        assertThat(first.process()).isEqualTo(3);
        assertThat(first.text()).isEqualTo("gr\u00fcn\n");
        assertThat(Frame.read(in).type()).isEqualTo(Frame.Type.ALIVE);
        assertThat(Frame.read(in)).isNull();
    }

    @Test
    void aPartOfAFrameOrAnotherStreamIsAnError() throws IOException {
        byte[] whole = bytes(Frame.of(Frame.Type.OUT, 3, "text"));
        for (int length = 1; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatExceptionOfType(EOFException.class).isThrownBy(() -> Frame.read(in(part)));
        }
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Frame.read(in((byte) 'x', (byte) 0)))
                .withMessageContaining("unknown type");
        byte[] huge = whole.clone();
        huge[5] = 0x7f;
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Frame.read(in(huge)))
                .withMessageContaining("bytes");
    }

    @Test
    void setupFactsAndCommandsComeAsTheyWent() throws IOException {
        HostSetup setup = new HostSetup("d1", "/srv/a dir", List.of("/a.jar", "b/c"), 90_000, 1, true, true, "p");
        assertThat(HostSetup.decode(setup.encode())).isEqualTo(setup);
        HostFacts facts = new HostFacts(
                "d1",
                "/j/java",
                17,
                8,
                Cores.decode("0:0,4;1:1,5"),
                "boot",
                1L << 36,
                "/h",
                "/lib",
                "",
                "::1",
                "::2",
                List.of("x"));
        assertThat(HostFacts.decode(facts.encode())).isEqualTo(facts);
        HostCommand command = new HostCommand(List.of("java", ""), Map.of("A", "b=c\n"), List.of("B"));
        assertThat(HostCommand.decode(command.encode())).isEqualTo(command);
        assertThat(new HostCommand(List.of("java"), Map.of("JDSM_SECRET", "hidden"), List.of()).toString())
                .doesNotContain("hidden");
    }

    @Test
    void theDigestOfABuildIsReadBeforeAnythingElse() throws IOException {
        byte[] content = Build.encode("d1", new byte[] {5, 6});
        assertThat(Build.digest(content)).isEqualTo("d1");
        assertThat(Build.rest(content)).containsExactly(5, 6);
        assertThat(Build.difference(content, "d1")).isEmpty();
        assertThat(Build.difference(content, "d2"))
                .contains("its JDSM differs from the launcher's (digest d1, not d2); --copy brings the launcher's");
        for (byte[] none : new byte[][] {{}, {0}, {2, 'd'}, {-1, 'd', '1'}}) {
            assertThat(Build.digest(none)).isEmpty();
            assertThat(Build.difference(none, "d2")).isPresent();
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> Build.rest(none));
        }
    }

    @Test
    void theLauncherGivesSeveralSignsOfLifeWithinTheBound() {
        assertThat(silence(90_000).aliveMillis()).isEqualTo(5_000);
        assertThat(silence(5_000).aliveMillis()).isEqualTo(1_250);
        assertThat(silence(0).aliveMillis()).isEqualTo(5_000);
        assertThat(silence(500).silenceMillis()).isEqualTo(2_000);
        assertThat(silence(500).aliveMillis()).isEqualTo(500);
    }

    private static HostSetup silence(long millis) {
        return new HostSetup("d1", "/", List.of(), millis, 1, false, false, "");
    }

    @Test
    void malformedListsAreAnError() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> HostCommand.decode(new byte[] {0, 0, 0, 1, 0x7f, 0, 0, 0}));
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> HostSetup.decode(new byte[] {1}));
    }
}
