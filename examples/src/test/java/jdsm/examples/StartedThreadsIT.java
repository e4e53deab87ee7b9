package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs whose workers start threads, woven, as jobs of the launcher; {@link StartedThreadsTest} has more of them. */
class StartedThreadsIT {
    private static final String IDLE = "jdsm.examples.programs.IdlePool";

    /** The arguments of the program: seed, rounds, threads of each worker. */
    @ParameterizedTest
    @ValueSource(strings = {"-p 1 --comm shm", "-p 2 -t 2 --comm tcp"})
    void noWriteIsLost(String job) {
        assertThat(run(job + " " + StartedThreadsTest.MANY + " 1 8 3").ok().out())
                .containsExactly("ManyThreads OK");
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
