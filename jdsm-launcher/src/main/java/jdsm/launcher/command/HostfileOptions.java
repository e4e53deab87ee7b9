package jdsm.launcher.command;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import jdsm.config.JdsmConfigException;
import jdsm.launcher.plan.Cluster;
import jdsm.launcher.plan.HostSlots;
import jdsm.launcher.plan.Hostfile;
import picocli.CommandLine.Option;

/** The options that name hosts and the way to them. */
final class HostfileOptions {
    private static final String SSH = "ssh";

    @Option(
            names = "--hostfile",
            paramLabel = "FILE",
            description = "The hosts, reached by ssh: a line 'host slots=N' for each (default: this machine).")
    private Path hostfile;

    @Option(
            names = "--ssh",
            paramLabel = "COMMAND",
            description = "With --hostfile: the ssh command with options of yours (default: ssh).")
    private String ssh;

    boolean isGiven() {
        return hostfile != null;
    }

    /**
     * The hosts of the hostfile, if there is one; reads it.
     *
     * @param copy whether JDSM and the program are to be brought to them
     * @throws JdsmConfigException for a file that cannot be read or parsed, and for options without it
     */
    Optional<Cluster> cluster(boolean copy) {
        if (hostfile == null) {
            if (ssh != null || copy) {
                throw new JdsmConfigException((copy ? "--copy" : "--ssh") + " needs --hostfile");
            }
            return Optional.empty();
        }
        List<String> words = List.of((ssh == null ? SSH : ssh).strip().split("\\s+"));
        return Optional.of(new Cluster(Cluster.SSH, hosts(hostfile), words, copy));
    }

    private static List<HostSlots> hosts(Path file) {
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
}
