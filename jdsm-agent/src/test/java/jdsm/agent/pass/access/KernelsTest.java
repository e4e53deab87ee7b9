package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inner loops of numerical programs: none of them has a check. */
class KernelsTest {
    private static final String SOURCE = """
            class K {
                int n;
                double[][] g, x, y, z;
                double[] flat;

                static void update(double[] a, double[] c, double[] d, int b) {
                    for (int i = 0; i < b; i++) {
                        for (int j = 0; j < b; j++) {
                            double sum = d[i * b + j];
                            for (int k = 0; k < b; k++) {
                                sum -= a[i * b + k] * c[k * b + j];
                            }
                            d[i * b + j] = sum;
                        }
                    }
                }

                static void daxpy(double[] a, double[] b, int n, double alpha) {
                    for (int i = 0; i < n; i++) {
                        a[i] += alpha * b[i];
                    }
                }

                void sor(int first, int last, int colour) {
                    for (int i = first; i < last; i++) {
                        double[] up = g[i - 1];
                        double[] row = g[i];
                        double[] down = g[i + 1];
                        for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2) {
                            row[j] = 0.25 * (up[j] + down[j] + row[j - 1] + row[j + 1]);
                        }
                    }
                }

                void sorFields(int first, int last) {
                    for (int i = first; i < last; i++) {
                        for (int j = 1; j < n - 1; j++) {
                            g[i][j] = 0.25 * (g[i - 1][j] + g[i + 1][j] + g[i][j - 1] + g[i][j + 1]);
                        }
                    }
                }

                void sorFlat(int first, int last) {
                    for (int i = first; i < last; i++) {
                        for (int j = 1; j < n - 1; j++) {
                            flat[i * n + j] = 0.25 * (flat[(i - 1) * n + j] + flat[(i + 1) * n + j]
                                + flat[i * n + j - 1] + flat[i * n + j + 1]);
                        }
                    }
                }

                void matMul(int from, int to) {
                    for (int i = from; i < to; i++) {
                        for (int j = 0; j < n; j++) {
                            double sum = 0;
                            for (int k = 0; k < n; k++) {
                                sum += x[i][k] * y[k][j];
                            }
                            z[i][j] = sum;
                        }
                    }
                }

                void matMulInPlace(double[][] a, double[][] b, double[][] c, int from, int to) {
                    for (int i = from; i < to; i++) {
                        for (int k = 0; k < c.length; k++) {
                            for (int j = 0; j < b.length; j++) {
                                c[i][j] += a[i][k] * b[k][j];
                            }
                        }
                    }
                }

                void matMulRows(double[][] a, double[][] b, double[][] c, int from, int to) {
                    for (int i = from; i < to; i++) {
                        double[] ci = c[i];
                        for (int k = 0; k < n; k++) {
                            double[] bk = b[k];
                            double aik = a[i][k];
                            for (int j = 0; j < n; j++) {
                                ci[j] += aik * bk[j];
                            }
                        }
                    }
                }

                void forces(int i, double[] c, K k) {
                    double[] f = k.flat;
                    double ci = c[i];
                    double sum = 0;
                    for (int j = i + 1; j < c.length; j++) {
                        double distance = ci - c[j];
                        if (distance < n) {
                            sum += distance;
                            f[j] -= distance;
                        }
                    }
                    f[i] += sum;
                }

                void gather(int[] columns, double[] a, double[] b, int from, int to) {
                    for (int i = from; i < to; i++) {
                        for (int k = 0; k < columns.length; k++) {
                            flat[i] += a[k] * b[columns[k]];
                        }
                    }
                }
            }
            """;

    private Golden golden;

    @BeforeEach
    void weave() {
        golden = new Golden(SOURCE);
    }

    @ParameterizedTest
    @CsvSource({
        "update, 3",
        "daxpy, 1",
        "sor, 2",
        "sorFields, 2",
        "sorFlat, 2",
        "matMul, 3",
        "matMulInPlace, 3",
        "matMulRows, 3",
        "forces, 1"
    })
    void noCheckInTheInnermostLoop(String method, int depth) {
        assertThat(golden.listing(method)).isNotEmpty();
        assertThat(golden.checksAtDepth(method, depth))
                .as(golden.listing(method))
                .isZero();
    }

    /** The check of an unknown element stays; before each inner loop, the array may be accessible as a whole. */
    @Test
    void gatheringLooksAgainAtTheWholeArray() {
        assertThat(golden.checksAtDepth("gather", 2))
                .as(golden.listing("gather"))
                .isEqualTo(1);
        assertThat(golden.checksAtDepth("gather", 1)).isEqualTo(1);
    }

    /** Blocks of LU: two loops move along each array. All is checked before the outermost loop, which then runs without checks. */
    @Test
    void placesInLu() {
        assertThat(golden.listing("update")).isEqualTo("""
                line 11: read(a[b * (0 .. b - 1) + 0 .. b - 1]) before the loop in line 7
                line 11: read(c[1 * (0 .. b - 1) + b * (0 .. b - 1)]) before the loop in line 7
                line 13: write(d[b * (0 .. b - 1) + 0 .. b - 1]) before the loop in line 7""");
    }

    @Test
    void placesInSor() {
        assertThat(golden.listing("sorFields")).isEqualTo("""
                line 37: read(this) at the method's start
                line 38: read(this.g[first - 1 .. last]) at the method's start
                line 38: read(this.g[i + 1][1 .. this.n - 2]) before the loop in line 37
                line 38: read(this.g[i - 1][1 .. this.n - 2]) before the loop in line 37
                line 38: read(this.g[i][0 .. this.n - 1]) before the loop in line 37
                line 38: write(this.g[i][1 .. this.n - 2]) before the loop in line 37""");
    }

    /** What stands behind the loop is checked before it, too: nothing that the loop uses is kept over a check. */
    @Test
    void placesInForces() {
        assertThat(golden.listing("forces")).isEqualTo("""
                line 88: read(k) at the method's start
                line 89: read(c[i]) at the method's start
                line 92: read(c[i + 1 .. c.length - 1]) at the method's start
                line 93: read(this) at the method's start
                line 95: write(k.flat[i + 1 .. c.length - 1]) at the method's start
                line 98: write(k.flat[i]) at the method's start""");
    }

    /** All rows of the second factor are used for each row of the product, so they are checked once. */
    @Test
    void placesInMatMul() {
        assertThat(golden.listing("matMul")).isEqualTo("""
                line 54: read(this) at the method's start
                line 57: read(this.x[from .. to - 1]) at the method's start
                line 57: read(this.x[i][0 .. this.n - 1]) before the loop in line 54
                line 57: read(this.y[0 .. this.n - 1]) at the method's start
                line 57: read(this.y[0 .. this.n - 1][0 .. this.n - 1]) at the method's start
                line 59: read(this.z[from .. to - 1]) at the method's start
                line 59: write(this.z[i][0 .. this.n - 1]) before the loop in line 54""");
    }
}
