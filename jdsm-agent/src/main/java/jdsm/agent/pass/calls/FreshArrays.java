package jdsm.agent.pass.calls;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Finds arguments that are arrays made for the call, such as varargs arrays, to which no other code has a reference.
 */
final class FreshArrays {
    private final MethodNode method;
    private final Frame<BasicValue>[] frames;
    private final Tracker tracker;

    private FreshArrays(MethodNode method, Frame<BasicValue>[] frames, Tracker tracker) {
        this.method = method;
        this.frames = frames;
        this.tracker = tracker;
    }

    static FreshArrays of(String owner, MethodNode method) {
        try {
            Tracker tracker = new Tracker();
            return new FreshArrays(method, new Analyzer<>(tracker).analyze(owner, method), tracker);
        } catch (AnalyzerException e) {
            throw new IllegalStateException(owner + "." + method.name + method.desc, e);
        }
    }

    /**
     * Whether an argument is a fresh array.
     *
     * @param depth the argument's depth on the stack before the call; 0 is the top
     */
    boolean isFresh(AbstractInsnNode call, int depth) {
        Frame<BasicValue> frame = frames[method.instructions.indexOf(call)];
        return frame != null
                && frame.getStack(frame.getStackSize() - 1 - depth) instanceof Fresh fresh
                && tracker.isOnlyFor(fresh, call);
    }

    /** An array, identified by the instruction that makes it. */
    private static final class Fresh extends BasicValue {
        private final AbstractInsnNode made;

        private Fresh(Type type, AbstractInsnNode made) {
            super(type);
            this.made = made;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Fresh fresh && fresh.made == made;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(made);
        }
    }

    private static final class Tracker extends BasicInterpreter {
        /** The arrays with a use besides a single call. */
        private final Set<AbstractInsnNode> escaped = new HashSet<>();

        private final Map<AbstractInsnNode, AbstractInsnNode> calls = new HashMap<>();

        private Tracker() {
            super(Opcodes.ASM9);
        }

        private boolean isOnlyFor(Fresh fresh, AbstractInsnNode call) {
            return !escaped.contains(fresh.made) && calls.get(fresh.made) == call;
        }

        private void escape(BasicValue value) {
            if (value instanceof Fresh fresh) {
                escaped.add(fresh.made);
            }
        }

        @Override
        public BasicValue copyOperation(AbstractInsnNode instruction, BasicValue value) throws AnalyzerException {
            int opcode = instruction.getOpcode();
            if (opcode == Opcodes.ASTORE || opcode == Opcodes.ALOAD) {
                escape(value);
            }
            return value;
        }

        @Override
        public BasicValue unaryOperation(AbstractInsnNode instruction, BasicValue value) throws AnalyzerException {
            escape(value);
            int opcode = instruction.getOpcode();
            BasicValue result = super.unaryOperation(instruction, value);
            return opcode == Opcodes.NEWARRAY || opcode == Opcodes.ANEWARRAY
                    ? new Fresh(BasicValue.REFERENCE_VALUE.getType(), instruction)
                    : result;
        }

        @Override
        public BasicValue binaryOperation(AbstractInsnNode instruction, BasicValue first, BasicValue second)
                throws AnalyzerException {
            escape(first);
            escape(second);
            return super.binaryOperation(instruction, first, second);
        }

        @Override
        public BasicValue ternaryOperation(
                AbstractInsnNode instruction, BasicValue array, BasicValue index, BasicValue value)
                throws AnalyzerException {
            escape(value);
            return super.ternaryOperation(instruction, array, index, value);
        }

        @Override
        public BasicValue naryOperation(AbstractInsnNode instruction, List<? extends BasicValue> values)
                throws AnalyzerException {
            for (BasicValue value : values) {
                if (value instanceof Fresh fresh) {
                    AbstractInsnNode known = calls.put(fresh.made, instruction);
                    if (known != null && known != instruction) {
                        escape(value);
                    }
                }
            }
            return super.naryOperation(instruction, values);
        }

        @Override
        public void returnOperation(AbstractInsnNode instruction, BasicValue value, BasicValue expected) {
            escape(value);
        }

        @Override
        public BasicValue merge(BasicValue first, BasicValue second) {
            // Both ways: another reference equals a fresh array of its type, which then has a use besides the call.
            if (first.equals(second) && second.equals(first)) {
                return first;
            }
            escape(first);
            escape(second);
            return super.merge(plain(first), plain(second));
        }

        private static BasicValue plain(BasicValue value) {
            return value instanceof Fresh ? BasicValue.REFERENCE_VALUE : value;
        }
    }
}
