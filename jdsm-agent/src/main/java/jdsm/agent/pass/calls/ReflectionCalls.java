package jdsm.agent.pass.calls;

import java.util.Set;
import jdsm.agent.pass.EntryPoints;
import org.objectweb.asm.tree.MethodInsnNode;

/** Replaces calls of reflection whose results weaving changes: the runtime's methods give what the program has written. */
final class ReflectionCalls {
    private static final Set<String> REPLACED = Set.of(
            "java/lang/Class.getField",
            "java/lang/Class.getFields",
            "java/lang/Class.getDeclaredField",
            "java/lang/Class.getDeclaredFields",
            "java/lang/Class.getMethods",
            "java/lang/Class.getDeclaredMethods",
            "java/lang/Class.getDeclaredConstructors",
            "java/lang/Class.getInterfaces",
            "java/lang/reflect/Field.getModifiers");

    private ReflectionCalls() {}

    /** The instruction that replaces a call; null if the call stays. */
    static MethodInsnNode replacement(MethodInsnNode call) {
        return REPLACED.contains(call.owner + "." + call.name)
                ? EntryPoints.call(
                        "jdsm/runtime/Reflected", call.name, "(L" + call.owner + ";" + call.desc.substring(1))
                : null;
    }
}
