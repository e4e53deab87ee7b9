package jdsm.agent.pass.access;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Liveness;
import jdsm.agent.analysis.Loop;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The parameters and the result of a loop that becomes a method.
 *
 * @param parameters the variables that the loop reads before it assigns them
 * @param types the types of the parameters
 * @param result the variable that the loop assigns and later code reads, or -1
 * @param resultType the type of the result, or void
 */
record LoopSignature(int[] parameters, Type[] types, int result, Type resultType) {
    private static final Type OBJECT = Type.getObjectType("java/lang/Object");

    /**
     * Determines the signature; empty if a type is unknown, or if the loop has several results or a result that is no
     * number.
     */
    static Optional<LoopSignature> of(MethodModel model, Loop loop, int exit) {
        BitSet results = results(model.graph, loop, exit);
        int[] parameters = new Liveness(model.graph, loop.blocks(), results)
                .before(loop.header()).stream().toArray();
        Type[] types = Arrays.stream(parameters)
                .mapToObj(variable -> type(model, loop, variable))
                .toArray(Type[]::new);
        int result = results.nextSetBit(0);
        Type resultType = result < 0 ? Type.VOID_TYPE : number(model.graph, loop, result);
        boolean known = results.cardinality() <= 1
                && resultType != null
                && !Arrays.asList(types).contains(null);
        return known ? Optional.of(new LoopSignature(parameters, types, result, resultType)) : Optional.empty();
    }

    String descriptor() {
        return Type.getMethodDescriptor(resultType, types);
    }

    /** The number of slots that the parameters take. */
    int slots() {
        return Stream.of(types).mapToInt(Type::getSize).sum();
    }

    /** The variables that the loop may assign and later code may read. */
    private static BitSet results(FlowGraph graph, Loop loop, int exit) {
        BitSet all = new BitSet();
        all.set(0, graph.blocks());
        BitSet read = new Liveness(graph, all, new BitSet()).before(exit);
        BitSet results = new BitSet();
        instructions(graph, loop)
                .filter(node -> node instanceof IincInsnNode || isStore(node))
                .mapToInt(LoopSignature::variable)
                .filter(read::get)
                .forEach(results::set);
        return results;
    }

    /** The type of a variable at the loop's entry, or null if it is unknown. */
    private static Type type(MethodModel model, Loop loop, int variable) {
        Type number = number(model.graph, loop, variable);
        String type = model.symbolic.entry(loop).getLocal(variable).type();
        return number != null || type == null ? number : Type.getType(type);
    }

    /** The primitive type that the loop uses a variable as; null if it is a reference or the types differ. */
    private static Type number(FlowGraph graph, Loop loop, int variable) {
        Set<Type> types = instructions(graph, loop)
                .filter(node -> variable(node) == variable)
                .map(LoopSignature::used)
                .collect(Collectors.toSet());
        Type type = types.size() == 1 ? types.iterator().next() : OBJECT;
        return type.equals(OBJECT) ? null : type;
    }

    private static Type used(AbstractInsnNode node) {
        return switch (node.getOpcode()) {
            case Opcodes.IINC, Opcodes.ILOAD, Opcodes.ISTORE -> Type.INT_TYPE;
            case Opcodes.LLOAD, Opcodes.LSTORE -> Type.LONG_TYPE;
            case Opcodes.FLOAD, Opcodes.FSTORE -> Type.FLOAT_TYPE;
            case Opcodes.DLOAD, Opcodes.DSTORE -> Type.DOUBLE_TYPE;
            default -> OBJECT;
        };
    }

    private static Stream<AbstractInsnNode> instructions(FlowGraph graph, Loop loop) {
        return loop.blocks().stream()
                .flatMap(block -> IntStream.rangeClosed(graph.first(block), graph.last(block)))
                .mapToObj(graph::instruction);
    }

    private static boolean isStore(AbstractInsnNode node) {
        return node.getOpcode() >= Opcodes.ISTORE && node.getOpcode() <= Opcodes.ASTORE;
    }

    /** The variable of an instruction, or -1. */
    private static int variable(AbstractInsnNode node) {
        if (node instanceof IincInsnNode increment) {
            return increment.var;
        }
        return node instanceof VarInsnNode access ? access.var : -1;
    }
}
