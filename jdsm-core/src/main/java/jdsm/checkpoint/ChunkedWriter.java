package jdsm.checkpoint;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import jdsm.comm.digest.Sha256;

/*
 * A thread digests and writes chunks, while the caller makes the next ones. It leaves to the end what the disk has not taken by
 * itself: forcing parts in between, or a second thread, took longer on disks of virtual machines. A content of one chunk
 * has no thread.
 */

/**
 * Writes a rank's file, see {@link Chunks}. The caller waits while the disk is some chunks behind, and gets the first
 * failure from a later call, at the latest from {@link #finish}. Not thread-safe.
 */
final class ChunkedWriter extends OutputStream {
    private static final int BUFFERS = 64;
    private static final byte[] END = {};

    private final FileChannel file;
    private final BlockingQueue<byte[]> empty = new ArrayBlockingQueue<>(BUFFERS);
    private int buffers = 1;
    private byte[] filling = new byte[Chunks.CHUNK_BYTES];
    private int filled;
    private long bytes;
    /** The digests of the chunks so far. Used by the thread until that has ended. */
    private final ByteArrayOutputStream digests = new ByteArrayOutputStream();

    private final MessageDigest digest = Sha256.begin();
    private final BlockingQueue<byte[]> full = new ArrayBlockingQueue<>(BUFFERS + 1);
    /** Null before the first chunk is full. */
    private Thread thread;

    private volatile Throwable failure;

    /** @param file an empty file, which the stream does not close */
    ChunkedWriter(FileChannel file) {
        this.file = file;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        Objects.checkFromIndexSize(from, length, bytes.length);
        for (int done = 0; done < length; ) {
            if (filled == Chunks.CHUNK_BYTES) {
                handOver();
            }
            int part = Math.min(length - done, Chunks.CHUNK_BYTES - filled);
            System.arraycopy(bytes, from + done, filling, filled, part);
            filled += part;
            done += part;
        }
    }

    private void handOver() throws IOException {
        throwFailure();
        if (thread == null) {
            thread = new Thread(this::putAll, "jdsm-checkpoint");
            thread.setDaemon(true);
            try {
                thread.start();
            } catch (OutOfMemoryError e) {
                thread = null;
                throw new IOException("no thread can be started to write the file: " + e.getMessage(), e);
            }
        }
        full.add(filling); // there is room for all, and for the end
        filled = 0;
        if (buffers < BUFFERS) {
            buffers++;
            filling = new byte[Chunks.CHUNK_BYTES];
            return;
        }
        try {
            filling = empty.take();
        } catch (InterruptedException e) {
            throw interrupted();
        }
        throwFailure();
    }

    /** By the thread: digests and writes full chunks until the end; after a failure only empties them. */
    private void putAll() {
        try {
            for (byte[] next = full.take(); next != END; next = full.take()) {
                try {
                    if (failure == null) {
                        put(next, next.length);
                    }
                } catch (IOException | RuntimeException | Error e) {
                    failure = e;
                }
                empty.add(next);
            }
        } catch (InterruptedException e) {
            failure = interrupted();
            empty.add(END); // the caller may wait
        }
    }

    private void put(byte[] chunk, int length) throws IOException {
        digest.update(chunk, 0, length);
        digests.writeBytes(digest.digest());
        write(ByteBuffer.wrap(chunk, 0, length));
        bytes += length;
    }

    private void write(ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            file.write(from);
        }
    }

    /**
     * Returns when the file has all bytes, though perhaps not the disk. Must be the last call but {@link #close}.
     *
     * @throws IOException the first failure of a write
     */
    Manifest.RankFile finish() throws IOException {
        end();
        throwFailure();
        if (filled > 0) {
            put(filling, filled);
        }
        byte[] all = digests.toByteArray();
        write(ByteBuffer.wrap(all));
        return new Manifest.RankFile(bytes, Chunks.digestOf(all));
    }

    private void end() throws IOException {
        if (thread == null) {
            return;
        }
        full.add(END);
        try {
            thread.join(); // no interrupt, which would close the file
        } catch (InterruptedException e) {
            throw interrupted();
        }
        thread = null;
    }

    private void throwFailure() throws IOException {
        Throwable found = failure;
        if (found instanceof IOException known) {
            throw known;
        } else if (found instanceof RuntimeException known) {
            throw known;
        } else if (found instanceof Error known) {
            throw known;
        }
    }

    private InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while the disk was behind");
    }

    /** Ends the thread. What was not finished is lost. */
    @Override
    public void close() throws IOException {
        if (thread != null) {
            failure = new IOException("closed");
            end();
        }
    }
}
