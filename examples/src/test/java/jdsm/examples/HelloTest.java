package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hello on ranks of one JVM; what it prints, jobs in processes of their own show. */
class HelloTest {
    @ParameterizedTest
    @CsvSource({"1, 1", "3, 1", "2, 2"})
    void itEnds(int ranks, int threads) {
        assertThat(InprocRun.run(Hello.class, ranks, threads).ok().out()).isEmpty();
    }
}
