package jdsm.checkpoint;

import java.io.IOException;
import java.util.HexFormat;
import jdsm.comm.digest.Sha256;

/*
 * A rank's file is a content, and behind it the SHA-256 of each chunk of the content, in order. All chunks but the last
 * have CHUNK_BYTES bytes. The manifest has the content's length and the SHA-256 of these digests. So each chunk is
 * verified by itself, before any of its bytes is used: who needs a part of a file reads no more than that, and several
 * threads can digest one file.
 */

/** The layout of a rank's file. */
final class Chunks {
    static final int CHUNK_BYTES = 1 << 16;
    static final int DIGEST_BYTES = 32;

    private Chunks() {}

    /** The number of chunks of a content. */
    static int count(long contentBytes) {
        return Math.toIntExact((contentBytes + CHUNK_BYTES - 1) / CHUNK_BYTES);
    }

    /** The length of a file with a content of this length. */
    static long fileBytes(long contentBytes) {
        return contentBytes + (long) count(contentBytes) * DIGEST_BYTES;
    }

    /** The number of bytes in a chunk. */
    static int bytesIn(int chunk, long contentBytes) {
        return (int) Math.min(CHUNK_BYTES, contentBytes - (long) chunk * CHUNK_BYTES);
    }

    /** The digest of all digests, as the manifest has it. */
    static String digestOf(byte[] digests) {
        return HexFormat.of().formatHex(Sha256.begin().digest(digests));
    }

    static IOException changed() {
        return new IOException("the content of the file was changed or damaged");
    }
}
