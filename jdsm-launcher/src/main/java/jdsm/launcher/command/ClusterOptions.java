package jdsm.launcher.command;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;
import jdsm.launcher.plan.Cluster;
import jdsm.launcher.plan.HostSlots;
import jdsm.launcher.plan.Hostfile;
import picocli.CommandLine.Option;

/** The options of a job that runs on other hosts. */
final class ClusterOptions {
    private static final String SSH = "ssh";

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
        return Optional.of(new Cluster(hosts(hostfile), words, copy));
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

    /** Refuses settings that a job on other hosts cannot have. */
    static void requireFit(JdsmConfig config) {
        if (config.debug().isPresent()) {
            throw new JdsmConfigException("--debug opens ports on this machine only: run without --hostfile");
        }
        if (config.comm().equals("inproc") || config.comm().equals("shm")) {
            throw new JdsmConfigException("--comm " + config.comm()
                    + " is for ranks of one host: use mixed (the default), tcp or ucx with --hostfile");
        }
    }
}
