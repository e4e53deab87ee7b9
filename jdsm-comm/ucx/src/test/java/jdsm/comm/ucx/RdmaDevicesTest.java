package jdsm.comm.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On a host of files: two RDMA devices, of which one port is active, and UCX's modules. */
class RdmaDevicesTest {
    @TempDir
    private Path host;

    @BeforeEach
    void makeHost() throws IOException {
        port("mlx5_0", 1, "4: ACTIVE\n");
        port("mlx5_1", 1, "1: DOWN\n");
        Files.createDirectories(host.resolve("net/eth0"));
        Files.createDirectories(host.resolve("lib/ucx"));
        Files.createFile(host.resolve("lib/ucx/libuct_cma.so.0"));
        Files.createFile(host.resolve("lib/ucx/libuct_cma.so.0.0.0"));
        Files.createFile(host.resolve("lib/ucx/libuct_ib.so.0"));
        Files.createFile(host.resolve("lib/ucx/libucm_cuda.so.0"));
    }

    private void port(String device, int number, String state) throws IOException {
        Path directory = host.resolve("rdma/" + device + "/ports/" + number);
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("state"), state);
    }

    private RdmaDevices devices(Map<String, String> environment) {
        return RdmaDevices.of(host.resolve("lib/libucp.so.0"), environment, host.resolve("rdma"), host.resolve("net"));
    }

    @Test
    void anActivePortAndTheModuleAreEnough() {
        assertThat(devices(Map.of()).unfit()).isEmpty();
        assertThat(devices(Map.of()).found())
                .isEqualTo("modules cma, ib beside its own tcp, posix and sysv; RDMA devices mlx5_0:1;"
                        + " network interfaces eth0");
    }

    @Test
    void withoutAnActivePortThereIsNoDevice() throws IOException {
        port("mlx5_0", 1, "2: INIT\n");
        assertThat(devices(Map.of()).unfit()).contains("this host has no RDMA device with an active port");
        assertThat(devices(Map.of()).found()).contains("RDMA devices none");
    }

    @Test
    void withoutTheModuleUcxDoesNotUseTheDevice() throws IOException {
        Files.delete(host.resolve("lib/ucx/libuct_ib.so.0"));
        assertThat(devices(Map.of()).unfit())
                .contains("UCX has no module for RDMA devices (libuct_ib.so in its directory ucx)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rc,sm,self | true",
                "rc_mlx5,self | true",
                "ud_verbs | true",
                "dc_x | true",
                "ib | true",
                "all | true",
                "^tcp | true",
                "tcp,self | false",
                "tcp | false",
                "^ib | false",
            })
    void ucxsTransportsMayLeaveRdmaOut(String transports, boolean fit) {
        RdmaDevices devices = devices(Map.of("UCX_TLS", transports));
        assertThat(devices.unfit().isEmpty()).isEqualTo(fit);
        if (!fit) {
            assertThat(devices.unfit()).contains("UCX_TLS is " + transports + ", which leaves RDMA out");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"mlx5_0:1 | true", "eth0,mlx5_0 | true", "all | true", "^eth0 | true", "eth0 | false"})
    void ucxsDevicesMayLeaveThePortOut(String names, boolean fit) {
        RdmaDevices devices = devices(Map.of("UCX_NET_DEVICES", names));
        assertThat(devices.unfit().isEmpty()).isEqualTo(fit);
        if (!fit) {
            assertThat(devices.unfit()).contains("UCX_NET_DEVICES is " + names + ", which leaves out mlx5_0:1");
        }
    }
}
