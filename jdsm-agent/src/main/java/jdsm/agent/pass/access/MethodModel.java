package jdsm.agent.pass.access;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.CountedLoop;
import jdsm.agent.analysis.Dominators;
import jdsm.agent.analysis.Effects;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.Loops;
import jdsm.agent.analysis.Region;
import jdsm.agent.analysis.SymbolicValues;
import jdsm.agent.analysis.Value;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Frame;

/** The analyses of a method, made before the pass changes it. */
final class MethodModel {
    private static final int FEW_ITERATIONS = 16;

    final String owner;
    final MethodNode method;
    final Classes classes;
    final Effects effects;
    final FlowGraph graph;
    final Dominators dominators;
    final Loops loops;
    final SymbolicValues symbolic;
    final PrivateCopies copies;
    final Set<Integer> privateVariables;
    private final boolean movable;
    private final Map<Loop, CountedLoop> counted = new HashMap<>();
    private final Map<Region, Integer> synchronizing = new HashMap<>();
    private final Map<Integer, LabelNode> starts = new HashMap<>();

    /**
     * @param fields the fields that the class declares, as {@code name:descriptor}
     * @param copies the copies of the class's methods
     * @param privateVariables the variables that contain private arrays at the method's start
     */
    MethodModel(
            String owner,
            Set<String> fields,
            MethodNode method,
            Classes classes,
            PrivateCopies copies,
            Set<Integer> privateVariables) {
        this.copies = copies;
        this.privateVariables = privateVariables;
        this.owner = owner;
        this.method = method;
        this.classes = classes;
        this.effects = new Effects(classes, owner, fields);
        this.graph = FlowGraph.of(method);
        this.dominators = new Dominators(graph);
        this.loops = new Loops(graph, dominators);
        this.symbolic = new SymbolicValues(owner, method, graph, loops, effects);
        this.movable = isMovable(owner, method, classes);
    }

    boolean isStatic() {
        return (method.access & Opcodes.ACC_STATIC) != 0;
    }

    /** Whether the method's code, or a part of it, can be moved to a new static method of the class. */
    boolean isMovable() {
        return movable;
    }

    /**
     * Code of a constructor, an initialiser or an interface stays, and so does a call of a superclass's or private
     * method.
     */
    private static boolean isMovable(String owner, MethodNode method, Classes classes) {
        return !method.name.startsWith("<")
                && !classes.isInterface(owner)
                && StreamSupport.stream(method.instructions.spliterator(), false)
                        .noneMatch(node -> node.getOpcode() == Opcodes.INVOKESPECIAL
                                && !((MethodInsnNode) node).name.equals("<init>"));
    }

    /** The length of the method's code as it is now, at most. */
    int bytes() {
        return CodeSize.of(method.instructions).max();
    }

    boolean isConstructor() {
        return method.name.equals("<init>");
    }

    CountedLoop counted(Loop loop) {
        return counted.computeIfAbsent(loop, some -> new CountedLoop(graph, dominators, symbolic, some));
    }

    /** Whether constants in the code tell that a loop, or each outer loop of the method, has few iterations. */
    boolean isShort(Region region) {
        return region instanceof Loop loop
                ? counted(loop).mostIterations() <= FEW_ITERATIONS
                : loops.all().stream().filter(loop -> loop.parent() == null).allMatch(this::isShort);
    }

    /** Whether only the test of a counter ends a loop, beside exceptions; true for null. */
    boolean endsByCounter(Loop loop) {
        if (loop == null) {
            return true;
        }
        long exits = loop.blocks().stream()
                .mapToLong(block -> graph.successors(block).stream()
                        .filter(next -> !loop.contains(next))
                        .count())
                .sum();
        return exits == 1 && counted(loop).isTested();
    }

    /**
     * Whether iterations of a loop may leave out a block together with a loop inside, as those do that are another
     * worker's. What they would access is then better not checked ahead, and a check in each of the others costs
     * little beside the inner loop.
     *
     * @param block a block of the loop
     */
    boolean mayLeaveOut(Loop loop, int block) {
        Loop child = childAround(loop, block);
        int place = child == null ? block : child.header();
        return !dominators.isInEachIteration(loop, place)
                && (child != null
                        || loops.all().stream()
                                .filter(inner ->
                                        inner.parent() == loop && !dominators.isInEachIteration(loop, inner.header()))
                                .anyMatch(inner -> goWithEachOther(place, inner.header())));
    }

    /** The loop directly inside a loop that contains a block of it; null if none does. */
    private Loop childAround(Loop loop, int block) {
        Loop child = null;
        for (Loop around = loops.innermost(block); around != loop; around = around.parent()) {
            child = around;
        }
        return child;
    }

    private boolean goWithEachOther(int block, int other) {
        return dominators.dominates(block, other) || dominators.dominates(other, block);
    }

    /** The index of an instruction in a region that may synchronise, or -1. */
    int synchronization(Region region) {
        return synchronizing.computeIfAbsent(
                region,
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

    /** Whether a region may run methods, which may bring copies of objects that were not here when it began. */
    boolean runsMethods(Region region) {
        return region.blocks().stream()
                .flatMap(block -> IntStream.rangeClosed(graph.first(block), graph.last(block)))
                .mapToObj(graph::instruction)
                .anyMatch(node -> node.getOpcode() >= 0 && effects.runsMethods(node));
    }

    /**
     * Whether a reference is to an object that was here when the method began, or that the method has made: the reference was
     * given to the method, or it was in memory then.
     */
    boolean isHereAtStart(Value reference) {
        return switch (reference.kind()) {
            case PARAMETER, NULL -> true;
            case CAST -> isHereAtStart(reference.part(0));
            case FIELD ->
                isOfStart(reference.part(1)) && (reference.part(0) == null || isHereAtStart(reference.part(0)));
            case ELEMENT -> isOfStart(reference.part(2)) && isHereAtStart(reference.part(0));
            case RESULT ->
                Accesses.makesObject(graph.instruction(reference.number()).getOpcode());
            default -> false;
        };
    }

    private static boolean isOfStart(Value memory) {
        return memory.kind() == Value.Kind.PARAMETER;
    }

    /** Whether code can be inserted at a region's entry; not if an exception enters the region. */
    boolean hasPlaceBefore(Region region) {
        return !graph.isHandler(region.header());
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

    /** A variable that contains an int value but for a constant to add. */
    record Near(int slot, int addend) {}

    /**
     * A variable of one slot that contains the value, or an int that differs by a constant: of {@code to = a / b + 1}, a loop
     * below {@code to} ends at the quotient. Null if there is none.
     */
    Near near(Value value, Frame<Value> frame) {
        int same = slotOf(value, frame);
        if (same >= 0 || value.kind() == Value.Kind.CONSTANT || value.kind() == Value.Kind.UNSET) {
            return same < 0 ? null : new Near(same, 0);
        }
        for (int slot = 0; slot < symbolic.variables(); slot++) {
            Integer more = value.minus(frame.getLocal(slot));
            if (more != null) {
                return new Near(slot, more);
            }
        }
        return null;
    }

    /** Whether code at a region's entry can compute a value of the region. */
    boolean canEvaluate(Value value, Region region) {
        Frame<Value> entry = symbolic.entry(region);
        if (near(value, entry) != null) {
            return true;
        }
        return switch (value.kind()) {
            case CONSTANT -> true;
            case OPERATION, EXTREME -> canEvaluate(value.part(0), region) && canEvaluate(value.part(1), region);
            case LAST ->
                canEvaluate(value.part(0), region)
                        && canEvaluate(value.part(1), region)
                        && canEvaluate(value.part(2), region);
            case LENGTH -> canEvaluate(value.part(0), region);
            case FIELD ->
                (value.part(0) == null || canEvaluate(value.part(0), region)) && symbolic.isCurrent(value, entry);
            case ELEMENT ->
                (value.number() != Opcodes.AALOAD || value.type() != null)
                        && canEvaluate(value.part(0), region)
                        && canEvaluate(value.part(1), region)
                        && symbolic.isCurrent(value, entry);
            default -> false;
        };
    }

    /** The label at a block's start; inserts one if there is none. */
    LabelNode startOf(int block) {
        AbstractInsnNode first = graph.instruction(graph.first(block));
        if (first instanceof LabelNode label) {
            return label;
        }
        return starts.computeIfAbsent(block, any -> {
            LabelNode label = new LabelNode();
            method.instructions.insertBefore(first, label);
            return label;
        });
    }

    int line(int instruction) {
        return graph.line(instruction);
    }

    /** The line of a region's header. */
    int line(Region region) {
        int first = graph.first(region.header());
        for (int i = first; i <= graph.last(region.header()); i++) {
            if (graph.instruction(i) instanceof org.objectweb.asm.tree.LineNumberNode line) {
                return line.line;
            }
        }
        return graph.line(first);
    }
}
