package jdsm.agent.pass.access;

import java.util.ArrayList;
import java.util.stream.StreamSupport;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Moves a method's body to a new method; the old method then contains the checks and a call: see {@link PlainMethods}.
 */
final class BodyMethod {
    private BodyMethod() {}

    /** Moves the body to a new method, which it adds to {@code methods}. */
    static void move(MethodModel model, PlainMethods methods) {
        MethodNode method = model.method;
        MethodNode body = methods.add(method.name, descriptor(model));
        fill(body, method);
        PlainMethods.keepOut(body);
        InsnList code = firstLine(body);
        call(model, body, code);
        replace(method, code);
    }

    /** The descriptor of a static method for a method's body. */
    static String descriptor(MethodModel model) {
        return Type.getMethodDescriptor(Type.getReturnType(model.method.desc), parameters(model));
    }

    /** Gives a method the body of another one, which must not keep it. */
    static void fill(MethodNode body, MethodNode method) {
        body.instructions = method.instructions;
        body.tryCatchBlocks = method.tryCatchBlocks;
        body.localVariables = method.localVariables;
        body.visibleLocalVariableAnnotations = method.visibleLocalVariableAnnotations;
        body.invisibleLocalVariableAnnotations = method.invisibleLocalVariableAnnotations;
        body.maxLocals = method.maxLocals;
        body.maxStack = method.maxStack;
    }

    /** Replaces the body of a method by code that assigns no variable. */
    static void replace(MethodNode method, InsnList code) {
        method.instructions = code;
        method.tryCatchBlocks = new ArrayList<>();
        method.localVariables = null;
        method.visibleLocalVariableAnnotations = null;
        method.invisibleLocalVariableAnnotations = null;
    }

    /** The parameters of the static new method: {@code this} is the first one, so that variables keep their numbers. */
    private static Type[] parameters(MethodModel model) {
        Type[] types = Type.getArgumentTypes(model.method.desc);
        if (model.isStatic()) {
            return types;
        }
        Type[] all = new Type[types.length + 1];
        all[0] = Type.getObjectType(model.owner);
        System.arraycopy(types, 0, all, 1, types.length);
        return all;
    }

    /** Marks the code that follows with the first line of a body. */
    static InsnList firstLine(MethodNode body) {
        InsnList code = new InsnList();
        StreamSupport.stream(body.instructions.spliterator(), false)
                .filter(LineNumberNode.class::isInstance)
                .findFirst()
                .ifPresent(first -> code.add(Snippets.line(((LineNumberNode) first).line)));
        return code;
    }

    /** Adds a call of a body with the method's own arguments, and the return of its result. */
    static void call(MethodModel model, MethodNode body, InsnList code) {
        int slot = 0;
        for (Type type : parameters(model)) {
            code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), slot));
            slot += type.getSize();
        }
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, model.owner, body.name, body.desc, false));
        code.add(new InsnNode(Type.getReturnType(body.desc).getOpcode(Opcodes.IRETURN)));
    }
}
