package jdsm.launcher.plan;

import java.nio.file.Path;
import java.util.List;

/**
 * The program that a job runs.
 *
 * @param className the SPMD class, by its full name
 * @param classPath where it and what it uses are found, absolute, apart from JDSM's own libraries
 * @param args what the program is given
 */
public record Program(String className, List<Path> classPath, List<String> args) {
    public Program {
        classPath = List.copyOf(classPath);
        args = List.copyOf(args);
    }
}
