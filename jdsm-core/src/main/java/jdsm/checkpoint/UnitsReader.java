package jdsm.checkpoint;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Reads what {@link UnitsWriter} has written. Not thread-safe. */
public final class UnitsReader {
    private static final int BUFFER_BYTES = 1 << 16;

    /** Receives the records. */
    public interface Receiver {
        void object(SavedObject object) throws IOException;

        /** Whether the receiver wants the content of a unit. */
        boolean wants(int number, int unit);

        /** @param content the unit's content, in an array and for the time of the call; null if it is not wanted */
        void unit(int number, int unit, ByteBuffer content) throws IOException;
    }

    private final DataInputStream in;
    private final Receiver receiver;
    /** The content of a unit. */
    private byte[] content = {};

    private UnitsReader(DataInputStream in, Receiver receiver) {
        this.in = in;
        this.receiver = receiver;
    }

    /**
     * Reads a file to its end, and does not close it. Skips what is not wanted.
     *
     * @throws IOException if the file is no file of units, or cut off, or the stream fails
     */
    public static void read(InputStream source, Receiver receiver) throws IOException {
        new UnitsReader(new DataInputStream(new BufferedInputStream(source, BUFFER_BYTES)), receiver).read();
    }

    private void read() throws IOException {
        if (in.readLong() != UnitsWriter.MAGIC || in.readInt() != UnitsWriter.VERSION) {
            throw new IOException("no file of units, or one of another version");
        }
        long records = 0;
        while (true) {
            int kind = in.readUnsignedByte();
            if (kind == UnitsWriter.END) {
                break;
            }
            if (kind == UnitsWriter.OBJECT) {
                receiver.object(new SavedObject(
                        in.readInt(), in.readInt(), in.readInt(), in.readInt(), in.readInt(), in.readUTF()));
            } else if (kind == UnitsWriter.UNIT) {
                unit();
            } else {
                throw new IOException("no record has kind " + kind);
            }
            records++;
        }
        if (in.readLong() != records || in.read() >= 0) {
            throw new IOException("the file has not as many records as it says");
        }
    }

    private void unit() throws IOException {
        int number = in.readInt();
        int unit = in.readInt();
        int length = in.readInt();
        if (length < 0) {
            throw new IOException("a unit of " + length + " bytes");
        }
        if (!receiver.wants(number, unit)) {
            in.skipNBytes(length);
            receiver.unit(number, unit, null);
            return;
        }
        if (length > content.length) {
            content = new byte[length];
        }
        in.readFully(content, 0, length);
        receiver.unit(number, unit, ByteBuffer.wrap(content, 0, length));
    }
}
