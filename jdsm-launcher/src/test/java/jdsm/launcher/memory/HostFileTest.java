package jdsm.launcher.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostFileTest {
    private static final Path FILE = Path.of("hosts");

    @Test
    void theFirstHostComputesAndTheOthersServe() throws MemoryException {
        HostFile hosts = HostFile.parse(
                FILE,
                List.of(
                        "# mine",
                        "localhost 64",
                        "",
                        "far.example:7000   2048 # by hand",
                        "localhost 32",
                        "me@far.example 16",
                        "me@far.example 17"));
        assertThat(hosts.computing()).isEqualTo(new HostFile.Host("localhost", 64, Optional.empty(), Optional.empty()));
        assertThat(hosts.servers())
                .containsExactly(
                        new HostFile.Host(
                                "far.example:7000",
                                2048,
                                Optional.of(InetSocketAddress.createUnresolved("far.example", 7000)),
                                Optional.empty()),
                        new HostFile.Host("localhost (line 5)", 32, Optional.empty(), Optional.empty()),
                        new HostFile.Host("me@far.example", 16, Optional.empty(), Optional.of("me@far.example")),
                        new HostFile.Host(
                                "me@far.example (line 7)", 17, Optional.empty(), Optional.of("me@far.example")));
        assertThat(hosts.others()).hasSize(2);
        assertThat(hosts.computing().bytes()).isEqualTo(64L << 20);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            far.example        | line 2: 'far.example' is not a host's name and its megabytes
            localhost many     | line 2: 'localhost many' is not a host's name and its megabytes
            localhost -3       | line 2: 'localhost -3' is not a host's name and its megabytes
            localhost 3 4      | line 2: 'localhost 3 4' is not a host's name and its megabytes
            localhost 0        | line 2: localhost has 0 megabytes; the least is 1
            far.example:0 8    | line 2: port 0 is not 1 to 65535
            far.example:70000 8| line 2: port 70000 is not 1 to 65535
            -oProxyCommand=x 8 | line 2: '-oProxyCommand=x' is no name of a host
            """)
    void aWrongLineIsNamed(String line, String message) {
        assertThatThrownBy(() -> HostFile.parse(FILE, List.of("localhost 64", line)))
                .isInstanceOf(MemoryException.class)
                .hasMessage("host file hosts, " + message);
    }

    @Test
    void theComputingHostIsThisOne() {
        assertThatThrownBy(() -> HostFile.parse(FILE, List.of("far.example 8")))
                .hasMessage(
                        "host file hosts, line 1: far.example is not this host: the computing host is this one, localhost");
        assertThatThrownBy(() -> HostFile.parse(FILE, List.of("localhost:80 8")))
                .hasMessage("host file hosts, line 1: the computing host has no port: write localhost");
    }

    @Test
    void aFileThatNamesNoHostIsRefused() {
        assertThatThrownBy(() -> HostFile.parse(FILE, List.of("# nobody", " ")))
                .hasMessage("host file hosts names no host; its first line is the computing host's");
        assertThatThrownBy(() -> HostFile.read(Path.of("no/such/file")))
                .hasMessage("host file no/such/file: no such file");
    }
}
