package jdsm.agent.pass.access;

import java.util.HashMap;
import java.util.Map;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.CountedLoop;
import jdsm.agent.analysis.Dominators;
import jdsm.agent.analysis.Effects;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.Loops;
import jdsm.agent.analysis.SymbolicValues;
import jdsm.agent.analysis.Value;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Frame;

/** All that is known of a method before it is changed. */
final class MethodModel {
    final String owner;
    final MethodNode method;
    final Classes classes;
    final Effects effects;
    final FlowGraph graph;
    final Dominators dominators;
    final Loops loops;
    final SymbolicValues symbolic;
    private final Map<Loop, CountedLoop> counted = new HashMap<>();
    private final Map<Loop, Integer> synchronizing = new HashMap<>();

    MethodModel(String owner, MethodNode method, Classes classes) {
        this.owner = owner;
        this.method = method;
        this.classes = classes;
        this.effects = new Effects(classes, owner);
        this.graph = FlowGraph.of(method);
        this.dominators = new Dominators(graph);
        this.loops = new Loops(graph, dominators);
        this.symbolic = new SymbolicValues(owner, method, graph, loops, effects);
    }

    boolean isStatic() {
        return (method.access & org.objectweb.asm.Opcodes.ACC_STATIC) != 0;
    }

    boolean isConstructor() {
        return method.name.equals("<init>");
    }

    CountedLoop counted(Loop loop) {
        return counted.computeIfAbsent(loop, some -> new CountedLoop(graph, dominators, symbolic, some));
    }

    /** The index of an instruction of a loop that may synchronise, or -1. */
    int synchronization(Loop loop) {
        return synchronizing.computeIfAbsent(
                loop,
                some -> some.blocks().stream()
                        .map(this::synchronizationIn)
                        .filter(instruction -> instruction >= 0)
                        .findFirst()
                        .orElse(-1));
    }

    private int synchronizationIn(int block) {
        for (int i = graph.first(block); i <= graph.last(block); i++) {
            AbstractInsnNode node = graph.instruction(i);
            if (node.getOpcode() >= 0 && effects.synchronizes(node)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether code can be put before a loop: it is not entered by an exception. */
    boolean hasPlaceBefore(Loop loop) {
        return !graph.isHandler(loop.header());
    }

    /** A variable of one slot that contains the value, or -1. */
    int slotOf(Value value, Frame<Value> frame) {
        if (value.getSize() == 1 && value.kind() != Value.Kind.UNSET) {
            for (int slot = 0; slot < symbolic.variables(); slot++) {
                if (frame.getLocal(slot) == value) {
                    return slot;
                }
            }
        }
        return -1;
    }

    /** Whether code before a loop can compute a value that is in the loop. */
    boolean canEvaluate(Value value, Loop loop) {
        Frame<Value> entry = symbolic.entry(loop);
        if (slotOf(value, entry) >= 0) {
            return true;
        }
        return switch (value.kind()) {
            case CONSTANT -> true;
            case OPERATION, EXTREME -> canEvaluate(value.part(0), loop) && canEvaluate(value.part(1), loop);
            case LENGTH -> canEvaluate(value.part(0), loop);
            case FIELD ->
                (value.part(0) == null || canEvaluate(value.part(0), loop)) && symbolic.isCurrent(value, entry);
            case ELEMENT ->
                canEvaluate(value.part(0), loop)
                        && canEvaluate(value.part(1), loop)
                        && symbolic.isCurrent(value, entry);
            default -> false;
        };
    }

    int line(int instruction) {
        return graph.line(instruction);
    }

    /** The line of a loop's header. */
    int line(Loop loop) {
        int first = graph.first(loop.header());
        for (int i = first; i <= graph.last(loop.header()); i++) {
            if (graph.instruction(i) instanceof org.objectweb.asm.tree.LineNumberNode line) {
                return line.line;
            }
        }
        return graph.line(first);
    }
}
