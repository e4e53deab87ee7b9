package jdsm.agent.analysis;

import jdsm.runtime.Remedies;
import jdsm.runtime.Woven;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Finds loops that do nothing but wait for a shared field, or an element of an array, that is not volatile: they read memory, compute from it,
 * sleep or yield, and change nothing by which they could end.
 */
final class IdleLoops {
    private static final String THREAD = "java/lang/Thread";

    private final ApplicationClasses classes;

    IdleLoops(ApplicationClasses classes) {
        this.classes = classes;
    }

    /**
     * What a loop waits for, and what would end the wait.
     *
     * @param code the numbers of the loop's instructions
     * @return null if the loop does something, synchronises, or reads no such field
     */
    String waitsFor(FlowGraph graph, int[] code) {
        String field = null;
        String array = null;
        boolean element = false;
        for (int i : code) {
            AbstractInsnNode instruction = graph.instruction(i);
            if (!isIdle(instruction, graph, code)) {
                return null;
            }
            element |= isElement(instruction);
            if (instruction instanceof FieldInsnNode read) {
                if (classes.isVolatile(read.owner, read.name, read.desc)) {
                    return null;
                }
                boolean isArray = Type.getType(read.desc).getSort() == Type.ARRAY;
                array = isArray && array == null ? awaited(read, false) : array;
                field = isArray || field != null ? field : awaited(read, true);
            }
        }
        if (element) {
            return array == null
                    ? null
                    : "the loop waits for an element of " + array
                            + ", whose elements are not volatile, so it may wait for ever: mark the"
                            + " field @VolatileElements or say " + Remedies.option("volatile-elements", array);
        }
        return field == null
                ? null
                : "the loop waits for field " + field
                        + ", which is not volatile, so it may wait for ever: make the field volatile";
    }

    /** The field, as {@code package.Class.field}, if another worker may change it, or its elements; else null. */
    private String awaited(FieldInsnNode read, boolean itself) {
        ClassFacts.Field field = classes.field(read.owner, read.name, read.desc);
        boolean shared = field != null
                && !field.is(Opcodes.ACC_SYNTHETIC) // the holder of static fields
                && classes.isApplication(field.owner())
                && !classes.isMarkedLocal(read.owner, read.name, read.desc)
                && !(itself && field.is(Opcodes.ACC_FINAL))
                && (itself || !classes.hasVolatileElements(read.owner, read.name, read.desc));
        return shared ? Woven.nameOf(field.owner().replace('/', '.'), field.name()) : null;
    }

    private static boolean isElement(AbstractInsnNode instruction) {
        int opcode = instruction.getOpcode();
        return opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD && opcode != Opcodes.AALOAD;
    }

    /** Whether an instruction changes nothing by which the loop could end. */
    private static boolean isIdle(AbstractInsnNode instruction, FlowGraph graph, int[] code) {
        if (instruction instanceof MethodInsnNode call) {
            return call.owner.equals(THREAD)
                    && (call.name.equals("sleep") || call.name.equals("yield") || call.name.equals("onSpinWait"));
        }
        if (instruction instanceof IincInsnNode counter) {
            return !isRead(counter.var, graph, code);
        }
        int opcode = instruction.getOpcode();
        boolean reads = opcode <= Opcodes.SALOAD;
        boolean computes = opcode >= Opcodes.POP && opcode <= Opcodes.DCMPG;
        boolean jumps = opcode >= Opcodes.IFEQ && opcode <= Opcodes.GOTO;
        boolean looks = opcode == Opcodes.GETSTATIC
                || opcode == Opcodes.GETFIELD
                || opcode == Opcodes.ARRAYLENGTH
                || opcode == Opcodes.CHECKCAST
                || opcode == Opcodes.INSTANCEOF
                || opcode == Opcodes.IFNULL
                || opcode == Opcodes.IFNONNULL;
        return reads || computes || jumps || looks;
    }

    private static boolean isRead(int variable, FlowGraph graph, int[] code) {
        for (int i : code) {
            if (graph.instruction(i) instanceof VarInsnNode use && use.var == variable) {
                return true;
            }
        }
        return false;
    }
}
