package jdsm.agent.pass.shape;

import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Twins;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Changes views that twins cannot have in their own code. A concurrent map's keys are a set of the twin, not the JDK's
 * final class. And linked maps and sets, with their views, get the methods and interfaces of Java 21 and later, whose types
 * Java 17 does not have: each method returns what one of the twin's own returns. Futures get the {@code state} of Java 19,
 * that of the interface.
 */
final class TwinViews {
    private static final String PACKAGE = "java/util/";
    private static final String LINKED_MAP = PACKAGE + "LinkedHashMap";
    private static final String MAP = "Map";
    private static final String SET = "Set";
    private static final String COLLECTION = "Collection";

    /** The interface of Java 21 that a class of the twins gets, by the end of its name; each view knows its opposite. */
    private static final Map<String, String> INTERFACES = Map.of(
            "LinkedHashMap", MAP,
            "LinkedHashSet", SET,
            "ReversedMap", MAP,
            "ReversedSet", SET,
            "LinkedKeys", SET,
            "LinkedEntries", SET,
            "LinkedValues", COLLECTION);

    private static final String FUTURE = "java/util/concurrent/Future";
    private static final String STATE = "()L" + FUTURE + "$State;";
    private static final Set<String> FUTURES = Set.of("CompletableFuture", "FutureTask");

    private TwinViews() {}

    static void change(ClassNode node, Classes classes) {
        if (!Twins.isTwin(node.name)) {
            return;
        }
        String simple = node.name.substring(node.name.lastIndexOf('/') + 1);
        if (simple.equals("ConcurrentHashMap")) {
            node.methods.forEach(TwinViews::returnSet);
        }
        if (FUTURES.contains(simple) && classes.declaring(FUTURE, "state", STATE) != null) {
            node.interfaces.add(FUTURE);
            add(node, "state", STATE, new MethodInsnNode(Opcodes.INVOKESPECIAL, FUTURE, "state", STATE, true));
        }
        String kind = INTERFACES.get(simple);
        if (kind != null && classes.declaring(LINKED_MAP, "reversed", descriptor("Sequenced" + MAP)) != null) {
            node.interfaces.add(PACKAGE + "Sequenced" + kind);
            add(node, "reversed", kind, "inReverse");
            if (kind.equals(MAP)) {
                add(node, "sequencedKeySet", SET, "orderedKeys");
                add(node, "sequencedValues", COLLECTION, "orderedValues");
                add(node, "sequencedEntrySet", SET, "orderedEntries");
            }
        }
    }

    private static String descriptor(String type) {
        return "()L" + PACKAGE + type + ";";
    }

    /** Adds a method that returns what one of the class's own returns, as the interface's kin of Java 21. */
    private static void add(ClassNode node, String name, String kind, String own) {
        MethodInsnNode call = new MethodInsnNode(Opcodes.INVOKEVIRTUAL, node.name, own, descriptor(kind), false);
        add(node, name, descriptor("Sequenced" + kind), call);
    }

    /** Adds a method that returns the result of a call on its object. */
    private static void add(ClassNode node, String name, String descriptor, MethodInsnNode call) {
        MethodNode method = new MethodNode(Opcodes.ACC_PUBLIC, name, descriptor, null, null);
        method.instructions.add(new VarInsnNode(Opcodes.ALOAD, 0));
        method.instructions.add(call);
        method.instructions.add(new InsnNode(Opcodes.ARETURN));
        method.maxStack = 1;
        method.maxLocals = 1;
        node.methods.add(method);
    }

    /** Gives the method by which maps have their keys, which the compiler has made, the twin's own. */
    private static void returnSet(MethodNode method) {
        if (method.name.equals("keySet") && method.desc.equals("()Ljava/util/Set;")) {
            for (AbstractInsnNode instruction : method.instructions) {
                if (instruction instanceof MethodInsnNode call) {
                    call.name = "keyView";
                    call.desc = method.desc;
                }
            }
        }
    }
}
