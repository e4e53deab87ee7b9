package jdsm.launcher.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the ranks find on the machine where they run.
 *
 * @param java the command that starts a JVM
 * @param feature its feature version, 17 or more
 * @param processors how many processors all ranks of the job share
 * @param libraries JDSM's jars, absolute, in class-path order
 * @param agent the one of them that is the agent
 * @param libraryPath where JVMs look for native libraries
 * @param classData an archive of class data for class paths that begin with the libraries
 */
public record Host(
        Path java,
        int feature,
        int processors,
        List<Path> libraries,
        Path agent,
        List<Path> libraryPath,
        Optional<Path> classData) {
    public Host {
        libraries = List.copyOf(libraries);
        libraryPath = List.copyOf(libraryPath);
    }
}
