package jdsm.launcher.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The machine on which the ranks run, as far as their JVMs depend on it.
 *
 * @param java the command that starts a JVM
 * @param feature feature version of that JVM, 17 or more
 * @param processors number of processors for all ranks of the job
 * @param cores the cores of these processors, where ranks are bound to some
 * @param libraries JDSM's jars, absolute, in class-path order
 * @param agent the agent's jar, one of the libraries
 * @param libraryPath directories in which JVMs look for native libraries
 * @param classData an archive of class data for class paths that begin with the libraries
 * @param transport what the job's transport needs beside the libraries
 */
public record Host(
        Path java,
        int feature,
        int processors,
        Cores cores,
        List<Path> libraries,
        Path agent,
        List<Path> libraryPath,
        Optional<Path> classData,
        TransportFiles transport) {
    public Host {
        libraries = List.copyOf(libraries);
        libraryPath = List.copyOf(libraryPath);
    }

    /** The machine for a job that is not bound to cores, and whose transport needs nothing beside the libraries. */
    public Host(
            Path java,
            int feature,
            int processors,
            List<Path> libraries,
            Path agent,
            List<Path> libraryPath,
            Optional<Path> classData) {
        this(java, feature, processors, Cores.UNKNOWN, libraries, agent, libraryPath, classData, TransportFiles.NONE);
    }
}
