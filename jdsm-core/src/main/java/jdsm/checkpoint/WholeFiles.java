package jdsm.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Files that are whole on the disk, or not there. Follows no links. */
final class WholeFiles {
    private static final String PART = ".part";

    /** Makes a file that is not there. */
    interface Maker {
        BlockFile make(Path file) throws IOException;
    }

    /** Writes the content of an empty file. */
    interface Content<T> {
        T to(BlockFile file) throws IOException;
    }

    private WholeFiles() {}

    /** Opens a regular file, and nothing that could block. */
    static FileChannel open(Path file) throws IOException {
        BasicFileAttributes before = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!before.isRegularFile()) {
            throw new IOException(file + " is no regular file");
        }
        return FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    /**
     * Writes a file for this user only, in place of any of before, and returns when it is on the disk. Until then it has
     * another name.
     *
     * @param maker makes the file under its other name
     * @param content called once
     * @return what {@code content} has returned
     */
    static <T> T write(Path file, Maker maker, Content<T> content) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + PART);
        Files.deleteIfExists(part);
        T result;
        try (BlockFile made = maker.make(part)) {
            result = content.to(made);
            made.channel().force(true);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return result;
    }

    /** Returns when the names of the files in a folder are on the disk. */
    static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Removes the files of a folder that have a name of a pattern, and the folder if nothing else is in it. */
    static void remove(Path folder, Pattern names) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                if (names.matcher(entry.getFileName().toString()).matches()) {
                    files.add(entry);
                }
            }
        } catch (NoSuchFileException e) {
            return;
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException e) {
            // somebody else's files stay
        }
    }
}
