package jdsm.agent.pass.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Escapes;
import jdsm.agent.pass.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The copies of a class's methods for calls with arrays that only the calling worker can reach. Such an array is never
 * shared, so the copy neither looks it up nor checks it: a recursive search with a board of its own runs as in the
 * plain program. The array must not escape from the method. Other calls, also those by reflection, run the original
 * method. Not thread-safe.
 */
final class PrivateCopies {
    private static final int MOST_COPIES_OF_A_METHOD = 4;

    private final Escapes escapes;
    /** The methods as they were before their checks were woven. */
    private final Map<MethodNode, MethodNode> originals = new HashMap<>();

    private final Map<MethodNode, Map<Set<Integer>, MethodNode>> copies = new HashMap<>();
    /** The variables with private arrays, by copy. */
    private final Map<MethodNode, Set<Integer>> privates = new HashMap<>();

    private final List<MethodNode> added = new ArrayList<>();

    private PrivateCopies(Escapes escapes) {
        this.escapes = escapes;
    }

    /** Prepares the copies of a class's methods as they are now. */
    static PrivateCopies of(ClassNode node, Classes classes) {
        PrivateCopies copies = new PrivateCopies(Escapes.of(node, classes));
        for (MethodNode method : copies.escapes.isEmpty() ? List.<MethodNode>of() : node.methods) {
            if (copies.canHaveCopies(method)) {
                copies.originals.put(method, MethodWeaving.copy(method));
            }
        }
        return copies;
    }

    /** No copies: for a debugger, and for a class that makes no array. */
    static PrivateCopies none(Classes classes) {
        return new PrivateCopies(Escapes.of(new ClassNode(), classes));
    }

    private boolean canHaveCopies(MethodNode method) {
        Type[] types = Type.getArgumentTypes(method.desc);
        for (int i = 0; i < types.length; i++) {
            if (types[i].getSort() == Type.ARRAY && !escapes.escapes(method, Escapes.variableOf(method, i))) {
                return true;
            }
        }
        return false;
    }

    /** Whether an array that is an argument of a call, or its receiver (-1), may escape by it. */
    boolean escapesBy(MethodInsnNode call, int argument) {
        return escapes.escapesBy(call, argument);
    }

    /** Whether a call runs a method of which there can be copies. */
    boolean canHaveCopies(MethodInsnNode call) {
        return originals.containsKey(escapes.callee(call));
    }

    /** The variables that contain private arrays at the start of a method of the class: none if it is no copy. */
    Set<Integer> privateVariables(MethodNode method) {
        return privates.getOrDefault(method, Set.of());
    }

    /**
     * Has a call run a copy of its method.
     *
     * @param arguments the arguments that are private arrays and do not escape
     */
    void redirect(MethodInsnNode call, Set<Integer> arguments) {
        MethodNode callee = escapes.callee(call);
        Set<Integer> variables = new HashSet<>();
        arguments.forEach(argument -> variables.add(Escapes.variableOf(callee, argument)));
        Map<Set<Integer>, MethodNode> known = copies.computeIfAbsent(callee, any -> new HashMap<>());
        if (!known.containsKey(variables) && known.size() == MOST_COPIES_OF_A_METHOD) {
            return;
        }
        MethodNode copy = known.computeIfAbsent(variables, any -> copy(callee, variables));
        call.name = copy.name;
        if (call.getOpcode() != Opcodes.INVOKESTATIC) {
            call.setOpcode(Opcodes.INVOKESPECIAL);
        }
    }

    private MethodNode copy(MethodNode callee, Set<Integer> variables) {
        MethodNode copy = MethodWeaving.copy(originals.get(callee));
        int hidden = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_FINAL | Opcodes.ACC_BRIDGE;
        copy.access = copy.access & ~hidden | Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC;
        copy.name = Names.ofPrivate(callee.name, privates.size());
        privates.put(copy, variables);
        added.add(copy);
        return copy;
    }

    /** Takes the copies that have been added since the last call; their checks are still to be woven. */
    List<MethodNode> take() {
        List<MethodNode> taken = new ArrayList<>(added);
        added.clear();
        return taken;
    }
}
