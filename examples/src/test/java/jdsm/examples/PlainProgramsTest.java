package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import jdsm.SPMD;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs that make no call for their shared data, on one rank, where none is needed: with one worker and with some. */
class PlainProgramsTest {
    private static final String JOB = " ranks=1 threads=%d comm=inproc consistency=write-invalidate ";
    private static final String FIGURE = "\\d[\\d.]*(e[-+]\\d+)?";

    private static Outcome run(String program, int threads, String arguments) throws ClassNotFoundException {
        Class<? extends SPMD> type = Class.forName("jdsm.examples." + program).asSubclass(SPMD.class);
        return InprocRun.run(type, 1, threads, arguments.split(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "LU, -n 61 -b 8 --reps 4, n=61 block=8, seconds= residual=",
        "LU, -n 1, n=1 block=32, seconds= residual=",
        "SOR, -n 40 -i 6 --reps 2, n=40 iterations=6 layout=rows, seconds=",
        "SOR, -n 29 -i 5 --layout flat, n=29 iterations=5 layout=flat, seconds=",
        "SOR, -n 3 -i 3, n=3 iterations=3 layout=rows, seconds=",
        "MatMul, -n 50 --reps 2, n=50 checked=50, seconds=",
        "MatMul, -n 1, n=1 checked=1, seconds=",
        "MolDyn, --cells 3 --steps 15 --reps 2, n=108 steps=15 forces=reduction, seconds= distance= drift= state",
        "MolDyn, --cells 2 --forces synchronized, n=32 steps=20 forces=synchronized, seconds= distance= drift= state",
        "KMeans, -n 500 --reps 2, n=500 k=16 d=4 iterations=10, seconds= distance=",
        "KMeans, -n 3 -k 3 -d 1 -i 2, n=3 k=3 d=1 iterations=2, seconds= distance=",
        "Counter, -n 100 --reps 2, n=100, seconds= us/lock= us/turn=",
        "Queue, -n 300 --capacity 5 --reps 2, n=300 capacity=5 kind=ring, seconds= us/item=",
        "Queue, -n 300 --capacity 5 --reps 2 --kind linked, n=300 capacity=5 kind=linked, seconds= us/item=",
        "Queue, -n 2 --capacity 1, n=2 capacity=1 kind=ring, seconds= us/item=",
        "WordCount, -n 3000, n=3000, words= most=",
        "TaskPool, -n 5, n=5 depth=3, tasks= steps=",
        "Inventory, -n 50, n=50 articles=20, sold= refused=",
        "Bank, -n 50, n=50 accounts=16, total= salaries="
    })
    void everyResultIsRight(String program, String arguments, String job, String figures)
            throws ClassNotFoundException {
        String result = figures.replaceAll("=", "=" + Matcher.quoteReplacement(FIGURE))
                .replace(" state", " state=[0-9a-f]{16}");
        for (int threads : new int[] {1, 4}) {
            Outcome outcome = run(program, threads, arguments).ok();

            assertThat(outcome.out()).hasSize(program.equals("LU") ? 5 : 1);
            assertThat(outcome.out().get(outcome.out().size() - 1))
                    .matches(program + " " + job + JOB.formatted(threads) + result + " OK");
        }
    }

    @Test
    void ofALargeProductSomeRowsAreChecked() throws ClassNotFoundException {
        Outcome outcome = run("MatMul", 3, "-n 257 --break");

        outcome.failed(1);
        assertThat(outcome.out().get(0)).matches("MatMul n=257 checked=[4-6]\\d ranks=1 .* FAILED");
    }

    @ParameterizedTest
    @CsvSource({
        "SOR, -n 10, 1 elements differ from a computation by one thread",
        "SOR, -n 10 --layout flat, 1 elements differ from a computation by one thread",
        "MatMul, -n 10, 1 elements differ from a computation by one thread",
        "MolDyn, --cells 2, 'positions are [\\d.E-]+ from those of a computation by one thread,"
                + " energy has changed by [\\d.E-]+ of itself; at most 1.0E-9 and 0.001'",
        "KMeans, -n 100, 'centres or mean squares are [\\d.E-]+ from those of a computation by one thread;"
                + " at most 1.0E-9'",
        "Counter, -n 10, 'the counters are 21 and 20 where 20 were counted, and it is worker 0''s turn'",
        "Queue, -n 10, '1 items did not arrive exactly once, 0 were overtaken'",
        "WordCount, -n 100, the counts differ from those of one thread",
        "TaskPool, -n 2, 'one thread makes \\d+ steps'",
        "Inventory, -n 10, '\\d+ articles were sold, \\d+ are missing; orders: 20'",
        "Bank, -n 10, 'the total is 16001, the least balance \\d+'"
    })
    void aSpoiledResultIsFoundOut(String program, String arguments, String message) throws ClassNotFoundException {
        Outcome outcome = run(program, 2, arguments + " --break");

        outcome.failed(1);
        assertThat(outcome.out()).hasSize(2);
        assertThat(outcome.out().get(0)).startsWith(program + " ").endsWith(" FAILED");
        assertThat(outcome.out().get(1)).matches(message);
    }

    @Test
    void aSpoiledFactorIsFoundOut() throws ClassNotFoundException {
        Outcome outcome = run("LU", 2, "-n 40 --break");

        outcome.failed(1);
        assertThat(outcome.out().get(4)).startsWith("LU n=40 ").endsWith(" FAILED");
    }

    @ParameterizedTest
    @CsvSource({
        "LU, --block 0, 'LU: -n, --block and --reps must be at least 1'",
        "LU, -n many, 'LU: Invalid value for option ''-n'': ''many'' is not an int'",
        "SOR, -n 2, 'SOR: -n must be at least 3, --iterations and --reps at least 1'",
        "SOR, -n 46341 --layout flat, SOR: a flat array has at most 2^31 elements: -n 46340",
        "MatMul, --reps 0, MatMul: -n and --reps must be at least 1",
        "MolDyn, --cells 1, MolDyn: --cells must be 2 to 64",
        "MolDyn, --steps 1001, 'MolDyn: --steps must be 1 to 1000, --reps at least 1'",
        "KMeans, -n 15, 'KMeans: -k, -d, --iterations and --reps must be at least 1, -n at least -k'",
        "KMeans, -n 1000000 -d 3000, KMeans: -n times -d must be less than 2^31 - 8",
        "Counter, -n 0, Counter: -n and --reps must be at least 1",
        "Counter, --wrong, Counter: Unknown option: '--wrong'",
        "Queue, --capacity 0, 'Queue: -n, --capacity and --reps must be at least 1'",
        "WordCount, -n 0, WordCount: -n and --words must be at least 1",
        "TaskPool, --depth 11, 'TaskPool: -n must be at least 1, --depth from 0 to 10'",
        "Inventory, --articles 0, Inventory: -n and --articles must be at least 1",
        "Bank, --accounts 1, 'Bank: -n must be at least 1, --accounts at least 2'"
    })
    void wrongArgumentsAreOneLine(String program, String arguments, String message) throws ClassNotFoundException {
        run(program, 1, arguments).failed(2, "jdsm: " + message);
    }
}
