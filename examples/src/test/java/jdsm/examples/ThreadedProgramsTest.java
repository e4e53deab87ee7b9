package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdsm.Jdsm;
import jdsm.Results;
import jdsm.SPMD;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs that are written for threads, on one rank, with one worker and with some; and woven, on several ranks of one JVM. */
class ThreadedProgramsTest {
    private static final String JOB = " ranks=1 threads=%d comm=inproc consistency=write-invalidate ";
    private static final String SECONDS = "seconds=\\d+\\.\\d{3} first=\\d+\\.\\d{3}";
    private static final String FIGURE = "\\d[\\d.]*(e[-+]\\d+)?";

    private static Outcome run(String program, int threads, String arguments) throws ClassNotFoundException {
        return InprocRun.run(type(program), 1, threads, arguments.split(" "));
    }

    private static Class<? extends SPMD> type(String program) throws ClassNotFoundException {
        return Class.forName("jdsm.examples." + program).asSubclass(SPMD.class);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "SparseMatVec, -n 300 -z 5 -i 7 --reps 2, n=300 elements=\\d+ iterations=7, -",
                "SparseMatVec, -n 1 -z 1 -i 2, n=1 elements=1 iterations=2, -",
                "Stencil, -n 40 -i 6 --reps 2, n=40 iterations=6, -",
                "Stencil, -n 3 -i 3, n=3 iterations=3, -",
                "Life, -n 30 -g 9 --reps 2, n=30 generations=9, ' living=[1-9]\\d*'",
                "Life, -n 1 -g 2, n=1 generations=2, ' living=0'",
                "RayTracer, -n 40 --spheres 20 --reps 2, n=40 spheres=20, -",
                "RayTracer, -n 1 --spheres 0, n=1 spheres=0, -",
                "ConjugateGradient, --class S --reps 2, class=S, ' zeta=8.5971775079 error=#'",
                "Integral, -n 100000 --reps 2, n=100000, ' pi=3.141592654 error=#'",
                "Integral, -n 1, n=1, ' pi=3.200000000 error=0.058'",
                "IntegerSort, --class S --reps 2, class=S, -",
                "Tsp, -n 9 --reps 2, n=9, ' length=\\d+'",
                "Tsp, -n 3, n=3, ' length=\\d+'",
                "NBody, --bodies 200 --steps 3 --reps 2, bodies=200 steps=3, -",
                "NBody, --bodies 1, bodies=1 steps=10, -",
                "PageRank, -n 200 -i 5 --reps 2, n=200 links=10 iterations=5, ' rank0=#'",
                "PageRank, -n 1 --links 1, n=1 links=1 iterations=50, ' rank0=1.00'",
                "MultiGrid, --class S --reps 2, class=S, ' norm=5.307707006e-05 error=#'",
                "FourierTransform, --class S --reps 2, class=S, ' error=#'"
            })
    void everyResultIsRight(String program, String arguments, String job, String more) throws ClassNotFoundException {
        String figures = SECONDS + (more == null ? "" : more.replace("#", FIGURE));
        for (int threads : new int[] {1, 4}) {
            Outcome outcome = run(program, threads, arguments).ok();

            assertThat(outcome.out())
                    .singleElement()
                    .asString()
                    .matches(program + " " + job + JOB.formatted(threads) + figures + " OK");
        }
    }

    static List<String> programs() {
        return List.of(
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
    }

    /** Woven, where the ranks share the JVM. */
    @ParameterizedTest
    @MethodSource("programs")
    void theResultOfThreeRanksIsRight(String program) throws ClassNotFoundException {
        String[] words = program.split(" ", 2);
        Results results = Jdsm.run(3, type(words[0]), words[1].split(" "));

        assertThat(results.lines()).singleElement().asString().endsWith(" OK").contains(" ranks=3 ");
        assertThat(results.messages()).isEmpty();
        assertThat(results.status()).isZero();
    }

    /** Woven for one rank, which checks nothing. */
    @Tag("once")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Life -n 40 -g 6 --reps 2",
                "RayTracer -n 40 --spheres 10 --reps 2",
                "IntegerSort --class S --reps 2",
                "PageRank -n 150 -i 4 --reps 2",
                "FourierTransform --class S"
            })
    void theResultOfOneRankIsRight(String program) {
        assertThat(WovenRun.run("-p 1 --comm tcp " + program).ok().out())
                .singleElement()
                .asString()
                .endsWith(" OK");
    }

    /** Woven, where the ranks map the same files. */
    @ParameterizedTest
    @MethodSource("programs")
    void theResultOfTwoRanksIsRight(String program) {
        assertThat(WovenRun.run("-p 2 --comm shm " + program).ok().out())
                .singleElement()
                .asString()
                .endsWith(" OK")
                .contains(" ranks=2 ");
    }

    @ParameterizedTest
    @CsvSource({
        "SparseMatVec, -n 50, 1 elements differ from a computation by one thread",
        "Stencil, -n 10, 1 points differ from a computation by one thread",
        "Life, -n 10, 1 cells differ from a computation by one thread",
        "RayTracer, -n 10, 1 points differ from a computation by one thread",
        "ConjugateGradient, --class S, 'the eigenvalue is 2\\.\\d+E-10 of itself from the published 8.5971775078648;"
                + " at most 1.0E-10'",
        "Integral, -n 1000, 'the integral is [01]\\.\\d+ from pi; at most 3.3\\d+E-7'",
        "IntegerSort, --class S, '0 ranks differ from the published ones, [1-9] keys are not in order'",
        "Tsp, -n 6, 'the tour has length (\\d+) and the bound is \\d+ where the shortest tour has length \\1'",
        "NBody, --bodies 20, 1 bodies are elsewhere than in a computation by one thread",
        "PageRank, -n 20, 1 ranks differ from a computation by one thread",
        "MultiGrid, --class S, 'the norm is [12]\\.\\d+E-8 of itself from the published 5.307707005734E-5;"
                + " at most 1.0E-8'",
        "FourierTransform, --class S, 'a checksum is [12]\\.\\d+E-12 of itself from the published one;"
                + " at most 1.0E-12'"
    })
    void aSpoiledResultIsFoundOut(String program, String arguments, String message) throws ClassNotFoundException {
        Outcome outcome = run(program, 2, arguments + " --break");

        outcome.failed(1);
        assertThat(outcome.out()).hasSize(2);
        assertThat(outcome.out().get(0)).startsWith(program + " ").endsWith(" FAILED");
        assertThat(outcome.out().get(1)).matches(message);
    }

    @ParameterizedTest
    @CsvSource({
        "SparseMatVec, -z 0, 'SparseMatVec: -n, --elements, --iterations and --reps must be at least 1'",
        "SparseMatVec, -n 100000000, SparseMatVec: -n times --elements must be at most 2^29",
        "Stencil, -n 2, 'Stencil: -n must be 3 to 46340, --iterations and --reps at least 1'",
        "Stencil, -n 46341, 'Stencil: -n must be 3 to 46340, --iterations and --reps at least 1'",
        "Life, -n 0, 'Life: -n, --generations and --reps must be at least 1'",
        "RayTracer, --spheres -1, 'RayTracer: -n must be 1 to 20000, --reps at least 1, --spheres at least 0'",
        "ConjugateGradient, --reps 0, ConjugateGradient: --reps must be at least 1",
        "Integral, -n 0, Integral: -n and --reps must be at least 1",
        "IntegerSort, --reps 0, IntegerSort: --reps must be at least 1",
        "Tsp, -n 21, 'Tsp: -n must be 3 to 20, --reps at least 1'",
        "NBody, --steps 0, 'NBody: --bodies, --steps and --reps must be at least 1'",
        "PageRank, --links 0, 'PageRank: -n, --links, --iterations and --reps must be at least 1'",
        "MultiGrid, --reps 0, MultiGrid: --reps must be at least 1",
        "FourierTransform, --reps 0, FourierTransform: --reps must be at least 1",
        "FourierTransform, --class B, 'FourierTransform: Invalid value for option ''--class'': expected one of [S, W, A]"
                + " (case-sensitive) but was ''B'''"
    })
    void wrongArgumentsAreOneLine(String program, String arguments, String message) throws ClassNotFoundException {
        run(program, 1, arguments).failed(2, "jdsm: " + message);
    }
}
