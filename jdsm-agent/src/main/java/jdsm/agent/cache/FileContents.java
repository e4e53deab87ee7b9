package jdsm.agent.cache;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32;

/**
 * Computes checksums (CRC-32) of files. For a jar, the checksum covers the jar's directory alone, which contains a
 * checksum of each entry: the rest may be long. The JDK computes CRC-32 in native code, while a JVM that has just
 * started interprets other digests.
 */
final class FileContents {
    private static final int END_BYTES = 22;
    private static final int END_SIGNATURE = 0x06054B50;
    private static final int DIRECTORY_BYTES = 12;
    private static final int LONGEST_COMMENT = 0xFFFF;
    private static final int CHUNK_BYTES = 1 << 20;

    private FileContents() {}

    /** The checksum of a file's content, or of a jar's directory. */
    static long checksum(Path file, long sizeBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long from = file.toString().endsWith(".jar") ? directory(channel, sizeBytes) : 0;
            CRC32 sum = new CRC32();
            while (from < sizeBytes) {
                ByteBuffer part = read(channel, from, (int) Math.min(CHUNK_BYTES, sizeBytes - from));
                from += part.remaining();
                sum.update(part.array(), 0, part.limit());
            }
            return sum.getValue();
        }
    }

    /** The position of a jar's directory, or 0 if the jar has no end record. */
    private static long directory(FileChannel jar, long sizeBytes) throws IOException {
        int length = (int) Math.min(END_BYTES + LONGEST_COMMENT, sizeBytes);
        ByteBuffer end = read(jar, sizeBytes - length, length);
        for (int at = length - END_BYTES; at >= 0; at--) {
            if (end.getInt(at) == END_SIGNATURE) {
                long directoryBytes = Integer.toUnsignedLong(end.getInt(at + DIRECTORY_BYTES));
                return Math.max(0, sizeBytes - length + at - directoryBytes);
            }
        }
        return 0;
    }

    private static ByteBuffer read(FileChannel file, long from, int length) throws IOException {
        ByteBuffer part = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (part.hasRemaining()) {
            if (file.read(part, from + part.position()) < 0) {
                throw new EOFException("a file is shorter than it was");
            }
        }
        return part.flip();
    }
}
