package jdsm.agent.pass.remote;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * What each instruction of a method says of the kinds of arrays: which are remote, which must agree, and which must be
 * ordinary arrays, with the reason.
 */
final class FlowInterpreter extends Interpreter<FlowValue> {
    private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";
    private static final String BOUND =
            "; a remote array can only be used as an array, by marked variables and by methods of the program";

    private final ProgramClasses classes;
    private final Set<AbstractInsnNode> marked;
    private final Kind result;
    private final Map<AbstractInsnNode, Kind> made = new HashMap<>();
    private final Map<AbstractInsnNode, Map<Kind, String>> ordinary = new LinkedHashMap<>();
    private final Map<AbstractInsnNode, CallSite> calls = new LinkedHashMap<>();
    /** Where merged values meet. */
    private AbstractInsnNode at;

    /**
     * @param marked instructions whose array is marked
     * @param result the kind of the method's result
     */
    FlowInterpreter(ProgramClasses classes, Set<AbstractInsnNode> marked, Kind result) {
        super(Opcodes.ASM9);
        this.classes = classes;
        this.marked = marked;
        this.result = result;
    }

    /** By instruction: kinds that must not be remote there, and why. */
    Map<AbstractInsnNode, Map<Kind, String>> ordinary() {
        return ordinary;
    }

    Map<AbstractInsnNode, CallSite> calls() {
        return calls;
    }

    /** The kind of the array that an instruction brings, or null. */
    Kind made(AbstractInsnNode instruction) {
        return made.get(instruction);
    }

    void meetAt(AbstractInsnNode instruction) {
        at = instruction;
    }

    private void refuse(AbstractInsnNode instruction, FlowValue value, String why) {
        if (value.kind() != null) {
            ordinary.computeIfAbsent(instruction, key -> new LinkedHashMap<>()).put(value.kind(), why);
        }
    }

    private FlowValue make(AbstractInsnNode instruction, Type type) {
        if (type.getSort() == Type.ARRAY && ElementKind.of(type) != null) {
            Kind kind = made.computeIfAbsent(instruction, key -> new Kind());
            if (marked.contains(instruction)) {
                kind.makeRemote();
            }
            return FlowValue.array(type, kind);
        }
        return newValue(type);
    }

    @Override
    public FlowValue newValue(Type type) {
        if (type == null) {
            return FlowValue.UNSET;
        }
        return switch (type.getSort()) {
            case Type.VOID -> null;
            case Type.LONG, Type.DOUBLE -> FlowValue.DOUBLE;
            case Type.OBJECT, Type.ARRAY, Type.METHOD -> FlowValue.OTHER;
            default -> FlowValue.SINGLE;
        };
    }

    @Override
    public FlowValue newOperation(AbstractInsnNode node) {
        return switch (node.getOpcode()) {
            case Opcodes.ACONST_NULL -> FlowValue.NULL;
            case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> FlowValue.DOUBLE;
            case Opcodes.NEW, Opcodes.JSR -> FlowValue.OTHER;
            case Opcodes.LDC -> {
                Object constant = ((LdcInsnNode) node).cst;
                yield constant instanceof Long || constant instanceof Double
                        ? FlowValue.DOUBLE
                        : constant instanceof Number ? FlowValue.SINGLE : FlowValue.OTHER;
            }
            case Opcodes.GETSTATIC -> field((FieldInsnNode) node);
            default -> FlowValue.SINGLE;
        };
    }

    private FlowValue field(FieldInsnNode node) {
        FlowValue value = make(node, Type.getType(node.desc));
        visitField(node, value);
        return value;
    }

    private void visitField(FieldInsnNode node, FlowValue value) {
        Type type = Type.getType(node.desc);
        if (value.kind() == null) {
            return;
        }
        ClassNode owner = classes.ownerOf(node.owner, node.name, node.desc);
        String name = node.owner.replace('/', '.') + "." + node.name;
        if (ElementKind.of(type) == null) {
            refuse(node, value, "stores a remote array into " + name + ", which is no array of primitives" + BOUND);
        } else if (owner != null && classes.marks(owner).isMarked(node.name)) {
            value.kind().makeRemote();
        } else {
            refuse(
                    node,
                    value,
                    "mixes remote arrays with field " + name + ", which is not marked; mark the field @Remote");
        }
    }

    @Override
    public FlowValue copyOperation(AbstractInsnNode node, FlowValue value) {
        if (value.kind() != null && marked.contains(node)) {
            value.kind().makeRemote();
        }
        return value;
    }

    @Override
    public FlowValue unaryOperation(AbstractInsnNode node, FlowValue value) {
        switch (node.getOpcode()) {
            case Opcodes.LNEG,
                    Opcodes.DNEG,
                    Opcodes.I2L,
                    Opcodes.I2D,
                    Opcodes.L2D,
                    Opcodes.F2L,
                    Opcodes.F2D,
                    Opcodes.D2L:
                return FlowValue.DOUBLE;
            case Opcodes.GETFIELD:
                return field((FieldInsnNode) node);
            case Opcodes.PUTSTATIC:
                visitField((FieldInsnNode) node, value);
                return null;
            case Opcodes.NEWARRAY:
                return make(node, Type.getType("[" + "ZCFDBSIJ".charAt(((IntInsnNode) node).operand - 4)));
            case Opcodes.ANEWARRAY:
                return make(node, Type.getType("[" + Type.getObjectType(((TypeInsnNode) node).desc)));
            case Opcodes.CHECKCAST:
                return cast(node, Type.getObjectType(((TypeInsnNode) node).desc), value);
            case Opcodes.INSTANCEOF:
                refuse(node, value, "asks for the class of a remote array" + BOUND);
                return FlowValue.SINGLE;
            case Opcodes.ATHROW, Opcodes.MONITORENTER, Opcodes.MONITOREXIT:
                return null;
            default:
                return FlowValue.SINGLE; // a jump has none, and nobody looks
        }
    }

    private FlowValue cast(AbstractInsnNode node, Type type, FlowValue value) {
        if (value.kind() != null && type.equals(value.type())) {
            return value;
        }
        refuse(node, value, "casts a remote array to " + type.getClassName() + BOUND);
        FlowValue to = make(node, type);
        refuse(node, to, "casts an object to " + type.getClassName() + " and uses it together with remote arrays");
        return value.sort() == FlowValue.Sort.NULL ? FlowValue.NULL : to;
    }

    @Override
    public FlowValue binaryOperation(AbstractInsnNode node, FlowValue one, FlowValue two) {
        switch (node.getOpcode()) {
            case Opcodes.AALOAD:
                return one.kind() != null
                        ? FlowValue.array(
                                Type.getType(one.type().getDescriptor().substring(1)), one.kind())
                        : one.sort() == FlowValue.Sort.NULL ? FlowValue.NULL : FlowValue.OTHER;
            case Opcodes.PUTFIELD:
                visitField((FieldInsnNode) node, two);
                return null;
            case Opcodes.LALOAD, Opcodes.DALOAD, Opcodes.LADD, Opcodes.DADD, Opcodes.LSUB, Opcodes.DSUB:
            case Opcodes.LMUL, Opcodes.DMUL, Opcodes.LDIV, Opcodes.DDIV, Opcodes.LREM, Opcodes.DREM:
            case Opcodes.LSHL, Opcodes.LSHR, Opcodes.LUSHR, Opcodes.LAND, Opcodes.LOR, Opcodes.LXOR:
                return FlowValue.DOUBLE;
            default:
                return FlowValue.SINGLE; // as above
        }
    }

    @Override
    public FlowValue ternaryOperation(AbstractInsnNode node, FlowValue array, FlowValue index, FlowValue value) {
        if (node.getOpcode() == Opcodes.AASTORE && value.kind() != null) {
            if (array.kind() != null) {
                array.kind().unite(value.kind());
            } else {
                refuse(node, value, "stores a remote array into an array of objects" + BOUND);
            }
        }
        return null;
    }

    @Override
    public FlowValue naryOperation(AbstractInsnNode node, List<? extends FlowValue> values) {
        if (node instanceof MultiANewArrayInsnNode many) {
            return make(node, Type.getType(many.desc));
        }
        if (node instanceof InvokeDynamicInsnNode dynamic) {
            return lambda(dynamic, values);
        }
        MethodInsnNode call = (MethodInsnNode) node;
        boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
        if (JdkCalls.isKnown(call)) {
            FlowValue first = values.get(0);
            if (JdkCalls.isCopy(call)) {
                copy(node, first, values.get(2));
                copy(node, values.get(2), first);
            }
            return call.name.equals("clone") && first.kind() != null
                    ? first
                    : make(node, Type.getReturnType(call.desc));
        }
        FlowValue back = make(node, Type.getReturnType(call.desc));
        ProgramClasses.Method target = classes.method(call.owner, call.name, call.desc);
        if (!isStatic) {
            refuse(node, values.get(0), "calls " + call.name + " of a remote array" + BOUND);
        }
        List<? extends FlowValue> arguments = isStatic ? values : values.subList(1, values.size());
        if (target == null) {
            String name = call.owner.replace('/', '.') + "." + call.name;
            arguments.forEach(each -> refuse(node, each, "passes a remote array to " + name + BOUND));
            if (back != null) {
                refuse(node, back, "uses the result of " + name + " together with remote arrays; copy its elements");
            }
        } else {
            boolean exact = call.getOpcode() == Opcodes.INVOKESPECIAL
                    || classes.overriding(target).isEmpty();
            addCall(node, target, arguments, back == null ? null : back.kind(), exact);
        }
        return back;
    }

    /** Arrays of one dimension are copied by element, whichever they are; arrays of arrays share the rows. */
    private void copy(AbstractInsnNode node, FlowValue one, FlowValue other) {
        if (one.kind() == null || one.type().getDimensions() == 1) {
            return;
        }
        if (other.kind() != null && one.type().equals(other.type())) {
            one.kind().unite(other.kind());
        } else {
            refuse(node, one, "copies remote rows to or from another type of array" + BOUND);
        }
    }

    private void addCall(
            AbstractInsnNode node,
            ProgramClasses.Method target,
            List<? extends FlowValue> arguments,
            Kind back,
            boolean exact) {
        Type[] types = Type.getArgumentTypes(target.node().desc);
        List<Kind> kinds = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            FlowValue each = arguments.get(i);
            if (each.kind() != null && !types[i].equals(each.type())) {
                refuse(
                        node,
                        each,
                        "passes a remote array to " + target.node().name + " as " + types[i].getClassName() + BOUND);
            }
            kinds.add(types[i].equals(each.type()) ? each.kind() : null);
            if (each.kind() != null
                    && classes.marks(target.owner()).parameters(target.node()).get(i)) {
                each.kind().makeRemote();
            }
        }
        if (back != null && classes.marks(target.owner()).hasMarkedResult(target.node())) {
            back.makeRemote();
        }
        calls.put(node, new CallSite(node, target, kinds, back, exact));
    }

    private FlowValue lambda(InvokeDynamicInsnNode node, List<? extends FlowValue> captured) {
        FlowValue back = make(node, Type.getReturnType(node.desc));
        Handle body = node.bsm.getOwner().equals(FACTORY) && node.bsmArgs[1] instanceof Handle handle ? handle : null;
        ProgramClasses.Method target =
                body == null ? null : classes.method(body.getOwner(), body.getName(), body.getDesc());
        MarkedInterface marks = MarkedInterface.of(node, classes);
        String fault = marks == null ? null : marks.fault(node, target);
        if (fault != null) {
            Kind kind = made.computeIfAbsent(node, key -> new Kind());
            kind.makeRemote();
            refuse(node, FlowValue.array(Type.getReturnType(node.desc), kind), fault);
        }
        if (target == null || target.node().name.startsWith("<")) {
            captured.forEach(
                    each -> refuse(node, each, "gives a remote array to a method reference or to a string" + BOUND));
            if (target != null) {
                addCall(node, target, List.of(), null, true);
            }
            return back;
        }
        boolean isStatic = (target.node().access & Opcodes.ACC_STATIC) != 0;
        if (!isStatic && !captured.isEmpty()) {
            refuse(node, captured.get(0), "makes a method reference of a remote array" + BOUND);
        }
        int receivers = MarkedInterface.receivers(target, captured.size());
        List<FlowValue> given = new ArrayList<>(captured.subList(receivers, captured.size()));
        if (marks != null && fault == null) {
            given.addAll(marks.given(isStatic || receivers == 1 ? 0 : 1));
        }
        addCall(node, target, given, null, classes.overriding(target).isEmpty());
        return back;
    }

    @Override
    public void returnOperation(AbstractInsnNode node, FlowValue value, FlowValue expected) {
        if (value.kind() == null) {
            return;
        }
        if (expected.type() != null && expected.type().equals(value.type())) {
            result.unite(value.kind());
        } else {
            refuse(node, value, "returns a remote array as another type" + BOUND);
        }
    }

    @Override
    public FlowValue merge(FlowValue old, FlowValue next) {
        if (old.equals(next) || old.sort() == FlowValue.Sort.NONE) {
            return old;
        }
        if (!old.isReference() || !next.isReference()) {
            return FlowValue.UNSET;
        }
        if (old.sort() == FlowValue.Sort.NULL) {
            return next;
        }
        if (next.sort() == FlowValue.Sort.NULL) {
            return old;
        }
        if (old.kind() != null && next.kind() != null && old.type().equals(next.type())) {
            old.kind().unite(next.kind());
            return old;
        }
        String why = "a remote array and another object meet in one variable" + BOUND;
        refuse(at, old, why);
        refuse(at, next, why);
        return FlowValue.OTHER;
    }
}
