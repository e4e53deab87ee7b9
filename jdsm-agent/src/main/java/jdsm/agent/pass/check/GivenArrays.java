package jdsm.agent.pass.check;

import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Classes;
import jdsm.agent.jdk.JdkTable;
import jdsm.agent.jdk.Use;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import jdsm.agent.pass.calls.CallPass;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Reports, before a call, the accesses that the call makes to its array arguments; also those of copying and cloning
 * arrays.
 */
final class GivenArrays {
    private static final String ANY = "(Ljava/lang/Object;)V";
    private static final String RANGE = "(Ljava/lang/Object;II)V";
    private static final String COPY = "(Ljava/lang/Object;ILjava/lang/Object;II)V";

    /** Classes of the runtime that report accesses themselves, and only need the place of the call. */
    private static final Set<String> TELLING = Set.of(
            "jdsm/runtime/ArrayCopy", "jdsm/runtime/ArrayFunctions", "jdsm/runtime/ArrayViews", "jdsm/Collectives");
    /** The report of each use of a whole array. An array that a method keeps cannot be shared and needs no report. */
    private static final Map<Use.Kind, String> TOLD = Map.of(
            Use.Kind.READ, "readsAll",
            Use.Kind.WRITE, "writesAll",
            Use.Kind.READ_DEEP, "readsDeep");

    private final ClassNode node;
    private final MethodNode method;
    private final Classes classes;
    private final Places places;

    GivenArrays(ClassNode node, MethodNode method, Classes classes, Places places) {
        this.node = node;
        this.method = method;
        this.classes = classes;
        this.places = places;
    }

    void tell(MethodInsnNode call) {
        InsnList code = new InsnList();
        if (call.owner.equals(EntryPoints.ARRAY_CALLS)) {
            if (call.name.equals("arraycopy")) {
                copy(code, call);
            }
        } else if (call.name.equals("clone") && call.desc.equals("()Ljava/lang/Object;")) {
            if (call.owner.startsWith("[") || CallPass.isOutside(call.owner, call.name, call.desc, classes)) {
                code.add(new InsnNode(Opcodes.DUP));
                code.add(places.call("readsAll", ANY));
            }
        } else if (TELLING.contains(call.owner)) {
            code.add(places.call("at", "()V"));
        } else if (!isAdded(call) && CallPass.isOutside(call.owner, call.name, call.desc, classes)) {
            List<Use> uses = JdkTable.of(call.owner, call.name, call.desc, classes).uses().stream()
                    .filter(use -> TOLD.containsKey(use.kind()))
                    .toList();
            if (!uses.isEmpty()) {
                arrays(code, call, uses);
            }
        }
        method.instructions.insertBefore(call, code);
    }

    /**
     * Whether a call is of a method that weaving has added to the class, such as a loop's copy: class files do not
     * contain it.
     */
    private boolean isAdded(MethodInsnNode call) {
        return call.owner.equals(node.name)
                && node.methods.stream()
                        .anyMatch(other -> other.name.equals(call.name) && other.desc.equals(call.desc));
    }

    private void copy(InsnList code, MethodInsnNode call) {
        Locals arguments = new Locals(method, Type.getArgumentTypes(call.desc));
        arguments.store(code, 0);
        arguments.load(code, 0);
        code.add(places.call("copies", COPY));
        arguments.load(code, 0);
    }

    private void arrays(InsnList code, MethodInsnNode call, List<Use> uses) {
        Type[] types = Type.getArgumentTypes(call.desc);
        Locals arguments = new Locals(method, types);
        arguments.store(code, 0);
        for (Use use : uses) {
            arguments.loadOne(code, use.parameter());
            if (!use.hasRange()) {
                code.add(places.call(TOLD.get(use.kind()), ANY));
                continue;
            }
            if (use.from() == Use.ZERO) {
                code.add(new InsnNode(Opcodes.ICONST_0));
            } else {
                arguments.loadOne(code, use.from());
            }
            arguments.loadOne(code, use.to());
            if (use.length()) {
                arguments.loadOne(code, use.from());
                code.add(EntryPoints.call(EntryPoints.ARRAY_CALLS, "end", "(II)I"));
            }
            code.add(places.call(use.kind() == Use.Kind.WRITE ? "writesRange" : "readsRange", RANGE));
        }
        arguments.load(code, 0);
    }
}
