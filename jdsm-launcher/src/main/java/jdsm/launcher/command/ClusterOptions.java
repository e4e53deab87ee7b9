package jdsm.launcher.command;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.backend.slurm.Allocation;
import jdsm.launcher.plan.Cluster;
import jdsm.launcher.plan.HostSlots;
import jdsm.launcher.plan.Hostfile;
import picocli.CommandLine.Option;

/** The options of a job that runs on other hosts. */
final class ClusterOptions {
    private static final String SSH = "ssh";
    /** The transports whose ranks are on one host. */
    private static final Set<String> ON_ONE_HOST = Set.of("inproc", "shm");

    @Option(
            names = "--hostfile",
            paramLabel = "FILE",
            description = "Run the ranks on the hosts of this file, by ssh: a line 'host slots=N' for each.")
    private Path hostfile;

    @Option(
            names = "--ssh",
            paramLabel = "COMMAND",
            description = "With --hostfile: the ssh command with options of yours (default: ssh).")
    private String ssh;

    @Option(names = "--copy", description = "With --hostfile: bring JDSM and the program to the hosts.")
    private boolean copy;

    @Option(
            names = "--here",
            description = "In an allocation of Slurm: run all ranks on this machine (default: on its nodes, by srun).")
    private boolean here;

    /**
     * The hosts, if the job is to run on others than this one. Reads the hostfile.
     *
     * @throws JdsmConfigException for a file that cannot be read or parsed, and for options without it
     */
    Optional<Cluster> cluster() {
        if (hostfile == null) {
            if (ssh != null || copy) {
                throw new JdsmConfigException((copy ? "--copy" : "--ssh") + " needs --hostfile");
            }
            return Optional.empty();
        }
        List<String> words = List.of((ssh == null ? SSH : ssh).strip().split("\\s+"));
        return Optional.of(new Cluster(Cluster.SSH, hosts(hostfile), words, copy));
    }

    /** Reads a hostfile. */
    static List<HostSlots> hosts(Path file) {
        try {
            return Hostfile.parse(file.toString(), Files.readAllLines(file));
        } catch (NoSuchFileException e) {
            throw new JdsmConfigException("--hostfile: there is no file " + file);
        } catch (MalformedInputException e) {
            throw new JdsmConfigException("--hostfile: " + file + " is no text");
        } catch (IOException e) {
            throw new JdsmConfigException("--hostfile: " + file + " cannot be read: " + e);
        }
    }

    /**
     * The hosts of a job: those of the hostfile, else the nodes of the allocation of Slurm in which this process runs; empty
     * for this machine.
     *
     * @throws JdsmConfigException also if the job does not fit its hosts
     * @throws LaunchException if Slurm does not tell the nodes
     */
    Optional<Cluster> cluster(JdsmConfig config) throws LaunchException {
        Optional<Cluster> cluster = cluster();
        if (cluster.isPresent() && here) {
            throw new JdsmConfigException("--here and --hostfile exclude each other");
        }
        boolean alone = config.ranks() == 1
                || ON_ONE_HOST.contains(config.comm())
                || config.debug().isPresent();
        if (cluster.isEmpty() && !here && !alone) {
            cluster = Allocation.current(System.getenv());
        }
        cluster.ifPresent(hosts -> {
            requireFit(config);
            hosts.filled(config.ranks());
        });
        return cluster;
    }

    /** For a job that is submitted: its hosts are known when it runs. */
    Optional<Cluster> none() {
        if (hostfile != null) {
            throw new JdsmConfigException("--slurm and --hostfile exclude each other");
        }
        return Optional.empty();
    }

    private static void requireFit(JdsmConfig config) {
        if (config.debug().isPresent()) {
            throw new JdsmConfigException("--debug opens ports on this machine only: run without --hostfile");
        }
        if (ON_ONE_HOST.contains(config.comm())) {
            throw new JdsmConfigException("--comm " + config.comm()
                    + " is for ranks of one host: use mixed (the default), tcp or ucx with --hostfile");
        }
    }
}
