package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.SPMD;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that make no call for their shared data, woven, as jobs of the launcher. */
class WovenIT {
    private static final String LITMUS = "jdsm.examples.programs.WovenLitmus";
    private static final String MONITORS = "jdsm.examples.programs.WovenMonitors";

    @ParameterizedTest
    @CsvSource({
        "2 1 tcp, LU -n 64",
        "3 1 tcp, SOR -n 40 -i 4",
        "2 1 inproc, SOR -n 40 -i 4 --layout flat",
        "2 1 tcp, MolDyn --cells 2 --forces synchronized --steps 3",
        "2 1 inproc, KMeans -n 300 -i 3",
        "3 1 inproc, Counter -n 20",
        "2 2 tcp, Queue -n 40 --capacity 3"
    })
    void theResultIsThatOfOneRank(String job, String program) {
        assertThat(run(job, program).ok().out()).last().asString().endsWith(" OK");
    }

    @ParameterizedTest
    @CsvSource({"2 1 tcp", "2 2 inproc"})
    void noOutcomeIsForbidden(String job) {
        assertThat(run(job, LITMUS + " 15").ok().out()).last().asString().endsWith(" forbidden=0 OK");
    }

    @ParameterizedTest
    @CsvSource({"2 2 tcp", "3 1 inproc"})
    void classesAndConstantsAndPlainObjectsHaveMonitors(String job) {
        assertThat(run(job, MONITORS + " 10").ok().out()).last().asString().endsWith(" OK");
    }

    @ParameterizedTest
    @CsvSource({
        "3 1 inproc, WovenValues",
        "2 1 inproc, WovenStructures",
        "2 2 inproc, WovenArrays",
        "2 1 tcp, WovenForms"
    })
    void everyStepFindsWhatOneWorkerFinds(String job, String program) throws ClassNotFoundException {
        String name = "jdsm.examples.programs." + program;
        Outcome plain = InprocRun.run(Class.forName(name).asSubclass(SPMD.class), 1, 1);

        assertThat(run(job, name).ok().out()).isNotEmpty().isEqualTo(plain.ok().out());
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

    private static Outcome run(String job, String program) {
        String[] shape = job.split(" ");
        String command = "-p " + shape[0] + " -t " + shape[1] + " --comm " + shape[2] + " " + program;
        try (JdsmProcess process = JdsmProcess.launchWoven(command.split(" "))) {
            return process.end();
        }
    }
}
