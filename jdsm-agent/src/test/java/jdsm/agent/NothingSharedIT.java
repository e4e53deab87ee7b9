package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several ranks that have nothing in common are an error, unless somebody says that it is meant. */
@Timeout(60)
@Tag("once")
class NothingSharedIT {
    private static final String SOURCE = """
            import jdsm.*;
            class Sum extends SPMD {
                long sum;
                @Override public void start() {
                    long mine = 0;
                    for (int i = worker() + 1; i <= 100; i += workers()) { mine += i; }
                    synchronized (this) { sum += mine; }
                }
                @Override public void finish() {
                    if (rank() == 0) { report("sum " + sum + " under " + setting("consistency")); }
                }
            }
            class Hello extends SPMD {
                @Local int own;
                @Override public void start() { own++; }
                @Override public void finish() { report("hello " + own); }
            }
            class ByMessages extends SPMD {
                @Override public void start() {
                    if (rank() == 0) {
                        for (int r = 1; r < ranks(); r++) { comm.receive(r); }
                    } else {
                        comm.send(0, java.nio.ByteBuffer.allocate(1));
                    }
                }
                @Override public void finish() { report("done"); }
            }
            class Registering extends SPMD {
                final int[] counts = new int[4];
                @Override public void initialize() { pool.register(counts); }
                @Override public void start() {}
                @Override public void finish() { report("done under " + setting("consistency")); }
            }
            class OwnMain extends SPMD {
                @Override public void start() {}
                public static void main(String[] args) { System.out.println("alone"); }
            }
            class Passing extends SPMD {
                @Override public void start() {}
                @Override public void finish() { report("done"); }
                public static void main(String[] args) { SPMD.main(args); }
            }
            class Plain {
                public static void main(String[] args) { System.out.println("alone"); }
            }
            """;

    private static final Map<String, String> RANK_0_OF_2 =
            Map.of("JDSM_RANK", "0", "JDSM_RANKS", "2", "JDSM_SECRET", "sixteen characters", "JDSM_COMM", "inproc");

    @TempDir
    static Path app;

    private static AgentProcess process;

    @BeforeAll
    static void compile() throws IOException {
        process = AgentProcess.compile(app, "Sum.java", SOURCE);
    }

    @ParameterizedTest
    @CsvSource({"2, Sum", "3, Sum", "2, Hello", "2, ByMessages"})
    void severalRanksThatShareNothing(int ranks, String program) throws Exception {
        Outcome outcome = process.plainRanks(ranks, Map.of(), program);

        assertThat(outcome.err())
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith("jdsm: nothing is shared, so that each of the " + ranks
                                + " ranks would compute for itself")
                        .contains("no agent", "pool.register", "--allow-nothing-shared"));
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.status()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void unlessThatIsMeant(int ranks) throws Exception {
        Outcome outcome = process.plainRanks(ranks, Map.of("JDSM_ALLOW_NOTHING_SHARED", "true"), "ByMessages");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).hasSize(ranks).containsOnly("done");
    }

    @Test
    void oneRankNeedsNobody() throws Exception {
        assertThat(process.plainRanks(1, Map.of(), "Sum").out()).containsExactly("sum 5050 under write-invalidate");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void whoRegistersShares(int ranks) throws Exception {
        assertThat(process.plainRanks(ranks, Map.of(), "Registering").out())
                .hasSize(ranks)
                .containsOnly("done under write-invalidate");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void aWovenProgramSharesItself(int ranks) throws Exception {
        assertThat(process.ranks(ranks, "", "Hello").out()).hasSize(ranks).containsOnly("hello 1");
        assertThat(process.ranks(ranks, "", "ByMessages").out()).hasSize(ranks).containsOnly("done");
    }

    /** Whatever the version of the agent. */
    @Test
    void aWovenProgramThatIsStartedByHandHasTheDefaultProtocol() throws Exception {
        assertThat(process.ranks(2, "", "Sum").out()).containsExactly("sum 5050 under lazy-release");
        assertThat(process.java("", Map.of(), "Sum").out()).containsExactly("sum 5050 under lazy-release");
        assertThat(process.java(null, Map.of(), "Sum").out()).containsExactly("sum 5050 under write-invalidate");
    }

    @Test
    void aMainClassThatIsNoProgramIsNoRank() throws Exception {
        Outcome outcome = process.java("", RANK_0_OF_2, "Plain");

        assertThat(outcome.err())
                .isEqualTo(List.of(
                        "jdsm-agent: the environment makes this JVM a rank of a job (JDSM_RANK=0 JDSM_RANKS=2), but its main class"
                                + " Plain does not extend jdsm.SPMD and would run alone: start a class that extends it, or unset"
                                + " JDSM_RANK and JDSM_RANKS"));
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.status()).isEqualTo(2);
    }

    @Test
    void whoIsNoRankMayRunAnything() throws Exception {
        Map<String, String> oneRank = new HashMap<>(Map.of("JDSM_RANKS", "1"));

        assertThat(process.java("", oneRank, "Plain").out()).containsExactly("alone");
        assertThat(process.java("", Map.of(), "Plain").out()).containsExactly("alone");
        assertThat(process.java("", Map.of("JDSM_RANK", "0"), "Plain").status()).isEqualTo(2);
        assertThat(process.java("", oneRank, "Hello").out()).containsExactly("hello 1");
    }

    /** Nobody can tell beforehand: it might read its arguments first. */
    @Test
    void aMainMethodThatNeverBecomesARankFailsAtItsEnd() throws Exception {
        Outcome outcome = process.java("", RANK_0_OF_2, "OwnMain");

        assertThat(outcome.out()).containsExactly("alone");
        assertThat(outcome.err())
                .isEqualTo(
                        List.of(
                                "jdsm-agent: the environment makes this JVM a rank of a job (JDSM_RANK=0 JDSM_RANKS=2), but the JVM"
                                        + " ends without having run as that rank: the main method of OwnMain has not called SPMD.main"));
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(process.java("", Map.of("JDSM_RANKS", "1"), "OwnMain").status())
                .isZero();
        assertThat(process.java("", Map.of("JDSM_RANKS", "1"), "Passing").out()).containsExactly("done");
        Outcome tried = process.java("", Map.of("JDSM_RANK", "7", "JDSM_RANKS", "2"), "Passing");
        assertThat(tried.err()).as("it says by itself what is wrong").hasSize(1);
        assertThat(tried.err().get(0)).startsWith("jdsm: ").doesNotContain("without having run");
        assertThat(tried.status()).isEqualTo(2);
    }
}
