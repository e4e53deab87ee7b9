package jdsm.launcher.program;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdsm.SPMD;
import jdsm.launcher.plan.Program;

/**
 * Finds the class of a job: on the user's class path by its full name, else among the examples, where the simple name is
 * enough. Classes are loaded but not initialised, so no code of the program runs here.
 */
public final class ProgramFinder {
    private static final String EXAMPLES_PACKAGE = "jdsm.examples.";
    private static final Pattern EXAMPLE_FILE = Pattern.compile("jdsm/examples/(\\w+)\\.class");

    private final Distribution distribution;

    /**
     * A finder that knows the examples of a distribution.
     *
     * @param distribution the distribution that has the examples
     */
    public ProgramFinder(Distribution distribution) {
        this.distribution = distribution;
    }

    /**
     * The program that {@code name} stands for; reads jars and directories.
     *
     * @param name the class, as the user wrote it
     * @param classPath the user's class path; entries may be relative or end in {@code /*}
     * @param args the program's arguments
     * @throws ProgramException if there is no such class, or it cannot run as a job
     */
    public Program find(String name, List<Path> classPath, List<String> args) throws ProgramException {
        return find(name, classPath, args, ProgramFinder::reasonAgainst);
    }

    /**
     * As {@link #find(String, List, List)}, for a program of one JVM that begins with {@code main}.
     *
     * @throws ProgramException if there is no such class, or it has no {@code main}, or is for several ranks
     */
    public Program findMain(String name, List<Path> classPath, List<String> args) throws ProgramException {
        return find(name, classPath, args, ProgramFinder::reasonAgainstMain);
    }

    private Program find(String name, List<Path> classPath, List<String> args, Function<Class<?>, String> reasonAgainst)
            throws ProgramException {
        List<Path> own = ClassPath.resolve(classPath);
        if (isProgram(name, own, reasonAgainst)) {
            return new Program(name, own, args);
        }
        Optional<Path> examples = distribution.examples();
        if (examples.isPresent()) {
            List<Path> withExamples = new ArrayList<>(own);
            withExamples.add(examples.get());
            for (String candidate : List.of(EXAMPLES_PACKAGE + name, name)) {
                if (isProgram(candidate, withExamples, reasonAgainst)) {
                    return new Program(candidate, withExamples, args);
                }
            }
        }
        throw new ProgramException("unknown class '" + name + "'" + instead(name, own, reasonAgainst) + "; examples: "
                + exampleNames(examples, reasonAgainst));
    }

    /** What the user may have meant. */
    private static String instead(String name, List<Path> classPath, Function<Class<?>, String> reasonAgainst)
            throws ProgramException {
        if (classPath.isEmpty()) {
            return " (no --cp given)";
        }
        try (URLClassLoader loader = ClassPath.loader(classPath)) {
            List<String> alike = AlikeNames.in(classPath, name, each -> canRun(each, loader, reasonAgainst));
            return alike.isEmpty()
                    ? ": it is not on the class path"
                    : ": the class path has " + String.join(", ", alike);
        } catch (IOException e) {
            throw new ProgramException("the jars of the class path cannot be closed: " + firstLine(e));
        }
    }

    /** Whether there is such a class; if there is, it must be able to run. */
    private static boolean isProgram(String className, List<Path> classPath, Function<Class<?>, String> reasonAgainst)
            throws ProgramException {
        try (URLClassLoader loader = ClassPath.loader(classPath)) {
            Class<?> type = Class.forName(className, false, loader);
            String reason = reasonAgainst.apply(type);
            if (reason != null) {
                throw new ProgramException("class " + className + " " + reason);
            }
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        } catch (NoClassDefFoundError e) {
            // A file system that ignores case has found a class whose name differs in case: there is no such class.
            if (String.valueOf(e.getMessage()).contains("wrong name")) {
                return false;
            }
            throw new ProgramException("class " + className + " cannot be loaded: " + missing(e) + " is missing");
        } catch (LinkageError e) {
            throw new ProgramException("class " + className + " cannot be loaded: " + firstLine(e));
        } catch (IOException e) {
            throw new ProgramException("the jars of the class path cannot be closed: " + firstLine(e));
        }
    }

    /** Why {@code type} cannot run as a job; null if it can. */
    private static String reasonAgainst(Class<?> type) {
        if (!SPMD.class.isAssignableFrom(type)) {
            return "is not an SPMD class: it does not extend jdsm.SPMD";
        }
        if (Modifier.isAbstract(type.getModifiers())) {
            return "is abstract";
        }
        try {
            type.getDeclaredConstructor();
            return null;
        } catch (NoSuchMethodException e) {
            return "has no constructor without parameters";
        }
    }

    /** Why {@code type} cannot run with remote memory; null if it can. */
    private static String reasonAgainstMain(Class<?> type) {
        if (SPMD.class.isAssignableFrom(type)) {
            return "is an SPMD class, for jdsm launch: remote memory is for a program of one JVM";
        }
        try {
            return Modifier.isStatic(type.getMethod("main", String[].class).getModifiers())
                    ? null
                    : "has a main method that is not static";
        } catch (NoSuchMethodException e) {
            return "has no public static void main(String[])";
        }
    }

    private static String exampleNames(Optional<Path> examples, Function<Class<?>, String> reasonAgainst)
            throws ProgramException {
        if (examples.isEmpty()) {
            return "none installed";
        }
        List<String> names = new ArrayList<>();
        try (JarFile jar = new JarFile(examples.get().toFile());
                URLClassLoader loader = ClassPath.loader(List.of(examples.get()))) {
            for (JarEntry entry : jar.stream().toList()) {
                Matcher file = EXAMPLE_FILE.matcher(entry.getName());
                if (file.matches() && canRun(EXAMPLES_PACKAGE + file.group(1), loader, reasonAgainst)) {
                    names.add(file.group(1));
                }
            }
        } catch (IOException e) {
            throw new ProgramException(examples.get() + " cannot be read: " + firstLine(e));
        }
        return names.isEmpty() ? "none" : names.stream().sorted().collect(Collectors.joining(", "));
    }

    private static boolean canRun(String className, URLClassLoader loader, Function<Class<?>, String> reasonAgainst) {
        try {
            Class<?> type = Class.forName(className, false, loader);
            return reasonAgainst.apply(type) == null;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static String missing(NoClassDefFoundError e) {
        return String.valueOf(e.getMessage()).replace('/', '.');
    }

    private static String firstLine(Throwable e) {
        return String.valueOf(e.getMessage())
                .lines()
                .findFirst()
                .orElse(e.getClass().getSimpleName());
    }
}
