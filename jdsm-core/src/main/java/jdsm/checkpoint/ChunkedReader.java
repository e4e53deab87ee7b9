package jdsm.checkpoint;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Objects;
import jdsm.comm.digest.Sha256;

/**
 * The content of a rank's file, see {@link Chunks}. It gives bytes of chunks only that have the digest of the manifest;
 * what is skipped is not read. Not thread-safe.
 */
final class ChunkedReader extends InputStream {
    private final FileChannel file;
    private final long bytes;
    private final byte[] digests;
    private final MessageDigest digest = Sha256.begin();
    private final byte[] chunk;
    /** The chunk in {@link #chunk}; -1 for none. */
    private int loaded = -1;

    private long position;

    /**
     * @param file which this stream closes
     * @throws IOException if the file has not the length or the digests of the manifest; it is closed then
     */
    ChunkedReader(FileChannel file, Manifest.RankFile expected) throws IOException {
        this.file = file;
        this.bytes = expected.bytes();
        this.digests = new byte[Chunks.count(bytes) * Chunks.DIGEST_BYTES];
        this.chunk = new byte[(int) Math.min(bytes, Chunks.CHUNK_BYTES)];
        try {
            if (file.size() != Chunks.fileBytes(bytes)) {
                throw Chunks.changed();
            }
            read(digests, digests.length, bytes);
            if (!Chunks.digestOf(digests).equals(expected.digest())) {
                throw Chunks.changed();
            }
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    private void read(byte[] into, int length, long from) throws IOException {
        ByteBuffer target = ByteBuffer.wrap(into, 0, length);
        while (target.hasRemaining()) {
            if (file.read(target, from + target.position()) < 0) {
                throw new EOFException("the file became shorter");
            }
        }
    }

    private void load(int which) throws IOException {
        loaded = -1;
        int length = Chunks.bytesIn(which, bytes);
        read(chunk, length, (long) which * Chunks.CHUNK_BYTES);
        digest.update(chunk, 0, length);
        int from = which * Chunks.DIGEST_BYTES;
        if (!Arrays.equals(digest.digest(), Arrays.copyOfRange(digests, from, from + Chunks.DIGEST_BYTES))) {
            throw Chunks.changed();
        }
        loaded = which;
    }

    /** Requires that all chunks have their digests. Reads all of them. */
    void verify() throws IOException {
        for (int each = 0; each < Chunks.count(bytes); each++) {
            load(each);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        Objects.checkFromIndexSize(from, length, into.length);
        if (length == 0) {
            return 0;
        }
        if (position == bytes) {
            return -1;
        }
        int which = (int) (position / Chunks.CHUNK_BYTES);
        if (which != loaded) {
            load(which);
        }
        int at = (int) (position % Chunks.CHUNK_BYTES);
        int got = Math.min(length, Chunks.bytesIn(which, bytes) - at);
        System.arraycopy(chunk, at, into, from, got);
        position += got;
        return got;
    }

    @Override
    public long skip(long count) {
        long skipped = Math.max(0, Math.min(count, bytes - position));
        position += skipped;
        return skipped;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
