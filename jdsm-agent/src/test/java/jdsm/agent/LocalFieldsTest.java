package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields that options name are what annotations would make of them, to the weaver and to the runtime. */
@Timeout(180)
@Tag("once")
class LocalFieldsTest {
    private static final String SOURCE = """
            import java.util.*;
            import jdsm.*;
            abstract class Base extends SPMD {
                int inherited;
                @Local int marked;
                transient int passing;
                int total;
            }
            record Pair(int first, int second) {}
            record Marked(@Local int own, int other) {}
            class Outer {
                int own;
                int common;
                List<String> list = new ArrayList<>();
                class Inner { int own; int common; }
                Inner inner = new Inner();
            }
            enum Color { RED; int uses; int[] counts = new int[1]; }
            class Locals extends Base {
                int own;
                int[] array = new int[1];
                Outer outer = new Outer();
                static int uses;
                static final int[] COUNTS = new int[1];
                @Override public void start() throws Exception {
                    Class<?> type = getClass();
                    var reflected = type.getDeclaredField("own");
                    for (int round = 1; round <= 3; round++) {
                        inherited += rank() + 1;
                        marked += rank() + 1;
                        passing += rank() + 1;
                        own += rank() + 1;
                        array[0] += rank() + 1;
                        outer.own += rank() + 1;
                        outer.inner.own += rank() + 1;
                        outer.list.add("round");
                        Color.RED.uses += rank() + 1;
                        Color.RED.counts[0] += rank() + 1;
                        COUNTS[0] += rank() + 1;
                        uses += rank() + 1;
                        synchronized (this) {
                            total++;
                            outer.common++;
                            outer.inner.common++;
                        }
                        barrier();
                        int[] seen = {
                            inherited, marked, passing, own, array[0], outer.own, outer.inner.own, Color.RED.uses,
                            Color.RED.counts[0], COUNTS[0], uses,
                            (int) reflected.get(this)
                        };
                        for (int i = 0; i < seen.length; i++) {
                            if (seen[i] != round * (rank() + 1)) { throw new Exception("field " + i + " is " + seen[i]); }
                        }
                        if (outer.list.size() != round) { throw new Exception("list " + outer.list); }
                        barrier();
                    }
                }
                @Override public void finish() {
                    if (rank() == 0) { report(total + " " + outer.common + " " + outer.inner.common); }
                }
            }
            class Flags extends SPMD {
                int[] flags = new int[8];
                int[] data = new int[8];
                @Override public void start() {
                    if (rank() == 0) {
                        data[0] = 7;
                        flags[0] = 1;
                    } else {
                        while (flags[0] == 0) { Thread.onSpinWait(); }
                        if (data[0] != 7) { throw new AssertionError(data[0]); }
                    }
                }
                @Override public void finish() {
                    if (rank() == 0) { report("flags " + flags[0]); }
                }
            }
            class OfMarkedRecord extends SPMD {
                Marked marked = new Marked(1, 2);
                @Override public void start() {}
            }
            class ByHand extends SPMD {
                static class Held { int common; @Local int own; @Local Thread thread; Held next; }
                final Held held = new Held();
                @Override public void initialize() {
                    held.thread = Thread.currentThread();
                    held.next = new Held();
                    pool.register(held);
                }
                @Override public void start() {
                    held.own = rank() + 1;
                    for (int round = 0; round < 3; round++) {
                        pool.acquire(held);
                        held.common++;
                        held.next.common++;
                        pool.release(held);
                        barrier();
                    }
                    pool.update(held);
                    if (held.own != rank() + 1 || held.thread == null) { throw new AssertionError(held.own); }
                }
                @Override public void finish() {
                    if (rank() == 0) { pool.update(held); report("common " + held.common + " " + held.next.common); }
                }
            }
            """;

    private static final String LOCAL = "local=Base.inherited:Locals.own:Locals.array:Outer.own:Outer.list"
            + ":Outer$Inner.own:Color.uses:Color.counts:Locals.uses:Locals.COUNTS";

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "Locals.java", SOURCE);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void fieldsThatAnOptionNamesAreEachRanksOwn(int ranks) throws Exception {
        Outcome outcome = process.ranks(ranks, LOCAL, "Locals");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).containsExactly("%1$d %1$d %1$d".formatted(3 * ranks));
        assertThat(outcome.status()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void elementsThatAnOptionNamesAreVolatile(int ranks) throws Exception {
        Outcome outcome = process.ranks(ranks, "volatile-elements=Flags.flags", "Flags");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).containsExactly("flags 1");
    }

    @Test
    void componentsOfARecordHaveNoRankOfTheirOwn() throws Exception {
        assertThat(process.ranks(2, "local=Pair.first", "Flags").err())
                .anyMatch(line -> line.contains("Pair.first: a record travels as a value, all its components with it"));
        assertThat(process.ranks(2, "", "OfMarkedRecord").err())
                .anyMatch(line -> line.contains("Marked.own: a record travels as a value, all its components with it"));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void byHandMarkedFieldsStay(int ranks) throws Exception {
        Outcome outcome = process.plainRanks(ranks, Map.of(), "ByHand");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).containsExactly("common %1$d %1$d".formatted(3 * ranks));
    }
}
