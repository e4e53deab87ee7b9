package jdsm.launcher.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where JDSM's own files are: {@code lib/*.jar} for every JVM of a job, {@code examples/jdsm-examples.jar}, {@code
 * agent/jdsm-agent.jar}.
 */
public final class Distribution {
    /** The system property that names the directory; the start script sets it. */
    public static final String HOME = "jdsm.home";

    private final Path home;

    /**
     * The distribution in a directory.
     *
     * @param home the directory that has {@code lib}
     */
    public Distribution(Path home) {
        this.home = home.toAbsolutePath().normalize();
    }

    /**
     * The one that this launcher belongs to.
     *
     * @throws ProgramException if the system property {@value #HOME} is not set
     */
    public static Distribution own() throws ProgramException {
        String home = System.getProperty(HOME);
        if (home == null) {
            throw new ProgramException("the system property " + HOME + " is not set; use the start script");
        }
        return new Distribution(Path.of(home));
    }

    /** The directory that has {@code lib}, absolute. */
    public Path home() {
        return home;
    }

    /**
     * The jars that every JVM of a job has on its class path, by name.
     *
     * @throws ProgramException if there are none
     */
    public List<Path> libraries() throws ProgramException {
        List<Path> jars = ClassPath.jars(home.resolve("lib"));
        if (jars.isEmpty()) {
            throw new ProgramException("no jar in " + home.resolve("lib"));
        }
        return jars;
    }

    /**
     * The jars that class paths begin with where class data is used: the libraries and the agent.
     *
     * @throws ProgramException if there are no libraries
     */
    public List<Path> classPath() throws ProgramException {
        return Stream.concat(libraries().stream(), Stream.of(agent())).toList();
    }

    /** The agent's jar; it may be missing. */
    public Path agent() {
        return home.resolve("agent/jdsm-agent.jar");
    }

    /** @throws ProgramException if the agent's jar is not there */
    public void requireAgent() throws ProgramException {
        if (!Files.isRegularFile(agent())) {
            throw new ProgramException("there is no agent: " + agent());
        }
    }

    /** The examples' jar, if there is one. */
    Optional<Path> examples() {
        return Optional.of(home.resolve("examples/jdsm-examples.jar")).filter(Files::isRegularFile);
    }
}
