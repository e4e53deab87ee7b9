package jdsm.agent.analysis;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * The part of a constructor before its call of another constructor. There, {@code this} has no handle, the JVM allows
 * only stores into its fields, and no other code can know of the object. Valid while the method does not change;
 * immutable.
 */
public final class UninitializedThis {
    private final Set<AbstractInsnNode> before = new HashSet<>();
    private final Set<AbstractInsnNode> stores = new HashSet<>();

    private UninitializedThis() {}

    /**
     * Finds the part of a constructor; it is empty in any other method.
     *
     * @throws IllegalStateException if the code is not valid
     */
    public static UninitializedThis of(String owner, MethodNode method) {
        UninitializedThis found = new UninitializedThis();
        if (!method.name.equals("<init>")) {
            return found;
        }
        Frame<BasicValue>[] frames;
        try {
            frames = new Flow().analyze(owner, method);
        } catch (AnalyzerException e) {
            throw new IllegalStateException(owner + "." + method.name + method.desc, e);
        }
        for (int i = 0; i < frames.length; i++) {
            if (frames[i] != null && ((State) frames[i]).isUninitialized()) {
                found.add(method.instructions.get(i), frames[i]);
            }
        }
        return found;
    }

    private void add(AbstractInsnNode instruction, Frame<BasicValue> frame) {
        before.add(instruction);
        if (instruction.getOpcode() == Opcodes.PUTFIELD
                && frame.getStack(frame.getStackSize() - 2) == Tracker.UNINITIALIZED) {
            stores.add(instruction);
        }
    }

    /** Whether {@code this} is still uninitialised before an instruction. */
    public boolean isBefore(AbstractInsnNode instruction) {
        return before.contains(instruction);
    }

    /** Whether an instruction stores into a field of the uninitialised {@code this}. */
    public boolean isStore(AbstractInsnNode instruction) {
        return stores.contains(instruction);
    }

    /** Whether a store into a field of the uninitialised {@code this} names a field. */
    boolean sets(String field, String descriptor) {
        return stores.stream()
                .map(FieldInsnNode.class::cast)
                .anyMatch(store -> store.name.equals(field) && store.desc.equals(descriptor));
    }

    /** Whether an instruction is the call of another constructor on the uninitialised {@code this}. */
    boolean initializes(AbstractInsnNode instruction) {
        return instruction instanceof MethodInsnNode call
                && call.name.equals("<init>")
                && isBefore(call)
                && !isBefore(call.getNext());
    }

    /** Marks {@code this} with a value of its own until a constructor is called on it. */
    private static final class Tracker extends BasicInterpreter {
        private static final BasicValue UNINITIALIZED = new BasicValue(Type.getObjectType("uninitialized this"));

        private Tracker() {
            super(Opcodes.ASM9);
        }

        @Override
        public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
            return isInstanceMethod && local == 0
                    ? UNINITIALIZED
                    : super.newParameterValue(isInstanceMethod, local, type);
        }
    }

    private static final class Flow extends Analyzer<BasicValue> {
        private Flow() {
            super(new Tracker());
        }

        @Override
        protected Frame<BasicValue> newFrame(int locals, int stack) {
            return new State(locals, stack);
        }

        @Override
        protected Frame<BasicValue> newFrame(Frame<? extends BasicValue> frame) {
            return new State(frame);
        }
    }

    /** A frame in which a constructor call on {@code this} initialises all its copies. */
    private static final class State extends Frame<BasicValue> {
        private State(int locals, int stack) {
            super(locals, stack);
        }

        private State(Frame<? extends BasicValue> frame) {
            super(frame);
        }

        private boolean isUninitialized() {
            for (int i = 0; i < getLocals() + getStackSize(); i++) {
                if ((i < getLocals() ? getLocal(i) : getStack(i - getLocals())) == Tracker.UNINITIALIZED) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void execute(AbstractInsnNode instruction, Interpreter<BasicValue> interpreter)
                throws AnalyzerException {
            boolean initializes = instruction instanceof MethodInsnNode call
                    && call.name.equals("<init>")
                    && getStack(getStackSize() - 1 - Type.getArgumentCount(call.desc)) == Tracker.UNINITIALIZED;
            super.execute(instruction, interpreter);
            if (!initializes) {
                return;
            }
            for (int i = 0; i < getLocals(); i++) {
                if (getLocal(i) == Tracker.UNINITIALIZED) {
                    setLocal(i, BasicValue.REFERENCE_VALUE);
                }
            }
            for (int i = 0; i < getStackSize(); i++) {
                if (getStack(i) == Tracker.UNINITIALIZED) {
                    setStack(i, BasicValue.REFERENCE_VALUE);
                }
            }
        }
    }
}
