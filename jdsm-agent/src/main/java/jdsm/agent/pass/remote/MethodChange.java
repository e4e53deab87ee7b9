package jdsm.agent.pass.remote;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jdsm.agent.pass.Names;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Changes the instructions of one version of a method. */
final class MethodChange {
    private static final String RESULT = ")L" + ElementKind.ARRAY + ";";

    private final Version version;
    private final RemoteProgram program;
    private final MethodFlow flow;
    private final AbstractInsnNode[] code;
    private final Map<AbstractInsnNode, Integer> indices = new IdentityHashMap<>();
    private final Map<AbstractInsnNode, String> names = new HashMap<>();

    MethodChange(Version version, RemoteProgram program) {
        this.version = version;
        this.program = program;
        flow = version.flow;
        code = version.code.instructions.toArray();
        for (int i = 0; i < code.length; i++) {
            indices.put(code[i], i);
        }
    }

    /** @return whether the method differs from the original in its code */
    boolean make() {
        List<InsnList> all = new ArrayList<>();
        boolean differs = false;
        for (int i = 0; i < code.length; i++) {
            InsnList each = flow.before(i) == null ? null : replacement(i);
            all.add(each);
            differs |= each != null;
        }
        if (!differs) {
            return false;
        }
        new PageLoops(version, program, this).make();
        for (int i = 0; i < code.length; i++) {
            if (all.get(i) != null) {
                version.code.instructions.insertBefore(code[i], all.get(i));
                version.code.instructions.remove(code[i]);
            }
        }
        version.code.localVariables = null; // their types have changed
        version.code.visibleLocalVariableAnnotations = null;
        version.code.invisibleLocalVariableAnnotations = null;
        return true;
    }

    /** The instructions that take the place of one; null if it stays. Each call makes new ones. */
    InsnList replacement(int index) {
        AbstractInsnNode node = code[index];
        int opcode = node.getOpcode();
        if (node instanceof FieldInsnNode field) {
            return isMarked(field) ? list(access(field)) : null;
        }
        if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD && opcode != Opcodes.AALOAD) {
            ElementKind kind = row(index, 1);
            return kind == null ? null : list(virtual(kind, "load", "(I)" + kind.letter));
        }
        if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE && opcode != Opcodes.AASTORE) {
            ElementKind kind = row(index, 2);
            return kind == null ? null : list(virtual(kind, "store", "(I" + kind.stored + ")V"));
        }
        if (opcode == Opcodes.ARRAYLENGTH) {
            ElementKind kind = row(index, 0);
            return kind == null ? null : list(virtual(kind, "size", "()I"));
        }
        if (opcode == Opcodes.CHECKCAST) {
            FlowValue value = flow.operand(index, 0);
            return value.isRemote() ? list(new TypeInsnNode(opcode, ElementKind.remoteName(value.type()))) : null;
        }
        if (flow.makesRemote(node)) {
            InsnList creation = creation(node);
            if (creation != null) {
                return creation;
            }
        }
        if (node instanceof InvokeDynamicInsnNode dynamic) {
            return lambda(dynamic);
        }
        return node instanceof MethodInsnNode call ? call(index, call) : null;
    }

    /** The index of an instruction in the method as it was. */
    int index(AbstractInsnNode node) {
        return indices.get(node);
    }

    private ElementKind row(int index, int fromTop) {
        FlowValue value = flow.operand(index, fromTop);
        return value.isRemoteRow() ? ElementKind.of(value.type()) : null;
    }

    boolean isMarked(FieldInsnNode field) {
        ClassNode owner = program.classes().ownerOf(field.owner, field.name, field.desc);
        return owner != null && program.classes().marks(owner).isMarked(field.name);
    }

    /** An access to a marked field. */
    FieldInsnNode access(FieldInsnNode field) {
        return new FieldInsnNode(
                field.getOpcode(), field.owner, field.name, ElementKind.remote(Type.getType(field.desc)));
    }

    static MethodInsnNode virtual(ElementKind kind, String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKEVIRTUAL, kind.array, name, descriptor, false);
    }

    static MethodInsnNode code(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, ElementKind.CODE, name, descriptor, false);
    }

    private static InsnList list(AbstractInsnNode... nodes) {
        InsnList list = new InsnList();
        for (AbstractInsnNode node : nodes) {
            list.add(node);
        }
        return list;
    }

    private InsnList creation(AbstractInsnNode node) {
        if (node instanceof IntInsnNode array) {
            ElementKind kind = ElementKind.of(Type.getType("[" + "ZCFDBSIJ".charAt(array.operand - 4)));
            return list(
                    new IntInsnNode(Opcodes.BIPUSH, kind.letter),
                    new LdcInsnNode(name(node)),
                    code("make", "(ICLjava/lang/String;" + RESULT),
                    new TypeInsnNode(Opcodes.CHECKCAST, kind.array));
        }
        if (node.getOpcode() == Opcodes.ANEWARRAY) {
            return list(new TypeInsnNode(
                    node.getOpcode(), ElementKind.remoteName(Type.getObjectType(((TypeInsnNode) node).desc))));
        }
        if (node instanceof MultiANewArrayInsnNode many) {
            Type type = Type.getType(many.desc);
            return many.dims < type.getDimensions()
                    ? list(new MultiANewArrayInsnNode(ElementKind.remote(type), many.dims))
                    : rows(many, type);
        }
        return null;
    }

    private InsnList rows(MultiANewArrayInsnNode many, Type type) {
        InsnList list = new InsnList();
        int first = version.code.maxLocals;
        version.code.maxLocals += many.dims;
        for (int i = many.dims - 1; i >= 0; i--) {
            list.add(new VarInsnNode(Opcodes.ISTORE, first + i));
        }
        list.add(new IntInsnNode(Opcodes.BIPUSH, many.dims));
        list.add(new IntInsnNode(Opcodes.NEWARRAY, Opcodes.T_INT));
        for (int i = 0; i < many.dims; i++) {
            list.add(new InsnNode(Opcodes.DUP));
            list.add(new IntInsnNode(Opcodes.BIPUSH, i));
            list.add(new VarInsnNode(Opcodes.ILOAD, first + i));
            list.add(new InsnNode(Opcodes.IASTORE));
        }
        list.add(new IntInsnNode(Opcodes.BIPUSH, ElementKind.of(type).letter));
        list.add(new LdcInsnNode(name(many)));
        list.add(code("makeRows", "([ICLjava/lang/String;)Ljava/lang/Object;"));
        list.add(new TypeInsnNode(Opcodes.CHECKCAST, ElementKind.remoteName(type)));
        return list;
    }

    private String name(AbstractInsnNode creation) {
        return names.computeIfAbsent(creation, this::newName);
    }

    /** The name of a new array: the field or variable that it is stored to, if the next instruction tells, and the line. */
    private String newName(AbstractInsnNode creation) {
        String type = version.owner.name.substring(version.owner.name.lastIndexOf('/') + 1);
        AbstractInsnNode next = creation.getNext();
        String member = version.original.name;
        if (next instanceof FieldInsnNode field) {
            member = field.name;
        } else if (next instanceof VarInsnNode variable && version.code.localVariables != null) {
            int behind = version.code.instructions.indexOf(next) + 1;
            for (LocalVariableNode each : version.code.localVariables) {
                if (each.index == variable.var && version.code.instructions.indexOf(each.start) == behind) {
                    member = each.name;
                }
            }
        }
        String name = type + "." + member + ":" + Names.line(creation);
        program.addArray(version.owner, name);
        return name;
    }

    private InsnList lambda(InvokeDynamicInsnNode node) {
        CallSite site = flow.calls().get(node);
        Version target = site == null ? null : program.version(site);
        if (target == null || site.remote().isEmpty()) {
            return fields(node);
        }
        Handle body = (Handle) node.bsmArgs[1];
        Object[] arguments = node.bsmArgs.clone();
        arguments[1] =
                new Handle(body.getTag(), body.getOwner(), body.getName(), target.descriptor(), body.isInterface());
        Type[] types = Type.getArgumentTypes(node.desc);
        int receiver = MarkedInterface.receivers(site.target(), types.length);
        MarkedInterface marks = MarkedInterface.of(node, program.classes());
        if (marks != null) {
            arguments[0] = marks.changed((Type) arguments[0]);
            arguments[2] = marks.changed((Type) arguments[2]);
        }
        for (int i = receiver; i < types.length; i++) {
            types[i] = target.remote.get(i - receiver) ? Type.getType(ElementKind.remote(types[i])) : types[i];
        }
        return list(new InvokeDynamicInsnNode(
                node.name, Type.getMethodDescriptor(Type.getReturnType(node.desc), types), node.bsm, arguments));
    }

    /** The methods that each record has, equals and so on, are made of its fields when they are first called. */
    private InsnList fields(InvokeDynamicInsnNode node) {
        Object[] arguments = node.bsmArgs.clone();
        boolean differs = false;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof Handle field && field.getTag() == Opcodes.H_GETFIELD) {
                FieldInsnNode access =
                        new FieldInsnNode(Opcodes.GETFIELD, field.getOwner(), field.getName(), field.getDesc());
                if (isMarked(access)) {
                    arguments[i] =
                            new Handle(field.getTag(), field.getOwner(), field.getName(), access(access).desc, false);
                    differs = true;
                }
            }
        }
        return differs ? list(new InvokeDynamicInsnNode(node.name, node.desc, node.bsm, arguments)) : null;
    }

    private InsnList call(int index, MethodInsnNode call) {
        if (JdkCalls.isKnown(call)) {
            return known(index, call);
        }
        CallSite site = flow.calls().get(call);
        Version target = site == null ? null : program.version(site);
        if (target == null || target.descriptor().equals(call.desc)) {
            return null;
        }
        return list(new MethodInsnNode(call.getOpcode(), call.owner, call.name, target.descriptor(), call.itf));
    }

    private InsnList known(int index, MethodInsnNode call) {
        if (JdkCalls.isClone(call)) {
            FlowValue value = flow.operand(index, 0);
            if (!value.isRemote()) {
                return null;
            }
            return value.isRemoteRow()
                    ? list(code("copy", "(L" + ElementKind.ARRAY + ";" + RESULT))
                    : list(new MethodInsnNode(
                            call.getOpcode(), ElementKind.remoteName(value.type()), call.name, call.desc, false));
        }
        if (JdkCalls.isCopy(call)) {
            boolean remote = flow.operand(index, 4).isRemoteRow()
                    || flow.operand(index, 2).isRemoteRow();
            return remote ? list(code("arraycopy", call.desc)) : null;
        }
        Type[] types = Type.getArgumentTypes(call.desc);
        if (!flow.operand(index, types.length - 1).isRemoteRow()) {
            return null;
        }
        String range = types.length > 2 ? "II" : "";
        if (call.name.equals("sort")) {
            return list(code("sort", "(L" + ElementKind.ARRAY + ";" + range + ")V"));
        }
        String value = types[types.length - 1].getDescriptor();
        return list(box(value), code("fill", "(L" + ElementKind.ARRAY + ";" + range + "Ljava/lang/Object;)V"));
    }

    private static MethodInsnNode box(String letter) {
        String owner = switch (letter) {
            case "D" -> "java/lang/Double";
            case "J" -> "java/lang/Long";
            case "I" -> "java/lang/Integer";
            case "F" -> "java/lang/Float";
            case "B" -> "java/lang/Byte";
            case "S" -> "java/lang/Short";
            default -> "java/lang/Character";
        };
        return new MethodInsnNode(Opcodes.INVOKESTATIC, owner, "valueOf", "(" + letter + ")L" + owner + ";", false);
    }
}
