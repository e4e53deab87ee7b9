package jdsm.checkpoint;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads what {@link UnitsWriter} has written. Not thread-safe. */
public final class UnitsReader {
    private static final int BUFFER_BYTES = 1 << 16;

    /** Receives the records. */
    public interface Receiver {
        void object(SavedObject object) throws IOException;

        /** @param content the unit's content, for the receiver to keep; null if it wants none */
        void unit(int number, int unit, byte[] content) throws IOException;

        /** Whether the receiver wants the contents of units. */
        boolean wantsContents();
    }

    private UnitsReader() {}

    /**
     * Reads a file to its end, and does not close it.
     *
     * @throws IOException if the file is no file of units, or cut off, or the stream fails
     */
    public static void read(InputStream source, Receiver receiver) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(source, BUFFER_BYTES));
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
                unit(in, receiver);
            } else {
                throw new IOException("no record has kind " + kind);
            }
            records++;
        }
        if (in.readLong() != records || in.read() >= 0) {
            throw new IOException("the file has not as many records as it says");
        }
    }

    private static void unit(DataInputStream in, Receiver receiver) throws IOException {
        int number = in.readInt();
        int unit = in.readInt();
        int length = in.readInt();
        if (length < 0) {
            throw new IOException("a unit of " + length + " bytes");
        }
        if (receiver.wantsContents()) {
            byte[] content = in.readNBytes(length);
            if (content.length != length) {
                throw new IOException("a unit is cut off");
            }
            receiver.unit(number, unit, content);
        } else {
            in.skipNBytes(length);
            receiver.unit(number, unit, null);
        }
    }
}
