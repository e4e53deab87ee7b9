package jdsm.agent.pass.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import jdsm.remote.ReplacementPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/** Loops over marked arrays for which the local memory has room: they run over arrays of Java, until these become pages. */
class JavaArraysTest {
    private static final int FRAMES = 100;
    private static final String LARGE =
            "static @Remote double[] large; static double press() { large = new double[512 * 99];"
                    + " double s = 0; for (int i = 0; i < large.length; i++) { large[i] = 1; s += large[i]; } return s; }\n";

    private RemoteRun run;

    @BeforeEach
    void open() {
        run = new RemoteRun(FRAMES, ReplacementPolicy.CLOCK);
    }

    @AfterEach
    void close() {
        run.close();
    }

    /** @return the pages that faulted */
    private long agrees(String members) {
        Map<String, byte[]> classes = RemoteRun.compile("import jdsm.remote.Remote;\nclass P {\n" + members + "\n}");
        int before = run.space().statistics().size();

        assertThat(RemoteRun.remote(classes))
                .isEqualTo(RemoteRun.plain(classes))
                .isNotEmpty();

        return run.space().statistics().stream()
                .skip(before)
                .mapToLong(each -> each.faults() + each.pagesIn())
                .sum();
    }

    @Test
    void loopsOfAllShapesNeedNoPage() {
        assertThat(agrees("""
                static @Remote double[] a, b;
                static String run() {
                    int n = 3000;
                    a = new double[n]; b = new double[n];
                    for (int i = n - 1; i >= 0; i -= 3) a[i] = i;
                    for (int i = 0; i < n; i++) b[i] = a[n - 1 - i];
                    for (int i = 0; i < n / 2; i++) b[i] += a[2 * i] - a[2 * i + 1];
                    for (int i = 0; i < 50; i++) for (int j = 0; j < 60; j++) b[i * 60 + j] += a[i + j * 50];
                    double s = 0;
                    for (int i = 0; i < n; i++) s = s * 0.5 + b[i];
                    return "" + s;
                }""")).isZero();
    }

    @Test
    void everyTypeNeedsNoPage() {
        for (String type : List.of("double", "long", "int", "float", "byte", "short", "char")) {
            assertThat(agrees("""
                    static @Remote TYPE[] a;
                    static String run() {
                        a = new TYPE[700];
                        long h = 0;
                        for (int i = 0; i < 700; i++) { a[i] = (TYPE) (i * 977); a[i] += 5; a[i]++; }
                        for (int i = 0; i < 700; i++) h = h * 31 + (long) a[i];
                        return "" + h + a[3] + a.clone()[5];
                    }""".replace("TYPE", type))).isZero();
        }
    }

    @Test
    void aMethodThatCallsNothingHasASecondOne() {
        Map<String, byte[]> classes = RemoteRun.compile("""
                import jdsm.remote.Remote;
                class P {
                    static @Remote int[] a = new int[9];
                    @Remote long[] own = new long[9];
                    static int sum(int[] x, int n) { int s = 0; for (int i = 0; i < n; i++) s += x[i] * a[i]; return s; }
                    static int sum(long[] x, int n) { int s = 0; for (int i = 0; i < n; i++) s += x[i] * a[i]; return s; }
                    synchronized long more(double d, int n) { for (int i = 0; i < n; i++) own[i] += d; return own[3]; }
                    static String run() {
                        for (int i = 0; i < 9; i++) a[i] = i;
                        long[] own = new P().own;
                        return "" + sum(a, 9) + sum(own, 9) + sum(new int[] {4, 5}, 2) + new P().more(2.5, 9);
                    }
                }""");

        assertThat(RemoteRun.remote(classes)).isEqualTo(RemoteRun.plain(classes));

        ClassNode node = new ClassNode();
        new ClassReader(RemoteRun.analyse(classes).changed().get("P")).accept(node, 0);
        assertThat(node.methods.stream().map(method -> method.name))
                .filteredOn(name -> name.contains("$java"))
                .hasSizeGreaterThanOrEqualTo(4)
                .doesNotHaveDuplicates();
    }

    @Test
    void rowsNeedNoPage() {
        assertThat(agrees("""
                static @Remote int[][] m;
                static String run() {
                    m = new int[40][7];
                    long h = 0;
                    for (int i = 0; i < 40; i++) for (int j = 0; j < 7; j++) m[i][j] = i * j + 3;
                    m[4] = m[5];
                    for (int[] row : m) for (int each : row) h = h * 31 + each;
                    return "" + h + new int[0][3].length;
                }""")).isZero();
    }

    @Test
    void exceptionsTellAndHappenAsInJava() {
        agrees("""
                static @Remote int[] a, b;
                static String run() {
                    a = new int[50]; b = new int[60];
                    StringBuilder s = new StringBuilder();
                    for (int kind = 0; kind < 6; kind++) {
                        try {
                            for (int i = 40; i > -5; i--) b[i] = step(kind, i);
                        } catch (RuntimeException e) {
                            s.append(e.getMessage());
                        }
                        try {
                            for (int i = 0; i < 70; i++) {
                                a[i] = b[i] + 1;
                                if (kind == 1 && b[i] == 9) throw new IllegalStateException("at " + i);
                                if (kind == 2) a[i] /= b[i] - 20;
                                if (kind == 3) a[i] = b[i - 7];
                                if (kind == 4) a[i] = b[i + 0x7fffffff - 30];
                            }
                        } catch (RuntimeException e) {
                            s.append(e.getMessage());
                        }
                    }
                    for (int i = 0; i < 50; i++) s.append(a[i]).append(',');
                    return s.toString();
                }
                static int step(int kind, int i) { return kind == 5 ? i / (i - 13) : i; }""");
    }

    @Test
    void anArrayThatIsNullOnlyLater() {
        agrees("""
                static @Remote int[] a, b;
                static String run() {
                    a = new int[50];
                    String s = "";
                    for (int round = 0; round < 2; round++) {
                        try {
                            for (int i = 0; i < 50; i++) { a[i]++; if (i == 30) b[i] = 1; a[i]++; }
                        } catch (NullPointerException e) {
                            s += "null";
                        }
                        b = new int[31];
                    }
                    for (int i = 0; i < 50; i++) s += a[i];
                    return s;
                }""");
    }

    @Test
    void aCallThatTakesTheFramesEndsTheCopyInTheMiddle() {
        long faults = agrees(LARGE + """
                static String run() {
                    double[] a = made(9000);
                    double s = 0;
                    for (int i = 0; i < 9000; i++) {
                        a[i] = i + (i == 5000 ? press() : 0) + a[i];
                        a[i] += 1;
                    }
                    for (int i = 0; i < 9000; i++) s = s * 0.9 + a[i];
                    return "" + s;
                }
                static @Remote double[] made(int n) { return new double[n]; }""");

        assertThat(faults).isPositive();
    }

    @Test
    void whatTheJdkDoesNeedsNoPage() {
        assertThat(agrees("""
                static @Remote double[] a;
                static String run() {
                    a = new double[2000];
                    double[] ordinary = new double[300];
                    java.util.Arrays.fill(a, 3, 1900, 7);
                    for (int i = 0; i < 2000; i++) a[i] -= i % 13;
                    System.arraycopy(a, 10, a, 14, 1000);
                    System.arraycopy(a, 0, ordinary, 5, 290);
                    System.arraycopy(ordinary, 0, a, 50, 20);
                    java.util.Arrays.sort(a, 100, 1500);
                    double s = 0;
                    for (double each : a) s = s * 0.9 + each;
                    for (double each : ordinary) s = s * 0.9 + each;
                    return "" + s;
                }""")).isZero();
    }
}
