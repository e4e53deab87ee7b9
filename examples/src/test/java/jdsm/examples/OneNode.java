package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdsm.comm.tcp.FreeAddress;

/** A Slurm of its own with this machine as the only node, which takes 4 tasks. Needs root. */
final class OneNode implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final Path configuration;
    private final List<Process> daemons = new ArrayList<>();

    /** @param folder takes configuration, keys, logs and state */
    OneNode(Path folder) throws IOException {
        this.folder = folder;
        configuration = folder.resolve("slurm.conf");
        // munged wants a socket that all can reach.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        try {
            begin();
        } catch (IOException | RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private void begin() throws IOException {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        Files.write(folder.resolve("munge.key"), key);
        Files.setPosixFilePermissions(folder.resolve("munge.key"), PosixFilePermissions.fromString("r--------"));
        start(
                "munged",
                "/usr/sbin/munged",
                "--foreground",
                "--force",
                "--key-file=" + folder.resolve("munge.key"),
                "--socket=" + folder.resolve("munge.sock"),
                "--pid-file=" + folder.resolve("munged.pid"),
                "--log-file=" + folder.resolve("munged.log"),
                "--seed-file=" + folder.resolve("munge.seed"));
        await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve("munge.sock")));
        Files.createDirectories(folder.resolve("state"));
        Files.createDirectories(folder.resolve("spool"));
        String host =
                Files.readString(Path.of("/proc/sys/kernel/hostname")).strip().replaceFirst("\\..*", "");
        Files.writeString(configuration, """
                ClusterName=jdsm
                SlurmctldHost=%1$s(127.0.0.1)
                SlurmctldPort=%3$d
                SlurmdPort=%4$d
                AuthType=auth/munge
                AuthInfo=socket=%2$s/munge.sock
                CredType=cred/munge
                SlurmUser=root
                SlurmdUser=root
                StateSaveLocation=%2$s/state
                SlurmdSpoolDir=%2$s/spool
                SlurmctldPidFile=%2$s/slurmctld.pid
                SlurmdPidFile=%2$s/slurmd.pid
                ProctrackType=proctrack/linuxproc
                TaskPlugin=task/none
                JobAcctGatherType=jobacct_gather/none
                SelectType=select/cons_tres
                SelectTypeParameters=CR_Core
                SlurmdParameters=config_overrides
                ReturnToService=2
                MpiDefault=none
                NodeName=%1$s NodeAddr=127.0.0.1 CPUs=4
                PartitionName=all Nodes=%1$s Default=YES State=UP MaxTime=INFINITE
                """.formatted(
                host, folder, FreeAddress.next().getPort(), FreeAddress.next().getPort()));
        start("slurmctld", "/usr/sbin/slurmctld", "-D", "-i", "-f", configuration.toString());
        start("slurmd", "/usr/sbin/slurmd", "-D", "-f", configuration.toString());
        await().atMost(PATIENCE).until(this::isIdle);
    }

    private void start(String name, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".out").toFile());
        builder.environment().putAll(environment());
        daemons.add(builder.start());
    }

    /** Whether the node waits for a job, so that no step runs any more. */
    boolean isIdle() throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sinfo", "--noheader", "--format=%t").redirectErrorStream(true);
        builder.environment().putAll(environment());
        Process sinfo = builder.start();
        sinfo.getOutputStream().close();
        return new String(sinfo.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .strip()
                .equals("idle");
    }

    /** The variables by which commands of Slurm find it. */
    Map<String, String> environment() {
        return Map.of("SLURM_CONF", configuration.toString());
    }

    @Override
    public void close() {
        for (int i = daemons.size() - 1; i >= 0; i--) {
            daemons.get(i).destroy();
        }
        for (Process daemon : daemons) {
            await().atMost(PATIENCE).until(() -> !daemon.isAlive());
        }
        assertThat(daemons).isNotEmpty();
    }
}
