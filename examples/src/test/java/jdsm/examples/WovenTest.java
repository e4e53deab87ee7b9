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
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that make no call for their shared data, woven, on ranks of one JVM over each transport. */
class WovenTest {
    private static final String LITMUS = "jdsm.examples.programs.WovenLitmus";
    private static final String MONITORS = "jdsm.examples.programs.WovenMonitors";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-p 2 --comm tcp LU -n 64 -b 16",
                "-p 16 --comm tcp LU -n 96 -b 8",
                "-p 3 --comm tcp LU -n 61 -b 16",
                "-p 4 --comm inproc LU -n 64 -b 16",
                "-p 2 --comm tcp LU -n 1 -b 16",
                "-p 3 --comm tcp SOR -n 40 -i 4",
                "-p 2 --comm inproc SOR -n 40 -i 4 --layout flat",
                "-p 2 --comm tcp MolDyn --cells 2 --forces synchronized --steps 3",
                "-p 2 --comm inproc KMeans -n 300 -i 3",
                "-p 3 --comm inproc Counter -n 20",
                "-p 2 -t 2 --comm tcp Queue -n 40 --capacity 3",
                "-p 3 --comm shm WordCount -n 2000",
                "-p 3 --comm tcp TaskPool -n 4",
                "-p 2 -t 2 --comm shm Inventory -n 40",
                "-p 3 --comm inproc Bank -n 40"
            })
    void theResultIsThatOfOneRank(String command) {
        assertThat(WovenRun.run(command).ok().out()).last().asString().endsWith(" OK");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-p 2 --comm tcp", "-p 2 --comm shm", "-p 2 -t 2 --comm inproc"})
    void noOutcomeIsForbidden(String job) {
        assertThat(WovenRun.run(job + " " + LITMUS + " 15").ok().out())
                .last()
                .asString()
                .endsWith(" forbidden=0 OK");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-p 2 -t 2 --comm tcp", "-p 3 --comm inproc"})
    void classesAndConstantsAndPlainObjectsHaveMonitors(String job) {
        assertThat(WovenRun.run(job + " " + MONITORS + " 10").ok().out())
                .last()
                .asString()
                .endsWith(" OK");
    }

    /** By the JDK's own classes in a job of one rank without the agent. */
    @ParameterizedTest
    @CsvSource({"-p 2, 2", "-p 3, 3", "-p 2 -t 2, 4", "-p 3 --comm tcp, 5", "-p 3 --comm inproc, 6"})
    void sharedCollectionsAreThoseOfOneJvm(String job, String seed) {
        Class<? extends SPMD> program = WovenCollections.class;
        Outcome plain = InprocRun.run(program, 1, 1, seed);

        assertThat(WovenRun.run(job + " " + program.getName() + " " + seed).ok().out())
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(plain.ok().out());
    }

    @ParameterizedTest
    @CsvSource({
        "-p 3 --comm inproc, WovenValues",
        "-p 3 --comm tcp, WovenValues",
        "-p 3 --comm shm, WovenStructures",
        "-p 2 -t 2 --comm inproc, WovenArrays",
        "-p 2 --comm tcp, WovenForms"
    })
    void everyStepFindsWhatOneWorkerFinds(String job, String program) throws ClassNotFoundException {
        String name = "jdsm.examples.programs." + program;
        Outcome plain = InprocRun.run(Class.forName(name).asSubclass(SPMD.class), 1, 1);

        assertThat(WovenRun.run(job + " " + name).ok().out())
                .isNotEmpty()
                .isEqualTo(plain.ok().out());
    }

    /** By messages, neighbours exchange the two rows at a boundary before each half sweep. */
    @ParameterizedTest
    @CsvSource({"2, rows, 1.3", "3, rows, 1.3", "2, flat, 2"})
    void sorSendsLittleMoreThanItsBoundaries(int ranks, String layout, double most) throws IOException {
        // A row of the flat array lies in three blocks at most; in a smaller one they are most of what travels.
        int n = 1000;
        int iterations = 30;
        Path file = directory.resolve("stats.json");
        WovenRun.run("-p " + ranks + " --comm tcp --stats " + file + " SOR -n " + n + " --layout " + layout + " -i "
                        + iterations + " --reps 2")
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
        WovenRun.run("-p 2 --comm tcp --stats " + file + " MolDyn --cells 10 --steps 8 --reps 3")
                .ok();

        Statistics.Sent grants =
                Statistics.sentIn("repetition 2", file).getOrDefault("grant", new Statistics.Sent(0, 0));
        assertThat(grants.messages()).isLessThan(100);
    }
}
