package jdsm.agent.analysis;

import java.nio.charset.StandardCharsets;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/**
 * Replaces the type {@link java.util.EnumSet} in class files. It has no constructor that a twin could call, and newer versions
 * of Java permit no subclass. So woven code has another type wherever it names this one: in fields, signatures, casts and calls.
 */
final class EnumSets {
    static final String JDKS = "java/util/EnumSet";
    private static final String OWN = TwinNames.PACKAGE + "EnumSet";
    private static final String TYPE = "L" + OWN + ";";
    private static final byte[] NAME = JDKS.getBytes(StandardCharsets.UTF_8);

    private EnumSets() {}

    /** Whether the bytes of a class file contain the name. */
    static boolean areNamedIn(byte[] classFile) {
        return contain(classFile, NAME);
    }

    /** Whether the bytes of a class file contain a name. A search of bytes, for it is made in each class. */
    static boolean contain(byte[] classFile, byte[] name) {
        int last = classFile.length - name.length;
        for (int i = 0; i <= last; i++) {
            int same = 0;
            while (same < name.length && classFile[i + same] == name[same]) {
                same++;
            }
            if (same == name.length) {
                return true;
            }
        }
        return false;
    }

    /** A visitor that passes a class on with the other type. */
    static ClassVisitor renamed(ClassVisitor next) {
        return new ClassRemapper(next, new SimpleRemapper(Opcodes.ASM9, JDKS, OWN));
    }

    /** The name of a type, or of an array of it, as the program has it. */
    static String asWritten(String typeName) {
        return typeName.startsWith(OWN.replace('/', '.'))
                ? JDKS.replace('/', '.') + typeName.substring(OWN.length())
                : typeName;
    }

    /** Whether the descriptor of a method or field has the type. */
    static boolean isIn(String descriptor) {
        return descriptor.contains(TYPE);
    }
}
