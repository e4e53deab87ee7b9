package jdsm.launcher.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The directory of JDSM's own files: {@code lib/*.jar} for every JVM of a job, among them the agent's jar with the
 * runtime inside; {@code native} for native libraries; {@code transports/NAME/*.jar} for the JVMs of jobs
 * with that transport; {@code examples/jdsm-examples.jar}.
 */
public final class Distribution {
    /** The system property that names the directory; the start script sets it. */
    public static final String HOME = "jdsm.home";

    private static final String TRANSPORTS = "transports";
    /** Before the name of a transport: that transport between hosts, and shared memory within them. */
    private static final String MIXED_WITH = "mixed-";

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
     * The distribution of this launcher.
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
            throw new ProgramException("no jar in " + home.resolve("lib") + "; build JDSM with mvn package");
        }
        return jars;
    }

    /**
     * The jars of a transport that is not among the libraries, by name; empty if there is none of that name.
     *
     * @throws ProgramException if the directory cannot be read
     */
    public List<Path> transport(String name) throws ProgramException {
        Path directory = home.resolve(TRANSPORTS).resolve(name);
        return Files.isDirectory(directory) ? ClassPath.jars(directory) : List.of();
    }

    /** The names of the transports of this launcher's distribution that are not among its libraries. */
    public static List<String> ownTransports() {
        String home = System.getProperty(HOME);
        if (home == null) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(Path.of(home).resolve(TRANSPORTS))) {
            return entries.map(entry -> entry.getFileName().toString())
                    .flatMap(name -> Stream.of(MIXED_WITH + name, name)) // its jars have both
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of(); // there is no such directory
        }
    }

    /** The agent's jar; it may be missing. */
    public Path agent() {
        return home.resolve("lib/jdsm-agent.jar");
    }

    /** @throws ProgramException if the agent's jar is not there */
    public void requireAgent() throws ProgramException {
        if (!Files.isRegularFile(agent())) {
            throw new ProgramException("the agent's jar is missing: " + agent() + "; build JDSM with mvn package");
        }
    }

    /**
     * The directories in which the JVMs of a job look for native libraries: first Netty's, which each JVM would
     * otherwise copy out of a jar, then those of this JVM.
     */
    public List<Path> libraryPath() {
        String own = System.getProperty("java.library.path", "");
        return Stream.concat(
                        Stream.of(home.resolve("native")),
                        Stream.of(own.split(File.pathSeparator))
                                .filter(entry -> !entry.isEmpty())
                                .map(Path::of))
                .toList();
    }

    /** The examples' jar, if there is one. */
    Optional<Path> examples() {
        return Optional.of(home.resolve("examples/jdsm-examples.jar")).filter(Files::isRegularFile);
    }
}
