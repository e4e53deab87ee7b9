package jdsm.agent.pass.remote;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The types of elements that remote arrays have, and what takes the place of the language's arrays of them. */
enum ElementKind {
    DOUBLE('D', "Doubles", "D", Opcodes.DALOAD, Opcodes.DASTORE),
    LONG('J', "Longs", "J", Opcodes.LALOAD, Opcodes.LASTORE),
    INT('I', "Ints", "I", Opcodes.IALOAD, Opcodes.IASTORE),
    FLOAT('F', "Floats", "F", Opcodes.FALOAD, Opcodes.FASTORE),
    BYTE('B', "Bytes", "I", Opcodes.BALOAD, Opcodes.BASTORE),
    SHORT('S', "Shorts", "I", Opcodes.SALOAD, Opcodes.SASTORE),
    CHAR('C', "Chars", "I", Opcodes.CALOAD, Opcodes.CASTORE);

    static final String ARRAY = "jdsm/remote/RemoteArray";
    static final String CODE = "jdsm/remote/RemoteCode";

    final char letter;
    /** The internal name of the class of remote arrays. */
    final String array;
    /** The descriptor of a stored value. */
    final String stored;

    final int load;
    final int store;

    ElementKind(char letter, String array, String stored, int load, int store) {
        this.letter = letter;
        this.array = "jdsm/remote/Remote" + array;
        this.stored = stored;
        this.load = load;
        this.store = store;
    }

    /** The kind of the elements of an array type, or null if no array of it can be remote. */
    static ElementKind of(Type type) {
        if (type == null || type.getSort() != Type.ARRAY) {
            return null;
        }
        String leaf = type.getElementType().getDescriptor();
        for (ElementKind each : values()) {
            if (leaf.length() == 1 && leaf.charAt(0) == each.letter) {
                return each;
            }
        }
        return null;
    }

    /** The descriptor that takes the place of an array type whose innermost arrays are remote. */
    static String remote(Type type) {
        return "[".repeat(type.getDimensions() - 1) + "L" + of(type).array + ";";
    }

    /** The name of a type as an operand of CHECKCAST, ANEWARRAY and so on. */
    static String remoteName(Type type) {
        return Type.getType(remote(type)).getInternalName();
    }
}
