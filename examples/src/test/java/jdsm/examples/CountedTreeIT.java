package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import jdsm.Jdsm;
import jdsm.Results;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tree with whole nodes, and with the counters in a part of their own. */
class CountedTreeIT {
    private static final String NODE = "jdsm.examples.CountedTree$Node.";
    private static final String SPLIT = "--heavy " + NODE + "found --heavy " + NODE + "counter ";

    private static Outcome run(String options) {
        String[] command = Stream.of(options.strip() + " CountedTree -n 400")
                .flatMap(part -> Arrays.stream(part.split(" ")))
                .toArray(String[]::new);
        try (JdsmProcess process = JdsmProcess.launchWoven(command)) {
            return process.end();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-p 3 --comm shm",
                SPLIT + "-p 3 --comm shm",
                SPLIT + "-p 2 --comm tcp",
                SPLIT + "-p 2 --consistency write-invalidate",
                SPLIT + "-p 2 -t 2 --consistency auto",
                "--heavy all -p 4",
                "--heavy all -p 1"
            })
    void allCountsAreRight(String options) {
        assertThat(run(options).ok().out())
                .singleElement()
                .asString()
                .contains(" nodes=")
                .endsWith(" OK");
    }

    @Test
    void theResultOfThreadsIsRight() {
        assertThat(run("--no-agent -p 1 -t 2").ok().out())
                .singleElement()
                .asString()
                .endsWith(" OK");
    }

    @Test
    void aCountTooManyIsFoundOut() throws Exception {
        Results results = Jdsm.run(2, CountedTree.class, "-n", "100", "--break");

        assertThat(results.status()).isEqualTo(1);
        assertThat(results.lines()).anyMatch(line -> line.startsWith("1 nodes are missing, or too many"));
    }

    @Test
    void fieldsThatDoNotExistAreRefused() {
        Outcome outcome = run("--heavy " + NODE + "gone -p 2");

        assertThat(outcome.status()).isNotZero();
        assertThat(String.join("\n", outcome.err()))
                .contains(NODE + "gone: the class declares no such field, but --heavy names it");
    }
}
