package jdsm.agent.pass.inline;

import jdsm.agent.analysis.Classes;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.SimpleVerifier;

/**
 * Finds whether code uses an object of one class of the program as one of another class, so that the verifier loads the first to see whether
 * it is below the second. Interfaces and {@code Object} need no such comparison.
 */
final class Widening extends SimpleVerifier {
    private final Classes classes;
    private boolean found;

    private Widening(String owner, Classes classes) {
        super(Opcodes.ASM9, Type.getObjectType(owner), null, null, classes.isInterface(owner));
        this.classes = classes;
    }

    /** Whether the code of a method of a class has such a use. */
    static boolean in(String owner, MethodNode method, Classes classes) {
        Widening widening = new Widening(owner, classes);
        try {
            new Analyzer<>(widening).analyze(owner, method);
        } catch (AnalyzerException e) {
            return true; // not known
        }
        return widening.found;
    }

    @Override
    public boolean isSubTypeOf(BasicValue value, BasicValue expected) {
        if (value.isReference() && expected.isReference()) {
            compare(value.getType(), expected.getType());
            return true;
        }
        return value.equals(expected);
    }

    @Override
    public BasicValue merge(BasicValue one, BasicValue other) {
        if (one.equals(other)) {
            return one;
        }
        if (!one.isReference() || !other.isReference()) {
            return BasicValue.UNINITIALIZED_VALUE;
        }
        if (isNull(one.getType()) || isNull(other.getType())) {
            return isNull(one.getType()) ? other : one;
        }
        compare(one.getType(), null);
        compare(other.getType(), null);
        return BasicValue.REFERENCE_VALUE;
    }

    /** @param to the type that a value is used as, or null if it is one above its own */
    private void compare(Type from, Type to) {
        boolean needsNone = isNull(from)
                || to != null && (from.equals(to) || isNull(to) || to.equals(BasicValue.REFERENCE_VALUE.getType()));
        found |= !needsNone && isOfProgram(from) && (to == null || !isInterface(to));
    }

    private boolean isOfProgram(Type type) {
        Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
        return element.getSort() == Type.OBJECT && classes.isApplication(element.getInternalName());
    }

    @Override
    protected boolean isInterface(Type type) {
        return type.getSort() == Type.OBJECT && classes.isInterface(type.getInternalName());
    }

    private static boolean isNull(Type type) {
        return type.getSort() == Type.OBJECT && type.getInternalName().equals("null");
    }
}
