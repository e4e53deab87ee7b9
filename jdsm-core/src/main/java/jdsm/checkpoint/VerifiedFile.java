package jdsm.checkpoint;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import jdsm.comm.digest.Sha256;

/** The content of a rank's file. Its end throws IOException if the file has not the length and digest of the manifest. */
final class VerifiedFile extends FilterInputStream {
    private final MessageDigest digest = Sha256.begin();
    private final Manifest.RankFile expected;
    /** The bytes so far; -1 from the end on. */
    private long bytes;

    VerifiedFile(InputStream file, Manifest.RankFile expected) {
        super(file);
        this.expected = expected;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int got = super.read(into, from, length);
        if (got > 0) {
            digest.update(into, from, got);
            bytes += got;
        } else if (got < 0 && bytes >= 0) {
            boolean same = bytes == expected.bytes()
                    && HexFormat.of().formatHex(digest.digest()).equals(expected.digest());
            bytes = -1;
            if (!same) {
                throw new IOException("the content of the file was changed or damaged");
            }
        }
        return got;
    }

    @Override
    public long skip(long count) throws IOException {
        return read(new byte[(int) Math.min(count, 8192)]);
    }
}
