package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of the launcher under {@code --check}, over each transport. */
@Tag("once")
class CheckIT {
    private static final String RACING = "jdsm.examples.programs.Racing";
    private static final String CLEAN = "check: no races, no soundness holes in ";

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp", "mixed", "inproc"})
    void aRaceIsNamedAndTheJobRunsToItsEnd(String comm) {
        Outcome outcome = run("-p 3 --check --comm " + comm + " " + RACING + " racy");

        assertThat(outcome.status()).as(errors(outcome)).isEqualTo(65);
        assertThat(outcome.out()).containsExactly("racy false");
        assertThat(outcome.err())
                .anyMatch(line -> line.startsWith("jdsm: race: jdsm.examples.programs.Racing.total of Racing: ")
                        && line.contains("Racing.java:24")
                        && line.contains("of rank"))
                .contains("jdsm: check: 1 race, no soundness holes in 80012 accesses to shared fields and elements");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-p 3 --comm shm", "-p 2 -t 2 --comm tcp", "-p 2 -t 2 --comm inproc"})
    void nothingIsFoundWhereThereIsALock(String job) {
        Outcome outcome = run(job + " --check " + RACING + " locked");

        assertThat(outcome.status()).as(errors(outcome)).isZero();
        assertThat(outcome.out()).containsExactly("locked true");
        assertThat(errors(outcome)).contains(CLEAN);
    }

    @ParameterizedTest
    @CsvSource({
        "-p 2, LU -n 64 -b 16",
        "-p 3, SOR -n 40 -i 4",
        "-p 2 -t 2 --comm inproc, SOR -n 40 -i 4 --layout flat",
        "-p 2 --comm tcp, MolDyn --cells 2 --forces synchronized --steps 3",
        "-p 2 -t 2, KMeans -n 300 -i 3",
        "-p 2 -t 2, MatMul -n 48",
        "-p 2 -t 2, Queue -n 40 --capacity 3",
        "-p 3 --consistency write-update, Counter -n 20",
        "-p 2 --consistency auto, MolDyn --cells 2 --steps 3",
        "-p 2 --consistency write-invalidate, SOR -n 40 -i 4"
    })
    void theExamplesAreClean(String job, String program) {
        Outcome outcome = run(job + " --check " + program);

        assertThat(outcome.status()).as(errors(outcome)).isZero();
        assertThat(outcome.out()).last().asString().endsWith(" OK");
        assertThat(errors(outcome)).contains(CLEAN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"WovenValues", "WovenStructures", "WovenArrays", "WovenForms"})
    void programsOfAllFormsAreSound(String program) {
        Outcome outcome = run("-p 2 --check jdsm.examples.programs." + program);

        assertThat(errors(outcome)).contains("no soundness holes");
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

    private static String errors(Outcome outcome) {
        return String.join("\n", List.copyOf(outcome.err()));
    }

    private static Outcome run(String command) {
        try (JdsmProcess process = JdsmProcess.launchWoven(command.split(" "))) {
            return process.end();
        }
    }
}
