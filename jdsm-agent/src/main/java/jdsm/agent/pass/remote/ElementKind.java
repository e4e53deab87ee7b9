package jdsm.agent.pass.remote;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The types of elements that remote arrays have, and what takes the place of the language's arrays of them. */
enum ElementKind {
    DOUBLE('D', "Double", "D", Opcodes.DSTORE),
    LONG('J', "Long", "J", Opcodes.LSTORE),
    INT('I', "Int", "I", Opcodes.ISTORE),
    FLOAT('F', "Float", "F", Opcodes.FSTORE),
    BYTE('B', "Byte", "I", Opcodes.ISTORE),
    SHORT('S', "Short", "I", Opcodes.ISTORE),
    CHAR('C', "Char", "I", Opcodes.ISTORE);

    static final String ARRAY = "jdsm/remote/RemoteArray";
    static final String CODE = "jdsm/remote/RemoteCode";

    final char letter;
    /** The internal name of the class of remote arrays. */
    final String array;
    /** The descriptor of a stored value. */
    final String stored;

    /** The instruction that stores a value in a variable. */
    final int storeValue;

    ElementKind(char letter, String name, String stored, int storeValue) {
        this.letter = letter;
        this.array = "jdsm/remote/Remote" + name + "s";
        this.stored = stored;
        this.storeValue = storeValue;
    }

    /** Whether a value takes two variables. */
    boolean isWide() {
        return storeValue == Opcodes.DSTORE || storeValue == Opcodes.LSTORE;
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
