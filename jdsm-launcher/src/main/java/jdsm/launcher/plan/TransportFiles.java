package jdsm.launcher.plan;

import java.nio.file.Path;
import java.util.List;

/**
 * What the JVMs of a job get for a transport that is not among JDSM's libraries. Immutable.
 *
 * @param jars the transport's jars, absolute; on the class path behind JDSM's libraries
 * @param flags flags of the JVMs
 */
public record TransportFiles(List<Path> jars, List<String> flags) {
    /** For a transport that is among the libraries. */
    public static final TransportFiles NONE = new TransportFiles(List.of(), List.of());

    public TransportFiles {
        jars = List.copyOf(jars);
        flags = List.copyOf(flags);
    }
}
