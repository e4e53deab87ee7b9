package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import jdsm.runtime.Woven;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes woven for a job of one rank: the program's own accesses, beside all else that the agent adds. */
class OneRankTest {
    private static final String SOURCE = """
            class Bank {
                int[] accounts = new int[4];
                volatile int changes;
                @VolatileElements int[] flags = new int[4];
                int sum() {
                    int sum = 0;
                    for (int account : accounts) { sum += account; }
                    return sum;
                }
                void put(int i, int amount) { accounts[i] += amount; changes++; flags[i] = 1; }
                int both() { return twice(changes); }
                int twice(int number) { return number + number; }
                synchronized void close() { changes = -1; }
            }
            class Wrong {
                @VolatileElements int[] flags;
                int[] get() { return flags; }
            }
            """;

    @TempDir
    static Path directory;

    private static Program program;

    @BeforeAll
    static void weave() throws Exception {
        program = Program.compile(directory, SOURCE).weaveForOneRank();
    }

    @Test
    void accessesAndShortMethodsStayAsTheyAre() {
        assertThat(program.listing("Bank", "sum")).doesNotContain("jdsm");
        assertThat(program.listing("Bank", "both"))
                .doesNotContain("jdsm")
                .contains("GETFIELD app/Bank.changes")
                .contains("app/Bank.twice (I)I");
    }

    @Test
    void theJvmHasNoVolatileElementsOfItsOwn() {
        assertThat(program.listing("Bank", "put"))
                .contains("jdsm/runtime/Volatiles")
                .doesNotContain("jdsm/runtime/Checks");
    }

    @Test
    void objectsHaveHandlesAndMonitorsAreTheRuntimes() throws Exception {
        assertThat(program.make("Bank")).isInstanceOf(Woven.class);
        assertThat(program.listing("Bank", "close")).contains("jdsm/runtime/Monitors");
    }

    @Test
    void theProgramComputesTheSame() throws Throwable {
        Object bank = program.make("Bank");

        Program.call(bank, "put", 1, 5);
        Program.call(bank, "put", 3, 2);

        assertThat(Program.call(bank, "sum")).isEqualTo(7);
        assertThat(Program.call(bank, "both")).isEqualTo(4);
    }

    @Test
    void whatSeveralRanksDoNotAllowIsRefusedHereToo() throws Exception {
        assertThat(program.refusals()).singleElement().asString().contains("Wrong.get");
    }
}
