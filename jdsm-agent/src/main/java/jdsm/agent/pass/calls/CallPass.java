package jdsm.agent.pass.calls;

import java.util.ArrayList;
import java.util.List;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Checks arrays before calls of methods that are not woven: one check of what the method will use, before the call; and objects
 * before the JDK serialises them or accesses their fields. Method
 * references to such methods become methods of the class first, so that the same is done there.
 */
public final class CallPass implements Pass {
    private static final String CLONES = "jdsm/runtime/Clones";
    private static final String TAKES_ANYTHING = "(Ljava/lang/Object;)V";
    private static final String ONE_CHECK = "(" + EntryPoints.SHARED + ")V";
    private static final String RANGE_CHECK = "(" + EntryPoints.SHARED + "II)V";
    private static final String CLONED = "()Ljava/lang/Object;";
    private static final int STACK = 4;

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        new MethodReferences(node, classes).expand();
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions.toArray()) {
                if (instruction instanceof MethodInsnNode call) {
                    weave(method, call, classes);
                }
            }
        }
    }

    private static void weave(MethodNode method, MethodInsnNode call, Classes classes) {
        if (isClone(call)) {
            weaveClone(method, call, classes);
        } else if (isIdentityHash(call)) {
            method.instructions.set(call, EntryPoints.hashOf());
        } else if (isArraycopy(call)) {
            call.owner = EntryPoints.ARRAY_CALLS;
        } else if (isOutside(call.owner, call.name, call.desc, classes)) {
            InsnList objects = ObjectUse.checks(method, call, classes);
            if (objects.size() > 0) {
                method.instructions.insertBefore(call, objects);
                method.maxStack += STACK;
            }
            List<ArrayUse> uses = ArrayUse.of(call.owner, call.name, call.desc);
            if (!uses.isEmpty()) {
                method.instructions.insertBefore(call, checks(method, call, uses));
                method.maxStack += STACK;
            }
        }
    }

    /** Whether a call leads to code that is not woven. JDSM itself knows what it is given. */
    static boolean isOutside(String owner, String name, String descriptor, Classes classes) {
        if (owner.startsWith("[") || owner.startsWith("jdsm/") && !classes.isApplication(owner)) {
            return false;
        }
        String declaring = classes.isApplication(owner) ? classes.declaring(owner, name, descriptor) : owner;
        return declaring == null || !classes.isApplication(declaring) && !declaring.startsWith("jdsm/");
    }

    /** {@code super.hashCode()} of a class below {@code Object}, too. */
    private static boolean isIdentityHash(MethodInsnNode call) {
        return call.owner.equals("java/lang/System") && call.name.equals("identityHashCode")
                || call.getOpcode() == Opcodes.INVOKESPECIAL
                        && call.owner.equals("java/lang/Object")
                        && call.name.equals("hashCode");
    }

    private static boolean isArraycopy(MethodInsnNode call) {
        return call.owner.equals("java/lang/System") && call.name.equals("arraycopy");
    }

    private static boolean isClone(MethodInsnNode call) {
        return call.name.equals("clone") && call.desc.equals(CLONED);
    }

    private static void weaveClone(MethodNode method, MethodInsnNode call, Classes classes) {
        InsnList before = new InsnList();
        before.add(new InsnNode(Opcodes.DUP));
        if (call.owner.startsWith("[")) {
            before.add(EntryPoints.handleOf(Type.getObjectType(call.owner)));
            before.add(EntryPoints.call(EntryPoints.CHECKS, "read", ONE_CHECK));
        } else if (call.getOpcode() == Opcodes.INVOKESPECIAL && isOutside(call.owner, call.name, call.desc, classes)) {
            before.add(EntryPoints.call(CLONES, "cloning", TAKES_ANYTHING));
            InsnList behind = new InsnList();
            behind.add(new InsnNode(Opcodes.DUP));
            behind.add(EntryPoints.call(CLONES, "cloned", TAKES_ANYTHING));
            method.instructions.insert(call, behind);
        } else {
            return;
        }
        method.instructions.insertBefore(call, before);
        method.maxStack += STACK;
    }

    /** The arguments from the first array on go into locals, are looked at, and come back. */
    private static InsnList checks(MethodNode method, MethodInsnNode call, List<ArrayUse> uses) {
        InsnList code = new InsnList();
        Type[] types = Type.getArgumentTypes(call.desc);
        int first = uses.get(0).argument();
        if (first == types.length - 1) {
            code.add(new InsnNode(Opcodes.DUP));
            addCheck(code, types[first], uses.get(0), null);
            return code;
        }
        List<Type> kept = new ArrayList<>(List.of(types).subList(first, types.length));
        Locals arguments = new Locals(method, kept.toArray(Type[]::new));
        arguments.store(code, 0);
        for (ArrayUse use : uses) {
            arguments.loadOne(code, use.argument() - first);
            Locals range = use.from() == ArrayUse.WHOLE ? null : arguments;
            addCheck(code, types[use.argument()], shifted(use, first), range);
        }
        arguments.load(code, 0);
        return code;
    }

    private static ArrayUse shifted(ArrayUse use, int by) {
        int from = use.from() < 0 ? use.from() : use.from() - by;
        return new ArrayUse(use.argument() - by, use.kind(), from, use.to() - by);
    }

    /** Takes the array from the stack. */
    private static void addCheck(InsnList code, Type array, ArrayUse use, Locals arguments) {
        switch (use.kind()) {
            case READ_DEEP -> code.add(EntryPoints.call(EntryPoints.ARRAY_CALLS, "read", TAKES_ANYTHING));
            case PASSED -> code.add(EntryPoints.call(EntryPoints.ARRAY_CALLS, "passed", TAKES_ANYTHING));
            case VIEWED -> code.add(EntryPoints.call(EntryPoints.ARRAY_CALLS, "viewed", TAKES_ANYTHING));
            case READ, WRITE -> {
                String check = use.kind() == ArrayUse.Kind.READ ? "read" : "write";
                code.add(EntryPoints.handleOf(array));
                if (arguments == null) {
                    code.add(EntryPoints.call(EntryPoints.CHECKS, check, ONE_CHECK));
                    return;
                }
                if (use.from() == ArrayUse.ZERO) {
                    code.add(new InsnNode(Opcodes.ICONST_0));
                } else {
                    arguments.loadOne(code, use.from());
                }
                arguments.loadOne(code, use.to());
                code.add(EntryPoints.call(EntryPoints.CHECKS, check + "Range", RANGE_CHECK));
            }
        }
    }
}
