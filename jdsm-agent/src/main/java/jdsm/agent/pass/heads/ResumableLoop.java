package jdsm.agent.pass.heads;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import jdsm.agent.analysis.Dominators;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Liveness;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.Loops;
import jdsm.agent.pass.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * A loop whose index begins with {@code resumeFrom}.
 *
 * @param name the loop's name
 * @param index the local variable of the index
 * @param head the label or instruction behind which the head of the loop is
 */
record ResumableLoop(MethodInsnNode call, String name, int index, AbstractInsnNode head) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    /** The references of which a restart computes the same again. */
    private static final Set<String> VALUES = Set.of(
            "Ljava/lang/String;",
            "Ljava/lang/Boolean;",
            "Ljava/lang/Byte;",
            "Ljava/lang/Character;",
            "Ljava/lang/Short;",
            "Ljava/lang/Integer;",
            "Ljava/lang/Long;",
            "Ljava/lang/Float;",
            "Ljava/lang/Double;");

    private static final String FORM = "for (int i = resumeFrom(\"name\", first); ...)";

    /**
     * Finds the loop of a call.
     *
     * @throws UnfitLoopException if it is none that can be resumed
     */
    static ResumableLoop of(String owner, MethodNode method, MethodInsnNode call) throws UnfitLoopException {
        String name = nameIn(owner, method, call);
        AbstractInsnNode store = next(call);
        if (!(store instanceof VarInsnNode index) || store.getOpcode() != Opcodes.ISTORE) {
            throw new UnfitLoopException("the result of resumeFrom is not the first index of a loop; write " + FORM);
        }
        FlowGraph graph = FlowGraph.of(method);
        Loops loops = new Loops(graph, new Dominators(graph));
        int block = graph.blockOf(method.instructions.indexOf(call));
        if (!loops.isReducible() || loops.innermost(block) != null) {
            throw new UnfitLoopException(
                    "the loop of resumeFrom is in another loop, and a restart would not know in which"
                            + " of its rounds to begin; make one loop of the two, or let a field count the rounds");
        }
        List<Integer> next = graph.successors(block);
        Loop loop = next.size() == 1 ? loops.headedBy(next.get(0)) : null;
        if (loop == null) {
            throw new UnfitLoopException("no loop begins behind resumeFrom; write " + FORM);
        }
        requireFitLocals(method, graph, loop, index.var);
        return new ResumableLoop(call, name, index.var, headOf(graph, loop));
    }

    private static AbstractInsnNode next(AbstractInsnNode instruction) {
        AbstractInsnNode next = instruction.getNext();
        while (next != null && next.getOpcode() < 0) {
            next = next.getNext();
        }
        return next;
    }

    private static AbstractInsnNode headOf(FlowGraph graph, Loop loop) {
        AbstractInsnNode first = graph.instruction(graph.first(loop.header()));
        if (!(first instanceof LabelNode)) {
            throw new IllegalStateException("a loop's head is the target of a jump, and so a label");
        }
        AbstractInsnNode last = first;
        while (last.getNext() != null && last.getNext().getOpcode() < 0) {
            last = last.getNext(); // behind the labels of lines and variables
        }
        return last;
    }

    private static String nameIn(String owner, MethodNode method, MethodInsnNode call) throws UnfitLoopException {
        Frame<SourceValue> frame;
        try {
            frame = new Analyzer<>(new SourceInterpreter()).analyze(owner, method)[method.instructions.indexOf(call)];
        } catch (AnalyzerException e) {
            throw new IllegalStateException(owner + "." + method.name + method.desc, e);
        }
        if (frame == null) {
            throw new UnfitLoopException("this call is never reached");
        }
        int top = frame.getStackSize();
        if (frame.getStackSize() > 3) {
            throw new UnfitLoopException("resumeFrom is a part of an expression; write " + FORM);
        }
        AbstractInsnNode receiver = only(frame.getStack(top - 3));
        if (!(receiver instanceof VarInsnNode load) || load.var != 0) {
            throw new UnfitLoopException("resumeFrom is called of another object than this");
        }
        if (only(frame.getStack(top - 2)) instanceof LdcInsnNode constant
                && constant.cst instanceof String name
                && NAME.matcher(name).matches()) {
            return name;
        }
        throw new UnfitLoopException(
                "the name of a resumable loop must be a constant of at most 100 letters, digits, '.',"
                        + " '_' and '-'");
    }

    private static AbstractInsnNode only(SourceValue value) {
        return value.insns.size() == 1 ? value.insns.iterator().next() : null;
    }

    /** Requires that a restart finds the local variables that the loop reads. */
    private static void requireFitLocals(MethodNode method, FlowGraph graph, Loop loop, int index)
            throws UnfitLoopException {
        BitSet all = new BitSet();
        all.set(0, graph.blocks());
        BitSet live = new Liveness(graph, all, new BitSet()).before(loop.header());
        BitSet assigned = assignedIn(graph, loop);
        for (int variable = live.nextSetBit(0); variable >= 0; variable = live.nextSetBit(variable + 1)) {
            if (variable == index || variable == 0 && !assigned.get(0)) {
                continue;
            }
            LocalVariableNode known = Names.variableAt(method, variable, graph.first(loop.header()));
            String which = known == null ? "a local variable" : "local variable '" + known.name + "'";
            if (assigned.get(variable)) {
                throw new UnfitLoopException(
                        which + " is assigned in the resumable loop and read in a later round, and a"
                                + " restart would not have its value; keep it in a field of the program");
            }
            if (isReference(graph, loop, variable) && (known == null || !VALUES.contains(known.desc))) {
                String type =
                        known == null ? "" : " (" + Type.getType(known.desc).getClassName() + ")";
                throw new UnfitLoopException(
                        which + type + " refers to an object from before the resumable loop, and a"
                                + " restart would find another one there; read it from a field in the loop, or keep it in a field");
            }
        }
    }

    private static BitSet assignedIn(FlowGraph graph, Loop loop) {
        BitSet assigned = new BitSet();
        loop.blocks().stream().forEach(block -> {
            for (int i = graph.first(block); i <= graph.last(block); i++) {
                AbstractInsnNode instruction = graph.instruction(i);
                if (instruction instanceof IincInsnNode increment) {
                    assigned.set(increment.var);
                } else if (instruction instanceof VarInsnNode store
                        && store.getOpcode() >= Opcodes.ISTORE
                        && store.getOpcode() <= Opcodes.ASTORE) {
                    assigned.set(store.var);
                }
            }
        });
        return assigned;
    }

    /** Whether a variable that is live at the head is read as a reference. */
    private static boolean isReference(FlowGraph graph, Loop loop, int variable) {
        for (int i = graph.first(loop.header()); i <= graph.last(graph.blocks() - 1); i++) {
            if (graph.instruction(i) instanceof VarInsnNode load && load.var == variable) {
                if (load.getOpcode() >= Opcodes.ILOAD && load.getOpcode() <= Opcodes.ALOAD) {
                    return load.getOpcode() == Opcodes.ALOAD;
                }
            }
        }
        return true;
    }
}
