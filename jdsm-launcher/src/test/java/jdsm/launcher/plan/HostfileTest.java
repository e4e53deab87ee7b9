package jdsm.launcher.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import jdsm.config.JdsmConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostfileTest {
    private static List<HostSlots> parse(String... lines) {
        return Hostfile.parse("hosts", List.of(lines));
    }

    @Test
    void aLineForEachHost() {
        assertThat(parse(
                        "# my hosts", "", "alpha slots=2", " me@beta   slots = 4 # big", "10.0.0.7", "fd00::2 slots=1"))
                .containsExactly(
                        new HostSlots("alpha", 2),
                        new HostSlots("me@beta", 4),
                        new HostSlots("10.0.0.7", 1),
                        new HostSlots("fd00::2", 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "alpha slots=x | 'alpha slots=x' is not 'host' or 'host slots=N'",
                "alpha beta | 'alpha beta' is not 'host' or 'host slots=N'",
                "-oProxyCommand=id | '-oProxyCommand=id' is not 'host' or 'host slots=N'",
                "al$(id)pha | 'al$(id)pha' is not 'host' or 'host slots=N'",
                "alpha slots=0 | slots must be 1 to 4096",
                "alpha slots=5000 | slots must be 1 to 4096",
                "gamma | host gamma stands in the file twice",
            })
    void aMalformedLineIsNamed(String line, String fault) {
        assertThatExceptionOfType(JdsmConfigException.class)
                .isThrownBy(() -> parse("gamma", line))
                .withMessage("hosts:2: " + fault);
    }

    @Test
    void aFileWithoutHostsIsRefused() {
        assertThatExceptionOfType(JdsmConfigException.class)
                .isThrownBy(() -> parse("# none"))
                .withMessage("hosts names no host");
    }

    @Test
    void aHostIsFilledBeforeTheNext() {
        Cluster cluster =
                new Cluster(Cluster.SSH, parse("alpha slots=2", "beta slots=3", "gamma"), List.of("ssh"), false);

        assertThat(cluster.filled(1)).containsExactly(new HostSlots("alpha", 1));
        assertThat(cluster.filled(4)).containsExactly(new HostSlots("alpha", 2), new HostSlots("beta", 2));
        assertThat(cluster.filled(6)).hasSize(3);
        assertThatExceptionOfType(JdsmConfigException.class)
                .isThrownBy(() -> cluster.filled(7))
                .withMessageStartingWith("the job has 7 ranks, but its hosts have 6 slots");
    }
}
