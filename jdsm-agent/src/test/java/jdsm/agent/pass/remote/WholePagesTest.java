package jdsm.agent.pass.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdsm.remote.RemoteStatistics;
import jdsm.remote.ReplacementPolicy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Pages that a loop overwrites from end to end are not fetched, and all others are. */
class WholePagesTest {
    private static final String FIELDS = "import jdsm.remote.Remote; import java.util.*; class P {\n"
            + "static @Remote double[] a, b, c; @Remote double[] own; int scale = 3; static final int N = 20 * 512 + 100;\n";
    private static final String SUM =
            " double s = 0; for (double x : a) s = s * 0.5 + x; for (double x : b) s = s * 0.5 + x; return \"\" + s; }\n}";
    /** Other pages take the frames. */
    private static final String FLUSH =
            "\n{ @Remote byte[] f = new byte[80000]; for (int i = 0; i < f.length; i += 100) f[i] = 1; }\n";
    /** Pages of an array. */
    private static final int PAGES = 21;

    private static RemoteRun run;

    @BeforeAll
    static void open() {
        run = new RemoteRun(8, ReplacementPolicy.CLOCK, 0);
    }

    @AfterAll
    static void close() {
        run.close();
    }

    /**
     * Runs statements with arrays a and b of 21 pages each, which hold i and 2 i, and compares the sums with those of a plain run.
     *
     * @return the pages that were fetched for a while the statements ran, and not before or behind
     */
    private static long fetched(String members, String statements) {
        long without = pagesIn(members, "");
        return pagesIn(members, statements) - without;
    }

    private static long pagesIn(String members, String statements) {
        int before = run.space().statistics().size();
        List<String> both = RemoteRun.both(FIELDS + members
                + "\nstatic String run() { a = new double[N]; b = new double[N];"
                + " for (int i = 0; i < N; i++) { a[i] = i; b[i] = 2 * i; }\n" + FLUSH + statements + FLUSH + SUM);
        assertThat(both.get(1)).isEqualTo(both.get(0));
        List<RemoteStatistics> arrays = run.space().statistics();
        return arrays.subList(before, arrays.size()).stream()
                .filter(each -> each.array().startsWith("P.a:"))
                .mapToLong(RemoteStatistics::pagesIn)
                .sum();
    }

    @Test
    void aPageThatIsOverwrittenWholeIsNotFetched() {
        assertThat(fetched("", "for (int i = 0; i < N; i++) a[i] = 7;")).isZero();
        assertThat(fetched("", "for (int i = 0; i < a.length; i++) a[i] = 3 * b[i];"))
                .isZero();
        assertThat(fetched("", "for (int i = 0; i <= N - 1; i++) a[i] = Math.sqrt(b[i]) + i / 7;"))
                .isZero();
        assertThat(fetched("", "for (int i = 0; N > i; i++) a[i] = b[i] > 3 ? 1 : 2;"))
                .isZero();
        assertThat(fetched("", "for (int i = 0; i != N; i++) { double x = b[i]; a[i] = x; a[i] = 2 * x; }"))
                .isZero();
        assertThat(fetched(
                        "void m(double[] x) { for (int i = 0; i < own.length; i++) own[i] = x[i] * scale; }",
                        "P p = new P(); p.own = a; p.m(b);"))
                .isZero();
    }

    @Test
    void loopsThatCountDownOverwriteWholePages() {
        assertThat(fetched("", "for (int i = N - 1; i >= 0; i--) a[i] = 3 * b[i];"))
                .isZero();
        assertThat(fetched("", "for (int i = N; i > 0; i--) a[i - 1] = i;")).isZero();
        assertThat(fetched("", "for (int i = N; i != 0; i--) a[i - 1] = i;")).isZero();
        assertThat(fetched("", "for (int i = N - 2; 0 < i; i--) a[i] = b[i - 1] + b[i + 1];"))
                .isEqualTo(2);
        assertThat(fetched("", "c = a; for (int i = N - 1; i >= 1; i--) a[i] = c[i - 1];"))
                .isEqualTo(PAGES);
        assertThat(fetched("", "for (int i = N - 1; i >= 0; i -= 2) a[i] = 1;")).isEqualTo(PAGES);
    }

    @Test
    void theFirstAndLastPageAreFetchedWhereTheirEndsStay() {
        assertThat(fetched("", "for (int i = 1; i < N - 1; i++) a[i] = b[i - 1] + b[i + 1];"))
                .isEqualTo(2);
        assertThat(fetched("", "for (int i = 600; i < 1400; i++) a[i] = 1;")).isEqualTo(2);
        assertThat(fetched("", "{ int i = 0; do { a[i] = 1; i++; } while (i < N); }"))
                .isLessThanOrEqualTo(1);
    }

    @Test
    void pagesWhoseContentIsNeededAreFetched() {
        assertThat(fetched("", "for (int i = 0; i < N; i++) a[i] += 7;")).isEqualTo(PAGES);
        assertThat(fetched("", "for (int i = 0; i < N; i++) if (b[i] > 40) a[i] = 7;"))
                .isEqualTo(PAGES);
        assertThat(fetched("", "for (int i = 0; i < N; i += 2) a[i] = 7;")).isEqualTo(PAGES);
        assertThat(fetched("", "for (int i = 0; i < N; i++) { a[i] = 7; if (b[i] > 20400) break; }"))
                .isEqualTo(PAGES - 1);
        assertThat(fetched("static int n = N;", "for (int i = 0; i < n; i++) a[i] = 7;"))
                .isEqualTo(PAGES); // another thread might change n
        assertThat(fetched("", "c = a; for (int i = 0; i < N - 1; i++) a[i] = c[i + 1];"))
                .isEqualTo(PAGES);
    }

    @Test
    void aLoopThatThrowsLeavesWhatItHasNotReached() {
        assertThat(
                        fetched(
                                "static int zero = 0;",
                                "try { for (int i = 0; i < N; i++) a[i] = i == 5000 ? 1 / zero : 4; } catch (ArithmeticException e) { b[3] = 1; }"))
                .isPositive();
        assertThat(
                        fetched(
                                "static double[] plain = new double[5000];",
                                "try { for (int i = 0; i < N; i++) a[i] = plain[i]; } catch (RuntimeException e) { b[3] = 1; }"))
                .isPositive();
        assertThat(
                        fetched(
                                "static double[] plain = null;",
                                "try { for (int i = 0; i < N; i++) { a[i] = 1; b[i] = plain.length; } } catch (RuntimeException e) { b[3] = 1; }"))
                .isPositive();
        assertThat(fetched(
                        "",
                        "c = new double[5000]; try { for (int i = 0; i < N; i++) { a[i] = 1; c[i] = 2; } }"
                                + " catch (RuntimeException e) { b[3] = 1; }"))
                .isEqualTo(1);
    }

    @Test
    void explainNamesTheArrays() {
        var program = RemoteRun.analyse(RemoteRun.compile(FIELDS
                + "static void m() { for (int i = 0; i < N; i++) a[i] = b[i]; for (int i = 0; i < N; i++) a[i] += b[i]; }"
                + "static String run() { m();" + SUM));

        assertThat(program.loops())
                .extracting(RemoteProgram.LoopReport::text)
                .contains("by page: b, a; not fetched where it is overwritten whole: a", "by page: a, b");
    }
}
