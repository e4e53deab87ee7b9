package jdsm.agent.cache;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Stamps of files, which change when a file changes: path, length, times and a checksum of the content. The stamp of a
 * directory contains those of all classes and jars in it. The modification time alone is not enough: {@code cp -p},
 * {@code rsync -t} and reproducible builds make a different file with the same time. The change time (ctime), which no
 * user can set, shows that a file was replaced and restored in between. Not thread-safe.
 */
final class FileStamps {
    /** The greatest number of files: reading more would take longer than weaving their classes. */
    static final int MOST_FILES = 2_000;
    /** The coarsest resolution of file times: a younger file may change without a change of its time. */
    private static final long RESOLUTION_SECONDS = 2;

    private final boolean unix =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix");
    private final StringBuilder text = new StringBuilder();
    private int files;
    private long newestMillis;

    /** Adds the stamp of a file or a directory, or the fact that it does not exist. */
    void add(Path path) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(path, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            text.append(path.toAbsolutePath()).append(" is not there\n");
            return;
        }
        if (attributes.isDirectory()) {
            addAll(path.toAbsolutePath());
        } else {
            text.append(line(path.toAbsolutePath(), attributes));
        }
    }

    /** Adds the stamp of a large file of the JDK, without a checksum. */
    void addUnread(Path path) throws IOException {
        text.append(times(path, Files.readAttributes(path, BasicFileAttributes.class)));
    }

    /** Adds the stamps of all entries of a class path. */
    void addClassPath(String classPath) throws IOException {
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            add(Path.of(entry));
        }
    }

    private void addAll(Path directory) throws IOException {
        Set<String> lines = new TreeSet<>(); // the order of the file system does not matter
        Files.walkFileTree(
                directory, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes)
                            throws IOException {
                        count();
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                        count();
                        if (hasClasses(file)) {
                            lines.add(line(file, attributes));
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        text.append(directory).append('\n');
        lines.forEach(text::append);
    }

    private void count() throws IOException {
        if (++files > MOST_FILES) {
            throw new IOException("more than " + MOST_FILES + " files");
        }
    }

    /** Whether a file can contain classes; other files, such as a program's output, have no stamp. */
    private static boolean hasClasses(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".class") || name.endsWith(".jar");
    }

    private String line(Path file, BasicFileAttributes attributes) throws IOException {
        if (!attributes.isRegularFile()) {
            throw new IOException(file + " is no file");
        }
        return times(file, attributes) + FileContents.checksum(file, attributes.size()) + "\n";
    }

    private String times(Path file, BasicFileAttributes attributes) throws IOException {
        newestMillis = Math.max(newestMillis, attributes.lastModifiedTime().toMillis());
        return file + " " + attributes.size() + " "
                + attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS) + " " + changed(file) + " ";
    }

    /**
     * The time of the last change of a file, its content or its attributes; 0 where the file system has no such time.
     */
    private long changed(Path file) throws IOException {
        return unix ? ((FileTime) Files.getAttribute(file, "unix:ctime")).to(TimeUnit.NANOSECONDS) : 0;
    }

    /** Whether a file is so young that it could still change without a change of its stamp. */
    boolean mayChangeUnnoticed() {
        return newestMillis > System.currentTimeMillis() - TimeUnit.SECONDS.toMillis(RESOLUTION_SECONDS);
    }

    /** Whether a jar of the class path names further jars in its manifest: these have no stamp. */
    static boolean namesOthers(String classPath) throws IOException {
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            if (Files.isRegularFile(Path.of(entry))) {
                try (JarFile jar = new JarFile(entry, false)) {
                    Manifest manifest = jar.getManifest();
                    if (manifest != null && manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH) != null) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** The stamps, a line for each file. */
    @Override
    public String toString() {
        return text.toString();
    }
}
