package jdsm.agent.pass.presence;

import java.util.HashSet;
import java.util.Set;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.ReferenceBody;
import jdsm.agent.analysis.Twins;
import jdsm.agent.jdk.JdkTable;
import jdsm.agent.pass.calls.MethodReferences;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The methods of a class that code without checks may call: overridden methods of its types, and bodies of lambdas. */
final class Callbacks {
    private static final String JDSM = "jdsm/";
    private static final String LAMBDA = "lambda$";
    private static final int NOT_OVERRIDDEN = Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE;

    /** Methods by which a subclass may implement an interface of the JDK, although their own class does not. */
    private static final Set<String> TASKS = Set.of("run()V", "call()Ljava/lang/Object;");

    private final ClassNode node;
    private final Classes classes;
    private final Set<String> bodies = new HashSet<>();

    /** Turns references to methods of other classes into bodies of lambdas, of which this class can see the code. */
    Callbacks(ClassNode node, Classes classes) {
        this.node = node;
        this.classes = classes;
        MethodReferences.expand(node, classes, this::isReferenceFromOutside);
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions) {
                if (instruction instanceof InvokeDynamicInsnNode dynamic) {
                    Handle body = ReferenceBody.target(dynamic);
                    if (body != null && isCalledFromOutside(dynamic)) {
                        bodies.add(body.getName() + body.getDesc());
                    }
                }
            }
        }
    }

    private boolean isReferenceFromOutside(InvokeDynamicInsnNode dynamic, Handle target) {
        boolean isOwn = target.getOwner().equals(node.name) && target.getName().startsWith(LAMBDA);
        return !isOwn
                && isCalledFromOutside(dynamic)
                && mayStore(target.getOwner(), target.getName(), target.getDesc());
    }

    private boolean isCalledFromOutside(InvokeDynamicInsnNode dynamic) {
        String type = Type.getReturnType(dynamic.desc).getInternalName();
        return isCalledFromOutside(type, dynamic.name, ((Type) dynamic.bsmArgs[0]).getDescriptor());
    }

    /** Whether code without checks may call a method. */
    boolean contains(MethodNode method) {
        if (method.instructions.size() == 0 || method.name.charAt(0) == '<') {
            return false;
        }
        boolean mayOverride = (method.access & NOT_OVERRIDDEN) == 0;
        return bodies.contains(method.name + method.desc)
                || mayOverride
                        && (TASKS.contains(method.name + method.desc)
                                || isCalledFromOutside(node.name, method.name, method.desc));
    }

    /** Whether a type has a method from a supertype that is not woven. JDSM's own types call workers only. */
    private boolean isCalledFromOutside(String type, String name, String descriptor) {
        for (String above : classes.withSupertypes(type)) {
            if (!classes.isApplication(above)
                    && !above.startsWith(JDSM)
                    && above.equals(classes.declaring(above, name, descriptor))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a method may store into fields or elements, by itself or by methods that it calls. What the JDK calls back
     * has an entry of its own.
     */
    boolean mayStore(MethodNode method) {
        for (AbstractInsnNode instruction : method.instructions) {
            int opcode = instruction.getOpcode();
            if (opcode == Opcodes.PUTFIELD
                    || opcode == Opcodes.PUTSTATIC
                    || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE
                    || instruction instanceof InvokeDynamicInsnNode dynamic && Twins.isHandleAccess(dynamic)
                    || instruction instanceof MethodInsnNode call && mayStore(call.owner, call.name, call.desc)) {
                return true;
            }
        }
        return false;
    }

    private boolean mayStore(String owner, String name, String descriptor) {
        if (owner.startsWith("[")) {
            return false;
        }
        if (classes.isApplication(owner)) {
            return true;
        }
        return !owner.startsWith(JDSM) && !JdkTable.isPure(owner, name, descriptor, classes);
    }
}
