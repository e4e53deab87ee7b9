package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Maps that each rank fills for itself before the workers begin, in JVMs of their own: they are equal, and so can be shared. */
class InitialMapsIT {
    @ParameterizedTest
    @CsvSource({"2, 1, shm", "3, 2, tcp"})
    void areOneMapForAllRanks(String ranks, String threads, String comm) throws IOException {
        try (JdsmProcess job = JdsmProcess.launchWoven(
                "-p", ranks, "-t", threads, "--comm", comm, "jdsm.examples.programs.InitialMaps")) {
            assertThat(job.end().ok().out()).last().asString().endsWith("InitialMaps OK");
        }
    }
}
