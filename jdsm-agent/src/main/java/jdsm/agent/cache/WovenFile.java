package jdsm.agent.cache;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Arrays;
import java.util.zip.CRC32;
import jdsm.comm.files.User;

/*
 * magic (8)   length of the class file (4)   CRC-32 of the rest (4)   the class file   the woven class
 * Big-endian. The file contains the whole class file, for a comparison takes less time than a digest.
 */

/** Reads and writes one file of the cache: a class file and the woven class made of it. */
final class WovenFile {
    /** "JDSMWOV1". */
    private static final long MAGIC = 0x4A44534D_574F5631L;

    private static final int HEADER_BYTES = 16;

    private WovenFile() {}

    /**
     * Reads the woven class of a class file; null if there is no file, or it belongs to another class file, or is
     * damaged.
     */
    static byte[] read(Path path, byte[] classFile) throws IOException {
        byte[] content;
        try {
            content = readAll(path);
        } catch (NoSuchFileException e) {
            return null;
        }
        if (content == null || content.length <= HEADER_BYTES + classFile.length) {
            return null;
        }
        ByteBuffer header = ByteBuffer.wrap(content);
        boolean same = header.getLong() == MAGIC
                && header.getInt() == classFile.length
                && header.getInt() == checksum(content)
                && Arrays.equals(
                        content, HEADER_BYTES, HEADER_BYTES + classFile.length, classFile, 0, classFile.length);
        return same ? Arrays.copyOfRange(content, HEADER_BYTES + classFile.length, content.length) : null;
    }

    /** The content of a file, or null if another user may have written the file. */
    private static byte[] readAll(Path path) throws IOException {
        if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            PosixFileAttributes attributes =
                    Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!User.current().map(user -> user.wroteAlone(attributes)).orElse(false)) {
                return null;
            }
        }
        try (InputStream file = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
            return file.readAllBytes();
        }
    }

    /** Writes the file atomically, also while other processes write it. */
    static void write(Path path, byte[] classFile, byte[] woven) throws IOException {
        byte[] content = new byte[HEADER_BYTES + classFile.length + woven.length];
        System.arraycopy(classFile, 0, content, HEADER_BYTES, classFile.length);
        System.arraycopy(woven, 0, content, HEADER_BYTES + classFile.length, woven.length);
        ByteBuffer.wrap(content).putLong(MAGIC).putInt(classFile.length).putInt(checksum(content));
        Path scratch = Files.createTempFile(path.getParent(), "new", ".tmp");
        try {
            Files.write(scratch, content);
            Files.move(scratch, path, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(scratch);
        }
    }

    private static int checksum(byte[] content) {
        CRC32 crc = new CRC32();
        crc.update(content, HEADER_BYTES, content.length - HEADER_BYTES);
        return (int) crc.getValue();
    }
}
