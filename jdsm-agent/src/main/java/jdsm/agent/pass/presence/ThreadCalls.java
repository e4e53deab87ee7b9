package jdsm.agent.pass.presence;

import java.util.Set;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.EntryPoints;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Has the runtime look at a thread before a method that depends on what each rank has of its own of a shared thread. */
final class ThreadCalls {
    private static final String THREAD = "java/lang/Thread";
    private static final Set<String> ASKING = Set.of(
            "isAlive",
            "getState",
            "interrupt",
            "isInterrupted",
            "join",
            "start",
            "getId",
            "threadId",
            "getStackTrace",
            "getName",
            "setName",
            "getPriority",
            "setPriority",
            "isDaemon",
            "setDaemon",
            "getThreadGroup",
            "getContextClassLoader",
            "setContextClassLoader",
            "getUncaughtExceptionHandler",
            "setUncaughtExceptionHandler");
    private static final int STACK = 2;

    private ThreadCalls() {}

    /** Whether a call runs a method of a thread that a rank may have to refuse. */
    static boolean asks(MethodInsnNode call, Classes classes) {
        return call.getOpcode() == Opcodes.INVOKEVIRTUAL
                && ASKING.contains(call.name)
                && !call.owner.startsWith("[")
                && classes.isSubtype(call.owner, THREAD);
    }

    /** Weaves the calls of a method but for those of {@code join}: each is in a method of its own by then. */
    static void weave(MethodNode method, Classes classes) {
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction instanceof MethodInsnNode call && asks(call, classes) && !call.name.equals("join")) {
                InsnList look = new InsnList();
                if (Type.getArgumentTypes(call.desc).length == 0) {
                    look.add(new InsnNode(Opcodes.DUP));
                } else {
                    look.add(new InsnNode(Opcodes.DUP2)); // all of them have one argument, of one word
                    look.add(new InsnNode(Opcodes.POP));
                }
                look.add(look(call.name));
                method.instructions.insertBefore(call, look);
                method.maxStack += STACK;
            }
        }
    }

    /** The same at the begin of a method that makes the call, and that has the receiver in variable 0. */
    static void weaveFirst(MethodNode body, String name) {
        InsnList look = new InsnList();
        look.add(new VarInsnNode(Opcodes.ALOAD, 0));
        look.add(look(name));
        body.instructions.insert(look);
    }

    /** {@code thread ->}. */
    private static InsnList look(String name) {
        InsnList look = new InsnList();
        look.add(new LdcInsnNode(name));
        look.add(
                EntryPoints.call("jdsm/runtime/ObjectCalls", "threadAsked", "(Ljava/lang/Object;Ljava/lang/String;)V"));
        return look;
    }
}
