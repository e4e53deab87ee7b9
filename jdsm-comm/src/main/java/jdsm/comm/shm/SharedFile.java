package jdsm.comm.shm;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Makes and maps files of shared memory. Interruption does not end a call; the thread's interrupt status is kept. */
final class SharedFile {
    private static final int CHUNK_BYTES = 1 << 20;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private SharedFile() {}

    /**
     * Makes a file of zeros that only its owner may open, and maps it. All its memory is allocated on return: a full
     * file system causes an exception here and not a signal at the first access to a page.
     *
     * @throws IOException if the file system has no room, or a file of that name exists
     */
    static MappedByteBuffer create(Path path, long sizeBytes) throws IOException {
        long room = room(path.getParent());
        if (sizeBytes > Integer.MAX_VALUE) {
            throw new IOException("a file of " + sizeBytes + " bytes cannot be mapped whole");
        }
        if (room < sizeBytes) {
            // Checked before: to fill the file system would harm other processes.
            throw new IOException("no room for " + sizeBytes + " bytes, " + room + " are free");
        }
        Files.createFile(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        try {
            try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
                byte[] zeros = new byte[(int) Math.min(sizeBytes, CHUNK_BYTES)];
                for (long left = sizeBytes; left > 0; left -= zeros.length) {
                    file.write(zeros, 0, (int) Math.min(left, zeros.length));
                }
            }
            return map(path);
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw e;
        }
    }

    /**
     * Returns the free bytes of a file system; {@link Long#MAX_VALUE} if it tells no size; 0 if there is no such
     * directory.
     */
    static long room(Path directory) {
        File place = directory.toFile();
        if (!place.isDirectory()) {
            return 0;
        }
        return place.getTotalSpace() == 0 ? Long.MAX_VALUE : place.getUsableSpace();
    }

    /** Maps a whole file for reading and writing, little-endian. */
    static MappedByteBuffer map(Path path) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                Set<OpenOption> both =
                        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                try (FileChannel channel = FileChannel.open(path, both)) {
                    MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size());
                    mapped.order(ByteOrder.LITTLE_ENDIAN);
                    return mapped;
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
