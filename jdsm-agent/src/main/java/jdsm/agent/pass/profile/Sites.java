package jdsm.agent.pass.profile;

import jdsm.agent.pass.Names;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/** The instructions that count an access to a field; see {@link jdsm.runtime.Profiled#site}. */
final class Sites {
    static final String PROFILED = "jdsm/runtime/Profiled";
    private static final String COUNTS = "()V";
    private static final String SLOT = "()I";
    private static final String ADDS = "([J)V";

    private static final Handle SEGMENT = new Handle(
            Opcodes.H_INVOKESTATIC,
            PROFILED,
            "segment",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)"
                    + "Ljava/lang/invoke/CallSite;",
            false);

    private static final Handle BOOTSTRAP = new Handle(
            Opcodes.H_INVOKESTATIC,
            PROFILED,
            "site",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
                    + "Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;I)Ljava/lang/invoke/CallSite;",
            false);

    private Sites() {}

    /** Counts an access; needs no other instruction. */
    static InvokeDynamicInsnNode of(boolean write, String owner, String field, String descriptor, boolean isVolatile) {
        return new InvokeDynamicInsnNode(
                write ? "writes" : "reads",
                COUNTS,
                BOOTSTRAP,
                Names.ofClass(owner),
                field,
                descriptor,
                isVolatile ? 1 : 0);
    }

    /** Whether an instruction is one that {@link #of} has made. */
    static boolean isOne(AbstractInsnNode instruction) {
        return instruction instanceof InvokeDynamicInsnNode dynamic
                && dynamic.bsm.equals(BOOTSTRAP)
                && dynamic.desc.equals(COUNTS);
    }

    /** Pushes the slot in which an instruction counts. */
    static InvokeDynamicInsnNode slot(InvokeDynamicInsnNode site) {
        return new InvokeDynamicInsnNode(site.name, SLOT, BOOTSTRAP, site.bsmArgs);
    }

    /** Pops the counters in which an instruction counts. */
    static InvokeDynamicInsnNode adding(InvokeDynamicInsnNode site) {
        return new InvokeDynamicInsnNode(site.name, ADDS, BOOTSTRAP, site.bsmArgs);
    }

    /** Pushes the counters for the segment that begins with a call of the method; null if it is not counted. */
    static InvokeDynamicInsnNode segment() {
        return new InvokeDynamicInsnNode("segment", "()[J", SEGMENT);
    }
}
