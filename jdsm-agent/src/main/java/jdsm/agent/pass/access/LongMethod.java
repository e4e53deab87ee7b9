package jdsm.agent.pass.access;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdsm.agent.analysis.Loop;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Divides a method that its checks would make too long for the JIT compiler: loops become methods of their own, before
 * the pass weaves their checks.
 */
final class LongMethod {
    /** The least length of a loop that becomes a method. */
    private static final int MIN_BYTES = 200;
    /** The greatest share of a method that one loop may have as a method of its own; else its parts are moved. */
    private static final double MOST_OF_ALL = 0.75;

    private final MethodModel model;
    private final PlainMethods methods;
    private final Map<Loop, LoopMethod> moved = new LinkedHashMap<>();

    private LongMethod(MethodModel model, PlainMethods methods) {
        this.model = model;
        this.methods = methods;
    }

    /**
     * Moves loops to new methods.
     *
     * @return the new methods, which have no checks yet; empty if no loop can be moved
     */
    static List<MethodNode> divide(MethodModel model, PlainMethods methods) {
        int before = methods.size();
        LongMethod method = new LongMethod(model, methods);
        if (model.loops.isReducible()) {
            method.find(null);
            method.replace();
        }
        return methods.take(before);
    }

    /** Moves loops directly inside another one, or outermost loops; in place of a loop that is nearly all, its parts. */
    private void find(Loop parent) {
        for (Loop loop : model.loops.all()) {
            int bytes = loop.parent() == parent ? LoopMethod.bytes(model.graph, loop) : 0;
            if (bytes < MIN_BYTES) {
                continue;
            }
            if (!move(loop)) {
                find(loop);
            }
        }
    }

    private boolean move(Loop loop) {
        if (!model.hasPlaceBefore(loop) || Versions.hasHandlers(model, loop)) {
            return false;
        }
        int before = methods.size();
        LoopMethod part = LoopMethod.move(model, loop, methods).orElse(null);
        if (part == null) {
            return false;
        }
        int bytes = CodeSize.of(part.method().instructions).max();
        if (bytes > model.bytes() * MOST_OF_ALL) {
            methods.take(before);
            return false;
        }
        moved.put(loop, part);
        return true;
    }

    private void replace() {
        EntryPlaces entries = new EntryPlaces(model, moved.values());
        moved.forEach((loop, part) -> {
            InsnList code = new InsnList();
            code.add(new JumpInsnNode(Opcodes.GOTO, part.entry()));
            entries.insert(loop, code);
        });
        model.method.maxStack = Math.max(model.method.maxStack, LoopMethod.MAX_SLOTS);
        moved.forEach((loop, part) -> {
            loop.blocks().stream().forEach(this::remove);
            model.method.instructions.add(part.code());
        });
    }

    private void remove(int block) {
        for (int i = model.graph.first(block); i <= model.graph.last(block); i++) {
            AbstractInsnNode node = model.graph.instruction(i);
            if (node.getOpcode() >= 0) {
                model.method.instructions.remove(node);
            }
        }
    }
}
