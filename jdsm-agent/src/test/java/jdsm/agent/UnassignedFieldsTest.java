package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields of types that cannot be shared, which no code assigns. Several ranks in a JVM. */
@Timeout(180)
class UnassignedFieldsTest {
    private static final String SOURCE = """
            import java.util.*;
            import jdsm.*;
            class Left {
                StringBuilder text; Exception failure = null; Date date; Thread thread; WeakHashMap<String, String> cache;
                int value;
                void forget() { failure = null; }
            }
            class Below extends Left { Below next; }
            class Unassigned extends SPMD {
                static StringBuilder never;
                Left left = new Below();
                @Override public void start() {
                    synchronized (this) { left.value++; left.forget(); }
                    barrier();
                    report(left.value + " " + (left.text == null) + left.failure + left.date + left.thread + left.cache + never);
                }
            }
            class Maybe { Date text; }
            class Chosen extends SPMD {
                Maybe maybe = new Maybe();
                @Override public void start() { maybe.text = args().length > 0 ? new Date() : null; }
            }
            class Base { Date text; }
            class Derived extends Base { void set(Date given) { text = given; } }
            class Inherited extends SPMD {
                Base base = new Derived();
                @Override public void start() { ((Derived) base).set(new Date()); }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "Unassigned.java", SOURCE);
    }

    @Test
    void theyReferToNothingOnAnyRank() {
        Outcome outcome = process.ranks(3, "", "Unassigned");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).hasSize(3).allMatch(line -> line.endsWith("3 truenullnullnullnullnull"));
    }

    @ParameterizedTest
    @CsvSource({"Chosen, Chosen.maybe -> Maybe.text, 21", "Inherited, Inherited.base -> Base.text, 24"})
    void whatSomeCodeAssignsIsRefusedByName(String program, String path, int line) {
        Outcome outcome = process.ranks(3, "", program);

        assertThat(outcome.status()).isNotZero();
        assertThat(String.join("\n", outcome.err()))
                .contains(path + " (Unassigned.java:" + line
                        + "): objects of java.util.Date are not kept coherent; use a java.time.Instant");
    }
}
