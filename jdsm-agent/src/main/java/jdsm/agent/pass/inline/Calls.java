package jdsm.agent.pass.inline;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Body;
import jdsm.agent.analysis.Dominators;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Loops;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Replaces the calls of one method. In loops, where a check costs most, it replaces calls of longer methods, and makes
 * the caller longer, than elsewhere.
 */
final class Calls {
    /** The greatest length of a caller with replaced calls in loops; with checks it stays far below 8,000 bytes. */
    static final int MOST_WITH_LOOPS = 2_000;
    /** The greatest length of code outside of loops; HotSpot copies it into the callers of the caller. */
    private static final int MOST_ELSEWHERE = 60;
    /** The greatest length of a caller with replaced calls outside of loops: HotSpot inlines no more than 325 bytes. */
    private static final int MOST_WITHOUT_LOOPS = 200;

    private final String owner;
    private final MethodNode method;
    private final Bodies bodies;

    Calls(String owner, MethodNode method, Bodies bodies) {
        this.owner = owner;
        this.method = method;
        this.bodies = bodies;
    }

    void replace() {
        Map<MethodInsnNode, Body> found = find();
        if (found.isEmpty()) {
            return;
        }
        FlowGraph graph = FlowGraph.of(method);
        Loops loops = new Loops(graph, new Dominators(graph));
        Set<AbstractInsnNode> inLoop = new HashSet<>();
        for (int i = 0; i < method.instructions.size(); i++) {
            if (loops.innermost(graph.blockOf(i)) != null) {
                inLoop.add(method.instructions.get(i));
            }
        }
        int bytes = bytes(method.instructions);
        for (AbstractInsnNode node : method.instructions.toArray()) {
            Body body = found.get(node);
            if (body == null) {
                continue;
            }
            boolean repeated = inLoop.contains(node);
            boolean fits = repeated || body.bytes() <= MOST_ELSEWHERE;
            if (fits && bytes + body.bytes() <= (repeated ? MOST_WITH_LOOPS : MOST_WITHOUT_LOOPS)) {
                MethodInsnNode call = (MethodInsnNode) node;
                boolean casts = !bodies.isSubtype(call.owner, body.owner());
                bytes += Replacement.put(owner, method, call, body, casts) ? body.bytes() : 0;
            }
        }
    }

    private Map<MethodInsnNode, Body> find() {
        Map<MethodInsnNode, Body> found = new IdentityHashMap<>();
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof MethodInsnNode call && node.getOpcode() != Opcodes.INVOKESPECIAL) {
                boolean recursive = call.name.equals(method.name) && call.desc.equals(method.desc);
                Body body = recursive ? null : bodies.of(Bodies.call(call), owner);
                if (body != null) {
                    found.put(call, body);
                }
            }
        }
        return found;
    }

    static int bytes(InsnList code) {
        CodeSizeEvaluator size = new CodeSizeEvaluator(null);
        code.forEach(node -> node.accept(size));
        return size.getMaxSize();
    }
}
