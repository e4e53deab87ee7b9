package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdsm.examples.contracts.Contracts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What java.util.concurrent promises to threads holds when they belong to several ranks. {@link ContractsIT} has the processes. */
class ContractsTest {
    private static final String PATIENCE = "30000";

    /** The scenarios demand no more than the JDK's own classes keep. */
    @Test
    void theJdkKeepsThem() {
        Outcome plain = InprocRun.run(Contracts.class, 1, 3, PATIENCE);

        assertThat(failures(plain)).isEmpty();
        assertThat(played(plain)).hasSizeGreaterThan(100).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-p 3", "-p 2 -t 2"})
    void theRanksOfAJobKeepThem(String ranks) {
        Outcome woven = WovenRun.run(ranks + " --comm inproc " + Contracts.class.getName() + " " + PATIENCE);

        assertThat(failures(woven)).isEmpty();
        assertThat(played(woven)).hasSizeGreaterThan(100);
    }

    /** No scenario can be kept by ranks that have objects of their own. */
    @Test
    void ranksWithCopiesOfTheirOwnBreakEach() {
        Outcome copies = InprocRun.run(Contracts.class, 3, Map.of("JDSM_ALLOW_NOTHING_SHARED", "true"), "100");

        List<String> kept = new ArrayList<>(played(copies));
        kept.removeIf(name -> failures(copies).stream().anyMatch(line -> line.startsWith("FAILED " + name + ": ")));
        assertThat(kept).isEmpty();
        assertThat(played(copies)).hasSizeGreaterThan(100);
    }

    private static List<String> failures(Outcome outcome) {
        return outcome.ok().out().stream()
                .filter(line -> line.startsWith("FAILED "))
                .toList();
    }

    private static List<String> played(Outcome outcome) {
        return outcome.out().stream()
                .filter(line -> line.startsWith("played "))
                .map(line -> line.substring("played ".length()))
                .toList();
    }
}
