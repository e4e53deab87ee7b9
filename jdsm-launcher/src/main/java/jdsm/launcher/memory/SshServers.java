package jdsm.launcher.memory;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jdsm.comm.spi.Limits;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.backend.ssh.HostJvms;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.plan.Cluster;
import jdsm.launcher.plan.HostSlots;
import jdsm.launcher.plan.ProcessPlan;
import jdsm.launcher.program.Distribution;
import jdsm.launcher.program.ProgramException;
import jdsm.remote.run.MemoryPlan;

/** The memory servers on other hosts, started by {@code ssh}. They end with {@link #close} and with this process. */
final class SshServers implements AutoCloseable {
    private final List<HostFile.Host> hosts;
    private final HostJvms jvms;

    /**
     * The way to other hosts.
     *
     * @param words the words of the command that connects, for instance {@code ssh -p 2222}
     * @param copy whether JDSM is brought to the hosts
     */
    record Way(List<String> words, boolean copy) {}

    private SshServers(List<HostFile.Host> hosts, HostJvms jvms) {
        this.hosts = hosts;
        this.jvms = jvms;
    }

    /**
     * Connects to the hosts and checks them. Blocks.
     *
     * @throws MemoryException that names each host that is not fit; then nothing is left there
     */
    static SshServers open(Distribution distribution, Way way, List<HostFile.Host> hosts) throws MemoryException {
        List<HostSlots> slots = hosts.stream()
                .map(host -> new HostSlots(host.ssh().orElseThrow(), 1))
                .toList();
        SshServers servers;
        try {
            Cluster cluster = new Cluster(Cluster.SSH, slots, way.words(), way.copy());
            servers = new SshServers(hosts, HostJvms.open(cluster, distribution.home(), distribution.libraries()));
        } catch (LaunchException | ProgramException e) {
            throw new MemoryException(e.getMessage());
        }
        List<String> faults = servers.faults();
        if (!faults.isEmpty()) {
            servers.close();
            throw new MemoryException(String.join("; ", faults));
        }
        return servers;
    }

    private List<String> faults() {
        List<String> faults = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            HostFile.Host host = hosts.get(i);
            HostFacts facts = jvms.facts().get(i);
            if (facts.memoryBytes() < host.bytes()) {
                faults.add("host " + host.name() + ": its memory of " + (facts.memoryBytes() >> 20)
                        + " MB is too small for " + host.megabytes() + " MB");
            } else if (facts.serverAddress().isEmpty()) {
                faults.add("host " + host.name() + ": it does not know the address at which ssh has reached it");
            }
        }
        return faults;
    }

    /** Starts the servers, all at once, and waits until they listen; returns their addresses, in the hosts' order. */
    List<InetSocketAddress> start(String secret) throws MemoryException {
        List<ProcessPlan> processes = new ArrayList<>();
        for (int i = 0; i < hosts.size(); i++) {
            HostFile.Host host = hosts.get(i);
            HostFacts facts = jvms.facts().get(i);
            processes.add(new ProcessPlan(
                    "memory server " + host.name(),
                    host.name() + ": ",
                    command(jvms.home(i), facts, host.megabytes()),
                    Map.of(MemoryPlan.SECRET_VARIABLE, secret)));
        }
        try {
            List<InetSocketAddress> addresses = new ArrayList<>();
            List<CompletableFuture<String>> lines = jvms.start(processes);
            long begin = System.nanoTime();
            for (int i = 0; i < lines.size(); i++) {
                long left = Limits.DEFAULT.joinNanos() - (System.nanoTime() - begin);
                addresses.add(
                        ServerProcess.address(hosts.get(i).name(), lines.get(i).get(left, TimeUnit.NANOSECONDS)));
            }
            return addresses;
        } catch (LaunchException e) {
            throw new MemoryException(e.getMessage());
        } catch (ExecutionException e) {
            throw new MemoryException(e.getCause().getMessage());
        } catch (TimeoutException e) {
            throw new MemoryException("memory servers on other hosts do not start within "
                    + Limits.seconds(Limits.DEFAULT.joinNanos()) + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MemoryException("interrupted");
        }
    }

    private static List<String> command(Path home, HostFacts facts, long megabytes) {
        return JavaCommand.server(
                new JavaCommand.Jvm(
                        facts.java(),
                        facts.feature(),
                        home.resolve("native") + ":" + facts.libraryPath(),
                        List.of(),
                        home.resolve("lib") + "/*"),
                megabytes,
                List.of(Long.toString(megabytes), facts.serverAddress(), "0", jdsm.remote.run.ServerMain.OF_HOST));
    }

    @Override
    public void close() {
        jvms.close();
    }
}
