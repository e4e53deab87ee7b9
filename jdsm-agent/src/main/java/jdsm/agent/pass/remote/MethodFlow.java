package jdsm.agent.pass.remote;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Liveness;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Which variables and operands of a method hold which arrays, before each instruction. A variable that is not read any more
 * holds nothing: the compiler gives its slot to variables of other types. Valid while the method does not change.
 */
final class MethodFlow {
    private final MethodNode method;
    private final FlowGraph graph;
    private final Liveness liveness;
    private final FlowInterpreter interpreter;
    private final Frame<FlowValue>[] before;
    private final Frame<FlowValue>[] blocks;
    private final TreeSet<Integer> left = new TreeSet<>();
    private final List<Kind> parameters = new ArrayList<>();
    private final Kind result = new Kind();

    /** @param marked instructions whose array is marked */
    @SuppressWarnings("unchecked")
    MethodFlow(MethodNode method, ProgramClasses classes, Set<AbstractInsnNode> marked) throws AnalyzerException {
        this.method = method;
        graph = FlowGraph.of(method);
        BitSet all = new BitSet();
        all.set(0, graph.blocks());
        liveness = new Liveness(graph, all, new BitSet());
        interpreter = new FlowInterpreter(classes, marked, result);
        before = (Frame<FlowValue>[]) new Frame<?>[method.instructions.size()];
        blocks = (Frame<FlowValue>[]) new Frame<?>[graph.blocks()];
        interpreter.meetAt(method.instructions.getFirst());
        merge(0, entry());
        while (!left.isEmpty()) {
            run(left.pollFirst());
        }
    }

    private Frame<FlowValue> entry() {
        Frame<FlowValue> frame = new Frame<>(method.maxLocals, method.maxStack);
        Type back = Type.getReturnType(method.desc);
        frame.setReturn(ElementKind.of(back) != null ? FlowValue.array(back, result) : interpreter.newValue(back));
        int slot = 0;
        if ((method.access & Opcodes.ACC_STATIC) == 0) {
            frame.setLocal(slot++, FlowValue.OTHER);
        }
        for (Type type : Type.getArgumentTypes(method.desc)) {
            Kind kind = ElementKind.of(type) == null ? null : new Kind();
            parameters.add(kind);
            frame.setLocal(slot, kind == null ? interpreter.newValue(type) : FlowValue.array(type, kind));
            slot++;
            if (type.getSize() == 2) {
                frame.setLocal(slot++, FlowValue.UNSET);
            }
        }
        while (slot < method.maxLocals) {
            frame.setLocal(slot++, FlowValue.UNSET);
        }
        return frame;
    }

    private void run(int block) throws AnalyzerException {
        Frame<FlowValue> frame = new Frame<>(blocks[block]);
        for (int i = graph.first(block); i <= graph.last(block); i++) {
            AbstractInsnNode instruction = graph.instruction(i);
            before[i] = new Frame<>(frame);
            interpreter.meetAt(instruction);
            throwTo(block, frame);
            if (instruction.getOpcode() >= 0) {
                frame.execute(instruction, interpreter);
                throwTo(block, frame);
            }
        }
        interpreter.meetAt(graph.instruction(graph.last(block)));
        for (int next : graph.successors(block)) {
            merge(next, frame);
        }
    }

    private void throwTo(int block, Frame<FlowValue> frame) {
        for (int handler : graph.handlers(block)) {
            Frame<FlowValue> thrown = new Frame<>(frame);
            thrown.clearStack();
            thrown.push(FlowValue.OTHER);
            merge(handler, thrown);
        }
    }

    private void merge(int block, Frame<FlowValue> next) {
        BitSet live = liveness.before(block);
        Frame<FlowValue> known = blocks[block];
        boolean changed = known == null;
        Frame<FlowValue> merged = new Frame<>(next);
        for (int i = 0; i < next.getLocals(); i++) {
            FlowValue value = live.get(i) ? next.getLocal(i) : FlowValue.UNSET;
            FlowValue result = known == null ? value : interpreter.merge(known.getLocal(i), value);
            changed |= known != null && !result.equals(known.getLocal(i));
            merged.setLocal(i, result);
        }
        for (int i = 0; i < next.getStackSize(); i++) {
            FlowValue result =
                    known == null ? next.getStack(i) : interpreter.merge(known.getStack(i), next.getStack(i));
            changed |= known != null && !result.equals(known.getStack(i));
            merged.setStack(i, result);
        }
        if (changed) {
            blocks[block] = merged;
            left.add(block);
        }
    }

    FlowGraph graph() {
        return graph;
    }

    /** The kinds of the parameters, or null where one is no array of a type that can be remote. */
    List<Kind> parameters() {
        return parameters;
    }

    Kind result() {
        return result;
    }

    Map<AbstractInsnNode, Map<Kind, String>> ordinary() {
        return interpreter.ordinary();
    }

    Map<AbstractInsnNode, CallSite> calls() {
        return interpreter.calls();
    }

    /** Whether an instruction makes a remote array, or an array of such. */
    boolean makesRemote(AbstractInsnNode instruction) {
        Kind made = interpreter.made(instruction);
        return made != null && made.isRemote();
    }

    /** What is known before an instruction, by its index; null if it is never reached. */
    Frame<FlowValue> before(int instruction) {
        return before[instruction];
    }

    /** An operand of an instruction, counted from the top of the stack; null if the instruction is never reached. */
    FlowValue operand(int instruction, int fromTop) {
        Frame<FlowValue> frame = before[instruction];
        return frame == null ? null : frame.getStack(frame.getStackSize() - 1 - fromTop);
    }
}
