package jdsm.agent.pass.profile;

import java.util.List;
import java.util.stream.StreamSupport;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Twins;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Replaces the instructions of {@link SitesPass} by code that increments a counter of the thread. A method looks for the
 * thread's counters once, at its begin, and keeps them in a variable. Code that samples looks for them again after some
 * turns of its loops, and counts only where it finds some; see {@link jdsm.runtime.Profiled}. Also counts the entries of
 * monitors, at the reports that {@link jdsm.agent.pass.monitor.MonitorPass} has woven.
 */
public final class CountersPass implements Pass {
    private static final String MONITORS = "jdsm/runtime/Monitors";
    private static final Type COUNTERS = Type.getType("[J");
    /** Array, index, and both once more. A sample and a monitor need less. */
    private static final int STACK = 6;
    /** HotSpot compiles no method of more than 8,000 bytes; longer ones keep the short form. */
    private static final int MOST_BYTES = 7_000;
    /** What an increment has more than the instruction that it replaces. */
    private static final int MORE_BYTES = 9;
    /** What a sample adds to a loop. */
    private static final int LOOP_BYTES = 24;

    private final boolean samples;

    /** @param samples whether the code counts in some segments of the program's run only */
    public CountersPass(boolean samples) {
        this.samples = samples;
    }

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        if (Twins.isTwin(node.name)) {
            return;
        }
        for (MethodNode method : node.methods) {
            fields(method);
            monitors(method);
        }
    }

    private void fields(MethodNode method) {
        List<InvokeDynamicInsnNode> sites = StreamSupport.stream(method.instructions.spliterator(), false)
                .filter(Sites::isOne)
                .map(InvokeDynamicInsnNode.class::cast)
                .toList();
        List<LabelNode> heads = samples ? SampledLoops.heads(method) : List.of();
        CodeSizeEvaluator size = new CodeSizeEvaluator(null);
        method.instructions.forEach(instruction -> instruction.accept(size));
        int more = sites.size() * MORE_BYTES + heads.size() * LOOP_BYTES;
        if (sites.isEmpty() || size.getMaxSize() + more > MOST_BYTES) {
            return;
        }
        int counters = Locals.fresh(method, COUNTERS);
        for (InvokeDynamicInsnNode site : sites) {
            method.instructions.insertBefore(site, samples ? sample(site, counters) : increment(site, counters));
            method.instructions.remove(site);
        }
        if (!heads.isEmpty()) {
            SampledLoops.endSegments(method, heads, counters);
        }
        InsnList begin = new InsnList();
        begin.add(
                samples
                        ? Sites.segment()
                        : EntryPoints.call(Sites.PROFILED, "counters", "()" + COUNTERS.getDescriptor()));
        begin.add(new VarInsnNode(Opcodes.ASTORE, counters));
        method.instructions.insert(begin);
        method.maxStack += STACK;
    }

    private static InsnList increment(InvokeDynamicInsnNode site, int counters) {
        InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, counters));
        code.add(Sites.slot(site));
        code.add(new InsnNode(Opcodes.DUP2));
        code.add(new InsnNode(Opcodes.LALOAD));
        code.add(new InsnNode(Opcodes.LCONST_1));
        code.add(new InsnNode(Opcodes.LADD));
        code.add(new InsnNode(Opcodes.LASTORE));
        return code;
    }

    private static InsnList sample(InvokeDynamicInsnNode site, int counters) {
        InsnList code = new InsnList();
        LabelNode end = new LabelNode();
        code.add(new VarInsnNode(Opcodes.ALOAD, counters));
        code.add(new JumpInsnNode(Opcodes.IFNULL, end));
        code.add(new VarInsnNode(Opcodes.ALOAD, counters));
        code.add(Sites.adding(site));
        code.add(end);
        return code;
    }

    private static void monitors(MethodNode method) {
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction instanceof MethodInsnNode call
                    && call.owner.equals(MONITORS)
                    && call.name.equals("entered")) {
                method.instructions.insertBefore(call, new InsnNode(Opcodes.DUP));
                method.instructions.insertBefore(
                        call, EntryPoints.call(Sites.PROFILED, "enters", "(Ljava/lang/Object;)V"));
                method.maxStack += 1;
            }
        }
    }
}
