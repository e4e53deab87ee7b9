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
 * Check sums of what files hold. Of a jar that of its directory, which has one of each entry, for the rest of it may be long. By the
 * library's native code: a JVM that has just begun interprets all other digests.
 */
final class FileContents {
    private static final int END_BYTES = 22;
    private static final int END_SIGNATURE = 0x06054B50;
    private static final int DIRECTORY_BYTES = 12;
    private static final int LONGEST_COMMENT = 0xFFFF;
    private static final int CHUNK_BYTES = 1 << 20;

    private FileContents() {}

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

    /** Where a jar's directory begins; 0 if it has none of the usual sort. */
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
