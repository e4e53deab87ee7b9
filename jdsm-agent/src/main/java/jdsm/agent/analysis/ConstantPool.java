package jdsm.agent.analysis;

import org.objectweb.asm.ClassReader;

/** The constant pool of a class file (JVMS 4.4). Not thread-safe. */
final class ConstantPool {
    // Tags of entries.
    static final int CLASS = 7;
    static final int FIELD = 9;
    static final int METHOD = 10;
    static final int INTERFACE_METHOD = 11;
    static final int COMPUTED_CONSTANT = 17;
    static final int INVOKE_DYNAMIC = 18;

    private final ClassReader reader;
    private final char[] buffer;

    ConstantPool(ClassReader reader) {
        this.reader = reader;
        this.buffer = new char[reader.getMaxStringLength()];
    }

    /** The number behind that of the last entry; the first entry has number 1. */
    int end() {
        return reader.getItemCount();
    }

    /** The tag of an entry; 0 where there is none. */
    int tag(int entry) {
        int at = reader.getItem(entry);
        return at == 0 ? 0 : reader.readByte(at - 1);
    }

    /** The internal name of a class, or the descriptor of an array's class. */
    String className(int entry) {
        return reader.readUTF8(reader.getItem(entry), buffer);
    }

    /** The entry of the class of a field or method. */
    int owner(int entry) {
        return reader.readUnsignedShort(reader.getItem(entry));
    }

    /** The name of a field, method, computed constant or dynamic call. */
    String name(int entry) {
        return reader.readUTF8(nameAndType(entry), buffer);
    }

    /** The descriptor of a field, method, computed constant or dynamic call. */
    String descriptor(int entry) {
        return reader.readUTF8(nameAndType(entry) + 2, buffer);
    }

    /** A condition on a field, by the names that an instruction has. */
    interface FieldCondition {
        boolean holds(String owner, String name, String descriptor);
    }

    /** Whether the pool names a field for which a condition holds. */
    boolean namesField(FieldCondition condition) {
        for (int entry = 1; entry < end(); entry++) {
            if (tag(entry) == FIELD && condition.holds(className(owner(entry)), name(entry), descriptor(entry))) {
                return true;
            }
        }
        return false;
    }

    private int nameAndType(int entry) {
        return reader.getItem(reader.readUnsignedShort(reader.getItem(entry) + 2));
    }
}
