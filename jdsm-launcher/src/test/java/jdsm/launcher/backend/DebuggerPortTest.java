package jdsm.launcher.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The line by which a JVM says where a debugger finds it, in whatever pieces it comes. */
class DebuggerPortTest {
    private static final String LINE = "Listening for transport dt_socket at address: 40123\n";

    private final List<String> ports = new ArrayList<>();
    private final DebuggerPort port = new DebuggerPort(ports::add);

    @Test
    void theLineIsTakenOutWhereverItStands() {
        assertThat(pass("warning\nList", 3) + pass("en\n" + LINE + "hello\n" + LINE.replace('4', '5'), 7))
                .isEqualTo("warning\nListen\nhello\n");
        assertThat(ports).containsExactly("40123", "50123");
    }

    @Test
    void whatIsNotTheLinePasses() {
        String other = "\nListening to music\n Listening for transport dt_socket at address: 1\nx";

        assertThat(pass(other, 1)).isEqualTo(other);
        assertThat(ports).isEmpty();
    }

    @Test
    void whatWasKeptBackComesAtTheEnd() {
        assertThat(pass("Listening for", 4)).isEmpty();
        assertThat(new String(port.end(), StandardCharsets.UTF_8)).isEqualTo("Listening for");
    }

    private String pass(String text, int pieces) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        StringBuilder passed = new StringBuilder();
        for (int from = 0; from < bytes.length; from += pieces) {
            int length = Math.min(pieces, bytes.length - from);
            byte[] piece = new byte[pieces];
            System.arraycopy(bytes, from, piece, 0, length);
            passed.append(new String(port.accept(piece, length), StandardCharsets.UTF_8));
        }
        return passed.toString();
    }
}
