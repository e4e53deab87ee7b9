package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tree as a job of the launcher; {@link CountedTreeTest} has it on ranks of one JVM. */
class CountedTreeIT {
    private static Outcome run(String options) {
        String command = options + " CountedTree -n 400";
        try (JdsmProcess process = JdsmProcess.launchWoven(command.split(" +"))) {
            return process.end();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {CountedTreeTest.SPLIT + "-p 3", "--heavy all -p 1", "--no-agent -p 1 -t 2"})
    void allCountsAreRight(String options) {
        assertThat(run(options).ok().out())
                .singleElement()
                .asString()
                .contains(" nodes=")
                .endsWith(" OK");
    }

    @Test
    void fieldsThatDoNotExistAreRefused() {
        Outcome outcome = run("--heavy " + CountedTreeTest.NODE + "gone -p 2");

        assertThat(outcome.status()).isNotZero();
        assertThat(String.join("\n", outcome.err()))
                .contains(CountedTreeTest.NODE + "gone: the class declares no such field, but --heavy names it");
    }
}
