package jdsm.agent.pass.access;

import java.util.Set;
import java.util.stream.Collectors;
import jdsm.agent.analysis.Classes;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.JSRInlinerAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Puts checks before plain accesses: to fields that are shared, and to elements of all arrays. A check that is certain
 * to have been made since the last possible synchronisation is not made again, and checks in loops that cannot
 * synchronise are made before them where it can be said there what the loop accesses. Has no state; does not need the
 * classes that it is told about to be loaded.
 */
public final class AccessPass {
    private static final int MAX_CODE_BYTES = 65_535;

    private final int minPlainBytes;

    /** The pass as it is. */
    public AccessPass() {
        this(PlainMethods.MIN_BYTES);
    }

    /** The pass for a debugger: all code of a method stays in it, and once, so that a line is at one place. */
    public static AccessPass once() {
        return new AccessPass(PlainMethods.NEVER);
    }

    /** @param minPlainBytes how long code without checks must be to become a method of its own */
    AccessPass(int minPlainBytes) {
        this.minPlainBytes = minPlainBytes;
    }

    /** As {@link #weave(ClassNode, Classes, CheckReport)}, for nobody who listens. */
    public void weave(ClassNode node, Classes classes) {
        weave(node, classes, CheckReport.NONE);
    }

    /**
     * Changes a class. Stack map frames are removed: they have to be computed anew.
     *
     * @throws MethodTooLargeException if a method would become longer than the JVM allows
     * @throws IllegalArgumentException if the code of a method is not valid
     */
    public void weave(ClassNode node, Classes classes, CheckReport report) {
        Set<String> fields =
                node.fields.stream().map(field -> field.name + ":" + field.desc).collect(Collectors.toSet());
        PlainMethods added = new PlainMethods(minPlainBytes);
        for (int i = 0; i < node.methods.size(); i++) {
            MethodNode method = node.methods.get(i);
            if (method.instructions.size() == 0 || !hasAccess(method)) {
                continue;
            }
            MethodNode plain = withoutSubroutines(method);
            node.methods.set(i, plain);
            removeFrames(plain);
            new MethodWeaver(new MethodModel(node.name, fields, plain, classes), report, added).weave();
            requireSize(node, plain);
        }
        node.methods.addAll(added.all());
    }

    private static boolean hasAccess(MethodNode method) {
        for (AbstractInsnNode instruction : method.instructions) {
            int opcode = instruction.getOpcode();
            if (Access.isField(opcode) || Access.isArrayLoad(opcode) || Access.isArrayStore(opcode)) {
                return true;
            }
        }
        return false;
    }

    /** Compilers before Java 6 made subroutines of finally blocks. */
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
