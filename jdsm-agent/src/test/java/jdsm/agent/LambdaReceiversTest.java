package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Test;

/** A lambda may be kept by a method that is called on it where it stands, and so must be one that other ranks can run. */
class LambdaReceiversTest {
    private static final String SOURCE = """
            import java.util.function.*;

            public class P extends SPMD {
                interface Map1 { int of(int x); default Map1 negated() { return x -> -of(x); } default Map1 kept(P in) { in.last = this; return this; } }
                interface Test1 extends Predicate<Integer> { default Test1 not() { return x -> !test(x); } }

                static int twice(int x) { return 2 * x; }

                Map1 first, second, last; Test1 third; Function<Integer, Integer> fourth;
                final String[] results = new String[8];

                public void start() {
                    if (worker() == 0) {
                        first = ((Map1) P::twice).negated();
                        second = ((Map1) x -> x + 3).negated().negated();
                        third = ((Test1) x -> x > 2).not();
                        fourth = ((Function<Integer, Integer>) x -> x + 1).andThen(x -> 10 * x);
                        ((Map1) x -> x + 7).kept(this);
                    }
                    barrier();
                    results[worker()] = first.of(3) + " " + second.of(3) + " " + third.test(3) + " " + fourth.apply(3) + " " + last.of(3);
                }

                public void finish() { if (rank() == 0) { for (int i = 0; i < workers(); i++) { report(results[i]); } } }
            }
            """;

    @Test
    void whatCallsItMayKeepIt() {
        WovenRanks.Ended ended = CheckedJob.of(SOURCE).runUnchecked(2, 1, Protocol.LAZY_RELEASE);

        assertThat(ended.errors()).isEmpty();
        assertThat(ended.out()).containsExactly("-6 6 false 40 10", "-6 6 false 40 10");
    }
}
