package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worker that calls {@code System.exit} ends the job with that status. */
class ExitingIT {
    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void theJobEndsWithTheStatusOfTheWorkersCall(String transport) {
        String[] command = ("--ranks 3 --comm " + transport + " jdsm.examples.programs.Exiting").split(" ");
        try (JdsmProcess job = JdsmProcess.launchWoven(command)) {
            Outcome outcome = job.end();

            assertThat(outcome.status()).isEqualTo(7);
            assertThat(outcome.out()).isEmpty();
            assertThat(outcome.err()).contains("jdsm: rank 2 ended with exit status 7");
        }
    }
}
