package jdsm.launcher.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Classes of a class path whose simple names are those that a user wrote, in another package or with other capitals. */
final class AlikeNames {
    private static final String CLASS = ".class";
    /** The most classes that are named to the user. */
    private static final int MOST = 3;
    /** Directories below an entry of the class path, for somebody may name a disk. */
    private static final int MOST_DEPTH = 12;

    private AlikeNames() {}

    /**
     * The full names of such classes, a few of them; blocks for the file system, and passes over what it cannot read.
     *
     * @param name as the user wrote it: a class, or its file
     * @param fits whether a class, by its full name, is one that the user may have meant
     */
    static List<String> in(List<Path> classPath, String name, Predicate<String> fits) {
        String file = simpleName(name) + CLASS;
        return classPath.stream()
                .flatMap(entry -> Files.isDirectory(entry) ? inDirectory(entry, file) : inJar(entry, file))
                .map(found ->
                        found.substring(0, found.length() - CLASS.length()).replace('/', '.'))
                .distinct()
                .filter(fits)
                .sorted()
                .limit(MOST)
                .toList();
    }

    private static String simpleName(String name) {
        String plain = name.replaceFirst("\\.(java|class)$", "").replace('/', '.');
        return plain.substring(plain.lastIndexOf('.') + 1);
    }

    private static Stream<String> inDirectory(Path directory, String file) {
        try (Stream<Path> files =
                Files.find(directory, MOST_DEPTH, (path, attributes) -> endsWith(path.toString(), file))) {
            return files.map(path -> directory.relativize(path).toString()).toList().stream();
        } catch (IOException | java.io.UncheckedIOException e) {
            return Stream.empty();
        }
    }

    private static Stream<String> inJar(Path jar, String file) {
        try (JarFile open = new JarFile(jar.toFile())) {
            return open.stream().map(JarEntry::getName).filter(entry -> endsWith("/" + entry, file)).toList().stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private static boolean endsWith(String path, String file) {
        int begin = path.length() - file.length();
        return begin > 0 && path.charAt(begin - 1) == '/' && path.regionMatches(true, begin, file, 0, file.length());
    }
}
