package jdsm.agent.pass.volatiles;

import static org.objectweb.asm.Opcodes.AASTORE;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.ATHROW;
import static org.objectweb.asm.Opcodes.DUP2;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.GOTO;
import static org.objectweb.asm.Opcodes.IALOAD;
import static org.objectweb.asm.Opcodes.IASTORE;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.SALOAD;
import static org.objectweb.asm.Opcodes.SASTORE;

import java.util.LinkedHashMap;
import java.util.Map;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Locals;
import jdsm.agent.pass.Names;
import jdsm.agent.pass.Report;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Weaves accesses to volatile elements. The pass recognises such an access if the same method has read the array from
 * its field. It refuses other uses of the array, because other code would access its elements without volatile
 * semantics.
 */
final class VolatileElements {
    private static final String VOLATILES = "jdsm/runtime/Volatiles";
    private static final String ENTERS_ELEMENT = "(Ljava/lang/Object;I)" + EntryPoints.SHARED;
    private static final String EXITS_ELEMENT = "(" + EntryPoints.SHARED + "I)V";
    private static final Type HANDLE = Type.getType(EntryPoints.SHARED);
    private static final Type OBJECT = Type.getType(Object.class);
    private static final int STACK = 4;

    private final ClassNode node;
    private final MethodNode method;
    private final Classes classes;
    private final Report report;
    private final boolean sharesReads;
    private final Map<AbstractInsnNode, Type> sites = new LinkedHashMap<>();

    private VolatileElements(ClassNode node, MethodNode method, Classes classes, Report report, boolean sharesReads) {
        this.sharesReads = sharesReads;
        this.node = node;
        this.method = method;
        this.classes = classes;
        this.report = report;
    }

    static void weave(ClassNode node, MethodNode method, Classes classes, Report report, boolean sharesReads) {
        for (AbstractInsnNode instruction : method.instructions) {
            if (instruction.getOpcode() == GETFIELD
                    && instruction instanceof FieldInsnNode access
                    && classes.hasVolatileElements(access.owner, access.name, access.desc)) {
                new VolatileElements(node, method, classes, report, sharesReads).weave();
                return;
            }
        }
    }

    private void weave() {
        Frame<BasicValue>[] frames;
        try {
            frames = new Analyzer<>(new ArrayOrigin(classes)).analyze(node.name, method);
        } catch (AnalyzerException e) {
            throw new IllegalStateException(node.name + "." + method.name + method.desc, e);
        }
        for (int i = 0; i < frames.length; i++) {
            if (frames[i] != null) {
                look(method.instructions.get(i), frames[i]);
            }
        }
        sites.forEach(this::weave);
    }

    private void look(AbstractInsnNode instruction, Frame<BasicValue> frame) {
        int opcode = instruction.getOpcode();
        if (opcode >= IALOAD && opcode <= SALOAD) {
            site(instruction, top(frame, 1));
        } else if (opcode >= IASTORE && opcode <= SASTORE) {
            site(instruction, top(frame, 2));
            if (opcode == AASTORE) {
                leaves(instruction, top(frame, 0));
            }
        } else if (opcode == ARETURN) {
            leaves(instruction, top(frame, 0));
        } else if (instruction instanceof FieldInsnNode access) {
            if (opcode != GETFIELD
                    && frame.getStackSize() > 0
                    && !classes.hasVolatileElements(access.owner, access.name, access.desc)) {
                leaves(instruction, top(frame, 0));
            }
        } else if (instruction instanceof MethodInsnNode call) {
            if (isCheck(call)) {
                return;
            }
            leaves(instruction, frame, Type.getArgumentCount(call.desc) + (opcode == INVOKESTATIC ? 0 : 1));
        } else if (instruction instanceof InvokeDynamicInsnNode call) {
            leaves(instruction, frame, Type.getArgumentCount(call.desc));
        }
    }

    /** Whether a call is a check that the pass for calls has inserted before another call, which is examined itself. */
    private static boolean isCheck(MethodInsnNode call) {
        return call.owner.equals(EntryPoints.CHECKS)
                || call.owner.equals(EntryPoints.ARRAY_CALLS) && !call.name.equals("arraycopy");
    }

    private static BasicValue top(Frame<BasicValue> frame, int below) {
        return frame.getStack(frame.getStackSize() - 1 - below);
    }

    private void site(AbstractInsnNode instruction, BasicValue array) {
        if (!(array instanceof ArrayOrigin.Elements elements)) {
            return;
        }
        if (elements.isMixed()) {
            refuse(instruction, elements);
        } else {
            sites.put(instruction, elements.getType());
        }
    }

    private void leaves(AbstractInsnNode instruction, Frame<BasicValue> frame, int values) {
        for (int i = 0; i < values; i++) {
            leaves(instruction, top(frame, i));
        }
    }

    private void leaves(AbstractInsnNode instruction, BasicValue value) {
        if (value instanceof ArrayOrigin.Elements elements) {
            refuse(instruction, elements);
        }
    }

    private void refuse(AbstractInsnNode instruction, ArrayOrigin.Elements elements) {
        String form = elements.field().substring(elements.field().lastIndexOf('.') + 1) + "[i]";
        report.refuse(Names.refusal(
                node,
                method,
                instruction,
                "the array in field " + elements.field() + " has volatile elements, and only accesses of the form "
                        + form + " are volatile; write " + form + " at each access"));
    }

    /** Weaves one access: enter, access, exit; and exit if the access throws. */
    private void weave(AbstractInsnNode access, Type array) {
        Type element = Type.getType(array.getDescriptor().substring(1));
        boolean stores = access.getOpcode() >= IASTORE;
        String suffix = sharesReads && !stores && !VolatilePass.isCompound(access, DUP2) ? "Read" : "";
        Type[] types = stores ? new Type[] {array, Type.INT_TYPE, element} : new Type[] {array, Type.INT_TYPE};
        Locals operands = new Locals(method, types);
        int handle = Locals.fresh(method, HANDLE);
        int failure = Locals.fresh(method, OBJECT);
        InsnList before = new InsnList();
        operands.store(before, 0);
        operands.loadOne(before, 0);
        operands.loadOne(before, 1);
        before.add(EntryPoints.call(VOLATILES, "enter" + suffix, ENTERS_ELEMENT));
        before.add(new VarInsnNode(ASTORE, handle));
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        LabelNode handler = new LabelNode();
        LabelNode done = new LabelNode();
        before.add(start);
        operands.load(before, 0);
        method.instructions.insertBefore(access, before);
        InsnList behind = new InsnList();
        behind.add(end);
        exit(behind, "exit" + suffix, handle, operands);
        behind.add(new JumpInsnNode(GOTO, done));
        behind.add(handler);
        behind.add(new VarInsnNode(ASTORE, failure));
        exit(behind, "exit" + suffix, handle, operands);
        behind.add(new VarInsnNode(ALOAD, failure));
        behind.add(new InsnNode(ATHROW));
        behind.add(done);
        method.instructions.insert(access, behind);
        method.tryCatchBlocks.add(0, new TryCatchBlockNode(start, end, handler, null));
        method.maxStack += STACK;
    }

    private static void exit(InsnList code, String exit, int handle, Locals operands) {
        code.add(new VarInsnNode(ALOAD, handle));
        operands.loadOne(code, 1);
        code.add(EntryPoints.call(VOLATILES, exit, EXITS_ELEMENT));
    }
}
