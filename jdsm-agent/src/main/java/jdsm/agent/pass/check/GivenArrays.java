package jdsm.agent.pass.check;

import java.util.List;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import jdsm.agent.pass.calls.GivenArray;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Tells of what calls do to arrays that they are given, of copying and of cloning, before the call. */
final class GivenArrays {
    private static final String ANY = "(Ljava/lang/Object;)V";
    private static final String RANGE = "(Ljava/lang/Object;II)V";
    private static final String COPY = "(Ljava/lang/Object;ILjava/lang/Object;II)V";

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
            if (call.owner.startsWith("[") || call.getOpcode() == Opcodes.INVOKESPECIAL) {
                code.add(new InsnNode(Opcodes.DUP));
                code.add(places.call("readsAll", ANY));
            }
        } else if (!call.owner.startsWith("jdsm/runtime/") && !isAdded(call)) {
            List<GivenArray> arrays = GivenArray.to(call, classes);
            if (!arrays.isEmpty()) {
                arrays(code, call, arrays);
            }
        }
        method.instructions.insertBefore(call, code);
    }

    /** A loop that weaving has made a method: nobody else knows it. */
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

    private void arrays(InsnList code, MethodInsnNode call, List<GivenArray> arrays) {
        Type[] types = Type.getArgumentTypes(call.desc);
        Locals arguments = new Locals(method, types);
        arguments.store(code, 0);
        for (GivenArray array : arrays) {
            arguments.loadOne(code, array.argument());
            if (array.from() == GivenArray.ALL) {
                code.add(places.call(nameOf(array.use()), ANY));
                continue;
            }
            if (array.from() == GivenArray.ZERO) {
                code.add(new InsnNode(Opcodes.ICONST_0));
            } else {
                arguments.loadOne(code, array.from());
            }
            arguments.loadOne(code, array.to());
            code.add(places.call(array.use() == GivenArray.Use.WRITE ? "writesRange" : "readsRange", RANGE));
        }
        arguments.load(code, 0);
    }

    private static String nameOf(GivenArray.Use use) {
        return switch (use) {
            case READ -> "readsAll";
            case WRITE -> "writesAll";
            case READ_DEEP -> "readsDeep";
            case UNKNOWN -> "mayWrite";
        };
    }
}
