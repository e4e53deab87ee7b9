package jdsm.agent.pass.inline;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The values on a caller's stack below the arguments of a call. Code with a loop in place of the call must not have them on
 * the stack: HotSpot compiles no loop of a running method while the stack has values, and the analyses know a variable
 * that a loop leaves alone, but no place of the stack.
 *
 * @param types the types of the values, the lowest first
 */
record StackBelow(List<Type> types) {
    static final StackBelow EMPTY = new StackBelow(List.of());

    /**
     * A new object, which the verifier may not like in a variable in a loop before its constructor has run; here it counts as such
     * afterwards, too.
     */
    private static final BasicValue RAW = new BasicValue(Type.getObjectType("java/lang/Object"));

    private static final class Kinds extends BasicInterpreter {
        private Kinds() {
            super(Opcodes.ASM9);
        }

        @Override
        public BasicValue newOperation(AbstractInsnNode node) throws AnalyzerException {
            return node.getOpcode() == Opcodes.NEW ? RAW : super.newOperation(node);
        }

        @Override
        public BasicValue merge(BasicValue one, BasicValue other) {
            return one == RAW || other == RAW ? RAW : super.merge(one, other);
        }
    }

    /** The values below the arguments of a call; null if one of them must stay on the stack. */
    static StackBelow of(String owner, MethodNode caller, MethodInsnNode call) {
        Frame<BasicValue> frame;
        try {
            frame = new Analyzer<>(new Kinds()).analyze(owner, caller)[caller.instructions.indexOf(call)];
        } catch (AnalyzerException e) {
            throw new IllegalArgumentException("method " + caller.name + " of " + owner, e);
        }
        if (frame == null) {
            return null; // no way leads to the call
        }
        int arguments = Type.getArgumentTypes(call.desc).length + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
        List<Type> types = new ArrayList<>();
        for (int i = 0; i < frame.getStackSize() - arguments; i++) {
            BasicValue value = frame.getStack(i);
            if (value == RAW || value == BasicValue.RETURNADDRESS_VALUE) {
                return null;
            }
            types.add(value.getType());
        }
        return new StackBelow(types);
    }

    /** The number of variables that the values need, and a result of a type while they are loaded. */
    int variables(Type result) {
        return types.isEmpty() ? 0 : size() + result.getSize();
    }

    private int size() {
        return types.stream().mapToInt(Type::getSize).sum();
    }

    /** {@code values -> nothing}: stores the values into variables from {@code first} on. */
    InsnList store(int first) {
        InsnList code = new InsnList();
        int variable = first + size();
        for (int i = types.size() - 1; i >= 0; i--) {
            variable -= types.get(i).getSize();
            code.add(new VarInsnNode(types.get(i).getOpcode(Opcodes.ISTORE), variable));
        }
        return code;
    }

    /**
     * {@code result -> values, result}: loads the values from variables.
     *
     * @param result the type of the method's result, for which there are variables behind those of the values
     */
    InsnList load(int first, Type result) {
        InsnList code = new InsnList();
        if (types.isEmpty()) {
            return code;
        }
        boolean returns = result.getSize() > 0;
        if (returns) {
            code.add(new VarInsnNode(result.getOpcode(Opcodes.ISTORE), first + size()));
        }
        int variable = first;
        for (Type type : types) {
            code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), variable));
            variable += type.getSize();
        }
        if (returns) {
            code.add(new VarInsnNode(result.getOpcode(Opcodes.ILOAD), first + size()));
        }
        return code;
    }
}
