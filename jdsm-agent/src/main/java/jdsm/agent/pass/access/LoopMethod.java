package jdsm.agent.pass.access;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Loop;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A copy of a loop as a method of its own, and the code that calls it: see {@link PlainMethods}. The loop must have one
 * exit.
 */
final class LoopMethod implements PlainLoop {
    /** The greatest number of argument slots; the JVM allows 255. */
    static final int MAX_SLOTS = 100;

    private final Loop loop;
    private final MethodNode method;
    private final LabelNode entry = new LabelNode();
    private final InsnList code = new InsnList();
    private final AbstractInsnNode leave;

    private LoopMethod(MethodModel model, Loop loop, int exit, LoopSignature signature, MethodNode method) {
        this.loop = loop;
        this.method = method;
        this.leave = new JumpInsnNode(Opcodes.GOTO, model.startOf(exit));
        code.add(entry);
        for (int i = 0; i < signature.parameters().length; i++) {
            code.add(load(signature.types()[i], signature.parameters()[i]));
        }
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, model.owner, method.name, method.desc, false));
        if (signature.result() >= 0) {
            code.add(store(signature.resultType(), signature.result()));
        }
        code.add(leave);
    }

    /**
     * Makes a method of a loop and adds it to {@code methods}; empty if the loop is too short or cannot become a
     * method.
     */
    static Optional<PlainLoop> of(MethodModel model, Loop loop, PlainMethods methods) {
        if (!methods.isWorth(bytes(model.graph, loop))) {
            return Optional.empty();
        }
        Optional<LoopMethod> made = move(model, loop, methods);
        made.ifPresent(part -> PlainMethods.keepOut(part.method));
        return made.map(part -> part);
    }

    /** Makes a method of a loop of any length. @return empty if the loop cannot become a method */
    static Optional<LoopMethod> move(MethodModel model, Loop loop, PlainMethods methods) {
        int exit = exit(model.graph, loop);
        if (exit < 0 || !canMove(model, loop, exit)) {
            return Optional.empty();
        }
        return LoopSignature.of(model, loop, exit)
                .filter(signature -> signature.slots() <= MAX_SLOTS)
                .map(signature -> {
                    MethodNode method = methods.add(model.method.name, signature.descriptor());
                    write(method, model, loop, signature);
                    return new LoopMethod(model, loop, exit, signature, method);
                });
    }

    /** The single block that a loop's exits lead to, or -1. */
    private static int exit(FlowGraph graph, Loop loop) {
        Set<Integer> exits = loop.blocks().stream()
                .boxed()
                .flatMap(block -> graph.successors(block).stream())
                .filter(next -> !loop.contains(next))
                .map(next -> target(graph, next))
                .collect(Collectors.toSet());
        return exits.size() == 1 ? exits.iterator().next() : -1;
    }

    /** The target of a block that only jumps, such as that of a {@code break}; else the block itself. */
    private static int target(FlowGraph graph, int block) {
        for (int i = graph.first(block); i < graph.last(block); i++) {
            if (graph.instruction(i).getOpcode() >= 0) {
                return block;
            }
        }
        boolean jumps = graph.instruction(graph.last(block)).getOpcode() == Opcodes.GOTO;
        return jumps ? graph.successors(block).get(0) : block;
    }

    /** The length of a loop's code, at least. */
    static int bytes(FlowGraph graph, Loop loop) {
        Stream<AbstractInsnNode> code = loop.blocks().stream()
                .flatMap(block -> IntStream.rangeClosed(graph.first(block), graph.last(block)))
                .mapToObj(graph::instruction);
        return CodeSize.of(code.toList()).min();
    }

    private static boolean canMove(MethodModel model, Loop loop, int exit) {
        return model.isMovable()
                && model.symbolic.before(loop.header()).getStackSize() == 0
                && model.symbolic.before(exit).getStackSize() == 0;
    }

    /** Writes the new method's code; behind its parameters it has the variables of the original method. */
    private static void write(MethodNode method, MethodModel model, Loop loop, LoopSignature signature) {
        int first = signature.slots();
        method.maxLocals = first + model.method.maxLocals;
        method.maxStack = Math.max(model.method.maxStack, 2);
        InsnList body = method.instructions;
        body.add(Snippets.line(model.line(loop)));
        int slot = 0;
        for (int i = 0; i < signature.parameters().length; i++) {
            Type type = signature.types()[i];
            body.add(load(type, slot));
            body.add(store(type, first + signature.parameters()[i]));
            slot += type.getSize();
        }
        LabelNode end = new LabelNode();
        LoopCopy copy = new LoopCopy(model, loop, block -> end);
        for (AbstractInsnNode node : copy.code()) {
            if (node instanceof VarInsnNode variable) {
                variable.var += first;
            } else if (node instanceof IincInsnNode increment) {
                increment.var += first;
            }
        }
        body.add(new JumpInsnNode(Opcodes.GOTO, copy.entry()));
        body.add(copy.code());
        body.add(end);
        if (signature.result() >= 0) {
            body.add(load(signature.resultType(), first + signature.result()));
        }
        body.add(new InsnNode(signature.resultType().getOpcode(Opcodes.IRETURN)));
    }

    /** The new method. */
    MethodNode method() {
        return method;
    }

    private static AbstractInsnNode load(Type type, int variable) {
        return new VarInsnNode(type.getOpcode(Opcodes.ILOAD), variable);
    }

    private static AbstractInsnNode store(Type type, int variable) {
        return new VarInsnNode(type.getOpcode(Opcodes.ISTORE), variable);
    }

    @Override
    public LabelNode entry() {
        return entry;
    }

    @Override
    public InsnList code() {
        return code;
    }

    @Override
    public List<AbstractInsnNode> ends(int block) {
        return block == loop.header() ? List.of(leave) : List.of();
    }
}
