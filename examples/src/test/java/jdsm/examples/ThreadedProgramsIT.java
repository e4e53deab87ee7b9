package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs that are written for threads, woven, as jobs of the launcher. */
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

    static Stream<Arguments> jobs() {
        return PROGRAMS.stream()
                .flatMap(program -> Stream.of("-p 1 --comm tcp", "-p 2 --comm shm", "-p 3 --comm inproc")
                        .map(job -> Arguments.of(job, program)));
    }

    /** All but those of fixed size with millions of accesses, which take long under the check. */
    static Stream<String> smallPrograms() {
        return PROGRAMS.stream().filter(program -> !program.endsWith(" --class S"));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void theResultIsRight(String job, String program) {
        assertThat(run(job, program).ok().out()).singleElement().asString().endsWith(" OK");
    }

    @ParameterizedTest
    @MethodSource("smallPrograms")
    void noSmallOneHasARace(String program) {
        Outcome outcome = run("-p 2 --check", program);

        assertThat(outcome.status()).as(String.join("\n", outcome.err())).isZero();
        assertThat(outcome.out()).singleElement().asString().endsWith(" OK");
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
