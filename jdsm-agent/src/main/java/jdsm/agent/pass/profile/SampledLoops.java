package jdsm.agent.pass.profile;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import jdsm.runtime.Profiled;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Ends the segment of a sample after some turns of a method's loops, and begins the next. */
final class SampledLoops {
    private SampledLoops() {}

    /** The labels to which later code jumps back over an instruction of {@link Sites}. */
    static List<LabelNode> heads(MethodNode method) {
        Map<LabelNode, Integer> counted = new HashMap<>();
        Set<LabelNode> heads = new LinkedHashSet<>();
        int sites = 0;
        for (AbstractInsnNode instruction : method.instructions) {
            if (instruction instanceof LabelNode label) {
                counted.put(label, sites);
            } else if (Sites.isOne(instruction)) {
                sites++;
            }
            for (LabelNode target : FlowGraph.targets(instruction)) {
                if (counted.getOrDefault(target, sites) < sites) {
                    heads.add(target);
                }
            }
        }
        return List.copyOf(heads);
    }

    /** Counts the turns at the heads in a variable, and renews the counters when it comes to 0. */
    static void endSegments(MethodNode method, List<LabelNode> heads, int counters) {
        int turns = Locals.fresh(method, Type.INT_TYPE);
        for (LabelNode head : heads) {
            InsnList code = new InsnList();
            LabelNode end = new LabelNode();
            code.add(new IincInsnNode(turns, -1));
            code.add(new VarInsnNode(Opcodes.ILOAD, turns));
            code.add(new JumpInsnNode(Opcodes.IFGT, end));
            code.add(new IntInsnNode(Opcodes.BIPUSH, Profiled.TURNS));
            code.add(new VarInsnNode(Opcodes.ISTORE, turns));
            code.add(EntryPoints.call(Sites.PROFILED, "segment", "()[J"));
            code.add(new VarInsnNode(Opcodes.ASTORE, counters));
            code.add(end);
            method.instructions.insert(head, code);
        }
        InsnList begin = new InsnList();
        begin.add(new IntInsnNode(Opcodes.BIPUSH, Profiled.TURNS));
        begin.add(new VarInsnNode(Opcodes.ISTORE, turns));
        method.instructions.insert(begin);
    }
}
