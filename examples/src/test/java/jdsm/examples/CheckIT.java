package jdsm.examples;

import static jdsm.examples.CheckedProgramsTest.errors;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jobs of the launcher under {@code --check}; {@link CheckedProgramsTest} has more of them on ranks of one JVM. */
@Tag("once")
class CheckIT {
    @Test
    void aRaceIsNamedAndTheJobRunsToItsEnd() {
        CheckedProgramsTest.assertRaceIsNamed(run("-p 3 --check " + CheckedProgramsTest.RACING + " racy"));
    }

    @Test
    void anExampleIsClean() {
        Outcome outcome = run("-p 2 --comm tcp --check SOR -n 40 -i 4");

        assertThat(outcome.status()).as(errors(outcome)).isZero();
        assertThat(outcome.out()).last().asString().endsWith(" OK");
        assertThat(errors(outcome)).contains(CheckedProgramsTest.CLEAN);
    }

    @Test
    void itNeedsTheAgentAndSeveralRanks() {
        Outcome one = run("--check SOR");
        assertThat(one.status()).isEqualTo(2);
        assertThat(errors(one))
                .contains("--check compares accesses of several ranks")
                .contains("-p 2");

        Outcome unwoven = run("-p 2 --check --no-agent LuByHand");
        assertThat(unwoven.status()).isEqualTo(2);
        assertThat(errors(unwoven)).contains("--check acts on woven programs only");
    }

    private static Outcome run(String command) {
        try (JdsmProcess process = JdsmProcess.launchWoven(command.split(" "))) {
            return process.end();
        }
    }
}
