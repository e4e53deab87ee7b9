package jdsm.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class JdsmCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine command =
            JdsmCommand.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            launch -p 0 LU            | --ranks must be at least 1, was 0
            launch -p x LU            | --ranks must be a whole number, was 'x'
            launch -p 1 -p 2 LU       | option '--ranks' (RANKS) should be specified only once
            launch --timeout 0 LU     | --timeout must be seconds above 0 and below 1000000000, for instance 60 or 0.5, was '0'
            launch --comm pigeon LU   | unknown transport 'pigeon'; known: auto, inproc, mixed, shm, tcp
            launch --consistency no LU | unknown consistency 'no'; known: auto, lazy-release, strict, write-invalidate, write-update
            launch --no-agent --check LU | --check acts on woven programs only: remove --no-agent
            launch --no-agent --local a.B.c LU | --local acts on woven programs only: remove --no-agent
            launch --no-agent --include a. LU | --include acts on woven programs only: remove --no-agent
            launch --no-agent --cache none LU | --cache acts on woven programs only: remove --no-agent
            launch --no-agent --split p.json LU | --split acts on woven programs only: remove --no-agent
            launch --conf no.conf LU  | no.conf: no such file
            launch --rank 2 LU        | unknown option: '--rank'
            launch -p                 | missing required parameter for option '--ranks' (RANKS)
            launch                    | missing required parameter: 'CLASS'
            launch -p 2               | missing required parameter: 'CLASS'
            profile                   | missing required parameter: 'CLASS'
            profile -p x LU           | --ranks must be a whole number, was 'x'
            profile --no-agent LU     | --profile acts on woven programs only: remove --no-agent
            profile --sample            | missing required parameter: 'CLASS'
            profile --sample 0 LU       | --sample must be at least 1, was 0
            profile --sample -5 LU      | --sample must be at least 1, was -5
            profile --sample 9x LU      | --sample must be a whole number, was '9x'
            profile --sample=often LU   | --sample must be a whole number, was 'often'
            profile --sample 2000000 LU | --sample must be at most 1000000, was 2000000
            profile --sample --merge pom.xml | --merge runs no program: remove --sample
            profile --heavy-writes 200 LU | heavy-writes must be a percentage between 0 and 100, was 200.0
            profile --output no/dir/p.json LU | --output must name a file in a directory that can be written, was 'no/dir/p.json'
            profile --merge           | missing required parameter for option '--merge' at index 0 (FILE)
            profile --merge no.json   | no.json: no such file, or not readable
            profile --merge pom.xml   | pom.xml is not a whole JSON file:
            memory Test0              | --hostfile is missing: the hosts and their memory
            memory --hostfile h       | missing required parameter: 'CLASS'
            memory --hostfile h --page-size 48k Test0 | page size 49152 bytes is not a power of two from 4096 (4k) to 4194304 (4m)
            memory --hostfile h --page-size big Test0 | --page-size must be a size such as 64k or 1m, was 'big'
            memory --hostfile h --policy fifo Test0 | unknown policy 'fifo'; known: round-robin, clock, lru-k
            memory --hostfile h --comm ucx Test0 | unknown transport 'ucx' for memory; known: auto, shm, tcp
            memory --hostfile h --copies two Test0 | --copies must be a whole number, was 'two'
            memory-server             | missing required option: '--megabytes=N'
            memory-server --megabytes 0 | --megabytes must be a whole number from 1 to 1073741824, was '0'
            memory-server --megabytes 1 --at here | --at must be an address HOST:PORT, was 'here'
            lunch LU                  | unknown command 'lunch'; see jdsm --help
            --vrsion                  | unknown option: '--vrsion'
            """)
    void wrongUsageIsOneLine(String arguments, String message) {
        int status = command.execute(arguments.split(" "));

        assertThat(err.toString().lines()).singleElement().asString().startsWith("jdsm: " + message);
        assertThat(status).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void anErrorInAFileNamesTheLine() throws Exception {
        Path file = Files.writeString(directory.resolve("jdsm.conf"), "threads = 2\nrank = 3\n");

        int status = command.execute("launch", "--conf", file.toString(), "LU");

        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("jdsm: " + file + ":2: unknown key 'rank'; known: ranks, threads,");
        assertThat(status).isEqualTo(2);
    }

    @Test
    void whatFollowsTheClassBelongsToTheProgram() {
        CommandLine.ParseResult launch = command.parseArgs(
                        "launch",
                        "-p4",
                        "--no-prefix",
                        "--jvm-arg",
                        "-Xmx1g",
                        "--jvm-arg=-Dx=a b",
                        "LU",
                        "-n",
                        "1024",
                        "-p",
                        "8",
                        "--",
                        "@file",
                        "--help")
                .subcommand();

        assertThat(launch.matchedOptionValue("-p", "")).isEqualTo("4");
        assertThat(launch.matchedOptionValue("--prefix", true)).isFalse();
        assertThat(launch.matchedOptionValue("--jvm-arg", List.of())).isEqualTo(List.of("-Xmx1g", "-Dx=a b"));
        assertThat(launch.matchedPositionalValue(0, "")).isEqualTo("LU");
        assertThat(launch.matchedPositionalValue(1, List.of()))
                .isEqualTo(List.of("-n", "1024", "-p", "8", "--", "@file", "--help"));
    }

    @Test
    void versionAndHelp() {
        assertThat(command.execute("--version")).isZero();
        assertThat(out.toString()).startsWith("jdsm ");
        assertThat(command.execute("launch", "--help")).isZero();
        assertThat(out.toString()).contains("Usage: jdsm launch", "--ranks", "--[no-]prefix", "CLASS");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void withoutCommandTheHelpIsAnError() {
        assertThat(command.execute()).isEqualTo(2);
        assertThat(err.toString()).contains("Usage: jdsm");
        assertThat(out.toString()).isEmpty();
    }
}
