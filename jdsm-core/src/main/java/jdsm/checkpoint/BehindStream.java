package jdsm.checkpoint;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Writes to a file on a thread of its own, so that the disk works while the caller makes and digests the next bytes. That thread
 * also has the disk begin early, and does not leave all to the end. Files of less than a buffer have no thread. Not thread-safe. The caller
 * waits while the disk is some buffers behind; it gets the thread's first failure from a later call, at the latest from
 * {@link #finish}.
 */
final class BehindStream extends OutputStream {
    static final int BUFFER_BYTES = 1 << 20;
    private static final int BUFFERS = 8;
    /** The disk is made to take what there is after so many buffers. */
    private static final int FORCED = 64;

    private static final ByteBuffer END = ByteBuffer.allocate(0);

    private final FileChannel file;
    private final BlockingQueue<ByteBuffer> empty = new ArrayBlockingQueue<>(BUFFERS);
    private final BlockingQueue<ByteBuffer> full = new ArrayBlockingQueue<>(BUFFERS + 1);
    private ByteBuffer filling = ByteBuffer.allocateDirect(BUFFER_BYTES);
    /** Null before the first buffer is full, and from the end on. */
    private Thread thread;

    private int made = 1;
    private volatile Exception failure;

    /** Writes to a file from its position on. The stream does not close the file. */
    BehindStream(FileChannel file) {
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
            if (!filling.hasRemaining()) {
                handOver();
            }
            int part = Math.min(length - done, filling.remaining());
            filling.put(bytes, from + done, part);
            done += part;
        }
    }

    private void handOver() throws IOException {
        throwFailure();
        if (thread == null) {
            thread = new Thread(this::writeAll, "jdsm-checkpoint");
            thread.setDaemon(true);
            thread.start();
        }
        full.add(filling.flip()); // there is room for all buffers
        if (made < BUFFERS) {
            made++;
            filling = ByteBuffer.allocateDirect(BUFFER_BYTES);
            return;
        }
        try {
            filling = empty.take();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** By the thread: writes full buffers until the end; after a failure only empties them. */
    private void writeAll() {
        int written = 0;
        try {
            for (ByteBuffer next = full.take(); next != END; next = full.take()) {
                if (failure == null) {
                    try {
                        write(next);
                        if (++written % FORCED == 0) {
                            file.force(false);
                        }
                    } catch (IOException | RuntimeException e) {
                        failure = e;
                    }
                }
                empty.add(next.clear());
            }
        } catch (InterruptedException e) {
            failure = interrupted();
        }
    }

    private void write(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            file.write(buffer);
        }
    }

    /**
     * Returns when the file has all bytes, though perhaps not the disk. Must be the last call but {@link #close}.
     *
     * @throws IOException the first failure of a write
     */
    void finish() throws IOException {
        end();
        throwFailure();
        write(filling.flip());
    }

    /** Ends the thread: it writes what it was given before. */
    private void end() throws IOException {
        if (thread != null) {
            full.add(END);
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw interrupted();
            }
            thread = null;
        }
    }

    private void throwFailure() throws IOException {
        if (failure != null) {
            throw new IOException(failure.getMessage() == null ? failure.toString() : failure.getMessage(), failure);
        }
    }

    private static InterruptedIOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted while the disk was writing");
    }

    /** Ends the thread. Bytes that {@link #finish} has not written are lost. */
    @Override
    public void close() throws IOException {
        end();
    }
}
