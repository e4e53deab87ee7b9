package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs whose workers start threads, woven, on ranks of one JVM over each transport. */
class StartedThreadsTest {
    static final String MANY = "jdsm.examples.programs.ManyThreads";

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
        assertThat(WovenRun.run(job + " " + MANY + " " + arguments).ok().out()).containsExactly("ManyThreads OK");
    }
}
