package jdsm.agent.analysis;

import java.lang.invoke.VarHandle.AccessMode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The calls that make handles and field updaters, and the accesses by handles: methods of the runtime stand in their
 * place. Stateless.
 */
final class HandleCalls {
    private static final String HANDLES = "jdsm/runtime/VarHandles";
    private static final String GETTERS = "jdsm/runtime/FieldGetters";
    private static final String UPDATERS = "jdsm/runtime/FieldUpdaters";
    private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";
    private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
    private static final String ATOMIC = "java/util/concurrent/atomic/Atomic";

    /** The methods of the runtime that make updaters, by the JDK's classes. */
    private static final Map<String, String> NEW_UPDATERS = Map.of(
            ATOMIC + "IntegerFieldUpdater", "newInts",
            ATOMIC + "LongFieldUpdater", "newLongs",
            ATOMIC + "ReferenceFieldUpdater", "newReferences");

    /** The bootstrap method of accesses. */
    static final Handle LINK = new Handle(
            Opcodes.H_INVOKESTATIC,
            HANDLES,
            "access",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)"
                    + "Ljava/lang/invoke/CallSite;",
            false);

    /** The classes of the runtime with the methods of a lookup that find fields, by the methods. */
    private static final Map<String, String> FINDERS = Map.of(
            "findVarHandle", HANDLES,
            "findStaticVarHandle", HANDLES,
            "findGetter", GETTERS,
            "findSetter", GETTERS,
            "findStaticGetter", GETTERS,
            "findStaticSetter", GETTERS);

    private static final Set<String> ACCESSES = new HashSet<>();

    /** The classes of the JDK that have these methods. */
    static final Set<String> OWNERS = new HashSet<>(NEW_UPDATERS.keySet());

    static {
        OWNERS.add(VAR_HANDLE);
        OWNERS.add(LOOKUP);
        for (AccessMode mode : AccessMode.values()) {
            ACCESSES.add(mode.methodName());
        }
    }

    private HandleCalls() {}

    static boolean isHandle(String name) {
        return name.equals(VAR_HANDLE);
    }

    /**
     * The method of the runtime that makes a handle or updater in place of the JDK's, or null.
     *
     * @param given the descriptor, with the receiver as the first parameter
     */
    static Twins.StaticMethod maker(String owner, String name, String given) {
        if (owner.equals(LOOKUP) && FINDERS.containsKey(name)) {
            return new Twins.StaticMethod(FINDERS.get(name), name, given);
        }
        String updater = name.equals("newUpdater") ? NEW_UPDATERS.get(owner) : null;
        return updater == null ? null : new Twins.StaticMethod(UPDATERS, updater, given);
    }

    /** Whether a call accesses a field or element by a handle. */
    static boolean isAccess(int opcode, String owner, String name) {
        return opcode == Opcodes.INVOKEVIRTUAL && owner.equals(VAR_HANDLE) && ACCESSES.contains(name);
    }

    /** Adds the call of the runtime in place of an access. */
    static void visitAccess(MethodVisitor code, String name, String descriptor) {
        code.visitInvokeDynamicInsn(name, "(L" + VAR_HANDLE + ";" + descriptor.substring(1), LINK);
    }
}
