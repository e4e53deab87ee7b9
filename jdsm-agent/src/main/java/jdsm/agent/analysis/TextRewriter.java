package jdsm.agent.analysis;

import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Replaces the types of {@link TextBuilders} in a class file, but for the objects that {@link TextFlow} leaves to the JDK. */
final class TextRewriter {
    /** The class with static methods for what the JDK's methods do with objects of the JDK's types. */
    static final String STAND_INS = TwinNames.PACKAGE + "Texts";

    private static final String STRING = "java/lang/String";
    private static final String MATCHER = "java/util/regex/Matcher";
    private static final String OF_OBJECT = "(Ljava/lang/Object;)Ljava/lang/String;";

    private final Set<String> types;
    private final TextFlow.Declared declared;

    /** @param types the types that are replaced, by internal names */
    TextRewriter(Set<String> types, TextFlow.Declared declared) {
        this.types = types;
        this.declared = declared;
    }

    byte[] rewritten(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassNode node = new ClassNode();
        reader.accept(node, ClassReader.EXPAND_FRAMES);
        for (MethodNode method : node.methods) {
            boolean ofJdk = isIn(method.desc) && declared.elsewhere(node.name, method.name, method.desc);
            if (ofJdk || names(method)) {
                rewrite(node, method, ofJdk);
            }
        }
        ClassWriter writer = new ClassWriter(0);
        node.accept(new ClassRemapper(writer, new SimpleRemapper(Opcodes.ASM9, TextBuilders.renamed(types))));
        return writer.toByteArray();
    }

    private boolean isIn(String descriptor) {
        return types.stream().anyMatch(type -> descriptor.contains("L" + type + ";"));
    }

    /** Whether instructions of a method name one of the types. */
    private boolean names(MethodNode method) {
        for (AbstractInsnNode instruction : method.instructions) {
            boolean named = instruction instanceof MethodInsnNode call
                    ? types.contains(call.owner) || isIn(call.desc)
                    : instruction instanceof TypeInsnNode type && types.contains(type.desc);
            if (named) {
                return true;
            }
        }
        return false;
    }

    private void rewrite(ClassNode node, MethodNode method, boolean ofJdk) {
        TextFlow flow = TextFlow.of(node.name, method, types, declared, ofJdk);
        AbstractInsnNode[] instructions = method.instructions.toArray();
        if (method.localVariables != null) {
            method.localVariables.forEach(variable -> rename(variable, method, flow));
        }
        for (int i = 0; i < instructions.length; i++) {
            Frame<BasicValue> before = flow.before(i);
            if (before != null) {
                rewrite(instructions[i], before, flow, method, ofJdk);
            }
        }
        if (ofJdk) {
            method.instructions.insert(refusedParameters(method, flow.leavingParameters()));
            method.desc = marked(method.desc);
        }
    }

    private void rewrite(
            AbstractInsnNode instruction, Frame<BasicValue> before, TextFlow flow, MethodNode method, boolean ofJdk) {
        if (instruction instanceof FrameNode frame) {
            rename(frame, before, flow);
        } else if (instruction instanceof TypeInsnNode type && types.contains(type.desc)) {
            boolean stays = type.getOpcode() == Opcodes.NEW ? flow.staysFrom(type) : flow.stays(top(before, 0));
            if (type.getOpcode() == Opcodes.INSTANCEOF && !stays) {
                method.instructions.set(type, question(type.desc));
            }
            type.desc = stays ? TextBuilders.marked(type.desc) : type.desc;
        } else if (instruction instanceof InvokeDynamicInsnNode dynamic) {
            dynamic.desc = withArguments(dynamic.desc, before, flow);
        } else if (instruction instanceof MethodInsnNode call) {
            rewriteCall(call, before, flow, method.instructions);
        } else if (ofJdk && instruction.getOpcode() == Opcodes.ARETURN) {
            BasicValue returned = top(before, 0);
            Type result = Type.getReturnType(method.desc);
            if (isReplaced(result) && !flow.stays(returned) && !TextFlow.isNull(returned)) {
                method.instructions.insertBefore(instruction, refusal(result, false));
            }
        }
    }

    private void rewriteCall(MethodInsnNode call, Frame<BasicValue> before, TextFlow flow, InsnList instructions) {
        int arguments = Type.getArgumentCount(call.desc);
        BasicValue receiver = call.getOpcode() == Opcodes.INVOKESTATIC ? null : top(before, arguments);
        String owner = call.owner;
        if (TextFlow.isNull(receiver) && isReplaced(Type.getReturnType(call.desc))) {
            // The call fails. What follows expects the type of null.
            instructions.insert(call, new InsnNode(Opcodes.ACONST_NULL));
            instructions.insert(call, new InsnNode(Opcodes.POP));
        }
        if (types.contains(owner)) {
            boolean stays = flow.stays(receiver);
            if (stays && convert(call, before, flow, instructions)) {
                call.desc = "(Ljava/lang/String;)" + Type.getReturnType(call.desc);
            }
            String given = withArguments(call.desc, before, flow);
            call.owner = stays ? TextBuilders.marked(owner) : owner;
            call.desc =
                    stays ? withResult(given, marked(Type.getReturnType(given).getDescriptor())) : given;
        } else if (isIn(call.desc) && declared.elsewhere(owner, call.name, call.desc)) {
            Type result = Type.getReturnType(call.desc);
            if (convert(call, before, flow, instructions)) {
                boolean sequence = call.name.equals("contentEquals");
                call.desc = withResult(sequence ? "(Ljava/lang/CharSequence;)" : "(Ljava/lang/String;)", result);
            } else if (owner.equals(MATCHER) && !flow.stays(top(before, arguments - 1))) {
                call.setOpcode(Opcodes.INVOKESTATIC);
                call.owner = STAND_INS;
                call.desc = "(L" + MATCHER + ";" + call.desc.substring(1);
            } else {
                call.desc = withResult(withArguments(call.desc, before, flow), marked(result.getDescriptor()));
                if (flow.leavesFrom(call)) {
                    instructions.insert(call, refusal(result, true));
                }
            }
        }
    }

    /** Converts the argument of a method that only reads its characters to a string, if woven code has another type. */
    private boolean convert(MethodInsnNode call, Frame<BasicValue> before, TextFlow flow, InsnList instructions) {
        Type[] parameters = Type.getArgumentTypes(call.desc);
        boolean reads = parameters.length == 1
                && isReplaced(parameters[0])
                && (call.name.equals("append")
                        || call.owner.equals(STRING)
                                && (call.name.equals("<init>") || call.name.equals("contentEquals")));
        if (!reads || flow.stays(top(before, 0))) {
            return false;
        }
        boolean mayBeNull = call.name.equals("append");
        instructions.insertBefore(
                call,
                mayBeNull
                        ? new MethodInsnNode(Opcodes.INVOKESTATIC, STRING, "valueOf", OF_OBJECT)
                        : new MethodInsnNode(
                                Opcodes.INVOKEVIRTUAL,
                                parameters[0].getInternalName(),
                                "toString",
                                "()L" + STRING + ";"));
        return true;
    }

    /** A call that asks whether an object has a type, or the other one that has its place: a cast then tells the difference. */
    private static MethodInsnNode question(String type) {
        String name = "is" + type.substring(type.lastIndexOf('/') + 1);
        return new MethodInsnNode(Opcodes.INVOKESTATIC, STAND_INS, name, "(Ljava/lang/Object;)Z");
    }

    /** A call that refuses an object of the JDK where woven code has another type, or the other way round. */
    private MethodInsnNode refusal(Type type, boolean ofJdk) {
        String marked = marked(type.getDescriptor());
        String descriptor = ofJdk ? "(" + marked + ")" + type : "(" + type + ")" + marked;
        return new MethodInsnNode(Opcodes.INVOKESTATIC, STAND_INS, ofJdk ? "refuse" : "refuseResult", descriptor);
    }

    /** Instructions that refuse the JDK's objects in parameters that do not stay within the method. */
    private InsnList refusedParameters(MethodNode method, Set<Integer> leaving) {
        InsnList start = new InsnList();
        int variable = (method.access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
        for (Type type : Type.getArgumentTypes(method.desc)) {
            if (leaving.contains(variable)) {
                start.add(new VarInsnNode(Opcodes.ALOAD, variable));
                start.add(refusal(type, true));
                start.add(new VarInsnNode(Opcodes.ASTORE, variable));
            }
            variable += type.getSize();
        }
        return start;
    }

    private static BasicValue top(Frame<BasicValue> frame, int below) {
        return frame.getStack(frame.getStackSize() - 1 - below);
    }

    private boolean isReplaced(Type type) {
        return TextBuilders.isAmong(types, type);
    }

    private String marked(String descriptor) {
        String marked = descriptor;
        for (String type : types) {
            marked = marked.replace("L" + type + ";", "L" + TextBuilders.marked(type) + ";");
        }
        return marked;
    }

    private static String withResult(String descriptor, Object result) {
        return descriptor.substring(0, descriptor.indexOf(')') + 1) + result;
    }

    /** A call's descriptor with the types of the arguments that stay the JDK's marked. */
    private String withArguments(String descriptor, Frame<BasicValue> before, TextFlow flow) {
        Type[] parameters = Type.getArgumentTypes(descriptor);
        StringBuilder changed = new StringBuilder("(");
        for (int i = 0; i < parameters.length; i++) {
            boolean stays = isReplaced(parameters[i]) && flow.stays(top(before, parameters.length - 1 - i));
            changed.append(stays ? marked(parameters[i].getDescriptor()) : parameters[i].getDescriptor());
        }
        return changed.append(')').append(Type.getReturnType(descriptor)).toString();
    }

    private void rename(FrameNode frame, Frame<BasicValue> values, TextFlow flow) {
        int variable = 0;
        for (int i = 0; frame.local != null && i < frame.local.size(); i++) {
            Object type = frame.local.get(i);
            frame.local.set(i, named(type, values.getLocal(variable), flow));
            variable += type == Opcodes.LONG || type == Opcodes.DOUBLE ? 2 : 1;
        }
        for (int i = 0; frame.stack != null && i < frame.stack.size(); i++) {
            frame.stack.set(i, named(frame.stack.get(i), values.getStack(i), flow));
        }
    }

    private Object named(Object type, BasicValue value, TextFlow flow) {
        if (!(type instanceof String name) || !types.contains(name)) {
            return type;
        }
        return TextFlow.isNull(value) ? Opcodes.NULL : flow.stays(value) ? TextBuilders.marked(name) : name;
    }

    /** The type of a variable for debuggers. */
    private void rename(LocalVariableNode variable, MethodNode method, TextFlow flow) {
        if (!isIn(variable.desc)) {
            return;
        }
        int start = method.instructions.indexOf(variable.start);
        Frame<BasicValue> values = flow.before(start);
        if (values != null && flow.stays(values.getLocal(variable.index))) {
            variable.desc = marked(variable.desc);
            variable.signature = variable.signature == null ? null : marked(variable.signature);
        }
    }
}
