package jdsm.agent.pass.volatiles;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * Stores that a constructor makes to {@code this} before it calls another constructor: such an object has no handle yet, and
 * the JVM allows nothing else with it.
 */
public final class EarlyStores {
    private EarlyStores() {}

    public static Set<AbstractInsnNode> of(ClassNode node, MethodNode method) {
        Set<AbstractInsnNode> early = new HashSet<>();
        if (!method.name.equals("<init>")) {
            return early;
        }
        Frame<BasicValue>[] frames;
        try {
            frames = new Flow().analyze(node.name, method);
        } catch (AnalyzerException e) {
            throw new IllegalStateException(node.name + "." + method.name + method.desc, e);
        }
        for (int i = 0; i < frames.length; i++) {
            AbstractInsnNode instruction = method.instructions.get(i);
            if (instruction.getOpcode() == Opcodes.PUTFIELD && frames[i] != null) {
                BasicValue object = frames[i].getStack(frames[i].getStackSize() - 2);
                if (object == Tracker.UNINITIALIZED) {
                    early.add(instruction);
                }
            }
        }
        return early;
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
