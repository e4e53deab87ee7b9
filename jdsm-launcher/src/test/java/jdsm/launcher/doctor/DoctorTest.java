package jdsm.launcher.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.fabric.Fabric;
import jdsm.comm.fabric.FabricProvider;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;
import jdsm.launcher.program.Distribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DoctorTest {
    @TempDir
    private Path folder;

    /** A transport that does not work. */
    private record Broken(String name) implements CommProvider {
        @Override
        public Comm open(CommSettings settings) {
            throw new CommException(CommException.Reason.TRANSPORT, -1, "no cable\nin this machine");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"inproc", "mixed", "shm", "tcp"})
    void aTransportIsTried(String name) {
        Finding finding = TransportTrial.of(CommProvider.named(name).orElseThrow());
        assertThat(finding.line()).isEqualTo("ok    transport %-8s two ranks have connected".formatted(name));
    }

    @Test
    void aTransportThatFailsSaysWhy() {
        Finding finding = TransportTrial.of(new Broken("pigeon"));
        assertThat(finding.line()).isEqualTo("FAIL  transport pigeon   no cable");
        assertThat(Doctor.isFit(List.of(Machine.java(), finding))).isFalse();
    }

    /** UCX as some host has it. */
    private record Ucx(Optional<String> unfit) implements FabricProvider {
        @Override
        public String name() {
            return "ucx";
        }

        @Override
        public String found() {
            return "UCX 1.18.0 in /opt/ucx; modules ib; RDMA devices mlx5_0:1";
        }

        @Override
        public Fabric open(CommSettings settings, Arrivals arrivals, Consumer<Runnable> delivery) {
            throw new UnsupportedOperationException();
        }
    }

    private static List<String> lines(Optional<FabricProvider> fabric) {
        return Fabrics.of(fabric).stream().map(Finding::line).toList();
    }

    @Test
    void theDevicesOfUcxAreNamedAndWhetherAutoTakesThem() {
        assertThat(lines(Optional.of(new Ucx(Optional.empty()))))
                .containsExactly(
                        "ok    ucx                UCX 1.18.0 in /opt/ucx; modules ib; RDMA devices mlx5_0:1",
                        "ok    auto               takes UCX between hosts with --trusted-fabric, if all hosts are like"
                                + " this one");
        assertThat(lines(Optional.of(new Ucx(Optional.of("no device")))))
                .containsExactly(
                        "note  ucx                UCX 1.18.0 in /opt/ucx; modules ib; RDMA devices mlx5_0:1",
                        "note  auto               takes TCP between hosts, also with --trusted-fabric: no device");
        assertThat(lines(Optional.empty()))
                .containsExactly(
                        "note  ucx                its jars are not in this distribution",
                        "note  auto               takes TCP between hosts, also with --trusted-fabric: there is no UCX");
    }

    @Test
    void aDistributionWithoutTheJarsOfUcxIsNoFailure() {
        assertThat(Fabrics.examine(new Distribution(folder)))
                .extracting(Finding::verdict)
                .containsOnly(Finding.Verdict.NOTE);
    }

    @Test
    void aMissingDirectoryOfSharedMemoryIsNoFailure() {
        assertThat(Machine.sharedMemory(folder).verdict()).isEqualTo(Finding.Verdict.OK);
        assertThat(Machine.sharedMemory(folder.resolve("none")).verdict()).isEqualTo(Finding.Verdict.NOTE);
    }

    @Test
    void anIncompleteDistributionIsAFailure() {
        Finding finding = Machine.jdsm(new Distribution(folder));
        assertThat(finding.verdict()).isEqualTo(Finding.Verdict.FAIL);
        assertThat(finding.text()).startsWith("the agent's jar is missing");
    }

    @Test
    void theCacheIsExamined() throws IOException {
        assertThat(Machine.cache(Map.of("XDG_CACHE_HOME", folder.toString())).verdict())
                .isEqualTo(Finding.Verdict.OK);
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(Machine.cache(Map.of("XDG_CACHE_HOME", open.toString())).verdict())
                .isEqualTo(Finding.Verdict.NOTE);
    }

    @Test
    void startersAreLookedForOnThePath() throws IOException {
        Path srun = Files.createFile(folder.resolve("srun"));
        assertThat(srun.toFile().setExecutable(true)).isTrue();

        List<Finding> found = Starters.found(Map.of("PATH", "/no/such/directory:" + folder, "SLURM_JOB_ID", "7"));

        assertThat(found)
                .extracting(finding -> finding.verdict() + " " + finding.subject())
                .containsExactly("NOTE ssh", "NOTE mpirun", "OK srun", "OK allocation");
        assertThat(found.get(2).text()).startsWith(srun.toString());
    }

    @Test
    void theLoopbackAddressIsAmongTheInterfaces() {
        assertThat(Network.interfaces()).anyMatch(finding -> finding.text().startsWith("127.0.0.1, for instance"));
    }
}
