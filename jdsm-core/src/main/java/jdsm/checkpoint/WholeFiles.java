package jdsm.checkpoint;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that are whole on the disk, or not there. Follows no links. */
final class WholeFiles {
    private static final String PART = ".part";

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
     * @param content called once
     * @return its length in bytes
     */
    static long write(Path file, CheckpointFolder.Writer content) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + PART);
        Files.deleteIfExists(part);
        long bytes;
        try (FileChannel channel = FileChannel.open(
                part,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            content.to(Channels.newOutputStream(channel));
            channel.force(true);
            bytes = channel.size();
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return bytes;
    }

    /** Returns when the names of the files in a folder are on the disk. */
    static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
