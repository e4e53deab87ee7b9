package jdsm.agent.pass.statics;

import java.util.List;
import java.util.Optional;
import jdsm.agent.analysis.Classes;
import jdsm.agent.jdk.Conduct;
import jdsm.agent.jdk.JdkTable;
import jdsm.agent.jdk.Use;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import jdsm.agent.pass.calls.CallPass;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A call that changes an object of the JDK in which programs keep state: a collection, an atomic, a lock or other
 * synchroniser, a string builder. Random number generators and output streams are excluded, for there a program wants
 * one for each rank.
 *
 * @param receiver whether the call changes its receiver
 * @param arguments the numbers of the arguments that the call changes
 */
record ChangingCall(MethodInsnNode call, boolean receiver, List<Integer> arguments) {
    static Optional<ChangingCall> of(MethodInsnNode call, Classes classes) {
        if (call.name.equals("<init>") || !CallPass.isOutside(call.owner, call.name, call.desc, classes)) {
            return Optional.empty();
        }
        Conduct conduct = JdkTable.of(call.owner, call.name, call.desc, classes);
        boolean receiver = conduct.is(Conduct.Trait.CHANGES) && call.getOpcode() != Opcodes.INVOKESTATIC;
        List<Integer> arguments = conduct.uses().stream()
                .filter(use -> use.kind() == Use.Kind.CHANGED)
                .map(Use::parameter)
                .toList();
        return receiver || !arguments.isEmpty()
                ? Optional.of(new ChangingCall(call, receiver, arguments))
                : Optional.empty();
    }

    /** The code before the call, which reports the objects that the call changes. */
    InsnList before(MethodNode method) {
        InsnList code = new InsnList();
        Locals given = new Locals(method, Type.getArgumentTypes(call.desc));
        given.store(code, 0);
        if (receiver) {
            code.add(new InsnNode(Opcodes.DUP));
            addCheck(code);
        }
        for (int argument : arguments) {
            given.loadOne(code, argument);
            addCheck(code);
        }
        given.load(code, 0);
        return code;
    }

    private static void addCheck(InsnList code) {
        code.add(EntryPoints.call("jdsm/runtime/Statics", "changing", "(Ljava/lang/Object;)V"));
    }
}
