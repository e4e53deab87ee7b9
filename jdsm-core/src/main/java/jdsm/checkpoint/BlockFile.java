package jdsm.checkpoint;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;

/*
 * A write past the page cache (O_DIRECT) is done when the disk has the bytes. So the disk works from the first piece on,
 * and not only when the file is forced; the system copies nothing, and other programs keep their part of the cache. A
 * restart reads the file from the disk.
 */

/**
 * A new file, written in whole blocks past the system's page cache. Where the file system has no such files, a block has
 * one byte, and the file is an ordinary one.
 *
 * @param channel to write
 * @param blockBytes the position and the length of each write are multiples of this number
 */
record BlockFile(FileChannel channel, int blockBytes) implements AutoCloseable {
    /** The longest block, a multiple of all others. */
    static final int MOST_BYTES = 1 << 20;

    /** The option of the JDK, whose class is no part of Java; null where there is none. */
    private static final OpenOption DIRECT = direct();

    private static OpenOption direct() {
        try {
            for (Object option :
                    Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
                if (option instanceof OpenOption open && option.toString().equals("DIRECT")) {
                    return open;
                }
            }
            return null;
        } catch (ClassNotFoundException e) {
            return null; // such as in an image of Java without the module jdk.unsupported
        }
    }

    /** Makes a file for this user only, in whole blocks where that is possible. Follows no link. */
    static BlockFile inBlocks(Path file) throws IOException {
        int block = DIRECT == null ? 1 : blockBytes(file);
        if (block > 1) {
            try {
                return new BlockFile(writable(open(file, DIRECT), block), block);
            } catch (FileAlreadyExistsException e) {
                throw e;
            } catch (IOException | UnsupportedOperationException e) {
                Files.deleteIfExists(file); // the system may make it before it refuses
            }
        }
        return ordinary(file);
    }

    /** The same empty file, in which a block can be written: a file system may refuse that later than to open the file. */
    private static FileChannel writable(FileChannel file, int block) throws IOException {
        try {
            ByteBuffer first =
                    ByteBuffer.allocateDirect(2 * block).alignedSlice(block).limit(block);
            file.write(first, 0);
            return file.truncate(0);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** Makes an ordinary file for this user only. Follows no link. */
    static BlockFile ordinary(Path file) throws IOException {
        return new BlockFile(open(file), 1);
    }

    /** The length of a block of the file system; 1 if it cannot be told, or does not divide the longest one. */
    private static int blockBytes(Path file) {
        try {
            long block = Files.getFileStore(file.getParent()).getBlockSize();
            return block > 0 && MOST_BYTES % block == 0 ? (int) block : 1;
        } catch (IOException | UnsupportedOperationException e) {
            return 1; // a container may hide the mount
        }
    }

    private static FileChannel open(Path file, OpenOption... more) throws IOException {
        Set<OpenOption> options = new HashSet<>(Set.of(more));
        options.add(StandardOpenOption.CREATE_NEW);
        options.add(StandardOpenOption.WRITE);
        options.add(LinkOption.NOFOLLOW_LINKS);
        return FileChannel.open(
                file, options, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
