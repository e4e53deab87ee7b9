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

/**
 * The first object of a class that comes to a rank is read as each later one, also where it comes in the middle of a method, by
 * another method that the first one calls.
 */
@Timeout(120)
class FirstObjectsTest {
    private static final String SOURCE = """
            import jdsm.*;
            class Box { int value, other; Box(int value) { this.value = value; this.other = -value; } }
            class Pair { int value, other; Pair(int value) { this.value = value; this.other = 2 * value; } }
            class Kept { int value, other; Kept(int value) { this.value = value; this.other = 3 * value; } }
            class Chest {
                Box box;
                Pair[] pairs;
                Kept kept, found;
                /** Recursive, so that its code does not stand in place of its calls. */
                Box box(int times) { return times == 0 ? box : box(times - 1); }
                Pair pair(int times, int i) { return times == 0 ? pairs[i] : pair(times - 1, i); }
                void find(int times) { if (times == 0) { found = kept; } else { find(times - 1); } }
            }
            class FirstObjects extends SPMD {
                final Chest chest = new Chest(), source = new Chest();
                int ofResult() { Box box = chest.box(2); return 1000 * box.value + box.other; }
                int ofLoop() {
                    int sum = 0;
                    for (int i = 0; i < 3; i++) { Pair pair = chest.pair(2, i); sum += 1000 * pair.value + pair.other; }
                    return sum;
                }
                int ofField() { chest.find(2); return 1000 * chest.found.value + chest.found.other; }
                @Override public void start() {
                    if (worker() == 2) {
                        source.box = new Box(5);
                        source.pairs = new Pair[] {new Pair(1), new Pair(2), new Pair(3)};
                        source.kept = new Kept(7);
                    }
                    barrier();
                    if (worker() == 0) { // so that another rank has the references than the objects
                        chest.box = source.box;
                        chest.pairs = source.pairs.clone();
                        chest.kept = source.kept;
                    }
                    barrier();
                    if (worker() == 1) { report(ofResult() + " " + ofLoop() + " " + ofField()); }
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram program;

    @BeforeAll
    static void compile() throws IOException {
        program = InprocProgram.compile(app, "FirstObjects.java", SOURCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "check"})
    void comeInTheMiddleOfAMethod(String options) {
        Outcome outcome = program.ranks(3, options, "FirstObjects");

        assertThat(outcome.out()).containsExactly("4995 6012 7021");
        assertThat(outcome.status()).isZero();
    }
}
