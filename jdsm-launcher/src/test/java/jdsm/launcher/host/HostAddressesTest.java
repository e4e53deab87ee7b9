package jdsm.launcher.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HostAddressesTest {
    private static final String SSH = "10.0.0.1 5000 10.0.0.2 22";

    @Test
    void sshTellsBothEnds() {
        assertThat(HostAddresses.of(Map.of("SSH_CONNECTION", SSH)))
                .isEqualTo(new HostAddresses("10.0.0.2", "10.0.0.1"));
        assertThat(HostAddresses.of(Map.of("SSH_CONNECTION", "odd"))).isEqualTo(new HostAddresses("", ""));
        assertThat(HostAddresses.of(Map.of())).isEqualTo(new HostAddresses("", ""));
    }

    @Test
    void aStepOfSlurmCountsBeforeTheSessionOfTheUser() {
        assertThat(HostAddresses.of(Map.of(
                        "SSH_CONNECTION", SSH,
                        "SLURM_STEP_ID", "1",
                        "SLURM_LAUNCH_NODE_IPADDR", "10.0.0.9",
                        "SLURMD_NODENAME", "127.0.0.1")))
                .isEqualTo(new HostAddresses("127.0.0.1", "10.0.0.9"));
        assertThat(HostAddresses.of(Map.of("SLURM_STEP_ID", "1", "SLURM_LAUNCH_NODE_IPADDR", "10.0.0.9")))
                .isEqualTo(new HostAddresses("", "10.0.0.9"));
    }
}
