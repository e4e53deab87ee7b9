package jdsm.launcher.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import jdsm.comm.CommException;
import jdsm.comm.certificate.CertificateFiles;
import jdsm.comm.files.OwnDirectory;
import jdsm.comm.spi.CommProvider;
import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;
import jdsm.launcher.plan.Binding;
import jdsm.launcher.program.Distribution;

/** What a job demands of its settings. Each method throws JdsmConfigException. */
final class JobDemands {
    private JobDemands() {}

    /** Refuses an unsafe cache before ranks start, because each rank would report it. */
    static void ownCache(JdsmConfig config) {
        Path cache = config.agent() ? config.cacheDirectory().orElse(null) : null;
        if (cache == null || Files.exists(cache) && !Files.isDirectory(cache)) {
            return;
        }
        try {
            String fault = OwnDirectory.fault(cache);
            if (fault != null) {
                throw new JdsmConfigException("--cache must name a directory that nobody but you can change, because"
                        + " classes are loaded from it, or be 'none': " + fault);
            }
        } catch (IOException e) {
            throw new JdsmConfigException("the directory of --cache cannot be inspected: " + e);
        }
    }

    /**
     * Refuses certificates that a job cannot use.
     *
     * @param here whether the ranks run on this host, so that the files are those of this host
     */
    static void certified(JdsmConfig config, boolean here) {
        Optional<CertificateFiles> files = config.encryption().certificates();
        boolean encrypts =
                CommProvider.named(config.comm()).map(CommProvider::encrypts).orElse(false);
        if (files.isPresent() && !encrypts) {
            throw new JdsmConfigException("--tls-certificate is for connections that are encrypted, and --comm "
                    + config.comm() + " encrypts none: remove it, or use mixed or tcp");
        }
        if (here) {
            try {
                files.ifPresent(CertificateFiles::read);
            } catch (CommException e) {
                throw new JdsmConfigException(e.getMessage());
            }
        }
    }

    /** Refuses options that have no effect on a program that is not woven. */
    static void woven(JdsmConfig config, WeavingOptions weaving) {
        if (config.agent()) {
            return;
        }
        Map<String, List<String>> given = new LinkedHashMap<>();
        weaving.addTo(given);
        if (weaving.splits()) {
            given.put("split", List.of());
        }
        Optional<String> option = config.check()
                ? Optional.of("check")
                : config.profile().file().isPresent()
                        ? Optional.of("profile")
                        : given.keySet().stream().findFirst();
        option.ifPresent(name -> {
            throw new JdsmConfigException("--" + name + " acts on woven programs only: remove --no-agent");
        });
    }

    /** Refuses bindings that nobody knows, and those of ranks that are not processes of their own. */
    static void bindable(JdsmConfig config) {
        known("binding", config.bind(), Binding.labels());
        if (Binding.named(config.bind()) != Binding.NONE && config.comm().equals("inproc")) {
            throw new JdsmConfigException(
                    "--bind is for ranks that are processes, and those of --comm inproc share one:"
                            + " remove --bind, or use --comm shm");
        }
    }

    static void checkable(JdsmConfig config) {
        if (config.check() && config.ranks() == 1) {
            throw new JdsmConfigException(
                    "--check compares accesses of several ranks, and this job has one rank: use -p 2 or more");
        }
    }

    static void transport(String name) {
        if (CommProvider.named(name).isEmpty()) {
            known(
                    "transport",
                    name,
                    Stream.concat(CommProvider.names().stream(), Distribution.ownTransports().stream())
                            .sorted()
                            .toList());
        }
    }

    static void known(String what, String name, List<String> known) {
        if (!known.contains(name)) {
            throw new JdsmConfigException("unknown " + what + " '" + name + "'; known: " + String.join(", ", known));
        }
    }
}
