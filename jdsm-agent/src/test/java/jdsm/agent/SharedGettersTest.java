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

/** Method handles of fields, methods and constructors act on shared objects as the code itself does. Several ranks in a JVM. */
@Timeout(180)
class SharedGettersTest {
    private static final String SOURCE = """
            import java.lang.invoke.*;
            import java.util.*;
            import jdsm.*;
            class Cell {
                private volatile int turn;
                protected String name = "new";
                final long fixed;
                Cell next;
                int sum;
                double[] row;
                static int common;
                static Cell last;
                Cell(long fixed) { this.fixed = fixed; }
                synchronized int add(int more) { return sum += more; }
                static int twice(int x) { return 2 * x; }
            }
            class Below extends Cell { Below() { super(7); } }
            class SharedGetters extends SPMD {
                static final MethodHandle TURN, SET_TURN, NAME, SET_NAME, FIXED, NEXT, SET_NEXT, COMMON, SET_COMMON, LAST, SET_LAST, ADD, TWICE, MAKE, ROW, SET_ROW;
                static {
                    try {
                        MethodHandles.Lookup own = MethodHandles.lookup();
                        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(Cell.class, own);
                        TURN = lookup.findGetter(Cell.class, "turn", int.class);
                        SET_TURN = lookup.findSetter(Cell.class, "turn", int.class);
                        NAME = own.findGetter(Below.class, "name", String.class);
                        SET_NAME = own.findSetter(Below.class, "name", String.class);
                        FIXED = own.findGetter(Cell.class, "fixed", long.class);
                        NEXT = own.findGetter(Cell.class, "next", Cell.class);
                        SET_NEXT = own.findSetter(Cell.class, "next", Cell.class);
                        ROW = own.findGetter(Cell.class, "row", double[].class);
                        SET_ROW = own.findSetter(Cell.class, "row", double[].class);
                        COMMON = own.findStaticGetter(Cell.class, "common", int.class);
                        SET_COMMON = own.findStaticSetter(Cell.class, "common", int.class);
                        LAST = own.findStaticGetter(Cell.class, "last", Cell.class);
                        SET_LAST = own.findStaticSetter(Cell.class, "last", Cell.class);
                        ADD = own.findVirtual(Cell.class, "add", MethodType.methodType(int.class, int.class));
                        TWICE = own.findStatic(Cell.class, "twice", MethodType.methodType(int.class, int.class));
                        MAKE = own.findConstructor(Cell.class, MethodType.methodType(void.class, long.class));
                    } catch (ReflectiveOperationException e) { throw new ExceptionInInitializerError(e); }
                }
                final Cell cell = new Below();
                Cell other;
                @Override public void start() throws Exception {
                    try { body(); } catch (Exception e) { throw e; } catch (Throwable e) { throw new Exception(e); }
                }
                private void body() throws Throwable {
                    int w = worker(), p = workers();
                    for (int round = 0; round < 20; round++) { // turns of all workers, by the getter alone
                        while ((int) TURN.invokeExact(cell) != round * p + w) { Thread.onSpinWait(); }
                        SET_NAME.invokeExact((Below) cell, "of " + w);
                        SET_COMMON.invokeExact((int) COMMON.invokeExact() + 1);
                        SET_NEXT.invoke(cell, (Cell) MAKE.invokeExact(100L + w));
                        SET_LAST.invoke(cell.next);
                        SET_ROW.invokeExact(cell, new double[] {w, round});
                        SET_TURN.bindTo(cell).invokeExact(round * p + w + 1);
                    }
                    int added = (int) ADD.invokeExact(cell, (int) TWICE.invokeExact(w + 1));
                    barrier();
                    double[] row = (double[]) ROW.invokeExact(cell);
                    report(w + " " + NAME.invoke(cell) + cell.name + COMMON.invoke() + Cell.common + (long) FIXED.invokeExact(cell) + cell.sum
                        + (NEXT.invoke(cell) == Cell.last) + (LAST.invoke() == cell.next) + cell.next.fixed + row[0] + row[1] + (added > 0)
                        + TURN.type() + SET_NEXT.type() + SET_COMMON.type() + missing());
                }
                private static String missing() {
                    try { MethodHandles.lookup().findGetter(Cell.class, "none", int.class); return "found"; }
                    catch (NoSuchFieldException e) { return "none"; } catch (IllegalAccessException e) { return "no access"; }
                }
            }
            class Elements extends SPMD {
                int[] array = new int[4];
                @Override public void start() throws Exception {
                    try { MethodHandles.arrayElementSetter(int[].class).invokeExact(array, 1, 1); } catch (Throwable e) { throw new Exception(e); }
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedGetters.java", SOURCE);
    }

    /** Once under the detector of races. */
    @ParameterizedTest
    @CsvSource({"1, ''", "2, ''", "3, ''", "2, check"})
    void allRanksSeeOneContent(int ranks, String options) {
        Outcome outcome = process.ranks(ranks, options, "SharedGetters");

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        String result = "of %1$dof %1$d%2$d%2$d7%3$dtruetrue%4$d%1$d.019.0true(Cell)int(Cell,Cell)void(int)voidnone"
                .formatted(ranks - 1, 20 * ranks, ranks * (ranks + 1), 99 + ranks);
        assertThat(outcome.out())
                .hasSize(ranks)
                .allSatisfy(line -> assertThat(line).endsWith(result));
    }

    @Test
    void handlesOfElementsAreRefusedByName() {
        Outcome outcome = process.ranks(3, "", "Elements");

        assertThat(outcome.status()).isNotZero();
        assertThat(String.join("\n", outcome.err()))
                .contains("an element handle's accesses are not kept coherent; use the array itself");
    }
}
