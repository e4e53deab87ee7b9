package jdsm.launcher.plan;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityTest {
    private static JdsmConfig config(int ranks, String comm) {
        return JdsmConfig.of(
                Map.of("ranks", List.of(Integer.toString(ranks)), "comm", List.of(comm)), Map.of(), Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({"25, auto, 1024", "256, inproc, 1024", "1, tcp, 1", "4096, shm, 163840"})
    void jobsThatFit(int ranks, String comm, long megabytes) {
        assertThatCode(() -> Capacity.require(config(ranks, comm), megabytes << 20))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"26, auto, 1024", "257, inproc, 1024", "2, tcp, 1", "4096, mixed, 163839"})
    void jobsThatDoNot(int ranks, String comm, long megabytes) {
        assertThatThrownBy(() -> Capacity.require(config(ranks, comm), megabytes << 20))
                .isInstanceOf(JdsmConfigException.class)
                .hasMessageContaining("this machine has memory for at most " + (ranks - 1) + " ranks");
    }

    @Test
    void theMessageSaysWhatThereIs() {
        assertThatThrownBy(() -> Capacity.require(config(4096, "auto"), 1L << 30))
                .hasMessage(
                        "this machine has memory for at most 25 ranks (1024 MB, at least 40 MB a rank), but the job has"
                                + " 4096: use fewer ranks, or several workers a rank (-t)");
    }
}
