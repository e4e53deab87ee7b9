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
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Replaces the instructions of {@link SitesPass} by code that increments a counter of the thread. A method looks for the
 * thread's counters once, at its begin, and keeps them in a variable. Also counts the entries of monitors, at the reports
 * that {@link jdsm.agent.pass.monitor.MonitorPass} has woven.
 */
public final class CountersPass implements Pass {
    private static final String MONITORS = "jdsm/runtime/Monitors";
    private static final Type COUNTERS = Type.getType("[J");
    /** Array, index, and both once more. A monitor needs less. */
    private static final int STACK = 6;
    /** HotSpot compiles no method of more than 8,000 bytes; longer ones keep the short form. */
    private static final int MOST_BYTES = 7_000;
    /** What an increment has more than the instruction that it replaces. */
    private static final int MORE_BYTES = 9;

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

    private static void fields(MethodNode method) {
        List<AbstractInsnNode> sites = StreamSupport.stream(method.instructions.spliterator(), false)
                .filter(Sites::isOne)
                .toList();
        CodeSizeEvaluator size = new CodeSizeEvaluator(null);
        method.instructions.forEach(instruction -> instruction.accept(size));
        if (sites.isEmpty() || size.getMaxSize() + sites.size() * MORE_BYTES > MOST_BYTES) {
            return;
        }
        int counters = Locals.fresh(method, COUNTERS);
        for (AbstractInsnNode site : sites) {
            InsnList code = new InsnList();
            code.add(new VarInsnNode(Opcodes.ALOAD, counters));
            code.add(Sites.slot((InvokeDynamicInsnNode) site));
            code.add(new InsnNode(Opcodes.DUP2));
            code.add(new InsnNode(Opcodes.LALOAD));
            code.add(new InsnNode(Opcodes.LCONST_1));
            code.add(new InsnNode(Opcodes.LADD));
            code.add(new InsnNode(Opcodes.LASTORE));
            method.instructions.insertBefore(site, code);
            method.instructions.remove(site);
        }
        InsnList begin = new InsnList();
        begin.add(EntryPoints.call(Sites.PROFILED, "counters", "()" + COUNTERS.getDescriptor()));
        begin.add(new VarInsnNode(Opcodes.ASTORE, counters));
        method.instructions.insert(begin);
        method.maxStack += STACK;
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
