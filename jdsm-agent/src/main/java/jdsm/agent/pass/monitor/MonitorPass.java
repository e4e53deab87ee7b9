package jdsm.agent.pass.monitor;

import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Names;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Reports monitor operations to the runtime: behind each MONITORENTER, before each MONITOREXIT, and in place of wait
 * and notify. A synchronized method becomes a method with a synchronized block.
 */
public final class MonitorPass implements Pass {
    private static final String MONITORS = "jdsm/runtime/Monitors";

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        for (MethodNode method : node.methods) {
            if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
                if ((method.access & Opcodes.ACC_NATIVE) != 0) {
                    report.refuse(Names.refusal(
                            node,
                            method,
                            null,
                            "a native synchronized method cannot be woven;"
                                    + " call it from a synchronized method that is not native"));
                    continue;
                }
                SynchronizedMethod.toBlock(node, method);
            }
            MonitorBlocks.weave(method);
            for (AbstractInsnNode instruction : method.instructions.toArray()) {
                if (instruction instanceof MethodInsnNode call && call.getOpcode() != Opcodes.INVOKESTATIC) {
                    replace(method, call);
                }
            }
        }
    }

    /**
     * Replaces a call of wait, notify or notifyAll. These are final in Object, so that name and descriptor identify
     * them.
     */
    private static void replace(MethodNode method, MethodInsnNode call) {
        String name = switch (call.name + call.desc) {
            case "wait()V", "wait(J)V", "wait(JI)V" -> "await";
            case "notify()V" -> "signal";
            case "notifyAll()V" -> "signalAll";
            default -> null;
        };
        if (name != null) {
            String descriptor = "(Ljava/lang/Object;" + call.desc.substring(1);
            method.instructions.set(call, EntryPoints.call(MONITORS, name, descriptor));
        }
    }
}
