package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The natural order and its opposite are the same constants on all ranks. Several ranks in a JVM. */
@Timeout(180)
class SharedOrdersTest {
    private static final String SOURCE = """
            import java.util.*;
            import jdsm.*;
            class SharedOrders extends SPMD {
                static final Comparator<String> FINAL = Comparator.reverseOrder();
                Comparator<String> reverse;
                Object reversed;
                Object same;
                Map<Object, String> byOrder = new HashMap<>();
                TreeSet<String> set;
                @Override public void start() {
                    if (worker() == 0) {
                        reverse = Collections.reverseOrder();
                        reversed = Comparator.<String>naturalOrder().reversed();
                        same = Comparator.<String>reverseOrder().reversed();
                        byOrder.put(reverse, "reverse");
                        byOrder.put(same, "natural");
                        set = new TreeSet<>(reverse);
                    }
                    barrier();
                    synchronized (this) { set.add("of " + worker()); }
                    barrier();
                    Comparator<String> mine = Comparator.reverseOrder();
                    report((reverse == mine) + " " + (reverse == FINAL) + " " + mine.equals(reversed) + " "
                        + same.equals(Comparator.naturalOrder()) + " " + byOrder.get(mine) + " "
                        + byOrder.get(Comparator.naturalOrder()) + " " + mine.compare("a", "b") + " " + set.comparator().equals(mine) + " " + set);
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedOrders.java", SOURCE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void allRanksHaveThem(int ranks) {
        Outcome outcome = process.ranks(ranks, "", "SharedOrders");

        String set = ranks == 1 ? "[of 0]" : "[of 2, of 1, of 0]";
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .hasSize(ranks)
                .allSatisfy(line -> assertThat(line).endsWith("true true true true reverse natural 1 true " + set));
    }
}
