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
        Type[] types = parameters(model);
        Type result = Type.getReturnType(method.desc);
        MethodNode body = methods.add(method.name, Type.getMethodDescriptor(result, types));
        body.instructions = method.instructions;
        body.tryCatchBlocks = method.tryCatchBlocks;
        body.localVariables = method.localVariables;
        body.visibleLocalVariableAnnotations = method.visibleLocalVariableAnnotations;
        body.invisibleLocalVariableAnnotations = method.invisibleLocalVariableAnnotations;
        body.maxLocals = method.maxLocals;
        body.maxStack = method.maxStack;
        PlainMethods.keepOut(body);
        method.instructions = call(model, body, types, result);
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

    private static InsnList call(MethodModel model, MethodNode body, Type[] types, Type result) {
        InsnList code = new InsnList();
        StreamSupport.stream(body.instructions.spliterator(), false)
                .filter(LineNumberNode.class::isInstance)
                .findFirst()
                .ifPresent(first -> code.add(Snippets.line(((LineNumberNode) first).line)));
        int slot = 0;
        for (Type type : types) {
            code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), slot));
            slot += type.getSize();
        }
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, model.owner, body.name, body.desc, false));
        code.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
        return code;
    }
}
