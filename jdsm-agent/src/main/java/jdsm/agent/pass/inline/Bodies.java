package jdsm.agent.pass.inline;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jdsm.agent.analysis.Body;
import jdsm.agent.analysis.Call;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Effects;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The code to put in place of calls: the code of short methods, in which short methods have replaced calls already. */
final class Bodies {
    /** The greatest length of a short method with the short methods in it. */
    private static final int MOST_BYTES = 300;

    private final Classes classes;
    private final Map<Call, Optional<Body>> known = new HashMap<>();
    private final Map<MethodNode, Boolean> widening = new IdentityHashMap<>();

    Bodies(Classes classes) {
        this.classes = classes;
    }

    /** The method that a call instruction names. */
    static Call call(MethodInsnNode node) {
        boolean virtual = node.getOpcode() == Opcodes.INVOKEVIRTUAL || node.getOpcode() == Opcodes.INVOKEINTERFACE;
        return new Call(node.owner, node.name, node.desc, virtual);
    }

    /** The code to put in place of a call in a class; null if the call stays. */
    Body of(Call call, String from) {
        Body whole = expanded(call, Set.of());
        if (whole != null && classes.allows(whole, from)) {
            return whole;
        }
        Body plain = classes.body(call);
        return plain != null && classes.allows(plain, from) ? plain : null;
    }

    /**
     * The code to put in place of a call on an object whose class the caller compares; null if the call stays. The program may never make an
     * object of such a class, so the verifier of the caller must not load it.
     */
    Body ofReceiver(Call call, String from) {
        Body whole = expanded(call, Set.of());
        if (whole != null && classes.allows(whole, from) && !widens(whole)) {
            return whole;
        }
        Body plain = classes.body(call);
        return plain != null && classes.allows(plain, from) && !widens(plain) ? plain : null;
    }

    private boolean widens(Body body) {
        return widening.computeIfAbsent(body.method(), method -> Widening.in(body.owner(), method, classes));
    }

    /** The methods that a call runs on objects of few classes: see {@link Classes#receivers}. */
    Map<String, Call> byClass(MethodInsnNode node, String from) {
        return classes.receivers(call(node), from);
    }

    Effects effects(String self, Set<String> fields) {
        return new Effects(classes, self, fields);
    }

    boolean isSubtype(String name, String other) {
        return classes.isSubtype(name, other);
    }

    private Body expanded(Call call, Set<Call> around) {
        Optional<Body> body = known.get(call);
        if (body == null) {
            Body plain = around.contains(call) ? null : classes.body(call);
            body = Optional.ofNullable(plain).map(some -> expand(some, call, around));
            if (around.isEmpty()) { // inside a recursion, the code depends on the calls around
                known.put(call, body);
            }
        }
        return body.orElse(null);
    }

    private Body expand(Body plain, Call call, Set<Call> around) {
        MethodNode copy = copy(plain.method());
        Set<Call> inside = new HashSet<>(around);
        inside.add(call);
        int bytes = plain.bytes();
        boolean loops = plain.loops();
        for (AbstractInsnNode node : copy.instructions.toArray()) {
            if (!(node instanceof MethodInsnNode inner) || inner.name.equals("<init>")) {
                continue;
            }
            Body body = expanded(call(inner), inside);
            if (body == null || bytes + body.bytes() > MOST_BYTES || !classes.allows(body, plain.owner())) {
                continue;
            }
            // A method of a superclass runs on an object of this class: with a cast no verifier compares the two.
            boolean casts = node.getOpcode() == Opcodes.INVOKESPECIAL || !isSubtype(inner.owner, body.owner());
            if (Replacement.put(plain.owner(), copy, inner, body, casts)) {
                bytes += body.bytes();
                loops |= body.loops();
            }
        }
        return new Body(plain.owner(), copy, bytes, loops);
    }

    private static MethodNode copy(MethodNode method) {
        MethodNode copy = new MethodNode(method.access, method.name, method.desc, null, null);
        copy.maxLocals = method.maxLocals;
        copy.maxStack = method.maxStack;
        Map<LabelNode, LabelNode> labels = Replacement.labels(method);
        for (AbstractInsnNode node : method.instructions) {
            copy.instructions.add(node.clone(labels));
        }
        if (method.localVariables != null) {
            copy.localVariables = new java.util.ArrayList<>();
            for (LocalVariableNode variable : method.localVariables) {
                copy.localVariables.add(Replacement.moved(variable, labels, 0));
            }
        }
        return copy;
    }
}
