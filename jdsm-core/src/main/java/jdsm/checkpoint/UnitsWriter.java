package jdsm.checkpoint;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;

/*
 * The file of a rank: eight bytes MAGIC, an int VERSION, then records, of which the last is END.
 *
 *   OBJECT  byte 1, int number, int key, int hash, int blockLength, int length, text class
 *   UNIT    byte 2, int number, int unit, int bytes, content
 *   END     byte 0, long records before
 *
 * A unit's object comes before it. An object is in the file of each rank that owns a unit of it.
 */

/** Writes the file of a rank: the units that it owns, and their objects. Not thread-safe. */
public final class UnitsWriter {
    static final long MAGIC = 0x4a44534d_554e4954L;
    static final int VERSION = 1;
    static final int END = 0;
    static final int OBJECT = 1;
    static final int UNIT = 2;

    private static final int BUFFER_BYTES = 1 << 16;

    private final DataOutputStream out;
    private final Set<String> classes = new HashSet<>();
    private long records;

    public UnitsWriter(OutputStream target) throws IOException {
        out = new DataOutputStream(new BufferedOutputStream(target, BUFFER_BYTES));
        out.writeLong(MAGIC);
        out.writeInt(VERSION);
    }

    /** Writes an object, of which units follow. */
    public void object(SavedObject object) throws IOException {
        out.writeByte(OBJECT);
        out.writeInt(object.number());
        out.writeInt(object.key());
        out.writeInt(object.hash());
        out.writeInt(object.blockLength());
        out.writeInt(object.length());
        out.writeUTF(object.type());
        classes.add(object.type());
        records++;
    }

    /**
     * Writes the content of a unit of an object.
     *
     * @param content in an array
     */
    public void unit(int number, int unit, ByteBuffer content) throws IOException {
        out.writeByte(UNIT);
        out.writeInt(number);
        out.writeInt(unit);
        out.writeInt(content.remaining());
        out.write(content.array(), content.arrayOffset() + content.position(), content.remaining());
        records++;
    }

    /** The names of the classes of the objects so far. */
    public Set<String> classes() {
        return Set.copyOf(classes);
    }

    /** Ends the file. */
    public void end() throws IOException {
        out.writeByte(END);
        out.writeLong(records);
        out.flush();
    }
}
