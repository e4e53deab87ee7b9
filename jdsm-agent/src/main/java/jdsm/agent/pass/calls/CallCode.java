package jdsm.agent.pass.calls;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdsm.agent.jdk.Conduct;
import jdsm.agent.jdk.Use;
import jdsm.agent.jdk.Use.Kind;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import jdsm.agent.pass.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Makes the code before one call of a method that is not woven: checks and copies of the arrays that the call uses. */
final class CallCode {
    static final String COPY = "jdsm/runtime/ArrayCopy";
    private static final String COPIES = "L" + COPY + ";";
    private static final String ARRAY_CHECK = "(Ljava/lang/Object;)V";
    private static final String NAMED_CHECK = "(Ljava/lang/Object;Ljava/lang/String;)V";
    private static final String ONE_CHECK = "(" + EntryPoints.SHARED + ")V";
    private static final String RANGE_CHECK = "(" + EntryPoints.SHARED + "II)V";

    private final MethodInsnNode call;
    private final Type[] types;
    private final boolean known;
    private final boolean callsBack;
    private final List<Given> given;

    /**
     * An argument that the call uses.
     *
     * @param fresh whether the argument is an array that the program has made for this call
     */
    record Given(Use use, boolean fresh) {
        /**
         * Whether the argument needs code. A fresh array needs none itself, but its elements may, if the call uses
         * them.
         */
        private boolean matters() {
            return !fresh || use.kind() == Kind.READ_DEEP || use.kind() == Kind.KEPT;
        }
    }

    CallCode(MethodInsnNode call, Conduct conduct, List<Given> given) {
        this.call = call;
        this.types = Type.getArgumentTypes(call.desc);
        this.known = conduct.known();
        this.callsBack = conduct.mayCallBack(call.desc);
        this.given =
                given.stream().filter(Given::matters).filter(this::mayMatter).toList();
    }

    /** Whether an argument can contain shared arrays or objects; a fresh array of numbers or values cannot. */
    private boolean mayMatter(Given one) {
        if (!one.fresh) {
            return true;
        }
        Type type = types[one.use.parameter()];
        return type.getSort() != Type.ARRAY
                || type.getDescriptor().equals("[Ljava/lang/Object;")
                || type.getDimensions() > 1;
    }

    /** The name of the called method, for messages. */
    String method() {
        return Names.of(call.owner, call.name.equals("<init>") ? "new" : call.name);
    }

    boolean isEmpty() {
        return given.isEmpty();
    }

    /** Whether the call receives copies of arrays. */
    boolean copies() {
        return given.stream().anyMatch(this::isCopied);
    }

    private boolean isCopied(Given one) {
        return callsBack && one.use.kind() != Kind.KEPT;
    }

    /**
     * Code directly before the call, which stores the arguments in variables, checks or copies arrays, and pushes the
     * arguments again.
     */
    InsnList before(MethodNode method) {
        InsnList code = new InsnList();
        int first = given.stream().mapToInt(one -> one.use.parameter()).min().orElseThrow();
        if (first == types.length - 1 && !copies()) {
            code.add(new InsnNode(Opcodes.DUP));
            check(code, given.get(0), null);
            return code;
        }
        for (Given one : given) {
            first = Math.min(first, one.use.hasRange() && one.use.from() >= 0 ? one.use.from() : first);
        }
        int[] slots = new int[types.length];
        for (int i = first; i < types.length; i++) {
            slots[i] = Locals.fresh(method, types[i]);
        }
        for (int i = types.length - 1; i >= first; i--) {
            code.add(new VarInsnNode(types[i].getOpcode(Opcodes.ISTORE), slots[i]));
        }
        prepare(code, method, slots);
        for (int i = first; i < types.length; i++) {
            code.add(new VarInsnNode(types[i].getOpcode(Opcodes.ILOAD), slots[i]));
        }
        return code;
    }

    /**
     * Adds code that checks or copies arguments in variables. A copy replaces the argument in its variable.
     *
     * @param slots the variables by argument
     * @return the variable of each copy that the call may write
     */
    Map<Use, Integer> prepare(InsnList code, MethodNode method, int[] slots) {
        Map<Use, Integer> written = new LinkedHashMap<>();
        for (Given one : given) {
            Use use = one.use;
            if (!isCopied(one)) {
                code.add(new VarInsnNode(Opcodes.ALOAD, slots[use.parameter()]));
                check(code, one, slots);
            } else if (use.kind() == Kind.READ_DEEP) {
                code.add(new VarInsnNode(Opcodes.ALOAD, slots[use.parameter()]));
                code.add(EntryPoints.call(COPY, "deep", "(Ljava/lang/Object;)Ljava/lang/Object;"));
                store(code, slots, use);
            } else {
                int copy = copy(code, method, slots, use);
                if (use.kind() == Kind.WRITE) {
                    written.put(use, copy);
                }
            }
        }
        return written;
    }

    private void store(InsnList code, int[] slots, Use use) {
        code.add(new TypeInsnNode(Opcodes.CHECKCAST, types[use.parameter()].getInternalName()));
        code.add(new VarInsnNode(Opcodes.ASTORE, slots[use.parameter()]));
    }

    private int copy(InsnList code, MethodNode method, int[] slots, Use use) {
        int copy = Locals.fresh(method, Type.getObjectType(COPY));
        int array = slots[use.parameter()];
        String range = use.hasRange() ? "II" : "";
        code.add(new VarInsnNode(Opcodes.ALOAD, array));
        if (use.hasRange()) {
            range(code, slots, use);
        }
        String kind = use.kind() == Kind.WRITE ? "toWrite" : "toRead";
        code.add(EntryPoints.call(COPY, kind, "(Ljava/lang/Object;" + range + ")" + COPIES));
        code.add(new VarInsnNode(Opcodes.ASTORE, copy));
        code.add(new VarInsnNode(Opcodes.ALOAD, copy));
        code.add(new VarInsnNode(Opcodes.ALOAD, array));
        code.add(EntryPoints.call(COPY, "given", "(" + COPIES + "Ljava/lang/Object;)Ljava/lang/Object;"));
        store(code, slots, use);
        if (use.hasRange()) {
            shift(code, slots, copy, use.from());
            shift(code, slots, copy, use.length() ? Use.ZERO : use.to());
        }
        return copy;
    }

    private static void shift(InsnList code, int[] slots, int copy, int argument) {
        if (argument >= 0) {
            code.add(new VarInsnNode(Opcodes.ALOAD, copy));
            code.add(new VarInsnNode(Opcodes.ILOAD, slots[argument]));
            code.add(EntryPoints.call(COPY, "index", "(" + COPIES + "I)I"));
            code.add(new VarInsnNode(Opcodes.ISTORE, slots[argument]));
        }
    }

    /** Pushes the first index and the end index (exclusive) of a range. */
    private static void range(InsnList code, int[] slots, Use use) {
        if (use.from() == Use.ZERO) {
            code.add(new InsnNode(Opcodes.ICONST_0));
        } else {
            code.add(new VarInsnNode(Opcodes.ILOAD, slots[use.from()]));
        }
        code.add(new VarInsnNode(Opcodes.ILOAD, slots[use.to()]));
        if (use.length()) {
            code.add(new VarInsnNode(Opcodes.ILOAD, slots[use.from()]));
            code.add(EntryPoints.call(EntryPoints.ARRAY_CALLS, "end", "(II)I"));
        }
    }

    /**
     * Adds the check of an argument on the stack, which it pops.
     *
     * @param slots the variables of the arguments, or null if the arguments are on the stack; the check then covers the
     *     whole array
     */
    private void check(InsnList code, Given one, int[] slots) {
        Use use = one.use;
        Type type = types[use.parameter()];
        switch (use.kind()) {
            case READ_DEEP -> code.add(EntryPoints.call(EntryPoints.ARRAY_CALLS, "read", ARRAY_CHECK));
            case KEPT -> {
                code.add(new LdcInsnNode(method()));
                String name = (known ? "kept" : "unknown") + (one.fresh ? "Inside" : "");
                code.add(EntryPoints.call(EntryPoints.ARRAY_CALLS, name, NAMED_CHECK));
            }
            case READ, WRITE -> {
                String check = use.kind() == Kind.READ ? "read" : "write";
                if (type.getSort() != Type.ARRAY) {
                    code.add(EntryPoints.call(EntryPoints.ARRAY_CALLS, check, ARRAY_CHECK));
                } else if (slots == null || !use.hasRange()) {
                    code.add(EntryPoints.handleOf(type));
                    code.add(EntryPoints.call(EntryPoints.CHECKS, check, ONE_CHECK));
                } else {
                    code.add(EntryPoints.handleOf(type));
                    range(code, slots, use);
                    code.add(EntryPoints.call(EntryPoints.CHECKS, check + "Range", RANGE_CHECK));
                }
            }
            case CHANGED -> throw new IllegalStateException("no array: " + one);
        }
    }
}
