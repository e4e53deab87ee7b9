package jdsm.agent.pass.calls;

import java.util.ArrayList;
import java.util.List;
import jdsm.agent.analysis.Classes;
import jdsm.agent.jdk.Conduct;
import jdsm.agent.jdk.JdkTable;
import jdsm.agent.jdk.Use;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Weaves calls of methods that are not woven, according to the table of the JDK. Arrays that such a method reads or
 * writes are checked before the call. If the method may call back into the program, it receives copies of the arrays,
 * or a method of the runtime replaces it. An array that the method keeps must not be shared. Objects are checked before
 * the JDK serialises them or accesses their fields by reflection.
 */
public final class CallPass implements Pass {
    private static final String CLONES = "jdsm/runtime/Clones";
    private static final String VIEWS = "jdsm/runtime/ArrayViews";
    private static final String FUNCTIONS = "jdsm/runtime/ArrayFunctions";
    private static final String METHOD_HANDLE = "java/lang/invoke/MethodHandle";
    private static final String ONE_CHECK = "(" + EntryPoints.SHARED + ")V";
    private static final String CLONED = "()Ljava/lang/Object;";
    private static final int STACK = 5;

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        List<MethodNode> made = new ArrayList<>();
        for (MethodNode method : node.methods) {
            new OfMethod(node, method, classes, made).weave();
        }
        node.methods.addAll(made);
    }

    /** Whether a call leads to code that is not woven, except JDSM's own, which handles shared arguments itself. */
    public static boolean isOutside(String owner, String name, String descriptor, Classes classes) {
        if (owner.startsWith("[") || owner.startsWith("jdsm/") && !classes.isApplication(owner)) {
            return false;
        }
        String declaring = classes.isApplication(owner) ? classes.declaring(owner, name, descriptor) : owner;
        return declaring == null || !classes.isApplication(declaring) && !declaring.startsWith("jdsm/");
    }

    /**
     * Whether a call computes an identity hash code: {@code System.identityHashCode}, or {@code Object.hashCode} by
     * {@code super}.
     */
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

    /**
     * The effects of a method that is not woven. A method handle may keep each array and object argument, for its
     * target is unknown.
     */
    static Conduct conduct(String owner, String name, String descriptor, Classes classes) {
        Conduct conduct = JdkTable.of(owner, name, descriptor, classes);
        if (!owner.equals(METHOD_HANDLE) || !name.startsWith("invoke") && !name.equals("bindTo")) {
            return conduct;
        }
        List<Use> uses = new ArrayList<>();
        Type[] types = Type.getArgumentTypes(descriptor);
        for (int i = 0; i < types.length; i++) {
            if (types[i].getSort() == Type.ARRAY || types[i].getDescriptor().equals("Ljava/lang/Object;")) {
                uses.add(Use.whole(i, Use.Kind.KEPT));
            }
        }
        return new Conduct(conduct.known(), conduct.level(), uses, conduct.traits());
    }

    /** Weaves the calls of one method. */
    private static final class OfMethod {
        private final ClassNode node;
        private final MethodNode method;
        private final Classes classes;
        private final List<MethodNode> made;
        private FreshArrays fresh;

        /** @param made receives the methods that replace calls */
        private OfMethod(ClassNode node, MethodNode method, Classes classes, List<MethodNode> made) {
            this.node = node;
            this.method = method;
            this.classes = classes;
            this.made = made;
        }

        private void weave() {
            List<Runnable> changes = new ArrayList<>();
            for (AbstractInsnNode instruction : method.instructions) {
                if (instruction instanceof MethodInsnNode call) {
                    Runnable change = change(call);
                    if (change != null) {
                        changes.add(change);
                    }
                }
            }
            changes.forEach(Runnable::run); // only now, for the analyses need the unchanged code
            method.maxStack += changes.isEmpty() ? 0 : STACK;
        }

        private Runnable change(MethodInsnNode call) {
            if (isClone(call)) {
                return () -> weaveClone(call);
            } else if (isIdentityHash(call)) {
                return () -> method.instructions.set(call, EntryPoints.hashOf());
            }
            MethodInsnNode hash = HashCalls.replacement(call, classes);
            MethodInsnNode other = hash != null ? hash : ReflectionCalls.replacement(call);
            if (other != null) {
                return () -> method.instructions.set(call, other);
            } else if (isArraycopy(call)) {
                return () -> call.owner = EntryPoints.ARRAY_CALLS;
            } else if (!isOutside(call.owner, call.name, call.desc, classes)) {
                return null;
            }
            Conduct conduct = conduct(call.owner, call.name, call.desc, classes);
            List<CallCode.Given> given = given(call, conduct);
            boolean used = given.stream().anyMatch(use -> !use.fresh());
            if (used && (conduct.is(Conduct.Trait.VIEW) || conduct.is(Conduct.Trait.REPLACED))) {
                return () -> {
                    call.owner = conduct.is(Conduct.Trait.VIEW) ? VIEWS : FUNCTIONS;
                    call.itf = false;
                };
            }
            CallCode code = new CallCode(call, conduct, given);
            return () -> weave(call, conduct, code);
        }

        private List<CallCode.Given> given(MethodInsnNode call, Conduct conduct) {
            int count = Type.getArgumentCount(call.desc);
            List<CallCode.Given> given = new ArrayList<>();
            for (Use use : conduct.uses()) {
                if (use.kind() != Use.Kind.CHANGED) {
                    fresh = fresh == null ? FreshArrays.of(node.name, method) : fresh;
                    given.add(new CallCode.Given(use, fresh.isFresh(call, count - 1 - use.parameter())));
                }
            }
            if (conduct.is(Conduct.Trait.VIEW) && given.isEmpty()) {
                fresh = fresh == null ? FreshArrays.of(node.name, method) : fresh;
                given.add(new CallCode.Given(Use.whole(0, Use.Kind.READ), fresh.isFresh(call, count - 1)));
            }
            return given;
        }

        private void weave(MethodInsnNode call, Conduct conduct, CallCode code) {
            InsnList objects = ObjectUse.checks(method, call, classes);
            method.instructions.insertBefore(call, objects);
            if (conduct.is(Conduct.Trait.HANDS_OUT)) {
                InsnList behind = new InsnList();
                behind.add(new InsnNode(Opcodes.DUP));
                behind.add(new LdcInsnNode(code.method()));
                behind.add(EntryPoints.call(
                        EntryPoints.ARRAY_CALLS, "handedOut", "(Ljava/lang/Object;Ljava/lang/String;)V"));
                method.instructions.insert(call, behind);
            }
            if (code.isEmpty()) {
                return;
            }
            if (!code.copies() || call.name.equals("<init>")) {
                method.instructions.insertBefore(call, code.before(method));
                return;
            }
            CopiedCall copied = new CopiedCall(node, method, call, code, made.size());
            made.add(copied.body());
            method.instructions.set(call, copied.replacement());
        }

        private void weaveClone(MethodInsnNode call) {
            InsnList before = new InsnList();
            if (call.owner.startsWith("[")) {
                before.add(new InsnNode(Opcodes.DUP));
                before.add(EntryPoints.handleOf(Type.getObjectType(call.owner)));
                before.add(EntryPoints.call(EntryPoints.CHECKS, "read", ONE_CHECK));
            } else if (isOutside(call.owner, call.name, call.desc, classes)) {
                before.add(new InsnNode(Opcodes.DUP));
                before.add(EntryPoints.call(CLONES, "cloning", "(Ljava/lang/Object;)V"));
                before.add(new InsnNode(Opcodes.DUP)); // keeps the original for the code behind the call
                InsnList behind = new InsnList();
                behind.add(
                        EntryPoints.call(CLONES, "cloned", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"));
                method.instructions.insert(call, behind);
            }
            method.instructions.insertBefore(call, before);
        }
    }
}
