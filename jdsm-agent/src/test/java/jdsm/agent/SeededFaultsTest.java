package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import jdsm.agent.fault.WeaverFault;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The audit finds faults of the weaver; and none where there are none. */
@Tag("once")
class SeededFaultsTest {
    /** Without a race, and with all forms of checks. Arrays of 10,241 doubles are 21 units, of which the last has one element. */
    private static final String PROGRAM = """
            class Cell { int value; Cell next; long[] part = new long[20]; }
            public class P extends SPMD {
                double[] big = new double[10241]; double[] other = new double[10241];
                double[][] rows = new double[6][30]; int[] small = new int[40]; int[] index = new int[50]; int[] marks = new int[40];
                double[] seg = new double[10241]; int[] starts = {0, 600, 1300, 5000, 10241};
                double[] flat = new double[10300]; double[] steps = new double[10241];
                double[] far = new double[10241]; int[] lines = new int[40];
                Cell cell = new Cell(); Cell[] cells = {new Cell(), new Cell()};
                int turn; volatile int round; @Local double sum; @Local int[] copy; @Local Object kept;
                public void initialize() { for (int i = 0; i < index.length; i++) { index[i] = 512 * (i % 20); } one(0); }
                void fill(double[] into, double with) { for (int i = 0; i < into.length; i++) { into[i] = with; } }
                double total(double[] of) { double t = 0; for (int i = 0; i < of.length; i++) { t += of[i]; } return t; }
                double gather() { double t = 0; for (int i = 0; i < index.length; i++) { t += big[index[i]]; } return t; }
                double gatherFar() { double t = 0; for (int i = 0; i < index.length; i++) { t += far[index[i]]; } return t; }
                void number() { for (int i = 0; i < lines.length; i++) { lines[i] = i; } }
                void scatter(double with) { for (int i = 0; i < index.length; i++) { big[index[i]] = with; } }
                double rowSum() {
                    double t = 0;
                    for (int k = 0; k < 2; k++) { for (int i = 0; i < 6; i++) { for (int j = 0; j < 30; j++) { t += rows[i][j]; } } }
                    return t;
                }
                double[][] turned = new double[20000][];
                double turned() { double t = 0; for (int j = 0; j < 30; j++) { t += turned[19000][j]; } return t; }
                void segments(double with) {
                    for (int i = 0; i < 4; i++) { for (int k = starts[i]; k < starts[i + 1]; k++) { seg[k] = with; } }
                }
                double segments() {
                    double t = 0;
                    for (int i = 0; i < 4; i++) { for (int k = starts[i]; k < starts[i + 1]; k++) { t += seg[k]; } }
                    return t;
                }
                void matrix(double with) {
                    for (int i = 0; i < 100; i++) { for (int j = 0; j < 103; j++) { flat[i * 103 + j] = with; } }
                }
                double matrix() {
                    double t = 0;
                    for (int i = 0; i < 100; i++) { for (int j = 0; j < 103; j++) { t += flat[i * 103 + j]; } }
                    return t;
                }
                double[][] few = new double[6][30];
                void few(int at, double with) { for (int k = 0; k < 3; k++) { few[at][index[k] % 30] = with; } }
                double few(int at) { double t = 0; for (int k = 0; k < 3; k++) { t += few[at][index[k] % 30]; } return t; }
                double stepped(int by) { double t = 0; for (int i = 0; i < 10241; i += by) { t += steps[i]; } return t; }
                double runs() {
                    double t = 0;
                    for (int i = 0; i < 512; i++) { t += big[i] + big[i + 1]; }
                    return t;
                }
                double wrapping() {
                    double t = 0;
                    int left = 512;
                    for (int i = Integer.MAX_VALUE - 512; i <= Integer.MAX_VALUE; i++) {
                        t += big[i - (Integer.MAX_VALUE - 512)];
                        if (--left < 0) break;
                    }
                    return t;
                }
                void mark() { for (int i = 0; i < marks.length; i++) { marks[index[i] % 40] = i; } }
                void edge(int at) { big[at] = 1; }
                void tail(double with) { for (int i = 511; i < big.length; i++) { big[i] = with; } }
                void locked(Cell c) { synchronized (c) { c.value++; c.next = c; } synchronized (c) { sum += c.value; c.part[3]++; } }
                void exchange(Cell c, Cell d) { c.value++; d.value--; }
                int peek(Cell c, Cell d) { return c.value + 3 * d.value; }
                void spin() { int was = turn; int at = round; sum += turn + was + at + small[1]; }
                void one(int i) { small[i]++; sum += small[i]; }
                int[] seen = new int[40]; int[] noted = new int[40];
                int attend() { int t = 0; for (int i = 0; i < 40; i++) { if (round > 9) { break; } t += seen[i]; } return t; }
                void note(int with) { for (int i = 0; i < 40; i++) { if (round > 9) { break; } noted[i] = with; } }
                public void start() {
                    for (int step = 0; step < 2; step++) {
                        if (worker() == 0) {
                            edge(512); edge(1024); mark(); number(); fill(big, step); scatter(1); one(7); segments(step); matrix(step); fill(steps, step); few(2, step); turn = step;
                            exchange(cells[0], cell); note(step);
                            turned[19000] = new double[30];
                            Arrays.fill(other, 0, 10241, 2.0); Arrays.sort(small); Arrays.fill(small, 1);
                            for (int i = 0; i < 6; i++) { rows[i][i] = 1; }
                            for (int i = 0; i < small.length; i++) { small[i] = i; }
                        }
                        barrier();
                        sum += peek(cells[0], cell) + few(2) + attend();
                        if (worker() == 1) { few(4, step); }
                        barrier();
                        sum += wrapping();
                        barrier();
                        sum += turned();
                        barrier();
                        sum += runs();
                        barrier();
                        sum += segments() + matrix() + stepped(512);
                        barrier();
                        sum += rowSum() + total(big) + gather() + big[10240] + big[512] + small[3];
                        sum += Arrays.hashCode(other) + cells[1].value + gatherFar();
                        for (int i = 0; i < small.length; i++) { sum += small[i]; }
                        copy = small.clone();
                        spin();
                        sum += String.valueOf(new char[] {'a'}).length();
                        locked(cell);
                        locked(cells[0]);
                        barrier();
                    }
                    if (worker() == 0) { round = 1; tail(3); new Random(1).nextBytes(new byte[3]); }
                    if (worker() == 1) { unknown(bytes); sum += Arrays.deepHashCode(rows); }
                }
                byte[] bytes = new byte[12];
                void unknown(byte[] b) { java.lang.reflect.Array.setByte(b, 0, (byte) 1); }
            }
            """;

    static Stream<WeaverFault> faults() {
        return Stream.of(WeaverFault.values())
                .filter(WeaverFault::isInWovenCode)
                // Under the check, elements are checked one by one behind what is remembered.
                .filter(fault -> fault != WeaverFault.REMEMBERED_FOR_READING)
                // Under the check, no array is readable without its handle.
                .filter(fault -> fault != WeaverFault.WRITTEN_BY_A_HANDLE_TO_READ);
    }

    @Test
    void nothingIsFoundInWhatTheWeaverMakes() {
        WovenRanks.Ended ended = CheckedJob.of(PROGRAM).run(2, 1);

        assertThat(ended.status()).as(ended.errors()).isZero();
        assertThat(ended.errors()).contains("no races, no soundness holes");
    }

    @ParameterizedTest
    @MethodSource("faults")
    void theFaultIsFound(WeaverFault fault) {
        CheckedJob job = CheckedJob.of(PROGRAM);
        WovenRanks.Ended ended = job.run(2, 1, fault::put);

        assertThat(job.isMutated()).isTrue();
        assertThat(ended.errors()).contains("jdsm: soundness hole: P.");
        assertThat(ended.status()).as(ended.errors()).isIn(66, 1);
    }
}
