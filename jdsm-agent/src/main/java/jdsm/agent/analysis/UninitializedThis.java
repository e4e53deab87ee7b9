package jdsm.agent.analysis;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * The part of a constructor before it calls another one. {@code this} has no handle yet, and the JVM allows nothing with it but
 * to store into its fields. Nobody else can know of it. Immutable, as long as the method is.
 */
public final class UninitializedThis {
    private final Set<AbstractInsnNode> before = new HashSet<>();
    private final Set<AbstractInsnNode> stores = new HashSet<>();

    private UninitializedThis() {}

    /**
     * Looks at a method; in what is no constructor there is no such part.
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

    /** Whether {@code this} is not initialised before an instruction. */
    public boolean isBefore(AbstractInsnNode instruction) {
        return before.contains(instruction);
    }

    /** Whether an instruction stores into a field of such a {@code this}. */
    public boolean isStore(AbstractInsnNode instruction) {
        return stores.contains(instruction);
    }

    /** Values, with one of its own for {@code this} as long as no constructor has been called on it. */
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

    /** A call of a constructor on {@code this} makes all its copies initialised. */
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
