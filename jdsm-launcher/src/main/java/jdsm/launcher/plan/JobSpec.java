package jdsm.launcher.plan;

import java.nio.file.Path;
import java.util.Optional;
import jdsm.JdsmConfig;

/**
 * What is asked for: this program, so many ranks and so on, on this host.
 *
 * @param config the settings
 * @param program what runs
 * @param host where
 */
public record JobSpec(JdsmConfig config, Program program, Host host) {
    /** The same on a host that has this archive of class data. */
    public JobSpec with(Optional<Path> classData) {
        return new JobSpec(
                config,
                program,
                new Host(host.java(), host.feature(), host.processors(), host.libraries(), host.agent(), classData));
    }
}
