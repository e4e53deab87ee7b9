package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.SPMD;
import jdsm.examples.programs.WovenCollections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs that make no call for their shared data, woven by the agent of real processes; {@link WovenTest} has more of them
 * on ranks of one JVM.
 */
class WovenIT {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-p 3 --comm tcp SOR -n 40 -i 4",
                "-p 2 -t 2 --comm shm Inventory -n 40",
                "-p 3 --comm inproc Bank -n 40",
                "-p 2 jdsm.examples.programs.WovenLitmus 15"
            })
    void theResultIsThatOfOneRank(String command) {
        assertThat(run(command).ok().out()).last().asString().endsWith(" OK");
    }

    /** By the JDK's own classes in a job of one rank without the agent. */
    @ParameterizedTest
    @CsvSource({"-p 1, 1", "-p 3, 3"})
    void sharedCollectionsAreThoseOfOneJvm(String job, String seed) {
        Class<? extends SPMD> program = WovenCollections.class;
        Outcome plain = InprocRun.run(program, 1, 1, seed);

        assertThat(run(job + " " + program.getName() + " " + seed).ok().out())
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(plain.ok().out());
    }

    @Test
    void everyStepFindsWhatOneWorkerFinds() throws ClassNotFoundException {
        String name = "jdsm.examples.programs.WovenForms";
        Outcome plain = InprocRun.run(Class.forName(name).asSubclass(SPMD.class), 1, 1);

        assertThat(run("-p 2 " + name).ok().out())
                .isNotEmpty()
                .isEqualTo(plain.ok().out());
    }

    @Test
    void explainSaysWhereChecksAre() {
        try (JdsmProcess explain = JdsmProcess.explain("MatMul")) {
            assertThat(explain.end().ok().out())
                    .contains("  MatMul.c: double[][]")
                    .anyMatch(line -> line.contains("MatMul.multiply") && line.contains("before the loop"))
                    .noneMatch(line -> line.contains("MatMul.multiply") && line.contains("in a loop"));
        }
    }

    /** Its fields would be each rank's own, and its result wrong. */
    @Test
    void aProgramThatIsNotWovenIsRefused() {
        Outcome outcome = run("-p 2 --comm inproc --exclude jdsm.examples.SOR SOR");

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(String.join("\n", outcome.err()))
                .contains("program jdsm.examples.SOR is not woven")
                .contains("--no-agent");
    }

    private static Outcome run(String command) {
        try (JdsmProcess process = JdsmProcess.launchWoven(command.split(" "))) {
            return process.end();
        }
    }
}
