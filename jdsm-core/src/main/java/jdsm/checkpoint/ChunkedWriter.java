package jdsm.checkpoint;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import jdsm.comm.digest.Sha256;

/*
 * The caller digests each chunk as soon as it is full, while its bytes are in the processor's cache. A thread writes
 * pieces of many chunks to the disk meanwhile: a write past the page cache leaves the processor to the caller. A file of
 * one piece has no thread. The last piece ends with a whole block, and the file is cut to its length behind it.
 */

/**
 * Writes a rank's file, see {@link Chunks}. The caller waits while the disk is some pieces behind, and gets the first
 * failure from a later call, at the latest from {@link #finish}. Not thread-safe.
 */
final class ChunkedWriter extends OutputStream {
    /** A multiple of a chunk and of a block. */
    static final int PIECE_BYTES = BlockFile.MOST_BYTES;

    private static final int PIECES = 8;

    /** Bytes to be written, the first ones of an array. */
    private record Piece(byte[] bytes, int length) {}

    private static final Piece END = new Piece(new byte[0], 0);

    private final BlockFile file;
    private final BlockingQueue<byte[]> empty = new ArrayBlockingQueue<>(PIECES + 1);
    private int pieces = 1;
    private byte[] filling = new byte[PIECE_BYTES];
    private int filled;
    /** Those before {@link #filling}. */
    private long handedOver;
    /** The digests of the chunks so far. */
    private final ByteArrayOutputStream digests = new ByteArrayOutputStream();

    private final MessageDigest digest = Sha256.begin();
    private final BlockingQueue<Piece> full = new ArrayBlockingQueue<>(PIECES + 2); // with two ends
    /** Of the length of a piece, for the thread. */
    private ByteBuffer aligned;
    /** Null before the first piece is full. */
    private Thread thread;

    private volatile Throwable failure;

    /** @param file an empty file, which the stream does not close */
    ChunkedWriter(BlockFile file) {
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
            int inChunk = filled % Chunks.CHUNK_BYTES;
            int part = Math.min(length - done, Chunks.CHUNK_BYTES - inChunk);
            append(bytes, from + done, part);
            done += part;
            if (inChunk + part == Chunks.CHUNK_BYTES) {
                digestLast(Chunks.CHUNK_BYTES);
            }
        }
    }

    /** Appends bytes, of which a piece holds at least the first if it is not full. */
    private void append(byte[] bytes, int from, int length) throws IOException {
        for (int done = 0; done < length; ) {
            if (filled == PIECE_BYTES) {
                handOver(PIECE_BYTES);
                filling = next();
            }
            int part = Math.min(length - done, PIECE_BYTES - filled);
            System.arraycopy(bytes, from + done, filling, filled, part);
            filled += part;
            done += part;
        }
    }

    /** Digests the last bytes of the piece, a chunk. */
    private void digestLast(int length) {
        digest.update(filling, filled - length, length);
        digests.writeBytes(digest.digest());
    }

    private void handOver(int length) throws IOException {
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
        full.add(new Piece(filling, length)); // there is room for all, and for the end
        handedOver += filled;
        filled = 0;
    }

    /** A piece to be filled. */
    private byte[] next() throws IOException {
        if (pieces < PIECES) {
            pieces++;
            return new byte[PIECE_BYTES];
        }
        try {
            byte[] next = empty.take();
            throwFailure();
            return next;
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** By the thread: writes full pieces until the end; after a failure only empties them. */
    private void putAll() {
        try {
            for (Piece next = full.take(); next != END; next = full.take()) {
                try {
                    if (failure == null) {
                        aligned = aligned == null ? aligned(PIECE_BYTES) : aligned;
                        put(next, aligned);
                    }
                } catch (IOException | RuntimeException | Error e) {
                    failure = e;
                }
                empty.add(next.bytes());
            }
        } catch (InterruptedException e) {
            failure = interrupted();
            empty.add(END.bytes()); // the caller may wait
        }
    }

    /** Memory from which whole blocks can be written. */
    private ByteBuffer aligned(int bytes) throws IOException {
        try {
            int block = file.blockBytes();
            return ByteBuffer.allocateDirect(bytes + block).alignedSlice(block);
        } catch (OutOfMemoryError e) {
            throw new IOException("no memory to write the file: " + e.getMessage(), e);
        }
    }

    private void put(Piece piece, ByteBuffer aligned) throws IOException {
        aligned.clear().put(piece.bytes(), 0, piece.length()).flip();
        while (aligned.hasRemaining()) {
            file.channel().write(aligned);
        }
    }

    /**
     * Returns when the file has all bytes, though perhaps not the disk. Must be the last call but {@link #close}.
     *
     * @throws IOException the first failure of a write
     */
    Manifest.RankFile finish() throws IOException {
        long bytes = handedOver + filled;
        int rest = Chunks.bytesIn(Chunks.count(bytes) - 1, bytes);
        if (rest < Chunks.CHUNK_BYTES) {
            digestLast(rest);
        }
        byte[] all = digests.toByteArray();
        append(all, 0, all.length);
        int block = file.blockBytes();
        int whole = (filled + block - 1) / block * block;
        Arrays.fill(filling, filled, whole, (byte) 0);
        if (thread == null) {
            put(new Piece(filling, whole), aligned(whole));
        } else {
            handOver(whole);
            end();
            throwFailure();
        }
        file.channel().truncate(Chunks.fileBytes(bytes));
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
