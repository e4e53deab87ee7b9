package jdsm.agent.pass.calls;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import jdsm.agent.jdk.Use;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import jdsm.agent.pass.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes a method that replaces one call: the method passes copies of shared arrays to the call, and stores the call's
 * writes back into the shared arrays, also when the call throws.
 */
final class CopiedCall {
    private static final String COPIES = "L" + CallCode.COPY + ";";

    private final ClassNode node;
    private final MethodInsnNode call;
    private final CallCode code;
    private final int line;
    private final String name;
    private final String descriptor;
    private final boolean ofThis;
    /** The types of the receiver, if there is one, and of the arguments. */
    private final List<Type> types = new ArrayList<>();

    CopiedCall(ClassNode node, MethodNode caller, MethodInsnNode call, CallCode code, int number) {
        this.node = node;
        this.call = call;
        this.code = code;
        this.line = Names.line(call);
        this.name = "jdsm$call$" + caller.name.replaceAll("[<>]", "") + "$" + number;
        this.ofThis = call.getOpcode() == Opcodes.INVOKESPECIAL;
        if (call.getOpcode() != Opcodes.INVOKESTATIC) {
            types.add(Type.getObjectType(ofThis ? node.name : call.owner));
        }
        types.addAll(List.of(Type.getArgumentTypes(call.desc)));
        List<Type> parameters = ofThis ? types.subList(1, types.size()) : types;
        this.descriptor = Type.getMethodDescriptor(Type.getReturnType(call.desc), parameters.toArray(Type[]::new));
    }

    /** The instruction that replaces the call. */
    MethodInsnNode replacement() {
        boolean isInterface = (node.access & Opcodes.ACC_INTERFACE) != 0;
        int opcode = ofThis ? Opcodes.INVOKESPECIAL : Opcodes.INVOKESTATIC;
        return new MethodInsnNode(opcode, node.name, name, descriptor, isInterface);
    }

    MethodNode body() {
        int flags = Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC | (ofThis ? 0 : Opcodes.ACC_STATIC);
        MethodNode method = new MethodNode(flags, name, descriptor, null, null);
        int[] all = new int[types.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = Locals.fresh(method, types.get(i));
        }
        int receivers = types.size() - Type.getArgumentTypes(call.desc).length;
        int[] arguments = java.util.Arrays.copyOfRange(all, receivers, all.length);
        InsnList body = method.instructions;
        LabelNode begin = new LabelNode();
        LabelNode end = new LabelNode();
        LabelNode thrown = new LabelNode();
        if (line > 0) {
            LabelNode first = new LabelNode();
            body.add(first);
            body.add(new LineNumberNode(line, first));
        }
        Map<Use, Integer> written = code.prepare(body, method, arguments);
        body.add(begin);
        for (int i = 0; i < all.length; i++) {
            body.add(new VarInsnNode(types.get(i).getOpcode(Opcodes.ILOAD), all[i]));
        }
        body.add(new MethodInsnNode(call.getOpcode(), call.owner, call.name, call.desc, call.itf));
        body.add(end);
        addReturn(body, written);
        if (!written.isEmpty()) {
            int exception = Locals.fresh(method, Type.getType(Throwable.class));
            body.add(thrown);
            body.add(new VarInsnNode(Opcodes.ASTORE, exception));
            back(body, written.values());
            body.add(new VarInsnNode(Opcodes.ALOAD, exception));
            body.add(new InsnNode(Opcodes.ATHROW));
            method.tryCatchBlocks.add(new TryCatchBlockNode(begin, end, thrown, null));
        }
        method.maxStack = method.maxLocals + 4;
        return method;
    }

    private void addReturn(InsnList body, Map<Use, Integer> written) {
        Type result = Type.getReturnType(call.desc);
        back(body, written.values());
        if (result.getSort() >= Type.ARRAY) {
            for (int copy : written.values()) {
                body.add(new VarInsnNode(Opcodes.ALOAD, copy));
                body.add(new InsnNode(Opcodes.SWAP));
                body.add(EntryPoints.call(
                        CallCode.COPY, "result", "(" + COPIES + "Ljava/lang/Object;)Ljava/lang/Object;"));
                body.add(new TypeInsnNode(Opcodes.CHECKCAST, result.getInternalName()));
            }
        }
        body.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
    }

    private static void back(InsnList body, Collection<Integer> copies) {
        for (int copy : copies) {
            body.add(new VarInsnNode(Opcodes.ALOAD, copy));
            body.add(EntryPoints.call(CallCode.COPY, "back", "(" + COPIES + ")V"));
        }
    }
}
