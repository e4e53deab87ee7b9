package jdsm.agent.pass.presence;

import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.EntryPoints;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Gives threads ids, and names where the program gives none, that no thread of another rank has: programs take them for
 * keys. The methods by which the JDK observes threads take and return the ids of its JVM.
 */
final class ThreadIds {
    private static final String THREAD = "java/lang/Thread";
    private static final String CALLS = "jdsm/runtime/ObjectCalls";
    private static final Set<String> ID = Set.of("getId", "threadId");
    private static final Set<String> BEANS =
            Set.of("java/lang/management/ThreadMXBean", "com/sun/management/ThreadMXBean");
    private static final Set<String> FINDING_IDS =
            Set.of("getAllThreadIds", "findDeadlockedThreads", "findMonitorDeadlockedThreads");

    /** Constructors without a name, and those with one at the end. */
    private static final Map<String, String> NAMED = Map.of(
            "()V", "(Ljava/lang/String;)V",
            "(Ljava/lang/Runnable;)V", "(Ljava/lang/Runnable;Ljava/lang/String;)V",
            "(Ljava/lang/ThreadGroup;Ljava/lang/Runnable;)V",
                    "(Ljava/lang/ThreadGroup;Ljava/lang/Runnable;Ljava/lang/String;)V");

    private static final int STACK = 4;

    private ThreadIds() {}

    static void weave(MethodNode method, Classes classes) {
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction instanceof MethodInsnNode call && weave(call, method.instructions, classes)) {
                method.maxStack += STACK;
            }
        }
    }

    private static boolean weave(MethodInsnNode call, InsnList code, Classes classes) {
        if (call.getOpcode() == Opcodes.INVOKESPECIAL) {
            return name(call, code);
        } else if (BEANS.contains(call.owner)) {
            return observes(call, code);
        } else if (call.owner.equals("java/lang/management/ThreadInfo") && call.name.equals("getThreadId")) {
            code.insert(call, EntryPoints.call(CALLS, "ofJob", "(J)J"));
            return true;
        } else if (call.getOpcode() == Opcodes.INVOKEVIRTUAL
                && ID.contains(call.name)
                && call.desc.equals("()J")
                && !call.owner.startsWith("[")
                && classes.isSubtype(call.owner, THREAD)) {
            code.set(call, EntryPoints.call(CALLS, "threadId", "(Ljava/lang/Thread;)J"));
            return true;
        }
        return false;
    }

    private static boolean name(MethodInsnNode call, InsnList code) {
        String named = call.owner.equals(THREAD) && call.name.equals("<init>") ? NAMED.get(call.desc) : null;
        if (named == null) {
            return false;
        }
        code.insertBefore(call, EntryPoints.call(CALLS, "threadName", "()Ljava/lang/String;"));
        call.desc = named;
        return true;
    }

    private static boolean observes(MethodInsnNode call, InsnList code) {
        InsnList before = new InsnList();
        if (call.desc.startsWith("(J)")) {
            before.add(EntryPoints.call(CALLS, "ofJvm", "(J)J"));
        } else if (call.desc.startsWith("([J)")) {
            before.add(EntryPoints.call(CALLS, "ofJvm", "([J)[J"));
        } else if (call.desc.startsWith("(JI)")) {
            before.add(new InsnNode(Opcodes.DUP_X2));
            before.add(new InsnNode(Opcodes.POP));
            before.add(EntryPoints.call(CALLS, "ofJvm", "(J)J"));
            before.add(new InsnNode(Opcodes.DUP2_X1));
            before.add(new InsnNode(Opcodes.POP2));
        } else if (call.desc.startsWith("([JI)")) {
            before.add(new InsnNode(Opcodes.SWAP));
            before.add(EntryPoints.call(CALLS, "ofJvm", "([J)[J"));
            before.add(new InsnNode(Opcodes.SWAP));
        }
        boolean taking = before.size() > 0;
        code.insertBefore(call, before);
        boolean finding = FINDING_IDS.contains(call.name);
        if (finding) {
            code.insert(call, EntryPoints.call(CALLS, "ofJob", "([J)[J"));
        }
        return taking || finding;
    }
}
