package jdsm.agent.pass.heads;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Names;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Weaves a call at the head of each loop whose index begins with {@code resumeFrom}, and refuses other uses of that
 * method. Runs on the program's own code.
 */
public final class HeadsPass implements Pass {
    private static final String RESUME = "resumeFrom";
    private static final String RESUME_DESCRIPTOR = "(Ljava/lang/String;I)I";
    private static final String SPMD = "jdsm/SPMD";
    private static final String HEADS = "jdsm/runtime/Heads";
    private static final String START = "start";
    private static final String START_DESCRIPTOR = "()V";

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        Set<String> names = new HashSet<>();
        for (MethodNode method : node.methods) {
            List<MethodInsnNode> calls = callsIn(method, classes);
            if (calls.isEmpty()) {
                continue;
            }
            List<ResumableLoop> loops = new ArrayList<>();
            for (MethodInsnNode call : calls) {
                try {
                    requireStart(node, method, classes);
                    ResumableLoop loop = ResumableLoop.of(node.name, method, call);
                    if (!names.add(loop.name())) {
                        throw new UnfitLoopException("two loops have the name '" + loop.name()
                                + "'; give each resumable loop a name of its own");
                    }
                    loops.add(loop);
                } catch (UnfitLoopException e) {
                    report.refuse(Names.refusal(node, method, call, e.getMessage()));
                }
            }
            loops.forEach(loop -> weave(method, loop));
        }
    }

    private static List<MethodInsnNode> callsIn(MethodNode method, Classes classes) {
        List<MethodInsnNode> calls = new ArrayList<>();
        for (AbstractInsnNode instruction : method.instructions) {
            if (instruction instanceof MethodInsnNode call
                    && call.name.equals(RESUME)
                    && call.desc.equals(RESUME_DESCRIPTOR)
                    && call.getOpcode() != Opcodes.INVOKESTATIC
                    && isOfProgram(call.owner, classes)) {
                calls.add(call);
            }
        }
        return calls;
    }

    private static boolean isOfProgram(String type, Classes classes) {
        return classes.withSupertypes(type).contains(SPMD);
    }

    private static void requireStart(ClassNode node, MethodNode method, Classes classes) throws UnfitLoopException {
        boolean isStart =
                method.name.equals(START) && method.desc.equals(START_DESCRIPTOR) && isOfProgram(node.name, classes);
        if (!isStart) {
            throw new UnfitLoopException("resumeFrom is for a loop in start() of the program itself, because a restart"
                    + " cannot restore the local variables of callers; move the loop to start()");
        }
    }

    private static void weave(MethodNode method, ResumableLoop loop) {
        InsnList head = new InsnList();
        head.add(new LdcInsnNode(loop.name()));
        head.add(new VarInsnNode(Opcodes.ILOAD, loop.index()));
        head.add(EntryPoints.call(HEADS, "at", "(Ljava/lang/String;I)V"));
        method.instructions.insert(loop.head(), head);
        method.instructions.set(
                loop.call(), EntryPoints.call(HEADS, RESUME, "(Ljava/lang/Object;Ljava/lang/String;I)I"));
        method.maxStack = Math.max(method.maxStack, 2);
    }
}
