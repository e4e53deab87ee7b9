package jdsm.agent.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import jdsm.runtime.Remedies;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Finds loops that may wait for ever. Some wait for an element of an array: the field that refers to the array is volatile, but
 * the elements are not. Every exit of such a loop tests an element, and nothing in the loop synchronises except the
 * read of the field. Others are {@link IdleLoops}.
 */
public final class SpinLoops {
    private static final String THREAD = "java/lang/Thread";

    private final ApplicationClasses classes;
    private final ClassNode node;
    private final IdleLoops idle;

    /**
     * A loop that may wait for ever.
     *
     * @param method the name of the method that contains the loop
     * @param firstLine the first line of the loop's code
     * @param lastLine the last line of the loop's code
     * @param line the line that tests what it waits for
     * @param text a warning: the fault and a remedy
     */
    public record Spin(String method, int firstLine, int lastLine, int line, String text) {}

    private SpinLoops(ApplicationClasses classes, ClassNode node) {
        this.classes = classes;
        this.node = node;
        this.idle = new IdleLoops(classes);
    }

    /** Finds such loops in a class before weaving, sorted by line. */
    public static List<Spin> of(ClassNode node, ApplicationClasses classes) {
        SpinLoops search = new SpinLoops(classes, node);
        List<Spin> all = new ArrayList<>();
        for (MethodNode method : node.methods) {
            if (method.instructions.size() > 0) {
                search.find(method, all);
            }
        }
        all.sort(Comparator.comparingInt(Spin::line));
        return all;
    }

    private void find(MethodNode method, List<Spin> all) {
        FlowGraph graph = FlowGraph.of(method);
        List<Loop> loops = new Loops(graph, new Dominators(graph)).all();
        if (loops.isEmpty()) {
            return;
        }
        Frame<BasicValue>[] frames;
        try {
            frames = new Analyzer<>(new SpinValues(classes)).analyze(node.name, method);
        } catch (AnalyzerException e) {
            return; // weaving the class reports invalid code
        }
        for (Loop loop : loops) {
            Spin spin = spin(method, graph, loop, frames);
            if (spin != null) {
                all.add(spin);
            }
        }
    }

    private Spin spin(MethodNode method, FlowGraph graph, Loop loop, Frame<BasicValue>[] frames) {
        int[] code = loop.blocks().stream()
                .flatMap(block -> IntStream.rangeClosed(graph.first(block), graph.last(block)))
                .toArray();
        String text = idle.waitsFor(graph, code);
        if (text == null) {
            String field = awaited(graph, loop, code, frames);
            text = field == null
                    ? null
                    : "the loop waits for an element of " + field
                            + ", which is volatile, but its elements are not, so it may wait"
                            + " for ever: mark the field @VolatileElements or say "
                            + Remedies.option("volatile-elements", field);
        }
        int line = IntStream.of(code)
                .filter(i -> leaves(graph, loop, i))
                .map(graph::line)
                .reduce(0, (first, last) -> last);
        if (text == null || line == 0) {
            return null;
        }
        int first =
                IntStream.of(code).map(graph::line).filter(at -> at > 0).min().orElse(0);
        int last = IntStream.of(code).map(graph::line).max().orElse(0);
        return new Spin(method.name, first, last, line, text);
    }

    /** The field whose element each exit of a loop tests, if nothing in the loop makes elements visible; else null. */
    private String awaited(FlowGraph graph, Loop loop, int[] code, Frame<BasicValue>[] frames) {
        Effects effects = new Effects(classes, node.name, Set.of());
        String field = null;
        for (int i : code) {
            AbstractInsnNode instruction = graph.instruction(i);
            if (mayHelp(instruction, effects)) {
                return null;
            }
            if (leaves(graph, loop, i)) {
                String tested = frames[i] == null ? null : tested(instruction, frames[i]);
                if (tested == null) {
                    return null;
                }
                field = tested;
            }
        }
        return field;
    }

    /** Whether an instruction makes elements visible that other ranks have written. */
    private static boolean mayHelp(AbstractInsnNode instruction, Effects effects) {
        int opcode = instruction.getOpcode();
        if (opcode == Opcodes.MONITORENTER) {
            return true;
        }
        return instruction instanceof MethodInsnNode call && !call.owner.equals(THREAD) && effects.synchronizes(call);
    }

    private static boolean leaves(FlowGraph graph, Loop loop, int instruction) {
        int block = graph.blockOf(instruction);
        return graph.instruction(instruction) instanceof JumpInsnNode
                && instruction == graph.last(block)
                && graph.successors(block).stream().anyMatch(next -> !loop.contains(next));
    }

    /** The field whose element a jump tests, or null. */
    private static String tested(AbstractInsnNode jump, Frame<BasicValue> frame) {
        boolean two = jump.getOpcode() >= Opcodes.IF_ICMPEQ && jump.getOpcode() <= Opcodes.IF_ACMPNE;
        for (int depth = 1; depth <= Math.min(two ? 2 : 1, frame.getStackSize()); depth++) {
            if (frame.getStack(frame.getStackSize() - depth) instanceof SpinValues.FromField value
                    && value.isElement()) {
                return value.field();
            }
        }
        return null;
    }
}
