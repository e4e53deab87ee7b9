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
 * magic (8)   length of the class file (4)   CRC-32 of what follows (4)   the class file   what was woven of it
 * Big-endian. The whole class file, for comparing it takes less than a digest of it.
 */

/** A class file and what was woven of it. */
final class WovenFile {
    /** "JDSMWOV1". */
    private static final long MAGIC = 0x4A44534D_574F5631L;

    private static final int HEADER_BYTES = 16;

    private WovenFile() {}

    /** What was woven of this very class file; null: there is nothing, or of another class file, or it is damaged. */
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

    /** Null if it is no file that this user alone has written. */
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

    /** Writes it at once or not at all, whoever else may do the same. */
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
