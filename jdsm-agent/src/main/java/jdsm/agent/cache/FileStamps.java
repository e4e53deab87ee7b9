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
 * What files are: path, length, times and a check sum of what they hold, of a directory those of all classes and jars in it. No time
 * tells by itself: {@code cp -p}, {@code rsync -t} and builds that can be repeated make another file with the same one. The time
 * of the last change of any sort, which nobody can set, tells of a file that has been another one in between. Used by one thread.
 */
final class FileStamps {
    /** More than these take longer to be looked at than their classes to be woven. */
    static final int MOST_FILES = 2_000;
    /** Of the time of a file, at worst; what is younger may change without showing it. */
    private static final long RESOLUTION_SECONDS = 2;

    private final boolean unix =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix");
    private final StringBuilder text = new StringBuilder();
    private int files;
    private long newestMillis;

    /** A file or directory, or that there is none. */
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

    /** A file of the JDK, too large to be read. */
    void addUnread(Path path) throws IOException {
        text.append(times(path, Files.readAttributes(path, BasicFileAttributes.class)));
    }

    /** Each entry of a class path. */
    void addClassPath(String classPath) throws IOException {
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            add(Path.of(entry));
        }
    }

    private void addAll(Path directory) throws IOException {
        Set<String> lines = new TreeSet<>(); // whatever order the file system has
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

    /** What a program writes beside its classes changes nothing. */
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

    /** When anything of it was changed last, also these times; what no user can set. */
    private long changed(Path file) throws IOException {
        return unix ? ((FileTime) Files.getAttribute(file, "unix:ctime")).to(TimeUnit.NANOSECONDS) : 0;
    }

    /** Whether a file could change from now on without another stamp. */
    boolean mayChangeUnnoticed() {
        return newestMillis > System.currentTimeMillis() - TimeUnit.SECONDS.toMillis(RESOLUTION_SECONDS);
    }

    /** Whether a jar of the class path names others, of which nothing is known here. */
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

    /** A line for each file. */
    @Override
    public String toString() {
        return text.toString();
    }
}
