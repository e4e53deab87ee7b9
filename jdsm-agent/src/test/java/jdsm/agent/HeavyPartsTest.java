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

/** Objects with heavy parts on several ranks in a JVM: those of the start, and those that workers make. */
@Timeout(180)
class HeavyPartsTest {
    private static final String SOURCE = """
            import java.util.*;
            import jdsm.*;
            class Place { int key; @Heavy int visits; @Heavy long sum; Place next; String name;
                Place(int key, Place next) { this.key = key; this.next = next; name = "p" + key; }
                synchronized void visit(int by) { visits++; sum += by; } }
            class Town extends Place { @Heavy Object last; final int[] rooms = new int[3]; Town(int key, Place next) { super(key, next); visits = 1; }
                @Override synchronized void visit(int by) { super.visit(by); last = this; rooms[by % 3]++; } }
            class Split extends SPMD {
                final Place[] places = new Place[12];
                Place made;
                Map<String, Place> byName = new HashMap<>();
                @Override public void initialize() { for (int i = 0; i < places.length; i++) { places[i] = i % 3 == 0 ? new Town(i, null) : new Place(i, places[i - 1]); } }
                @Override public void start() {
                    int w = worker(), p = workers();
                    if (w == p - 1) { for (int i = 0; i < 6; i++) { made = i % 2 == 0 ? new Town(i, made) : new Place(i, made); byName.put(made.name, made); } }
                    barrier();
                    for (int turn = 0; turn < 20; turn++) {
                        for (Place place : places) { if (place.key % 2 == turn % 2) { place.visit(w); } }
                        for (Place place = made; place != null; place = place.next) { place.visit(1); }
                        byName.get("p3").visit(2);
                    }
                    barrier();
                    StringBuilder out = new StringBuilder();
                    for (Place place : places) { out.append(place.name).append(':').append(place.visits).append('/').append(place.sum).append(' '); }
                    for (Place place = made; place != null; place = place.next) {
                        out.append(place.visits).append('/').append(place.sum);
                        if (place instanceof Town) { Town town = (Town) place; out.append(town.last == town).append(Arrays.toString(town.rooms)); }
                    }
                    report(w + " " + out);
                }
            }
            class Copied implements Cloneable { @Heavy int a; }
            class Refused extends SPMD { Copied copied = new Copied(); @Override public void start() { copied.a = worker(); } }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "Split.java", SOURCE);
    }

    private static String expected(int ranks, int worker) {
        StringBuilder out = new StringBuilder(worker + " ");
        int sum = ranks * (ranks - 1) / 2;
        for (int i = 0; i < 12; i++) {
            int first = i % 3 == 0 ? 1 : 0;
            out.append("p" + i + ":" + (10 * ranks + first) + "/" + 10 * sum + " ");
        }
        for (int i = 5; i >= 0; i--) {
            int often = 20 * ranks;
            boolean again = i == 3;
            out.append(often * (again ? 2 : 1) + (i % 2 == 0 ? 1 : 0))
                    .append('/')
                    .append(often * (again ? 3 : 1));
            if (i % 2 == 0) {
                out.append("true[0, " + often + ", 0]");
            }
        }
        return out.toString();
    }

    @ParameterizedTest
    @CsvSource({"1, ''", "2, ''", "3, ''", "4, heavy=all", "3, heavy=all", "2, 'check,heavy=all'", "2, check"})
    void countersAreExact(int ranks, String options) throws IOException, InterruptedException {
        Outcome outcome = process.ranks(ranks, options, "Split");

        assertThat(outcome.status()).as("%s", outcome.err()).isZero();
        for (int worker = 0; worker < ranks; worker++) {
            assertThat(outcome.out()).contains(expected(ranks, worker));
        }
    }

    @Test
    void aClassThatCannotBeSplitIsRefused() throws IOException, InterruptedException {
        Outcome outcome = process.ranks(2, "", "Refused");

        assertThat(outcome.status()).isNotZero();
        assertThat(String.join("\n", outcome.err())).contains("Copied.a: its class is Cloneable");
    }
}
