package jdsm.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.RunnerException;

/** Each kind of benchmark once, as short as can be: that it starts its other rank, measures, and leaves no process. */
class JmhRunIT {
    @BeforeAll
    static void letOtherBenchmarksRun() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    @ParameterizedTest
    @CsvSource({
        "SOCKET, tcp",
        "SPINNING_SOCKET, tcp",
        "HANDLER, tcp",
        "BLOCKING_HANDLER, tcp",
        "RECEIVE, inproc",
        "POOL, tcp"
    })
    void measures(Subject subject, String transport) throws RunnerException {
        double[] values = new JmhRun(1, 10, 10).run(new Key(subject, transport, 1 << 10));
        assertThat(values).hasSize(1);
        assertThat(values[0]).isPositive();
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }
}
