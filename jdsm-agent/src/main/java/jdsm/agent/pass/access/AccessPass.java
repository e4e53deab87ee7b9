package jdsm.agent.pass.access;

import java.util.Set;
import java.util.stream.Collectors;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.CheckReport;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.JSRInlinerAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Weaves checks before plain accesses: to shared fields, and to elements of all arrays. The pass omits a check that
 * every path has made since its last possible synchronisation. It moves checks out of loops that cannot synchronise, if
 * code before the loop can compute what the loop accesses. Has no state, and loads no class.
 */
public final class AccessPass {
    private static final int MAX_CODE_BYTES = 65_535;

    private final int minPlainBytes;
    private final int maxCompiledBytes;

    /** The pass for normal runs. */
    public AccessPass() {
        this(PlainMethods.MIN_BYTES, PlainMethods.MAX_COMPILED_BYTES);
    }

    /**
     * The pass for a debugger: it neither moves nor copies the program's code, so that each line stays at one place.
     */
    public static AccessPass once() {
        return new AccessPass(PlainMethods.NEVER, PlainMethods.MAX_COMPILED_BYTES);
    }

    /**
     * @param minPlainBytes the least length of code without checks that becomes a method of its own
     * @param maxCompiledBytes the greatest length of a method, if it can be divided
     */
    AccessPass(int minPlainBytes, int maxCompiledBytes) {
        this.minPlainBytes = minPlainBytes;
        this.maxCompiledBytes = maxCompiledBytes;
    }

    /** Weaves a class without a report: see {@link #weave(ClassNode, Classes, CheckReport)}. */
    public void weave(ClassNode node, Classes classes) {
        weave(node, classes, CheckReport.NONE);
    }

    /**
     * Weaves a class. Removes stack map frames, which the caller must compute anew.
     *
     * @param report receives the woven checks
     *
     * @throws MethodTooLargeException if a method would become longer than the JVM allows
     * @throws IllegalArgumentException if the code of a method is not valid
     */
    public void weave(ClassNode node, Classes classes, CheckReport report) {
        Set<String> fields =
                node.fields.stream().map(field -> field.name + ":" + field.desc).collect(Collectors.toSet());
        PlainMethods added = new PlainMethods(minPlainBytes, maxCompiledBytes);
        boolean makesArrays = node.methods.stream().anyMatch(AccessPass::makesArray);
        PrivateCopies copies =
                added.areWanted() && makesArrays ? PrivateCopies.of(node, classes) : PrivateCopies.none(classes);
        for (int i = 0; i < node.methods.size(); i++) {
            MethodNode method = node.methods.get(i);
            if (method.instructions.size() == 0 || !isToBeWoven(method)) {
                continue;
            }
            MethodNode plain = withoutSubroutines(method);
            removeFrames(plain);
            Set<Integer> privates = copies.privateVariables(method);
            MethodWeaving weaving = new MethodWeaving(node.name, fields, classes, added, copies, privates);
            node.methods.set(i, weaving.weave(plain, privates.isEmpty() ? report : CheckReport.NONE));
            node.methods.addAll(weaving.parts());
            node.methods.addAll(copies.take());
            requireSize(node, node.methods.get(i));
        }
        node.methods.addAll(added.all());
        node.methods.forEach(AccessPass::removeEmptyRanges);
    }

    /** Removes variables of a debugger whose code has moved: the JVM refuses a class in which two of them are equal. */
    private static void removeEmptyRanges(MethodNode method) {
        if (method.localVariables != null) {
            method.localVariables.removeIf(variable -> isEmpty(variable.start, variable.end));
        }
    }

    private static boolean isEmpty(AbstractInsnNode start, AbstractInsnNode end) {
        AbstractInsnNode node = start;
        while (node != null && node != end && node.getOpcode() < 0) {
            node = node.getNext();
        }
        return node == null || node == end;
    }

    private static boolean makesArray(MethodNode method) {
        for (AbstractInsnNode instruction : method.instructions) {
            if (Accesses.makesArray(instruction.getOpcode())) {
                return true;
            }
        }
        return false;
    }

    /** Whether a method has accesses, or arrays of its own with which it may call copies of methods. */
    private static boolean isToBeWoven(MethodNode method) {
        for (AbstractInsnNode instruction : method.instructions) {
            int opcode = instruction.getOpcode();
            boolean isAccess = Access.isField(opcode) || Access.isArrayLoad(opcode) || Access.isArrayStore(opcode);
            if (isAccess || Accesses.makesArray(opcode)) {
                return true;
            }
        }
        return false;
    }

    /** Inlines the subroutines that compilers before Java 6 made of finally blocks. */
    private static MethodNode withoutSubroutines(MethodNode method) {
        for (AbstractInsnNode instruction : method.instructions) {
            if (instruction.getOpcode() == Opcodes.JSR) {
                String[] exceptions = method.exceptions.toArray(new String[0]);
                JSRInlinerAdapter inlined = new JSRInlinerAdapter(
                        null, method.access, method.name, method.desc, method.signature, exceptions);
                method.accept(inlined);
                return inlined;
            }
        }
        return method;
    }

    private static void removeFrames(MethodNode method) {
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction instanceof FrameNode) {
                method.instructions.remove(instruction);
            }
        }
    }

    private static void requireSize(ClassNode node, MethodNode method) {
        int bytes = CodeSize.of(method.instructions).min();
        if (bytes > MAX_CODE_BYTES) {
            throw new MethodTooLargeException(node.name, method.name, method.desc, bytes);
        }
    }
}
