package jdsm.agent.pass.statics;

import java.util.List;
import java.util.Optional;
import jdsm.agent.analysis.Classes;
import jdsm.agent.jdk.Conduct;
import jdsm.agent.jdk.JdkTable;
import jdsm.agent.jdk.ThrowableClasses;
import jdsm.agent.jdk.Use;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import jdsm.agent.pass.calls.CallPass;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A call that changes an object of the JDK in which programs keep state: a collection, an atomic, a lock or other
 * synchroniser, a string builder. Random number generators and output streams are excluded, for there a program wants
 * one for each rank.
 *
 * @param receiver whether the call changes its receiver
 * @param arguments the numbers of the arguments that the call changes
 * @param ofThrown whether the receiver is an exception
 */
record ChangingCall(MethodInsnNode call, boolean receiver, List<Integer> arguments, boolean ofThrown) {
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
                ? Optional.of(new ChangingCall(
                        call, receiver, arguments, classes.isSubtype(call.owner, ThrowableClasses.THROWABLE)))
                : Optional.empty();
    }

    /** Adds code before the call, which reports the objects that the call changes; and behind it, if that is needed. */
    void weave(MethodNode method) {
        if (ofThrown) {
            weaveThrown(method);
        } else {
            method.instructions.insertBefore(call, before(method));
        }
    }

    /** An exception may become shared meanwhile, on another thread. */
    private void weaveThrown(MethodNode method) {
        InsnList before = new InsnList();
        Locals given = new Locals(method, Type.getArgumentTypes(call.desc));
        Locals thrown = new Locals(method, Type.getObjectType(ThrowableClasses.THROWABLE));
        given.store(before, 0);
        before.add(new InsnNode(Opcodes.DUP));
        thrown.store(before, 0);
        addThrown(before, thrown);
        given.load(before, 0);
        InsnList behind = new InsnList();
        addThrown(behind, thrown);
        method.instructions.insertBefore(call, before);
        method.instructions.insert(call, behind);
    }

    private void addThrown(InsnList code, Locals thrown) {
        thrown.load(code, 0);
        code.add(new LdcInsnNode(call.name + "()"));
        code.add(EntryPoints.call(
                "jdsm/runtime/ObjectCalls", "throwableChanges", "(Ljava/lang/Object;Ljava/lang/String;)V"));
    }

    private InsnList before(MethodNode method) {
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
