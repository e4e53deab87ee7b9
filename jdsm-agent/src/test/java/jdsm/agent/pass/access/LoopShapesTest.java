package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loops as people write them: bounds in arrays, any step and any test, arrays in fields of other classes. */
class LoopShapesTest {
    private static final String SOURCE = """
            class L {
                int n, m; int[] rows, col, other; double[] val, x, y; double[][] g;
                void sparse() {
                    for (int i = 0; i < n; i++) {
                        double sum = 0;
                        for (int k = rows[i]; k < rows[i + 1]; k++) {
                            sum += val[k] * x[col[k]];
                        }
                        y[i] = sum;
                    }
                }
                void sparseByWhile(double[] v, int[] starts, int[] ends) {
                    int i = n - 1;
                    while (i >= 0) {
                        int k = ends[i] - 1;
                        while (k >= starts[i]) {
                            v[k + 3] = i;
                            k--;
                        }
                        i--;
                    }
                }
                void storing(int[] c) {
                    for (int i = 0; i < n; i++) {
                        for (int k = rows[i]; k < rows[i + 1]; k++) {
                            c[k] = i;
                        }
                    }
                }
                void sieve(boolean[] composite) {
                    for (int p = 2; p < m; p++) {
                        for (int q = p * p; q < n; q += p) {
                            composite[q] = true;
                        }
                    }
                }
                void unequal(double[] a) {
                    for (int i = n; i != 0; i--) {
                        a[i - 1]++;
                    }
                }
                void untilEqual(double[] a) {
                    int i = 0;
                    do {
                        a[i]++;
                    } while (++i != n);
                }
                void cube(double[] a) {
                    for (int i = 1; i < n; i++) {
                        for (int j = 1; j < n; j++) {
                            for (int k = 1; k < n; k++) {
                                a[(i * n + j) * m + k] = 0;
                            }
                        }
                    }
                }
                double eachRow() {
                    double sum = 0;
                    for (double[] row : g) {
                        for (double v : row) {
                            sum += v;
                        }
                    }
                    return sum;
                }
                double ofAnother() {
                    double sum = 0;
                    for (int i = 0; i < Other.size; i++) {
                        sum += Other.table[i] + Given.given[i];
                    }
                    return sum;
                }
                double[][] kernel;
                double around(int i, int j) {
                    double sum = 0;
                    for (int p = -1; p <= 1; p++) {
                        for (int q = -1; q <= 1; q++) {
                            sum += kernel[p + 1][q + 1] * g[i + p][j + q];
                        }
                    }
                    return sum;
                }
                void convolve(double[][] out, int from, int to) {
                    for (int i = from; i < to; i++) {
                        for (int j = 1; j < m - 1; j++) {
                            out[i][j] = around(i, j);
                        }
                    }
                }
                void blur(double[] in, double[] out) {
                    for (int i = 2; i < n - 2; i++) {
                        double sum = 0;
                        for (int k = 2; k >= -2; k--) {
                            sum += in[i - k];
                        }
                        out[i] = sum;
                    }
                }
                double filter(double[] in, int from, int to) {
                    double sum = 0;
                    for (int j = from; j < to; j++) {
                        for (int d = 0; d < 3; d++) {
                            for (int e = 0; e < n; e++) {
                                sum += in[j + d + e];
                            }
                        }
                    }
                    return sum;
                }
                double flat(double[] in, int w, int i) {
                    double sum = 0;
                    for (int j = 1; j < w; j++) {
                        for (int q = -1; q <= 1; q++) {
                            for (int p = -1; p <= 1; p++) {
                                sum += in[(i + p) * w + j + q];
                            }
                        }
                    }
                    return sum;
                }
                double rowsOfThree(double[] in, int from, int to) {
                    double sum = 0;
                    for (int i = from; i < to; i++) {
                        for (int d = 0; d < 3; d++) {
                            for (int k = rows[i + d]; k < rows[i + d + 1]; k++) {
                                sum += in[k];
                            }
                        }
                    }
                    return sum;
                }
                double search(double limit) {
                    double sum = 0;
                    for (int i = 0; i < n; i++) {
                        for (int d = 0; d < 3; d++) {
                            sum += g[i][d];
                        }
                        if (sum > limit) {
                            return i;
                        }
                    }
                    return sum;
                }
                double diagonal() {
                    double sum = 0;
                    for (int i = 0; i < n; i++) {
                        for (int d = 0; d < 3; d++) {
                            sum += g[i][m * i + d];
                        }
                    }
                    return sum;
                }
                double torus(int i) {
                    double sum = 0;
                    for (int j = 0; j < n; j++) {
                        sum += g[(i + n - 1) % n][j];
                    }
                    return sum;
                }
                double share(double[] a, int parts) {
                    double sum = 0;
                    int i = 0;
                    while (i < n / parts) {
                        sum += a[i + m / parts];
                        i++;
                    }
                    return sum;
                }
                int tell() { return m; }
                void partOfAll(double[] a) {
                    int from = 1 + tell() / 2, to = from + 3 * tell();
                    for (int i = from; i < to; i++) {
                        a[i - 1] += a[i];
                    }
                }
                Law law;
                void byLaw(double[] a, int[] b) {
                    for (int i = 0; i < n; i++) {
                        a[i] = law.of(this, b, i);
                    }
                }
            }
            interface Law { double of(L l, int[] b, int i); }
            class Near implements Law { double w; public double of(L l, int[] b, int i) { return w * b[i] + b[i + 2]; } }
            class Far implements Law { public double of(L l, int[] b, int i) { return l.x[i] + l.m; } }
            class Other { static int size = 100; static double[] table = new double[size]; }
            class Given { static double[] given = Other.table; }
            """;

    private Golden golden;

    @BeforeEach
    void weave() {
        golden = new Golden(SOURCE);
    }

    @ParameterizedTest
    @CsvSource({
        "sparseByWhile, 2",
        "sieve, 2",
        "unequal, 1",
        "untilEqual, 1",
        "cube, 3",
        "eachRow, 2",
        "torus, 1",
        "share, 1",
        "partOfAll, 1"
    })
    void noCheckInTheInnermostLoop(String method, int depth) {
        assertThat(golden.listing(method)).isNotEmpty();
        assertThat(golden.checksAtDepth(method, depth))
                .as(golden.listing(method))
                .isZero();
    }

    @Test
    void aStencilInAMethodIsCheckedRowByRow() {
        golden = new Golden(SOURCE, ClassFiles::of);

        assertThat(golden.listing("convolve")).isEqualTo("""
                line 85: read(this) at the method's start
                line 86: read(out[from .. to - 1]) at the method's start
                line 86: read(this.g[from - 1 .. to]) at the method's start
                line 86: read(this.g[from - 1 .. to][0 .. this.m - 1]) at the method's start
                line 86: read(this.kernel[0 .. 2]) at the method's start
                line 86: read(this.kernel[0 .. 2][0 .. 2]) at the method's start
                line 86: write(out[i][1 .. this.m - 2]) before the loop in line 85""");
        assertThat(golden.checksAtDepth("convolve", 2)).isZero();
        assertThat(golden.checksAtDepth("convolve", 3)).isZero();
        assertThat(golden.checksAtDepth("convolve", 4)).isZero();
    }

    @Test
    void methodsOfFewClassesAreCheckedBeforeTheLoopForEach() {
        golden = new Golden(SOURCE, ClassFiles::of);

        assertThat(golden.listing("byLaw"))
                .contains("read(this.law) before the loop", "read(b[0 .. this.n + 1]) before the loop")
                .contains("read(this.x[0 .. this.n - 1]) before the loop");
        assertThat(golden.checksAtDepth("byLaw", 1)).isZero();
    }

    @Test
    void aStencilInAShortLoopIsCheckedBeforeTheLongOne() {
        assertThat(golden.listing("blur")).isEqualTo("""
                line 91: read(this) at the method's start
                line 94: read(in[0 .. this.n - 1]) at the method's start
                line 96: write(out[2 .. this.n - 3]) at the method's start""");
        assertThat(golden.checksAtDepth("blur", 1)).isZero();
    }

    @Test
    void neighboursBetweenTwoLongLoopsAreChecked() {
        assertThat(golden.listing("filter"))
                .contains("read(in[1 * (from .. to - 1) + 0 .. this.n + 1]) before the loop");
    }

    @Test
    void neighboursInALoopOverRowsAreChecked() {
        assertThat(golden.listing("flat"))
                .contains("read(in[1 * (1 .. w - 1) + w * (-1 .. 1) + (i * w - 1) + (0 .. 2)]) before the loop");
    }

    @Test
    void segmentsOfNeighboursAreCheckedOneByOne() {
        assertThat(golden.listing("rowsOfThree"))
                .contains("read(in[this.rows[i .. i + 2] .. this.rows[i + 1 .. i + 3] - 1]) before the loop");
    }

    @Test
    void rowsThatASearchMayNotReachAreNotChecked() {
        assertThat(golden.listing("search")).contains("read(this.g[i][0 .. 2]) before the loop");
    }

    @Test
    void rowsAreNotCheckedWhereOnlyADiagonalIsAccessed() {
        assertThat(golden.listing("diagonal"))
                .contains("read(this.g[i][this.m * i .. this.m * i + 2]) before the loop");
    }

    @Test
    void placesInASparseProduct() {
        assertThat(golden.listing("sparse")).isEqualTo("""
                line 4: read(this) at the method's start
                line 6: read(this.rows[0 .. this.n]) at the method's start
                line 7: read(this.col[this.rows[0 .. this.n - 1] .. this.rows[1 .. this.n] - 1]) at the method's start
                line 7: read(this.val[this.rows[0 .. this.n - 1] .. this.rows[1 .. this.n] - 1]) at the method's start
                line 7: read(this.x[this.col[k]]) in the loop: the index is an array's element
                line 9: write(this.y[0 .. this.n - 1]) at the method's start""");
    }

    @Test
    void placesOfSegmentsDownwards() {
        assertThat(golden.listing("sparseByWhile")).isEqualTo("""
                line 13: read(this) at the method's start
                line 15: read(ends[this.n - 1 .. 0]) at the method's start
                line 16: read(starts[this.n - 1 .. 0]) at the method's start
                line 17: write(v[starts[this.n - 1 .. 0] .. ends[this.n - 1 .. 0] - 1]) at the method's start""");
    }

    /** The array that is stored to may be that of the bounds. */
    @Test
    void boundsThatTheLoopMayChange() {
        assertThat(golden.listing("storing")).isEqualTo("""
                line 24: read(this) at the method's start
                line 25: read(this.rows[0 .. this.n]) at the method's start
                line 26: write(c[k]) in the loop: the bound is an array's element, which the loop may change""");
    }

    @Test
    void placesByStep() {
        assertThat(golden.listing("sieve")).isEqualTo("""
                line 31: read(this) at the method's start
                line 33: write(composite[p * p .. end of this.n]) before the loop in line 32""");
    }

    @Test
    void placesInFieldsOfAnotherClass() {
        assertThat(new Golden(SOURCE, ClassFiles::of).listing("ofAnother")).isEqualTo("""
                line 68: read(Other) at the method's start
                line 69: read(Given) at the method's start
                line 69: read(Given.given[0 .. Other.size - 1]) at the method's start
                line 69: read(Other.table[0 .. Other.size - 1]) at the method's start""");
    }
}
