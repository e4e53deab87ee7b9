package jdsm.launcher.plan;

import java.nio.file.Path;
import java.util.List;

/**
 * The program that a job runs.
 *
 * @param className the SPMD class, by its full name
 * @param classPath the class path of the program, absolute, without JDSM's own libraries
 * @param args the program's arguments
 */
public record Program(String className, List<Path> classPath, List<String> args) {
    public Program {
        classPath = List.copyOf(classPath);
        args = List.copyOf(args);
    }
}
