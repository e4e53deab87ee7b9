package jdsm.agent.pass.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdsm.remote.ReplacementPolicy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Small programs give the same with Java arrays and with remote ones, which do not fit the local memory. */
class RemotePassTest {
    private static final String IMPORTS = "import jdsm.remote.Remote;\nimport java.util.*;\n";
    private static RemoteRun run;

    @BeforeAll
    static void open() {
        run = new RemoteRun(8, ReplacementPolicy.CLOCK);
    }

    @AfterAll
    static void close() {
        run.close();
    }

    private static void agrees(String members) {
        List<String> both = RemoteRun.both(IMPORTS + "class P {\n" + members + "\n}");

        assertThat(both.get(1)).isEqualTo(both.get(0)).isNotEmpty();
    }

    @Test
    void aStreamOfStaticFields() {
        agrees("""
                static @Remote double[] a, b, c;
                static String run() {
                    int n = 5000;
                    a = new double[n]; b = new double[n]; c = new double[n];
                    for (int i = 0; i < n; i++) { a[i] = i; b[i] = 2; }
                    for (int i = 0; i < n; i++) c[i] = a[i] + 3.0 * b[i];
                    return "" + sum(c);
                }
                static double sum(double[] x) {
                    double s = 0;
                    for (double each : x) s += each;
                    return s;
                }""");
    }

    @Test
    void everyTypeOfElement() {
        for (String type : List.of("double", "long", "int", "float", "byte", "short", "char")) {
            agrees("""
                    @Remote TYPE[] a;
                    static String run() {
                        P p = new P();
                        p.a = new TYPE[9000];
                        TYPE[] b = p.a;
                        for (int i = 0; i < b.length; i++) b[i] = (TYPE) (i * 7 - 100);
                        for (int i = 0; i < b.length; i += 3) { b[i] += 5; b[i]++; --b[i]; b[i] <<OP>> 3; }
                        double s = 0;
                        for (int i = 0; i < p.a.length; i++) s = 0.5 * s + p.a[i] + p.a[p.a.length - 1 - i];
                        TYPE[] c = p.a.clone();
                        Arrays.fill(c, 5, 5000, (TYPE) 9);
                        System.arraycopy(c, 10, c, 3000, 4000);
                        TYPE[] plain = new TYPE[6000];
                        System.arraycopy(p.a, 100, plain, 7, 5000);
                        System.arraycopy(plain, 0, c, 8000, 900);
                        Arrays.sort(p.a);
                        for (int i = 0; i < p.a.length; i++) s = 0.5 * s + p.a[i] + c[i];
                        return s + " " + p.a[0] + p.a[8999] + plain[5];
                    }""".replace("<<OP>>", type.equals("double") || type.equals("float") ? "*=" : "<<=")
                    .replace("TYPE", type));
        }
    }

    @Test
    void aMethodDoesNotBecomeTooLongToBeCompiled() {
        StringBuilder loops = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            loops.append("for (int i = 1; i < 1200; i++) a[i] = a[i] * " + i + " + b[i - 1];\n");
        }
        String members = "static @Remote int[] a, b; static String run() { a = new int[1200]; b = new int[1300];\n"
                + "b[7] = 3; b[600] = 4;" + loops + "int s = 0; for (int x : a) s = s * 31 + x; return \"\" + s; }";
        agrees(members);

        RemoteProgram program = RemoteRun.analyse(RemoteRun.compile(IMPORTS + "class P {" + members + "}"));
        assertThat(program.loops())
                .hasSize(61)
                .anyMatch(loop -> loop.text().startsWith("by page: a, b"))
                .anyMatch(loop ->
                        loop.text().endsWith("the method would become too long for the JVM to compile; split it"));
        ClassNode node = new ClassNode();
        new ClassReader(program.changed().get("P")).accept(node, 0);
        for (MethodNode method : node.methods) {
            CodeSizeEvaluator size = new CodeSizeEvaluator(null);
            method.accept(size);
            assertThat(size.getMaxSize()).as(method.name).isLessThan(8000);
        }
    }

    /** Three times the memory, one array after the other; the rows of the first one stay. */
    @Test
    void arraysThatTheProgramDropsGiveTheirPagesBack() {
        agrees("""
                static String run() {
                    @Remote int[][] rows = new int[3][5000];
                    int[] row = rows[1];
                    row[4000] = 5;
                    rows = null;
                    long s = 0;
                    for (int k = 0; k < 700; k++) {
                        @Remote long[] t = new long[500000];
                        for (int i = k; i < 600000; i += 70000) t[i % 500000] += i;
                        s = s * 3 + t[k] + t[70000 + k] + t.length + row[4000];
                    }
                    return "" + s;
                }""");
    }

    @Test
    void rows() {
        agrees("""
                static @Remote float[][] m;
                static double @Remote [][][] t;
                static String run() { return "x"; }""".replace("double @Remote [][][] t", "double[][] @Remote [] t").replace("\"x\"", "work()") + """

                static String work() {
                    m = new float[40][300];
                    t = new double[3][][];
                    for (int i = 0; i < 3; i++) { t[i] = new double[4][]; for (int j = 0; j < 4; j++) t[i][j] = new double[600 + j]; }
                    for (int i = 0; i < m.length; i++) for (int j = 0; j < m[i].length; j++) m[i][j] = i * j;
                    for (int i = 1; i < 39; i++) for (int j = 1; j < 299; j++) m[i][j] = (m[i - 1][j] + m[i + 1][j] + m[i][j - 1] + m[i][j + 1]) * 0.25f;
                    for (double[][] x : t) for (double[] y : x) for (int k = 0; k < y.length; k++) y[k] = k - 0.5;
                    double s = 0;
                    for (float[] row : m) for (float each : row) s += each;
                    for (int k = 0; k < 600; k++) s += t[2][3][k] * t[0][1][k];
                    float[][] other = m.clone();
                    other[3] = m[4];
                    return s + " " + (other[3] == m[4]) + (m[3] == other[3]) + t[1][2].length;
                }""");
    }

    @Test
    void loopsThatCountDown() {
        agrees("""
                static @Remote long[] a, b;
                static String run() {
                    int n = 5000;
                    a = new long[n]; b = new long[n];
                    for (int i = n - 1; i >= 0; i--) { a[i] = i * 7; b[n - 1 - i] = i; }
                    for (int i = n - 2; i > 0; i -= 3) a[i] += a[i - 1] * b[i + 1];
                    int k = n;
                    while (--k > 1) { b[k] -= b[k - 2]; if (a[k] == 34000) break; }
                    long s = 0;
                    int j = a.length;
                    while (j-- > 0) s = s * 31 + a[j] + b[j];
                    try { for (int i = 40; ; i--) a[i] = i; } catch (ArrayIndexOutOfBoundsException e) { s += e.getMessage().hashCode(); }
                    int[] none = null;
                    try { for (int i = 3; i >= 0; i--) a[i] = none[i]; } catch (NullPointerException e) { s++; }
                    for (int i = Integer.MIN_VALUE + 3; i < 0; i--) { a[i - Integer.MIN_VALUE] = 5; }
                    return s + " " + a[0] + a[3] + a[4] + k;
                }""");
        var classes = RemoteRun.compile(IMPORTS + "class P { static @Remote double[] a; static String run() {"
                + "a = new double[9]; for (int i = a.length - 1; i >= 0; i--) a[i] = i; return \"\"; } }");
        assertThat(RemoteRun.analyse(classes).loops())
                .extracting(RemoteProgram.LoopReport::text)
                .containsExactly("by page: a; not fetched where it is overwritten whole: a");
    }

    @Test
    void exceptionsAreJavas() {
        agrees("""
                static @Remote int[] a;
                static String run() {
                    StringBuilder s = new StringBuilder();
                    a = new int[2000];
                    try { for (int i = 1995; i < 2005; i++) { s.append(i); a[i] = i; } } catch (ArrayIndexOutOfBoundsException e) { s.append(e.getMessage()); }
                    try { for (int i = 0; ; i++) a[i] = i; } catch (ArrayIndexOutOfBoundsException e) { s.append(e.getMessage()).append(a[1999]); }
                    try { s.append(a[-1]); } catch (ArrayIndexOutOfBoundsException e) { s.append(e.getMessage()); }
                    int[] none = null;
                    none = s.length() > 100000 ? a : none;
                    try { s.append(none[0]); } catch (NullPointerException e) { s.append("null"); }
                    try { s.append(none.length); } catch (NullPointerException e) { s.append("null"); }
                    try { for (int i = 0; i < 5; i++) { s.append(i); none[i] = i; } } catch (NullPointerException e) { s.append("null"); }
                    try { a = new int[s.length() - 100000]; } catch (NegativeArraySizeException e) { s.append(e.getMessage().length() > 1); }
                    a = new int[0];
                    for (int i = 0; i < a.length; i++) s.append(a[i]);
                    try { a[0] = s.length() / (s.length() - s.length()); } catch (ArithmeticException e) { s.append("zero"); }
                    return s.toString() + (a == null) + (none == null);
                }""");
    }

    @Test
    void methodsLambdasAndConstructors() {
        agrees("""
                private @Remote long[] a;
                P(long[] given) { a = given; }
                static long[] twice(long[] x, int by) { for (int i = 0; i < x.length; i++) x[i] *= by; return x; }
                long last(long[] x) { return x.length == 0 ? 0 : x[x.length - 1] + fact(x, 5); }
                private static long fact(long[] x, int n) { return n == 0 ? x[0] : fact(x, n - 1) + x[n]; }
                static @Remote long[] make(int n) { @Remote long[] r = new long[n]; return r; }
                static String run() {
                    long[] m = make(3000);
                    for (int i = 0; i < m.length; i++) m[i] = i;
                    P p = new P(m);
                    long[] plain = {1, 2, 3};
                    long s = twice(p.a, 3)[2999] + twice(plain, 2)[2] + p.last(m) + new P(make(7)).last(make(9));
                    long[] k = m;
                    java.util.function.IntToLongFunction f = i -> k[i] + 1;
                    Runnable r = () -> k[17] = 99;
                    r.run();
                    return s + " " + f.applyAsLong(17) + f.applyAsLong(18) + (k == p.a) + (m != null);
                }""");
    }

    @Test
    void classesThatCaptureVariables() {
        agrees("""
                static @Remote double[] a;
                interface Kernel { void run(@Remote double[] x, int i); }
                static double twice(double[] x, int by) {
                    class Twice {
                        double at(int i) { return x[i] * by; }
                        Twice again() { return new Twice(); }
                    }
                    Twice t = new Twice();
                    Runnable r = new Runnable() {
                        double[] kept() { return x; }
                        public void run() { for (int i = 0; i < x.length; i++) x[i] += by; Runnable s = () -> x[1] += 2; s.run(); }
                    };
                    r.run();
                    return t.at(3) + new Twice().again().at(4);
                }
                static String run() {
                    a = new double[3000];
                    double[] local = a;
                    for (int i = 0; i < local.length; i++) local[i] = i;
                    double s = twice(a, 3) + twice(local, 5);
                    Kernel k = new Kernel() { public void run(@Remote double[] x, int i) { x[i] = local[i] + 1; } };
                    k.run(a, 7);
                    for (double x : a) s = s * 0.5 + x;
                    return "" + s;
                }""".replace("double[] kept() { return x; }", "@Remote double[] kept() { return x; }"));
    }

    @Test
    void lambdasForAnInterfaceWithMarks() {
        agrees("""
                static @Remote double[] a;
                interface Kernel { void run(@Remote double[] x, int i, int[] y); }
                interface Sum<T> { double of(T t, @Remote int[] x, @Remote double[][] y); }
                int k = 5;
                static void set(@Remote double[] x, int i, int[] y) { x[i] = i + y[0]; }
                void mine(@Remote double[] x, int i, int[] y) { x[i] += k + y[1]; }
                double weird(int[] x, double[][] y) { return x[2] + y[1][2] + k; }
                static void each(Kernel kernel, int[] y) { for (int i = 0; i < a.length; i++) kernel.run(a, i, y); }
                double both(double[] z) {
                    each((x, i, y) -> x[i] += k + z[i], new int[] {1, 2});
                    return z[7];
                }
                static String run() {
                    a = new double[3000];
                    @Remote int[] n = new int[2000];
                    n[2] = 9;
                    @Remote double[][] m = new double[3][700];
                    m[1][2] = 7;
                    double[] plain = new double[3000];
                    int[] y = {4, 5};
                    P p = new P();
                    each(P::set, y);
                    each(p::mine, y);
                    each((x, i, u) -> x[i] += i * plain[3] + u[1], y);
                    each((@Remote double[] x, int i, int[] u) -> x[i] += a[i] + y[0], y);
                    double s = p.both(a) + p.both(plain);
                    Sum<P> sum = P::weird;
                    Sum<String> other = (t, x, z) -> t.length() + x[2] * z[1][2] + n[2];
                    s += sum.of(p, n, m) + other.of("abc", n, m);
                    for (double x : a) s = s * 0.5 + x;
                    return "" + s;
                }""");
    }

    @Test
    void indicesThatNotEveryIterationIncreases() {
        agrees("""
                static @Remote double[] a, b;
                static String run() {
                    int n = 5000;
                    a = new double[n];
                    b = new double[n];
                    for (int i = 0; i < n; i++) {
                        b[i] = i % 13 - 6;
                    }
                    for (int i = 0; i < n; i++) {
                        int right = i;
                        if (right < n - 1 && b[i] > 0) right++;
                        a[right] += b[i] + i;
                    }
                    for (int i = 0; i < n - 2; i++) {
                        int at = i;
                        switch (i % 3) { case 0: at++; break; case 1: at += 2; default: }
                        b[at] += i;
                    }
                    double s = 0;
                    for (int i = 0; i < n; i++) s = 0.5 * s + a[i] * b[i];
                    return "" + s;
                }""");
    }

    @Test
    void indicesThatAreFarFromEachOther() {
        agrees("""
                static @Remote int[] a;
                static String run() {
                    a = new int[5000];
                    int i = Integer.MAX_VALUE - 3;
                    try {
                        while (true) {
                            if (i < 0) break;
                            a[i - Integer.MAX_VALUE + 3] = 7;
                            a[i + Integer.MAX_VALUE] = 9;
                            i++;
                        }
                    } catch (ArrayIndexOutOfBoundsException e) {
                        return e.getMessage() + a[0] + i;
                    }
                    return "none";
                }""");
    }

    @Test
    void marksOfNew() {
        agrees("""
                static int length(int[] x) { return x[0]; }
                static String run() {
                    int n = 4;
                    double[] a = new @Remote double[n > 3 ? 3000 : 5];
                    long[] b = new @Remote long[] {1, 2, 3};
                    int[][] c = new @Remote int[3][n * 500];
                    char[] d = new @Remote char[length(new int[] {7})];
                    a[2999] = b[2];
                    c[2][1999] = d.length;
                    double s = 0;
                    for (int i = 0; i < a.length; i++) s += a[i] * i;
                    for (int i = 0; i < 2000; i++) s += c[2][i] * i;
                    return "" + s;
                }""");
    }

    @Test
    void records() {
        agrees("""
                record Grid(@Remote double[] cells, @Remote int[][] rows, int n) {}
                static String run() {
                    Grid g = new Grid(new double[3000], new int[2][700], 5);
                    for (int i = 0; i < g.cells.length; i++) g.cells()[i] = i;
                    g.rows[1][699] = 3;
                    double s = 0;
                    for (double each : g.cells()) s += each;
                    return s + " " + g.rows()[1][699] + g.equals(new Grid(g.cells(), g.rows(), 5))
                            + g.equals(new Grid(new double[1], g.rows(), 5)) + (g.hashCode() == g.hashCode())
                            + g.toString().startsWith("Grid[cells=");
                }""");
    }
}
