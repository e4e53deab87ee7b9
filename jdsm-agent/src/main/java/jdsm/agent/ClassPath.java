package jdsm.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * The directories and jars that a class loader and its parents, up to that of the platform, define classes from.
 * Immutable.
 */
final class ClassPath {
    private static final String CLASS = ".class";
    /** The loader of ranks of one JVM, which defines the classes of its parent's class path anew. */
    private static final String RANKS = "jdsm.node.IsolatingClassLoader";

    private final List<Path> roots;

    private ClassPath(List<Path> roots) {
        this.roots = roots;
    }

    /** Whether a loader defines all classes of a program itself, so that each package is one at run time. */
    static boolean definesAll(ClassLoader loader) {
        return loader == ClassLoader.getSystemClassLoader()
                || loader.getClass().getName().equals(RANKS);
    }

    /** The class path of a loader; null for a loader whose class path is unknown. */
    static ClassPath of(ClassLoader loader) {
        List<ClassLoader> loaders = new ArrayList<>();
        for (ClassLoader each = loader;
                each != null && each != ClassLoader.getPlatformClassLoader();
                each = each.getParent()) {
            loaders.add(0, each); // a loader asks its parent first
        }
        Set<Path> roots = new LinkedHashSet<>();
        for (ClassLoader each : loaders) {
            try {
                List<Path> own = ownRoots(each);
                if (own == null) {
                    return null;
                }
                for (Path root : own) {
                    add(root, roots);
                }
            } catch (IOException | URISyntaxException | RuntimeException e) {
                return null; // such as a place that is no file
            }
        }
        return new ClassPath(List.copyOf(roots));
    }

    private static List<Path> ownRoots(ClassLoader loader) throws URISyntaxException {
        if (loader == ClassLoader.getSystemClassLoader()) {
            // A module path has a hierarchy of modules of its own.
            return System.getProperty("jdk.module.path") == null
                    ? Stream.of(System.getProperty("java.class.path", "").split(File.pathSeparator, -1))
                            .map(Path::of)
                            .toList()
                    : null;
        }
        if (loader.getClass().getName().equals(RANKS)) {
            return List.of();
        }
        if (loader.getClass() != URLClassLoader.class) {
            return null; // such a loader may define classes from anything
        }
        List<Path> roots = new ArrayList<>();
        for (URL url : ((URLClassLoader) loader).getURLs()) {
            roots.add(Path.of(url.toURI()));
        }
        return roots;
    }

    /** Adds a directory or a jar, with the jars that its manifest names. */
    private static void add(Path root, Set<Path> roots) throws IOException, URISyntaxException {
        Path path = root.toAbsolutePath();
        if (!roots.add(path) || !Files.isRegularFile(path)) {
            return;
        }
        try (JarFile jar = new JarFile(path.toFile(), false)) {
            Manifest manifest = jar.getManifest();
            String others =
                    manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            for (String other : others == null ? new String[0] : others.strip().split("\\s+")) {
                URI place = path.toUri().resolve(new URI(other));
                add(Path.of(place), roots);
            }
        }
    }

    /**
     * Passes the class files whose internal names pass a test to a visitor, with the directory or jar of each.
     *
     * @return false if a directory or jar cannot be read
     */
    boolean visit(Predicate<String> wanted, BiConsumer<String, byte[]> visitor) {
        try {
            for (Path root : roots) {
                if (Files.isDirectory(root)) {
                    visitDirectory(root, wanted, visitor);
                } else if (Files.isRegularFile(root)) {
                    visitJar(root, wanted, visitor);
                }
            }
            return true;
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private static void visitDirectory(Path root, Predicate<String> wanted, BiConsumer<String, byte[]> visitor)
            throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(root, FileVisitOption.FOLLOW_LINKS)) {
            files = all.filter(file -> file.toString().endsWith(CLASS)).toList();
        }
        for (Path file : files) {
            if (wanted.test(name(root.relativize(file).toString().replace(File.separatorChar, '/')))) {
                visitor.accept(root.toString(), Files.readAllBytes(file));
            }
        }
    }

    private static void visitJar(Path root, Predicate<String> wanted, BiConsumer<String, byte[]> visitor)
            throws IOException {
        try (JarFile jar = new JarFile(root.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
            List<JarEntry> entries = jar.versionedStream()
                    .filter(entry -> entry.getName().endsWith(CLASS) && wanted.test(name(entry.getName())))
                    .toList();
            for (JarEntry entry : entries) {
                try (InputStream in = jar.getInputStream(entry)) {
                    visitor.accept(root.toString(), in.readAllBytes());
                }
            }
        }
    }

    private static String name(String file) {
        return file.substring(0, file.length() - CLASS.length());
    }
}
