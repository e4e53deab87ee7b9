package jdsm.agent.pass.remote;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import jdsm.agent.pass.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/**
 * A method of an interface of the program that has marks, for which a lambda or method reference is made. The JDK makes the class of a
 * lambda, so the types that it is told must be those of the changed interface and of the changed body.
 */
final class MarkedInterface {
    private final ProgramClasses.Method method;
    private final Marks marks;

    private MarkedInterface(ProgramClasses.Method method, Marks marks) {
        this.method = method;
        this.marks = marks;
    }

    /** The interface's method; null if it has no marks or is not the program's. */
    static MarkedInterface of(InvokeDynamicInsnNode node, ProgramClasses classes) {
        Type type = Type.getReturnType(node.desc);
        if (node.bsmArgs.length == 0
                || !(node.bsmArgs[0] instanceof Type method)
                || method.getSort() != Type.METHOD
                || type.getSort() != Type.OBJECT) {
            return null;
        }
        ProgramClasses.Method found = classes.method(type.getInternalName(), node.name, method.getDescriptor());
        Marks marks = found == null ? null : classes.marks(found.owner());
        boolean none =
                marks == null || marks.parameters(found.node()).isEmpty() && !marks.hasMarkedResult(found.node());
        return none ? null : new MarkedInterface(found, marks);
    }

    /**
     * Why there can be no lambda; null if there can be one.
     *
     * @param body the method of the program that is its body, or null
     */
    String fault(InvokeDynamicInsnNode node, ProgramClasses.Method body) {
        String reason = null;
        if (marks.hasMarkedResult(method.node())) {
            reason = "whose result is marked";
        } else if (!node.bsm.getName().equals("metafactory")) {
            reason = "which has marks, and for another interface or Serializable";
        } else if (body == null || body.node().name.startsWith("<")) {
            reason = "which has marks, of a constructor or of a method that is not the program's";
        }
        return reason == null
                ? null
                : "makes a method reference or lambda for " + Names.of(method.owner().name, node.name)
                        + ", " + reason
                        + "; write a class that implements it, also an anonymous one, with the same marks";
    }

    /**
     * Whether marks of a lambda's own parameters agree with those of the interface.
     *
     * @param marked parameters, counted without the captured values, or with them
     * @param type that of the interface's method in a lambda's making, or null if it has no marks
     * @param captured how many values are captured
     */
    static boolean agrees(BitSet marked, MarkedInterface type, int captured) {
        BitSet expected = type == null ? new BitSet() : type.marks.parameters(type.method.node());
        return marked.stream().allMatch(expected::get)
                || marked.stream().allMatch(i -> i >= captured && expected.get(i - captured));
    }

    /**
     * What the interface's caller gives to the body.
     *
     * @param skipped how many of the parameters are no parameters of the body: its receiver
     */
    List<FlowValue> given(int skipped) {
        Type[] types = Type.getArgumentTypes(method.node().desc);
        List<FlowValue> values = new ArrayList<>();
        for (int i = skipped; i < types.length; i++) {
            Kind kind = new Kind();
            if (marks.parameters(method.node()).get(i)) {
                kind.makeRemote();
            }
            values.add(kind.isRemote() ? FlowValue.array(types[i], kind) : FlowValue.OTHER);
        }
        return values;
    }

    /** A descriptor of the interface's method with remote arrays where it has marks. */
    Type changed(Type descriptor) {
        Type[] types = descriptor.getArgumentTypes();
        marks.parameters(method.node()).stream().forEach(i -> types[i] = Type.getType(ElementKind.remote(types[i])));
        return Type.getMethodType(descriptor.getReturnType(), types);
    }

    /** How many of a lambda's captured values come before the parameters of its body: its receiver. */
    static int receivers(ProgramClasses.Method body, int captured) {
        return (body.node().access & Opcodes.ACC_STATIC) != 0 || captured == 0 ? 0 : 1;
    }
}
