package jdsm.launcher.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What the JVMs of a job get for a transport that is not among JDSM's libraries. Immutable.
 *
 * @param jars the transport's jars, absolute; on the class path behind JDSM's libraries
 * @param flags flags of the JVMs
 * @param variables their environment variables
 */
public record TransportFiles(List<Path> jars, List<String> flags, Map<String, String> variables) {
    /** For a transport that is among the libraries. */
    public static final TransportFiles NONE = new TransportFiles(List.of(), List.of(), Map.of());

    public TransportFiles {
        jars = List.copyOf(jars);
        flags = List.copyOf(flags);
        variables = Map.copyOf(variables);
    }
}
