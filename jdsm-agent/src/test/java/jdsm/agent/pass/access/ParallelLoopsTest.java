package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loops over a worker's range, bodies of parallel loops, and what is read on both sides of a collective call. */
class ParallelLoopsTest {
    private static final String SOURCE = """
            class L {
                double[] a; double s; jdsm.Range shared;
                void ofRange(jdsm.Range r) {
                    for (int i = r.from(); i < r.to(); i++) {
                        a[i] = i;
                    }
                }
                void mine(int n) {
                    jdsm.Range mine = jdsm.Collectives.range(n);
                    for (int i = mine.from(); i < mine.to(); i++) {
                        a[i] = i;
                    }
                }
                double down(double[] c) {
                    double sum = 0;
                    for (int i = shared.to() - 1; i >= shared.from(); i--) {
                        sum += c[2 * i];
                    }
                    return sum;
                }
                void blocks(int n) {
                    jdsm.Collectives.parallelFor(0, n, 64, (from, to) -> {
                        for (int i = from; i < to; i++) {
                            a[i] = i;
                        }
                    });
                }
                double bothSides() {
                    double before = s;
                    double sum = jdsm.Collectives.sum(before);
                    return sum + s;
                }
                void inALoop() {
                    for (int i = 0; i < a.length; i++) {
                        a[i] = 1;
                        jdsm.Collectives.min(i);
                    }
                }
                void told() {
                    for (int i = 0; i < a.length; i++) {
                        a[i] = 1;
                        jdsm.Collectives.progress(i, a.length);
                    }
                }
                double[] arrays() {
                    double before = a[0];
                    double[] sum = jdsm.Collectives.allReduce(a, Double::sum);
                    sum[0] += before + a[0];
                    return sum;
                }
            }
            """;

    private final Golden golden = new Golden(SOURCE, ClassFiles::of);

    @ParameterizedTest
    @CsvSource({"ofRange", "mine", "down", "told", "lambda$blocks$0"})
    void noCheckInTheLoop(String method) {
        assertThat(golden.listing(method)).isNotEmpty();
        assertThat(golden.checksAtDepth(method, 1)).as(golden.listing(method)).isZero();
    }

    @Test
    void placesInARange() {
        assertThat(golden.listing("mine")).isEqualTo("""
                line 11: read(this) at the method's start
                line 11: read(this) before the loop in line 10
                line 11: write(this.a[mine.from() .. mine.to() - 1]) before the loop in line 10""");
        assertThat(golden.listing("down")).isEqualTo("""
                line 16: read(this) at the method's start
                line 17: read(c[2 * (this.shared.to() - 1 .. this.shared.from())]) at the method's start""");
    }

    @Test
    void aCallIsASynchronisation() {
        assertThat(golden.listing("bothSides")).isEqualTo("""
                line 29: read(this) not in a loop
                line 31: read(this) not in a loop""");
        assertThat(golden.listing("inALoop")).isEqualTo("""
                line 34: read(this) in the loop: the loop may synchronise in line 36: it calls Collectives.min, which synchronises
                line 35: write(this.a[i]) in the loop: the loop may synchronise in line 36: it calls Collectives.min, which synchronises""");
        assertThat(golden.listing("arrays")).isEqualTo("""
                line 46: read(this) not in a loop
                line 46: read(this.a[0]) not in a loop
                line 48: read(this) not in a loop
                line 48: read(this.a[0]) not in a loop
                line 48: write(sum[0]) not in a loop""");
    }
}
