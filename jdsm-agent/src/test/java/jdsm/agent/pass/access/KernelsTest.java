package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
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
            }
            """;

    private static Golden golden;

    @BeforeAll
    static void weave() {
        golden = new Golden(SOURCE);
    }

    @ParameterizedTest
    @CsvSource({"update, 3", "daxpy, 1", "sor, 2", "sorFields, 2", "sorFlat, 2", "matMul, 3", "matMulInPlace, 3", "matMulRows, 3"})
    void noCheckInTheInnermostLoop(String method, int depth) {
        assertThat(golden.listing(method)).isNotEmpty();
        assertThat(golden.checksAtDepth(method, depth)).as(golden.listing(method)).isZero();
    }

    @Test
    void dump() {
        for (String m : new String[] {"update", "daxpy", "sor", "sorFields", "sorFlat", "matMul", "matMulInPlace", "matMulRows"}) {
            System.err.println("D == " + m + "\nD " + golden.listing(m).replace("\n", "\nD "));
        }
    }
}
