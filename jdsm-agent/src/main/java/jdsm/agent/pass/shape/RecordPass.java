package jdsm.agent.pass.shape;

import java.util.List;
import java.util.stream.Stream;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
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
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Writes {@code equals}, {@code hashCode} and {@code toString} of records as code that the later passes see. The compiler leaves
 * them to {@code java.lang.runtime.ObjectMethods}, whose code would read components of a shared record without a check.
 * The first pass.
 */
public final class RecordPass implements Pass {
    private static final String METHODS = "java/lang/runtime/ObjectMethods";
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String STRING = "Ljava/lang/String;";
    private static final String OBJECTS = "java/util/Objects";
    private static final String TEXT = "java/lang/String";
    /** The stack that a replacement needs. */
    private static final int STACK = 5;

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode instruction : method.instructions.toArray()) {
                if (instruction instanceof InvokeDynamicInsnNode dynamic
                        && dynamic.bsm.getOwner().equals(METHODS)) {
                    method.instructions.insert(dynamic, replacement(method, dynamic));
                    method.instructions.remove(dynamic);
                    method.maxStack += STACK;
                }
            }
        }
    }

    private static InsnList replacement(MethodNode method, InvokeDynamicInsnNode dynamic) {
        Type record = Type.getArgumentTypes(dynamic.desc)[0];
        // behind the class and the names of the components
        List<Handle> components =
                Stream.of(dynamic.bsmArgs).skip(2).map(Handle.class::cast).toList();
        return switch (dynamic.name) {
            case "hashCode" -> hash(new Locals(method, record), components);
            case "equals" -> equal(method, record, components);
            case "toString" -> text(new Locals(method, record), record, components);
            default -> throw new IllegalStateException("ObjectMethods." + dynamic.name);
        };
    }

    private static InsnList hash(Locals record, List<Handle> components) {
        InsnList code = new InsnList();
        record.store(code, 0);
        code.add(new InsnNode(Opcodes.ICONST_0));
        for (Handle component : components) {
            code.add(new IntInsnNode(Opcodes.BIPUSH, 31));
            code.add(new InsnNode(Opcodes.IMUL));
            read(code, record, component);
            Type type = Type.getType(component.getDesc());
            String box = boxOf(type);
            code.add(
                    box == null
                            ? EntryPoints.call(OBJECTS, "hashCode", "(" + OBJECT + ")I")
                            : EntryPoints.call(box, "hashCode", "(" + type.getDescriptor() + ")I"));
            code.add(new InsnNode(Opcodes.IADD));
        }
        return code;
    }

    private static InsnList equal(MethodNode method, Type record, List<Handle> components) {
        Locals both = new Locals(method, record, Type.getType(OBJECT));
        Locals other = new Locals(method, record);
        LabelNode differ = new LabelNode();
        LabelNode end = new LabelNode();
        InsnList code = new InsnList();
        both.store(code, 0);
        both.loadOne(code, 1);
        code.add(new TypeInsnNode(Opcodes.INSTANCEOF, record.getInternalName()));
        code.add(new JumpInsnNode(Opcodes.IFEQ, differ));
        both.loadOne(code, 1);
        code.add(new TypeInsnNode(Opcodes.CHECKCAST, record.getInternalName()));
        other.store(code, 0);
        for (Handle component : components) {
            read(code, both, component);
            read(code, other, component);
            Type type = Type.getType(component.getDesc());
            String box = boxOf(type);
            if (box == null) {
                code.add(EntryPoints.call(OBJECTS, "equals", "(" + OBJECT + OBJECT + ")Z"));
                code.add(new JumpInsnNode(Opcodes.IFEQ, differ));
            } else {
                String two = type.getDescriptor() + type.getDescriptor();
                code.add(EntryPoints.call(box, "compare", "(" + two + ")I"));
                code.add(new JumpInsnNode(Opcodes.IFNE, differ));
            }
        }
        code.add(new InsnNode(Opcodes.ICONST_1));
        code.add(new JumpInsnNode(Opcodes.GOTO, end));
        code.add(differ);
        code.add(new InsnNode(Opcodes.ICONST_0));
        code.add(end);
        return code;
    }

    private static InsnList text(Locals record, Type type, List<Handle> components) {
        InsnList code = new InsnList();
        record.store(code, 0);
        code.add(new LdcInsnNode(type));
        code.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, "java/lang/Class", "getSimpleName", "()" + STRING, false));
        String before = "[";
        for (Handle component : components) {
            add(code, before + component.getName() + "=");
            read(code, record, component);
            code.add(EntryPoints.call(TEXT, "valueOf", "(" + printed(component.getDesc()) + ")" + STRING));
            concat(code);
            before = ", ";
        }
        add(code, components.isEmpty() ? "[]" : "]");
        return code;
    }

    /** The parameter of the {@code String.valueOf} for a component. */
    private static String printed(String component) {
        return switch (component) {
            case "B", "S" -> "I";
            default -> boxOf(Type.getType(component)) == null ? OBJECT : component;
        };
    }

    private static void add(InsnList code, String text) {
        code.add(new LdcInsnNode(text));
        concat(code);
    }

    private static void concat(InsnList code) {
        code.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, TEXT, "concat", "(" + STRING + ")" + STRING, false));
    }

    /** Pushes a component of the record in the first variable. */
    private static void read(InsnList code, Locals record, Handle component) {
        record.loadOne(code, 0);
        code.add(new FieldInsnNode(Opcodes.GETFIELD, component.getOwner(), component.getName(), component.getDesc()));
    }

    /** The class of a primitive type's objects; null for another type. */
    private static String boxOf(Type type) {
        return switch (type.getSort()) {
            case Type.BOOLEAN -> "java/lang/Boolean";
            case Type.BYTE -> "java/lang/Byte";
            case Type.CHAR -> "java/lang/Character";
            case Type.SHORT -> "java/lang/Short";
            case Type.INT -> "java/lang/Integer";
            case Type.LONG -> "java/lang/Long";
            case Type.FLOAT -> "java/lang/Float";
            case Type.DOUBLE -> "java/lang/Double";
            default -> null;
        };
    }
}
