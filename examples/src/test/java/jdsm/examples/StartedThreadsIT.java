package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs whose workers start threads, woven, as jobs of the launcher. */
class StartedThreadsIT {
    private static final String MANY = "jdsm.examples.programs.ManyThreads";

    private static final String IDLE = "jdsm.examples.programs.IdlePool";

    /** The arguments of the program: seed, rounds, threads of each worker. */
    @ParameterizedTest
    @CsvSource({
        "-p 1 --comm shm, 1 12 3",
        "-p 2 --comm shm, 2 12 3",
        "-p 3 --comm shm, 3 8 2",
        "-p 2 -t 2 --comm shm, 4 8 2",
        "-p 2 --comm shm --consistency write-invalidate, 5 12 2",
        "-p 2 --comm shm --consistency write-update, 6 12 3",
        "-p 3 --comm shm --consistency auto, 7 8 2",
        "-p 2 --comm tcp, 8 12 3",
        "-p 3 --comm tcp --consistency auto, 9 6 2"
    })
    void noWriteIsLost(String job, String arguments) {
        assertThat(run(job + " " + MANY + " " + arguments).ok().out()).containsExactly("ManyThreads OK");
    }

    @Test
    void startEndsWithTheThreadsThatAreNotDaemons() {
        assertThat(run("-p 2 --comm shm " + IDLE + " shut-down").ok().out()).containsExactly("count 2");
    }

    @Test
    void aThreadThatNeverEndsIsNamed() {
        Outcome outcome = run("-p 2 --comm shm --timeout 8 " + IDLE);

        assertThat(outcome.status()).isEqualTo(124);
        assertThat(outcome.err())
                .anyMatch(line -> line.startsWith("jdsm: rank 0 worker 0, rank 1 worker 1 have waited ")
                        && line.endsWith("for the end of thread 'idle', which the program has started"));
    }

    private static Outcome run(String command) {
        try (JdsmProcess process = JdsmProcess.launchWoven(command.split(" "))) {
            return process.end();
        }
    }
}
