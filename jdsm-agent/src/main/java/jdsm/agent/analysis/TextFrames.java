package jdsm.agent.analysis;

import java.util.Arrays;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/** Analyses a method for {@link TextFlow}, and tells it the types of places where ways of the execution meet, by the method's stack map. */
final class TextFrames extends Analyzer<BasicValue> {
    /** What the stack map says of a variable or of a place on the operand stack. */
    enum Place {
        /** It has one of the replaced types. */
        OF_TYPE,
        OF_OTHER_TYPE,
        /** No code reads it before it is written. */
        UNUSED,
        /** No other way leads here: what comes later is what comes now. */
        CONTINUED,
        /** There is no stack map. */
        UNKNOWN
    }

    private final TextFlow flow;
    private final MethodNode method;
    private final Set<String> types;
    /** Of places where the stack map has no frame. */
    private final Place others;

    /** @param method with expanded frames */
    TextFrames(TextFlow flow, MethodNode method, Set<String> types) {
        super(flow);
        this.flow = flow;
        this.method = method;
        this.types = types;
        this.others = hasFrames(method) ? Place.CONTINUED : Place.UNKNOWN;
    }

    private static boolean hasFrames(MethodNode method) {
        for (AbstractInsnNode instruction : method.instructions) {
            if (instruction instanceof FrameNode) {
                return true;
            }
        }
        return false;
    }

    @Override
    protected Frame<BasicValue> newFrame(int locals, int stack) {
        return new Typed(locals, stack);
    }

    @Override
    protected Frame<BasicValue> newFrame(Frame<? extends BasicValue> other) {
        return new Typed(other);
    }

    private Place place(Object type) {
        if (type == Opcodes.TOP) {
            return Place.UNUSED;
        }
        return type instanceof String name && types.contains(name) ? Place.OF_TYPE : Place.OF_OTHER_TYPE;
    }

    /** The frame of the stack map at an instruction, or null. */
    private FrameNode declared(int instruction) {
        AbstractInsnNode node = method.instructions.get(instruction);
        while (node != null && node.getOpcode() < 0) {
            if (node instanceof FrameNode frame) {
                return frame;
            }
            node = node.getNext();
        }
        return null;
    }

    /** The values before an instruction. */
    private final class Typed extends Frame<BasicValue> {
        private Place[] locals;
        private Place[] stack;

        private Typed(int locals, int stack) {
            super(locals, stack);
        }

        private Typed(Frame<? extends BasicValue> other) {
            super(other);
        }

        @Override
        public boolean merge(Frame<? extends BasicValue> other, Interpreter<BasicValue> interpreter) {
            if (locals == null) {
                look();
            }
            boolean changed = false;
            for (int i = 0; i < getLocals(); i++) {
                BasicValue before = getLocal(i);
                BasicValue after = flow.merge(before, other.getLocal(i), locals[i]);
                setLocal(i, after);
                changed |= !after.equals(before);
            }
            for (int i = 0; i < getStackSize(); i++) {
                BasicValue before = getStack(i);
                BasicValue after = flow.merge(before, other.getStack(i), stack[i]);
                setStack(i, after);
                changed |= !after.equals(before);
            }
            return changed;
        }

        private int index() {
            Frame<BasicValue>[] all = getFrames();
            for (int i = 0; i < all.length; i++) {
                if (all[i] == this) {
                    return i;
                }
            }
            throw new IllegalStateException("values of no instruction of " + method.name + method.desc);
        }

        private void look() {
            FrameNode declared = declared(index());
            locals = new Place[getLocals()];
            stack = new Place[getStackSize()];
            Arrays.fill(locals, declared == null ? others : Place.UNUSED);
            Arrays.fill(stack, others);
            if (declared == null) {
                return;
            }
            int variable = 0;
            for (Object type : declared.local) {
                locals[variable] = place(type);
                boolean wide = type == Opcodes.LONG || type == Opcodes.DOUBLE;
                if (wide) {
                    locals[variable + 1] = Place.OF_OTHER_TYPE;
                }
                variable += wide ? 2 : 1;
            }
            for (int i = 0; i < stack.length; i++) {
                stack[i] = place(declared.stack.get(i));
            }
        }
    }
}
