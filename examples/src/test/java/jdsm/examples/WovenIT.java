package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import jdsm.SPMD;
import jdsm.examples.programs.WovenCollections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that make no call for their shared data, woven, as jobs of the launcher. */
class WovenIT {
    private static final String LITMUS = "jdsm.examples.programs.WovenLitmus";
    private static final String MONITORS = "jdsm.examples.programs.WovenMonitors";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "2 1 tcp, LU -n 64 -b 16",
        "3 1 tcp, SOR -n 40 -i 4",
        "2 1 inproc, SOR -n 40 -i 4 --layout flat",
        "2 1 tcp, MolDyn --cells 2 --forces synchronized --steps 3",
        "2 1 inproc, KMeans -n 300 -i 3",
        "3 1 inproc, Counter -n 20",
        "2 2 tcp, Queue -n 40 --capacity 3",
        "3 1 shm, WordCount -n 2000",
        "3 1 tcp, TaskPool -n 4",
        "2 2 shm, Inventory -n 40",
        "3 1 inproc, Bank -n 40"
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

    /** By the JDK's own classes in a job of one rank without the agent. */
    @ParameterizedTest
    @CsvSource({"1 1 shm, 1", "2 1 shm, 2", "3 1 shm, 3", "2 2 shm, 4", "2 1 tcp, 5"})
    void sharedCollectionsAreThoseOfOneJvm(String job, String seed) {
        Class<? extends SPMD> program = WovenCollections.class;
        Outcome plain = InprocRun.run(program, 1, 1, seed);

        assertThat(run(job, program.getName() + " " + seed).ok().out())
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(plain.ok().out());
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

    /** By messages, neighbours exchange the two rows at a boundary before each half sweep. */
    @ParameterizedTest
    @CsvSource({"2, rows, 1.3", "3, rows, 1.3", "2, flat, 2"})
    void sorSendsLittleMoreThanItsBoundaries(int ranks, String layout, double most) throws IOException {
        // A row of the flat array lies in three blocks at most; in a smaller one they are most of what travels.
        int n = 1000;
        int iterations = 30;
        Path file = directory.resolve("stats.json");
        run(ranks + " 1 tcp --stats " + file, "SOR -n " + n + " --layout " + layout + " -i " + iterations + " --reps 2")
                .ok();

        long sent = Statistics.sentIn("repetition 1", file).values().stream()
                .mapToLong(Statistics.Sent::bytes)
                .sum();
        long exchange = 8L * n * 2 * (ranks - 1);
        long necessary = exchange * 2 * iterations;
        // Half of a row changes in a half sweep; a neighbour may send an exchange of the repetition before in this one.
        assertThat((double) sent).isBetween(0.4 * necessary, most * (necessary + exchange));
    }

    /** Where the halves of an array meet in a unit, both ranks write that between the same barriers. */
    @Test
    void aUnitThatTwoRanksWriteDoesNotGoToAndFro() throws IOException {
        Path file = directory.resolve("stats.json");
        run("2 1 tcp --stats " + file, "MolDyn --cells 10 --steps 8 --reps 3").ok();

        Statistics.Sent grants =
                Statistics.sentIn("repetition 2", file).getOrDefault("grant", new Statistics.Sent(0, 0));
        assertThat(grants.messages()).isLessThan(100);
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
        Outcome outcome = run("2 1 inproc --exclude jdsm.examples.SOR", "SOR");

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(String.join("\n", outcome.err()))
                .contains("program jdsm.examples.SOR is not woven")
                .contains("--no-agent");
    }

    private static Outcome run(String job, String program) {
        String[] shape = job.split(" ");
        String rest = shape.length > 3 ? " " + shape[3] + " " + shape[4] : "";
        String command = "-p " + shape[0] + " -t " + shape[1] + " --comm " + shape[2] + rest + " " + program;
        try (JdsmProcess process = JdsmProcess.launchWoven(command.split(" "))) {
            return process.end();
        }
    }
}
