package jdsm.agent.analysis;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * What single instructions of a class do to what else the method knows: whether they may synchronise, and whether they may
 * change fields and elements that the method cannot see changing. Thread-safe if {@link Classes} is.
 */
public final class Effects {
    private static final String RUNTIME = "jdsm/runtime/";
    /** Of the runtime's entry points, those that only check. */
    private static final Set<String> CHECKING = Set.of(RUNTIME + "Checks", RUNTIME + "Ranges", RUNTIME + "Statics");
    /** Those that copy, fill, make and hash. */
    private static final Set<String> STORING = Set.of(
            RUNTIME + "ArrayCalls",
            RUNTIME + "ArrayCopy",
            RUNTIME + "ArrayViews",
            RUNTIME + "Clones",
            RUNTIME + "Hashes");

    private final Classes classes;
    private final String self;
    private final Set<String> fields;

    /**
     * Of a class's instructions.
     *
     * @param self the class
     * @param fields the names of the fields that it declares
     */
    public Effects(Classes classes, String self, Set<String> fields) {
        this.classes = classes;
        this.self = self;
        this.fields = Set.copyOf(fields);
    }

    /** Whether an instruction may pass a synchronisation, itself or in what it calls. */
    public boolean synchronizes(AbstractInsnNode node) {
        int opcode = node.getOpcode();
        if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
            return true;
        }
        if (node instanceof FieldInsnNode field) {
            boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
            return isVolatile(field) || isStatic && initializes(field.owner);
        }
        if (node instanceof MethodInsnNode call) {
            return synchronizes(call);
        }
        if (node instanceof InvokeDynamicInsnNode dynamic) {
            return synchronizes(dynamic);
        }
        if (node instanceof LdcInsnNode constant) {
            return constant.cst instanceof org.objectweb.asm.ConstantDynamic;
        }
        return opcode == Opcodes.NEW && initializes(((TypeInsnNode) node).desc);
    }

    boolean isVolatile(FieldInsnNode field) {
        return classes.isVolatile(field.owner, field.name, field.desc);
    }

    private boolean initializes(String owner) {
        return !owner.equals(self) && classes.maySynchronize(owner, "<clinit>", "()V", false);
    }

    private boolean synchronizes(MethodInsnNode call) {
        if (call.owner.startsWith(RUNTIME)) {
            return !CHECKING.contains(call.owner) && !STORING.contains(call.owner);
        }
        int opcode = call.getOpcode();
        boolean virtual = opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
        return classes.maySynchronize(call.owner, call.name, call.desc, virtual)
                || opcode == Opcodes.INVOKESTATIC && initializes(call.owner);
    }

    /** Making a lambda calls nobody; joining strings calls {@code toString} of what is not a value. */
    private static boolean synchronizes(InvokeDynamicInsnNode call) {
        String bootstrap = call.bsm.getOwner();
        if (bootstrap.equals("java/lang/invoke/LambdaMetafactory")) {
            return false;
        }
        return !bootstrap.equals("java/lang/invoke/StringConcatFactory") || !isInert(call.desc);
    }

    private static boolean isInert(String descriptor) {
        for (Type parameter : Type.getArgumentTypes(descriptor)) {
            boolean value = parameter.getSort() < Type.ARRAY
                    || parameter.getDescriptor().equals("Ljava/lang/String;");
            if (!value) {
                return false;
            }
        }
        return true;
    }

    /**
     * Where an instruction may store, of fields and elements of arrays of references: keys of {@link Memory}; null: anywhere.
     * What synchronises does, for others' changes become visible.
     */
    Set<String> stores(AbstractInsnNode node) {
        if (synchronizes(node)) {
            return null;
        }
        return switch (node.getOpcode()) {
            case Opcodes.AASTORE -> Set.of(Memory.ELEMENTS);
            case Opcodes.PUTFIELD, Opcodes.PUTSTATIC -> {
                FieldInsnNode field = (FieldInsnNode) node;
                yield Set.of(Memory.key(field.name, field.desc));
            }
            default -> node instanceof MethodInsnNode call ? stores(call) : Set.of();
        };
    }

    private Set<String> stores(MethodInsnNode call) {
        if (call.owner.startsWith(RUNTIME)) {
            return CHECKING.contains(call.owner) ? Set.of() : null;
        }
        int opcode = call.getOpcode();
        boolean virtual = opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
        Set<String> own = classes.stores(call.owner, call.name, call.desc, virtual);
        if (own == null || opcode != Opcodes.INVOKESTATIC || call.owner.equals(self)) {
            return own;
        }
        Set<String> initializer = classes.stores(call.owner, "<clinit>", "()V", false);
        if (initializer == null) {
            return null;
        }
        Set<String> all = new HashSet<>(own);
        all.addAll(initializer);
        return all;
    }

    /** Whether reading a static field anywhere in the method runs no initialiser (an interface's would run) and gives the same. */
    boolean isPlainOwnStatic(FieldInsnNode field) {
        return field.owner.equals(self) && fields.contains(field.name) && !isVolatile(field);
    }
}
