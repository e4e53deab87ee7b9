package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.Jdsm;
import jdsm.Results;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tree with whole nodes, and with the counters in a part of their own. */
@Tag("once")
class CountedTreeTest {
    static final String NODE = "jdsm.examples.CountedTree$Node.";
    static final String SPLIT = "--heavy " + NODE + "found --heavy " + NODE + "counter ";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-p 3 --comm shm",
                SPLIT + "-p 3 --comm shm",
                SPLIT + "-p 2 --comm tcp",
                SPLIT + "-p 2 --consistency write-invalidate",
                SPLIT + "-p 2 -t 2 --consistency auto",
                "--heavy all -p 4"
            })
    void allCountsAreRight(String options) {
        assertThat(WovenRun.run(options + " CountedTree -n 400").ok().out())
                .singleElement()
                .asString()
                .contains(" nodes=")
                .endsWith(" OK");
    }

    @Test
    void aCountTooManyIsFoundOut() throws Exception {
        Results results = Jdsm.run(2, CountedTree.class, "-n", "100", "--break");

        assertThat(results.status()).isEqualTo(1);
        assertThat(results.lines()).anyMatch(line -> line.startsWith("1 nodes are missing, or too many"));
    }
}
