package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.examples.contracts.Contracts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What java.util.concurrent promises to threads holds when they belong to several processes. */
class ContractsIT {
    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void theProcessesOfAJobKeepThem(String comm) {
        try (JdsmProcess process =
                JdsmProcess.launchWoven("-p", "3", "--comm", comm, Contracts.class.getName(), "30000")) {
            assertThat(process.end().ok().out()).hasSizeGreaterThan(100).allMatch(line -> line.startsWith("played "));
        }
    }
}
