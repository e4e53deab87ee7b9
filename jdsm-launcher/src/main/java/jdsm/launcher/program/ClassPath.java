package jdsm.launcher.program;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The entries of a user's class path, absolute, with {@code dir/*} replaced by that directory's jars. */
final class ClassPath {
    private static final String WILDCARD = "*";

    private ClassPath() {}

    /** Makes entries absolute. A missing entry is an error, because Java itself would ignore it. */
    static List<Path> resolve(List<Path> entries) throws ProgramException {
        List<Path> resolved = new ArrayList<>();
        for (Path entry : entries) {
            Path absolute = entry.toAbsolutePath().normalize();
            if (absolute.endsWith(WILDCARD)) {
                resolved.addAll(jars(absolute.getParent()));
            } else if (Files.exists(absolute)) {
                resolved.add(absolute);
            } else {
                throw new ProgramException("the class path names " + entry + ", which does not exist");
            }
        }
        return resolved;
    }

    /** The jars of a directory, by name. */
    static List<Path> jars(Path directory) throws ProgramException {
        List<Path> jars = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.{jar,JAR}")) {
            files.forEach(jars::add);
        } catch (IOException e) {
            throw new ProgramException("the jars of " + directory + " cannot be listed");
        }
        jars.sort(null);
        return jars;
    }

    /** A loader that looks for classes in this launcher's own loader first, then in {@code entries}. */
    static URLClassLoader loader(List<Path> entries) {
        URL[] urls = new URL[entries.size()];
        for (int i = 0; i < urls.length; i++) {
            try {
                urls[i] = entries.get(i).toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException("a file always has a URL: " + entries.get(i), e);
            }
        }
        return new URLClassLoader(urls, ClassPath.class.getClassLoader());
    }
}
