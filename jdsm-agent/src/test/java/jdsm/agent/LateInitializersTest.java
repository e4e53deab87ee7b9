package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Test;

/** Classes that are first used while ranks compute: each rank initialises them for itself. */
class LateInitializersTest {
    private static final String SOURCE = """
            public class P extends SPMD {
                static int registered;
                static final Map<String, Integer> DRIVERS = new TreeMap<>();
                static class Driver { static { DRIVERS.merge("driver", 1, Integer::sum); registered++; } }
                static class Reader { static final int SEEN = registered + DRIVERS.size(); }
                public void initialize() { FIRST }
                public void start() {
                    barrier();
                    if (LATE) { new Driver(); }
                    int seen = Reader.SEEN;
                    barrier();
                    if (worker() == 0) { report(DRIVERS + " " + registered + " " + seen); }
                }
            }
            """;

    private static WovenRanks.Ended run(String first, String late, int ranks) {
        return CheckedJob.of(SOURCE.replace("FIRST", first).replace("LATE", late))
                .runUnchecked(ranks, 1, Protocol.LAZY_RELEASE);
    }

    @Test
    void anInitializerThatChangesAnotherClassIsRefused() {
        WovenRanks.Ended ended = run("", "true", 2);

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.errors())
                .contains("class P$Driver is used for the first time while ranks compute")
                .contains("its initialiser may change P.DRIVERS, once on each rank")
                .contains("Class.forName(\"P$Driver\")");
    }

    @Test
    void whatInitializeNamesIsInitializedOnce() {
        WovenRanks.Ended ended = run(
                "try { Class.forName(\"P$Driver\"); } catch (ClassNotFoundException e) { throw new IllegalStateException(e); }",
                "true",
                3);

        assertThat(ended.errors()).isEmpty();
        assertThat(ended.out()).containsExactly("{driver=1} 1 2");
    }

    @Test
    void aClassThatIsNotUsedAndOneThatReadsAreNot() {
        WovenRanks.Ended ended = run("", "workers() > 5", 2);

        assertThat(ended.errors()).isEmpty();
        assertThat(ended.out()).containsExactly("{} 0 0");
    }
}
