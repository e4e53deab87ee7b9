package jdsm.agent.analysis;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Decides whether code of one class may stand in another one: whether the other class may access what the code
 * accesses, and initialises no other class by it.
 */
final class Visibility {
    private final ApplicationClasses classes;

    Visibility(ApplicationClasses classes) {
        this.classes = classes;
    }

    /** Whether the code of a method may stand in a class in place of a call. The receiver may have to be cast to the method's class. */
    boolean allows(Body body, String from) {
        boolean isStatic = (body.method().access & Opcodes.ACC_STATIC) != 0;
        for (AbstractInsnNode node : body.method().instructions) {
            if (!allows(node, from)) {
                return false;
            }
        }
        return isStatic ? initializesNothing(body.owner(), from) : allowsType(body.owner(), from);
    }

    /** Whether an instruction may stand in the code of a class, with the same effect. */
    private boolean allows(AbstractInsnNode node, String from) {
        if (node instanceof FieldInsnNode field) {
            ClassFacts.Field known = classes.field(field.owner, field.name, field.desc);
            boolean isStatic = field.getOpcode() == Opcodes.GETSTATIC || field.getOpcode() == Opcodes.PUTSTATIC;
            return known != null
                    && allowsMember(field.owner, known.owner(), known.access(), from)
                    && (!isStatic || StaticHolders.isOf(field) || initializesNothing(known.owner(), from));
        } else if (node instanceof MethodInsnNode call) {
            return allowsCall(call, from);
        } else if (node instanceof TypeInsnNode type) {
            return allowsType(type.desc, from)
                    && (type.getOpcode() != Opcodes.NEW || initializesNothing(type.desc, from));
        } else if (node instanceof MultiANewArrayInsnNode array) {
            return allowsType(array.desc, from);
        }
        return true;
    }

    private boolean allowsCall(MethodInsnNode call, String from) {
        if (call.owner.startsWith("[")) {
            return allowsType(call.owner, from) && call.name.equals("getClass");
        }
        String declaring = classes.declaring(call.owner, call.name, call.desc);
        if (declaring == null || call.getOpcode() == Opcodes.INVOKESPECIAL && !call.name.equals("<init>")) {
            return false;
        }
        int access = classes.find(declaring).method(call.name, call.desc);
        boolean isPrivate = (access & Opcodes.ACC_PRIVATE) != 0;
        return (isPrivate ? declaring.equals(from) : allowsMember(call.owner, declaring, access, from))
                && (call.getOpcode() != Opcodes.INVOKESTATIC || initializesNothing(declaring, from));
    }

    /** Whether a class may access a member. The shape pass makes private fields of objects visible in the package. */
    private boolean allowsMember(String owner, String declaring, int access, String from) {
        if (!allowsType(owner, from)) {
            return false;
        }
        if ((access & Opcodes.ACC_PRIVATE) != 0) {
            boolean opened = (access & Opcodes.ACC_STATIC) == 0
                    && classes.isShareable(declaring)
                    && samePackage(declaring, from);
            return declaring.equals(from) || opened;
        }
        return (access & Opcodes.ACC_PUBLIC) != 0 || samePackage(declaring, from);
    }

    /** Whether a class may name a class, or an array of its objects. */
    boolean allowsType(String name, String from) {
        Type type = name.startsWith("[") ? Type.getType(name).getElementType() : Type.getObjectType(name);
        if (type.getSort() != Type.OBJECT) {
            return true;
        }
        ClassFacts facts = classes.find(type.getInternalName());
        return facts != null && (facts.is(Opcodes.ACC_PUBLIC) || samePackage(type.getInternalName(), from));
    }

    static boolean samePackage(String one, String other) {
        return packageOf(one).equals(packageOf(other));
    }

    private static String packageOf(String name) {
        return name.substring(0, name.lastIndexOf('/') + 1);
    }

    /** Whether all initialisers that a use of a class may run have run wherever code of another class runs. */
    private boolean initializesNothing(String type, String from) {
        return classes.initializers(from).containsAll(classes.initializers(type));
    }
}
