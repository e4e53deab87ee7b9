package jdsm.agent.pass.access;

import java.util.Comparator;
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
    private static final int MIN_BYTES = 50;
    /** The greatest share of a method that one loop may have as a method of its own; else its parts are moved. */
    private static final double MOST_OF_ALL = 0.75;

    private final MethodModel model;
    private final PlainMethods methods;
    private final double enough;
    private double movedBytes;
    private final Map<Loop, LoopMethod> moved = new LinkedHashMap<>();

    private LongMethod(MethodModel model, PlainMethods methods, double enough) {
        this.model = model;
        this.methods = methods;
        this.enough = enough;
    }

    /**
     * Moves loops to new methods, the longest first.
     *
     * @param share the share of the method's code that may stay
     * @return the new methods, which have no checks yet; empty if no loop can be moved
     */
    static List<MethodNode> divide(MethodModel model, PlainMethods methods, double share) {
        int before = methods.size();
        LongMethod method = new LongMethod(model, methods, model.bytes() * (1 - share));
        if (model.loops.isReducible()) {
            method.find(null);
            method.replace();
        }
        return methods.take(before);
    }

    /** Moves loops directly inside another one, or outermost loops; in place of a loop that is nearly all, its parts. */
    private void find(Loop parent) {
        List<Loop> inside = model.loops.all().stream()
                .filter(loop -> loop.parent() == parent && bytes(loop) >= MIN_BYTES)
                .sorted(Comparator.comparingInt(this::bytes).reversed())
                .toList();
        for (Loop loop : inside) {
            if (movedBytes < enough && !move(loop)) {
                find(loop);
            }
        }
    }

    private int bytes(Loop loop) {
        return LoopMethod.bytes(model.graph, loop);
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
        movedBytes += bytes(loop);
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
