package jdsm.launcher.backend.ssh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.spi.Limits;
import jdsm.launcher.backend.Console;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.backend.RankProcess;
import jdsm.launcher.backend.Starter;
import jdsm.launcher.backend.remote.HostChecks;
import jdsm.launcher.backend.remote.HostConnections;
import jdsm.launcher.backend.remote.RemotePaths;
import jdsm.launcher.backend.remote.RemoteScript;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.host.HostSetup;
import jdsm.launcher.plan.Binding;
import jdsm.launcher.plan.Cluster;
import jdsm.launcher.plan.Host;
import jdsm.launcher.plan.LaunchPlan;
import jdsm.launcher.plan.Place;
import jdsm.launcher.plan.ProcessPlan;

/**
 * JVMs of JDSM's own on the hosts of a file, by {@code ssh}: no ranks of a job. They end with {@link #close}, with this process and
 * with the connection to their host.
 */
public final class HostJvms implements AutoCloseable {
    private final Cluster cluster;
    private final String remoteHome;
    private final HostConnections connections;
    private final List<HostFacts> facts;

    private HostJvms(Cluster cluster, String remoteHome, HostConnections connections, List<HostFacts> facts) {
        this.cluster = cluster;
        this.remoteHome = remoteHome;
        this.connections = connections;
        this.facts = facts;
    }

    /**
     * Connects to all hosts at once, brings JDSM if that is wanted, and checks the hosts. Blocks.
     *
     * @param home the directory of JDSM's own files
     * @param libraries JDSM's jars
     * @throws LaunchException that names each host that is not fit; then nothing is left there
     */
    public static HostJvms open(Cluster cluster, Path home, List<Path> libraries) throws LaunchException {
        Console console = Console.ofThisProcess();
        Ssh ssh = new Ssh(cluster.words());
        RemotePaths paths = RemotePaths.ofJdsm(home, cluster.copy());
        if (cluster.copy()) {
            new Copies(ssh, paths).bringJdsm(cluster.hosts());
        }
        long silence = Limits.DEFAULT.silenceNanos();
        HostSetup setup = new HostSetup(
                RemotePaths.digest(libraries),
                "/",
                List.of(),
                silence == Limits.NONE ? 0 : silence / 1_000_000,
                System.currentTimeMillis(),
                false,
                false,
                "");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String script = RemoteScript.helper(java, paths.remoteHome());
        HostConnections connections = HostConnections.open(ssh, cluster.hosts(), script, setup, console);
        try {
            List<HostFacts> facts = connections.facts(Limits.DEFAULT.joinNanos());
            List<String> faults = HostChecks.faults(cluster.hosts(), facts, Binding.NONE, true);
            if (!faults.isEmpty()) {
                throw new LaunchException(String.join("; ", faults), null);
            }
            return new HostJvms(cluster, paths.remoteHome(), connections, facts);
        } catch (LaunchException e) {
            connections.close();
            throw e;
        }
    }

    /** What the hosts have told, in their order. */
    public List<HostFacts> facts() {
        return facts;
    }

    /** The directory of JDSM's own files on a host. */
    public Path home(int host) {
        return Path.of(facts.get(host).home()).resolve(remoteHome);
    }

    /**
     * Starts a JVM on each host. Does not wait for them. Their errors are written to this process's.
     *
     * @param processes one for each host, in their order
     * @return for each the first line of its output; fails if it ends before
     */
    public List<CompletableFuture<String>> start(List<ProcessPlan> processes) throws LaunchException {
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < facts.size(); i++) {
            HostFacts each = facts.get(i);
            Host host = new Host(
                    Path.of(each.java()),
                    each.feature(),
                    each.processors(),
                    List.of(),
                    home(i),
                    List.of(),
                    Optional.empty());
            places.add(new Place(cluster.hosts().get(i).name(), host, List.of(), i, 1, Optional.empty()));
        }
        LaunchPlan plan = new LaunchPlan(processes, Set.of(), false, false, Optional.empty());
        Starter starter = connections.starter(places);
        List<CompletableFuture<String>> lines = new ArrayList<>();
        try {
            for (int i = 0; i < processes.size(); i++) {
                CompletableFuture<String> line = new CompletableFuture<>();
                String label = processes.get(i).label();
                RankProcess process = starter.start(i, plan, Console.ofLine(line));
                process.ended()
                        .thenRun(
                                () -> line.completeExceptionally(new LaunchException(label + " does not start", null)));
                lines.add(line);
            }
        } catch (IOException e) {
            throw new LaunchException(e.getMessage(), e);
        }
        return lines;
    }

    /** Ends all JVMs and connections. Blocks for 5 s at most a host that does not react. Idempotent. */
    @Override
    public void close() {
        connections.close();
    }
}
