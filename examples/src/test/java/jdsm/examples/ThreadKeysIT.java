package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads of different ranks have different ids, and different names where the program gives none. */
class ThreadKeysIT {
    @ParameterizedTest
    @ValueSource(strings = {"--ranks 3", "--ranks 2 --threads 2", "--ranks 1 --threads 2", "--ranks 3 --comm inproc"})
    void idsAndDefaultNamesAreThoseOfTheJob(String options) {
        String[] command = (options + " jdsm.examples.programs.ThreadKeys").split(" ");
        try (JdsmProcess job = JdsmProcess.launchWoven(command)) {
            Outcome outcome = job.end().ok();

            assertThat(outcome.out()).containsExactly("ids=0 names=0 early=1 wrong={}");
        }
    }
}
