package jdsm.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class VerifyCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine command =
            JdsmCommand.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @Test
    void eachProtocolHasALine() {
        assertThat(run("--schedules 200 --threads 2")).isZero();

        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(6);
        String figures =
                ": 200 schedules, [1-9]\\d* steps, [1-9]\\d* schedules a minute; fetch [1-9]\\d*, .*push \\d+, copy-with-lock \\d+, copy-with-reply \\d+";
        assertThat(lines.get(0)).matches("write-invalidate" + figures);
        assertThat(lines.get(1)).matches("lazy-release" + figures);
        assertThat(lines.get(2)).matches("write-update" + figures);
        assertThat(lines.get(3)).matches("auto" + figures);
        assertThat(lines.get(4)).matches("strict" + figures);
        assertThat(lines.get(5)).matches("mixed" + figures);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aViolationSaysHowToReplayIt() {
        assertThat(run("--consistency lazy-release --fault dropped-notice --schedules 5000 --seed 10"))
                .isEqualTo(1);

        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).startsWith("lazy-release: VIOLATION, seed ");
        assertThat(lines.get(1))
                .matches("  replay: jdsm verify-protocol --consistency lazy-release --fault dropped-notice"
                        + " --seed \\d+ --explain");

        String replay = lines.get(1).substring(lines.get(1).indexOf("--consistency"));
        out.getBuffer().setLength(0);
        assertThat(run(replay)).isEqualTo(1);
        assertThat(out.toString()).contains(", made smaller", "violation: ");
    }

    @Test
    void aSeedIsExplained() {
        assertThat(run("--consistency mixed --seed 3 --explain")).isZero();

        assertThat(out.toString()).startsWith("mixed, seed 3\nunit 0: ").contains("\nno violation\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --consistency strong      | unknown consistency 'strong'; known: auto, lazy-release, strict, write-invalidate, write-update, mixed
            --fault none              | unknown fault 'none'; known: dropped-notice,
            --seed -1                 | --seed must be 0 to
            --seed x                  | --seed must be a whole number, was 'x'
            --schedules 0             | --schedules must be 1 to
            --threads 0               | --threads must be 1 to 1024, was 0
            --explain --schedules 2   | --explain runs one schedule: remove --schedules and --threads
            --sed                     | unknown option: '--sed'
            """)
    void wrongUsageIsOneLine(String arguments, String message) {
        assertThat(run(arguments)).isEqualTo(2);

        assertThat(err.toString().lines()).singleElement().asString().startsWith("jdsm: " + message);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void theHelpListsIt() {
        assertThat(command.execute("--help")).isZero();
        assertThat(out.toString()).contains("verify-protocol");
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).contains("Usage: jdsm verify-protocol", "--explain");
    }

    private int run(String arguments) {
        return command.execute(("verify-protocol " + arguments).split(" "));
    }
}
