package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The programs that are written for threads, woven, as jobs of the launcher; {@link ThreadedProgramsTest} has them on ranks of
 * one JVM.
 */
class ThreadedProgramsIT {
    private static final List<String> PROGRAMS = List.of(
            "SparseMatVec -n 400 -z 5 -i 6 --reps 2",
            "Stencil -n 60 -i 6 --reps 2",
            "Life -n 40 -g 6 --reps 2",
            "RayTracer -n 40 --spheres 10 --reps 2",
            "ConjugateGradient --class S",
            "Integral -n 100000 --reps 2",
            "IntegerSort --class S --reps 2",
            "Tsp -n 8 --reps 2",
            "NBody --bodies 150 --steps 3 --reps 2",
            "PageRank -n 150 -i 4 --reps 2",
            "MultiGrid --class S",
            "FourierTransform --class S");

    static List<String> programs() {
        return PROGRAMS;
    }

    /** All but those of fixed size with millions of accesses, which take long under the check. */
    static Stream<String> smallPrograms() {
        return PROGRAMS.stream().filter(program -> !program.endsWith(" --class S"));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void theResultOfTwoRanksIsRight(String program) {
        assertRight("-p 2 --comm shm", program);
    }

    @Tag("once")
    @ParameterizedTest
    @MethodSource("programs")
    void theResultOfOneRankIsRight(String program) {
        assertRight("-p 1 --comm tcp", program);
    }

    @Tag("once")
    @ParameterizedTest
    @MethodSource("smallPrograms")
    void noSmallOneHasARace(String program) {
        Outcome outcome = run("-p 2 --check", program);

        assertThat(outcome.status()).as(String.join("\n", outcome.err())).isZero();
        assertThat(outcome.out()).singleElement().asString().endsWith(" OK");
    }

    private static void assertRight(String job, String program) {
        assertThat(run(job, program).ok().out()).singleElement().asString().endsWith(" OK");
    }

    private static Outcome run(String job, String program) {
        String[] command = Stream.of(job, program)
                .flatMap(part -> Arrays.stream(part.split(" ")))
                .toArray(String[]::new);
        try (JdsmProcess process = JdsmProcess.launchWoven(command)) {
            return process.end();
        }
    }
}
