package jdsm.launcher.command;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.backend.slurm.Allocation;
import jdsm.launcher.plan.Cluster;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a job that runs on other hosts. */
final class ClusterOptions {
    /** The transports whose ranks are on one host. */
    private static final Set<String> ON_ONE_HOST = Set.of("inproc", "shm");

    @Mixin
    private final HostfileOptions hosts = new HostfileOptions();

    @Mixin
    private final TlsOptions tls = new TlsOptions();

    @Option(names = "--copy", description = "With --hostfile: bring JDSM and the program to the hosts.")
    private boolean copy;

    @Option(
            names = "--here",
            description = "In an allocation of Slurm: run all ranks on this machine (default: on its nodes, by srun).")
    private boolean here;

    @Option(
            names = "--insecure",
            description = "Do not encrypt connections between hosts: for networks in which you trust everybody.")
    private boolean insecure;

    @Option(
            names = "--bind",
            paramLabel = "core|numa|none",
            description = "Processors of each rank: whole cores of its own, its part of the memory nodes, or all"
                    + " (default: none, all).")
    private String bind;

    /** Adds what are settings of the job, by key of {@link JdsmConfig}. */
    void addTo(Map<String, List<String>> settings) {
        tls.addTo(settings);
        if (insecure) {
            settings.put("insecure", List.of("true"));
        }
        if (bind != null) {
            settings.put("bind", List.of(bind));
        }
    }

    /**
     * The hosts of a job: those of the hostfile, else the nodes of the allocation of Slurm in which this process runs;
     * empty for this machine.
     *
     * @param profiles whether the job makes a profile, which is read here when the job has ended
     * @throws JdsmConfigException also if the job does not fit its hosts
     * @throws LaunchException if Slurm does not tell the nodes
     */
    Optional<Cluster> cluster(JdsmConfig config, boolean profiles) throws LaunchException {
        Optional<Cluster> cluster = hosts.cluster(copy);
        if (cluster.isPresent() && (here || profiles)) {
            throw new JdsmConfigException(here ? "--here and --hostfile exclude each other" : onlyHere("--hostfile"));
        }
        boolean alone = config.ranks() == 1
                || ON_ONE_HOST.contains(config.comm())
                || config.debug().isPresent();
        if (cluster.isEmpty() && !here && !alone && !profiles) {
            cluster = Allocation.current(System.getenv());
        }
        cluster.ifPresent(used -> {
            requireFit(config);
            used.filled(config.ranks());
        });
        return cluster;
    }

    /** For a job that another program starts: its hosts are known when it runs. */
    Optional<Cluster> none(boolean profiles) {
        if (hosts.isGiven()) {
            throw new JdsmConfigException("--hostfile is for jobs that start now: remove --slurm or --k8s");
        }
        if (profiles) {
            throw new JdsmConfigException(onlyHere("--slurm or --k8s"));
        }
        return Optional.empty();
    }

    private static String onlyHere(String option) {
        return "a profile is made on this machine: remove " + option;
    }

    private static void requireFit(JdsmConfig config) {
        if (config.debug().isPresent()) {
            throw new JdsmConfigException("--debug opens ports on this machine only: run without --hostfile");
        }
        if (ON_ONE_HOST.contains(config.comm())) {
            throw new JdsmConfigException("--comm " + config.comm()
                    + " is for ranks of one host: use mixed (the default), tcp, mixed-ucx or ucx with --hostfile");
        }
    }
}
