package jdsm.agent.pass.limits;

import java.util.Set;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Replaces the calls that end a JVM, {@code System.exit}, and {@code exit} and {@code halt} of {@code Runtime}, and those
 * that add and remove shutdown hooks. The runtime tells the other ranks of an end, and waits until the hooks of all have
 * ended. Where the JVM belongs to somebody else, it refuses an end, and hooks are the JVM's. The pass comes after all analyses, which know the JDK's methods only.
 */
public final class ExitPass implements Pass {
    private static final String SYSTEM = "java/lang/System";
    private static final String RUNTIME = "java/lang/Runtime";
    private static final String EXITS = "jdsm/runtime/Exits";
    private static final String EXIT = "exit";
    private static final String HALT = "halt";
    private static final String STATUS = "(I)V";
    private static final Set<String> HOOKS = Set.of("addShutdownHook", "removeShutdownHook");

    private final boolean refusing;

    /** @param refusing whether the JVM belongs to somebody else */
    public ExitPass(boolean refusing) {
        this.refusing = refusing;
    }

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions) {
                if (instruction instanceof MethodInsnNode call
                        && isReplaced(call.owner, call.name, call.desc)
                        && !(refusing && HOOKS.contains(call.name))) {
                    method.instructions.set(call, called(call));
                }
            }
        }
    }

    /** Whether a call is replaced. A reference to such a method has to become one. */
    public static boolean isReplaced(String owner, String name, String descriptor) {
        if (owner.equals(SYSTEM)) {
            return name.equals(EXIT) && descriptor.equals(STATUS);
        }
        return owner.equals(RUNTIME) && (name.equals(EXIT) || name.equals(HALT) || HOOKS.contains(name));
    }

    private MethodInsnNode called(MethodInsnNode call) {
        return new MethodInsnNode(
                Opcodes.INVOKESTATIC, EXITS, nameOf(call.name), descriptorOf(call.owner, call.desc), false);
    }

    private String nameOf(String called) {
        return refusing ? "refuse" : called;
    }

    /** That of the static method: a receiver becomes the first parameter. */
    private static String descriptorOf(String owner, String descriptor) {
        return owner.equals(SYSTEM) ? descriptor : "(L" + owner + ";" + descriptor.substring(1);
    }
}
