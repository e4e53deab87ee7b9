package jdsm.agent.pass.calls;

import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.EntryPoints;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Gives threads ids, and names where the program gives none, that no thread of another rank has: programs take them for
 * keys. The methods by which the JDK observes threads take and return the ids of its JVM.
 */
public final class ThreadIds {
    private static final String THREAD = "java/lang/Thread";
    private static final String CALLS = "jdsm/runtime/ObjectCalls";
    private static final Set<String> ID = Set.of("getId", "threadId");
    private static final Set<String> BEANS =
            Set.of("java/lang/management/ThreadMXBean", "com/sun/management/ThreadMXBean");
    private static final Set<String> OF_INFO = Set.of("getThreadId", "getLockOwnerId");
    private static final Set<String> FINDING_IDS =
            Set.of("getAllThreadIds", "findDeadlockedThreads", "findMonitorDeadlockedThreads");

    /** Constructors without a name, and those with one at the end. */
    private static final Map<String, String> NAMED = Map.of(
            "()V", "(Ljava/lang/String;)V",
            "(Ljava/lang/Runnable;)V", "(Ljava/lang/Runnable;Ljava/lang/String;)V",
            "(Ljava/lang/ThreadGroup;Ljava/lang/Runnable;)V",
                    "(Ljava/lang/ThreadGroup;Ljava/lang/Runnable;Ljava/lang/String;)V");

    private static final int STACK = 1;

    private ThreadIds() {}

    /** Whether the pass changes a call. A reference to the method has to become one. */
    static boolean concerns(String owner, String name, String descriptor, Classes classes) {
        return owner.equals(THREAD) && name.equals("<init>")
                || BEANS.contains(owner)
                || isIdOfInfo(owner, name)
                || isId(owner, name, descriptor, classes);
    }

    private static boolean isIdOfInfo(String owner, String name) {
        return owner.equals("java/lang/management/ThreadInfo") && OF_INFO.contains(name);
    }

    /** Whether the JDK's own method gives the id of a thread. */
    private static boolean isId(String owner, String name, String descriptor, Classes classes) {
        return ID.contains(name)
                && descriptor.equals("()J")
                && !owner.startsWith("[")
                && classes.isSubtype(owner, THREAD)
                && CallPass.isOutside(owner, name, descriptor, classes);
    }

    /** Weaves the calls of a method. */
    public static void weave(MethodNode method, Classes classes) {
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction instanceof MethodInsnNode call && weave(call, method, classes)) {
                method.maxStack += STACK;
            }
        }
    }

    private static boolean weave(MethodInsnNode call, MethodNode method, Classes classes) {
        InsnList code = method.instructions;
        if (call.name.equals("<init>")) {
            return name(call, code);
        } else if (BEANS.contains(call.owner)) {
            return observes(call, method);
        } else if (isIdOfInfo(call.owner, call.name)) {
            code.insert(call, EntryPoints.call(CALLS, "ofJob", "(J)J"));
            return true;
        } else if (!isId(call.owner, call.name, call.desc, classes)) {
            return false;
        }
        if (call.getOpcode() == Opcodes.INVOKEVIRTUAL && call.name.equals("getId")) {
            code.set(call, EntryPoints.call(CALLS, "threadId", "(Ljava/lang/Thread;)J")); // which may be overridden
        } else {
            code.insert(call, EntryPoints.call(CALLS, "ofJob", "(J)J"));
        }
        return true;
    }

    private static boolean name(MethodInsnNode call, InsnList code) {
        String named = call.owner.equals(THREAD) ? NAMED.get(call.desc) : null;
        if (named == null) {
            return false;
        }
        code.insertBefore(call, EntryPoints.call(CALLS, "threadName", "()Ljava/lang/String;"));
        call.desc = named;
        return true;
    }

    private static boolean observes(MethodInsnNode call, MethodNode method) {
        Type[] parameters = Type.getArgumentTypes(call.desc);
        String ids = parameters.length == 0 ? "" : parameters[0].getDescriptor();
        boolean taking = ids.equals("J") || ids.equals("[J");
        if (taking) {
            InsnList before = new InsnList();
            InsnList behind = new InsnList();
            for (int i = parameters.length - 1; i > 0; i--) {
                before.add(new VarInsnNode(parameters[i].getOpcode(Opcodes.ISTORE), method.maxLocals));
                behind.insert(new VarInsnNode(parameters[i].getOpcode(Opcodes.ILOAD), method.maxLocals));
                method.maxLocals += parameters[i].getSize();
            }
            before.add(EntryPoints.call(CALLS, "ofJvm", "(" + ids + ")" + ids));
            before.add(behind);
            method.instructions.insertBefore(call, before);
        }
        boolean finding = FINDING_IDS.contains(call.name);
        if (finding) {
            method.instructions.insert(call, EntryPoints.call(CALLS, "ofJob", "([J)[J"));
        }
        return taking || finding;
    }
}
