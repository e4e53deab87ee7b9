package jdsm.agent.pass.check;

import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Classes.FieldKind;
import jdsm.agent.analysis.UninitializedThis;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Weaves the reports of one method's accesses. */
final class MethodCheck {
    static final int STACK = 8;

    private static final String OBSERVED = "jdsm/runtime/Observed";
    private static final String OBJECT = "(Ljava/lang/Object;)V";
    private static final String ELEMENT = "(Ljava/lang/Object;I)V";
    private static final String MONITORS = "jdsm/runtime/Monitors";
    private static final String VOLATILES = "jdsm/runtime/Volatiles";
    private static final String COMM = "jdsm/comm/Comm";
    private static final String JDK_SYNCHRONISERS = "java/util/concurrent/";
    private static final Type REFERENCE = Type.getType(Object.class);

    private final MethodNode method;
    private final Classes classes;
    private final Places places;
    private final GivenArrays given;
    private final UninitializedThis early;
    /** Whether the next access to an element belongs to a volatile access that has begun. */
    private boolean isVolatile;

    MethodCheck(ClassNode node, MethodNode method, Classes classes) {
        this.method = method;
        this.classes = classes;
        this.places = new Places(node, method);
        this.given = new GivenArrays(node, method, classes, places);
        this.early = UninitializedThis.of(node.name, method);
    }

    void weave() {
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            int opcode = instruction.getOpcode();
            if (instruction instanceof LineNumberNode number) {
                places.line(number.line);
            } else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
                element(instruction, null);
            } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
                element(instruction, storedBy(opcode));
            } else if (instruction instanceof FieldInsnNode field && !early.isStore(field)) {
                field(field);
            } else if (instruction instanceof MethodInsnNode call) {
                call(call);
            }
        }
        method.maxStack += STACK;
    }

    private static Type storedBy(int opcode) {
        return switch (opcode) {
            case Opcodes.LASTORE -> Type.LONG_TYPE;
            case Opcodes.DASTORE -> Type.DOUBLE_TYPE;
            case Opcodes.FASTORE -> Type.FLOAT_TYPE;
            case Opcodes.AASTORE -> REFERENCE;
            default -> Type.INT_TYPE;
        };
    }

    private void element(AbstractInsnNode access, Type stored) {
        AbstractInsnNode tell;
        if (isVolatile) {
            isVolatile = false;
            tell = EntryPoints.call(OBSERVED, stored == null ? "readsVolatile" : "writesVolatile", ELEMENT);
        } else {
            tell = places.call(stored == null ? "readsElement" : "writesElement", ELEMENT);
        }
        tellBefore(access, stored, Opcodes.DUP2, tell);
    }

    private void field(FieldInsnNode access) {
        if (classes.isVolatile(access.owner, access.name, access.desc)
                && classes.kindOf(access.owner, access.name, access.desc) == FieldKind.LOCAL) {
            around(access);
            return;
        }
        boolean write = access.getOpcode() == Opcodes.PUTFIELD;
        if (!write && access.getOpcode() != Opcodes.GETFIELD || access.name.equals(jdsm.runtime.Woven.FIELD)) {
            return;
        }
        FieldKind kind = classes.kindOf(access.owner, access.name, access.desc);
        if (kind == FieldKind.LOCAL) {
            return;
        }
        String sort = kind == FieldKind.VOLATILE ? "Volatile" : "Field";
        tellBefore(
                access,
                write ? Type.getType(access.desc) : null,
                Opcodes.DUP,
                places.call((write ? "writes" : "reads") + sort, OBJECT, access));
    }

    /**
     * Inserts a report before an access. A variable holds the stored value, so that the object, or array and index, are
     * on top.
     */
    private void tellBefore(AbstractInsnNode access, Type stored, int copy, AbstractInsnNode tell) {
        Locals aside = stored == null ? null : new Locals(method, stored);
        InsnList code = new InsnList();
        if (aside != null) {
            aside.store(code, 0);
        }
        code.add(new InsnNode(copy));
        code.add(tell);
        if (aside != null && stored.getSort() >= Type.ARRAY) {
            publication(code, copy, aside);
        }
        if (aside != null) {
            aside.load(code, 0);
        }
        method.instructions.insertBefore(access, code);
    }

    private static void publication(InsnList code, int copy, Locals stored) {
        code.add(new InsnNode(copy));
        if (copy == Opcodes.DUP2) {
            code.add(new InsnNode(Opcodes.POP)); // the index
        }
        stored.loadOne(code, 0);
        code.add(EntryPoints.call(OBSERVED, "publishes", "(Ljava/lang/Object;Ljava/lang/Object;)V"));
    }

    private void call(MethodInsnNode call) {
        if (call.owner.equals(VOLATILES)) {
            volatileAccess(call);
        } else if (call.owner.equals(COMM)) {
            message(call);
        } else if (call.owner.equals(MONITORS)) {
            monitor(call);
        } else if (call.owner.startsWith(JDK_SYNCHRONISERS) && !call.name.equals("<init>")) {
            around(call);
        } else {
            given.tell(call);
        }
    }

    /**
     * Reports the begin and the end of a volatile access: on an object that is not shared, it orders the workers of its
     * rank. The reports come outside the runtime's calls, for there the worker may wait.
     */
    private void volatileAccess(MethodInsnNode call) {
        boolean element = Type.getArgumentTypes(call.desc).length == 2;
        boolean begins = call.name.equals("enter");
        isVolatile = element && begins;
        String first = begins ? "Ljava/lang/Object;" : EntryPoints.SHARED;
        MethodInsnNode tell =
                EntryPoints.call(OBSERVED, begins ? "begins" : "ended", "(" + first + (element ? "I)V" : ")V"));
        method.instructions.insertBefore(call, new InsnNode(element ? Opcodes.DUP2 : Opcodes.DUP));
        if (begins) {
            method.instructions.insertBefore(call, tell);
        } else {
            method.instructions.insert(call, tell);
        }
    }

    private void message(MethodInsnNode call) {
        if (call.name.startsWith("send")) {
            method.instructions.insertBefore(call, EntryPoints.call(OBSERVED, "sends", "()V"));
        } else if (call.name.equals("receive") || call.name.equals("probe")) {
            method.instructions.insert(call, EntryPoints.call(OBSERVED, "received", "()V"));
        }
    }

    /** Reports monitor operations. The runtime's calls for monitors pop the object, so the report needs a copy. */
    private void monitor(MethodInsnNode call) {
        switch (call.name) {
            case "entered" -> {
                method.instructions.insertBefore(call, new InsnNode(Opcodes.DUP));
                method.instructions.insert(call, EntryPoints.call(OBSERVED, "entered", OBJECT));
            }
            case "exiting" -> {
                method.instructions.insertBefore(call, new InsnNode(Opcodes.DUP));
                method.instructions.insertBefore(call, EntryPoints.call(OBSERVED, "exiting", OBJECT));
            }
            case "await" -> waiting(call);
            default -> {
                // A notification orders nothing.
            }
        }
    }

    /** Reports a wait as an exit of the monitor followed by an entry. */
    private void waiting(MethodInsnNode call) {
        Type[] arguments = Type.getArgumentTypes(call.desc);
        Locals kept = new Locals(method, arguments);
        InsnList before = new InsnList();
        kept.store(before, 0);
        kept.loadOne(before, 0);
        before.add(EntryPoints.call(OBSERVED, "exiting", OBJECT));
        kept.load(before, 0);
        InsnList behind = new InsnList();
        kept.loadOne(behind, 0);
        behind.add(EntryPoints.call(OBSERVED, "entered", OBJECT));
        method.instructions.insertBefore(call, before);
        method.instructions.insert(call, behind);
    }

    /**
     * Reports an operation on a lock or atomic of the JDK, or on a rank's own volatile field, which orders the rank's
     * workers.
     */
    private void around(AbstractInsnNode call) {
        InsnList before = new InsnList();
        before.add(new InsnNode(Opcodes.ACONST_NULL));
        before.add(EntryPoints.call(OBSERVED, "exiting", OBJECT));
        InsnList behind = new InsnList();
        behind.add(new InsnNode(Opcodes.ACONST_NULL));
        behind.add(EntryPoints.call(OBSERVED, "entered", OBJECT));
        method.instructions.insertBefore(call, before);
        method.instructions.insert(call, behind);
    }
}
