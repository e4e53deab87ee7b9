package jdsm.agent.pass.remote;

import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * A call of a method of the program, or the making of a lambda whose code is one.
 *
 * @param instruction the call
 * @param target the method
 * @param arguments the kinds of the arguments by the method's parameters, or null where one is no array; those of a lambda
 *     that are not captured are missing, if its interface has no marks
 * @param result the kind of the result, or null
 * @param exact whether no other method may run instead
 */
record CallSite(
        AbstractInsnNode instruction, ProgramClasses.Method target, List<Kind> arguments, Kind result, boolean exact) {
    /** The parameters that get remote arrays. */
    BitSet remote() {
        BitSet remote = new BitSet();
        for (int i = 0; i < arguments.size(); i++) {
            remote.set(i, arguments.get(i) != null && arguments.get(i).isRemote());
        }
        return remote;
    }
}
