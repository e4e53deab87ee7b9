package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs under {@code --check}, over each transport. */
@Tag("once")
class CheckedProgramsTest {
    static final String RACING = "jdsm.examples.programs.Racing";
    static final String CLEAN = "check: no races, no soundness holes in ";

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp", "mixed", "inproc"})
    void aRaceIsNamedAndTheJobRunsToItsEnd(String comm) {
        assertRaceIsNamed(WovenRun.run("-p 3 --check --comm " + comm + " " + RACING + " racy"));
    }

    static void assertRaceIsNamed(Outcome outcome) {
        assertThat(outcome.status()).as(errors(outcome)).isEqualTo(65);
        assertThat(outcome.out()).containsExactly("racy false");
        assertThat(outcome.err())
                .anyMatch(line -> line.startsWith("jdsm: race: jdsm.examples.programs.Racing.total of Racing: ")
                        && line.contains("Racing.java:24")
                        && line.contains("of rank"))
                .contains("jdsm: check: 1 race, no soundness holes in 80012 accesses to shared fields and elements");
    }

    static String errors(Outcome outcome) {
        return String.join("\n", outcome.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-p 3 --comm shm", "-p 2 -t 2 --comm tcp", "-p 2 -t 2 --comm inproc"})
    void nothingIsFoundWhereThereIsALock(String job) {
        Outcome outcome = WovenRun.run(job + " --check " + RACING + " locked");

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
        "-p 2 --consistency write-invalidate, SOR -n 40 -i 4",
        // Those that are written for threads.
        "-p 2, SparseMatVec -n 400 -z 5 -i 6 --reps 2",
        "-p 2, Stencil -n 60 -i 6 --reps 2",
        "-p 2, Life -n 40 -g 6 --reps 2",
        "-p 2, RayTracer -n 40 --spheres 10 --reps 2",
        "-p 2, Integral -n 100000 --reps 2",
        "-p 2, Tsp -n 8 --reps 2",
        "-p 2, NBody --bodies 150 --steps 3 --reps 2",
        "-p 2, PageRank -n 150 -i 4 --reps 2"
    })
    void theExamplesAreClean(String job, String program) {
        Outcome outcome = WovenRun.run(job + " --check " + program);

        assertThat(outcome.status()).as(errors(outcome)).isZero();
        assertThat(outcome.out()).last().asString().endsWith(" OK");
        assertThat(errors(outcome)).contains(CLEAN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"WovenValues", "WovenStructures", "WovenArrays", "WovenForms"})
    void programsOfAllFormsAreSound(String program) {
        Outcome outcome = WovenRun.run("-p 2 --check jdsm.examples.programs." + program);

        assertThat(errors(outcome)).contains("no soundness holes");
    }
}
