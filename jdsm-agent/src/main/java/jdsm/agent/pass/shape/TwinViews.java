package jdsm.agent.pass.shape;

import java.util.Map;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Twins;
import jdsm.agent.pass.EntryPoints;
import jdsm.agent.pass.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Changes views that twins cannot have in their own code. A concurrent map's keys are a set of the twin, not the JDK's
 * final class. And overrides the methods of Java 21 and later that twins inherit and cannot override in their own
 * code, whose types Java 17 does not have: views of linked maps and sets that use the unused state of the JDK's
 * class. They are refused by name.
 */
final class TwinViews {
    private static final Map<String, String> VIEWS = Map.of(
            "sequencedKeySet", "()Ljava/util/SequencedSet;",
            "sequencedValues", "()Ljava/util/SequencedCollection;",
            "sequencedEntrySet", "()Ljava/util/SequencedSet;");

    private static final String REMEDY = " has no form for several ranks: use an iterator, or a copy in an ArrayList";

    private TwinViews() {}

    static void change(ClassNode node, Classes classes) {
        if (Twins.isTwin(node.name) && node.name.endsWith("/ConcurrentHashMap")) {
            node.methods.forEach(TwinViews::returnSet);
        }
        if (Twins.isTwin(node.name) && node.superName.startsWith("java/util/LinkedHash")) {
            VIEWS.forEach((name, descriptor) -> refuse(node, name, descriptor, classes));
            refuse(node, "reversed", "()Ljava/util/SequencedMap;", classes);
            refuse(node, "reversed", "()Ljava/util/SequencedSet;", classes);
        }
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

    private static void refuse(ClassNode node, String name, String descriptor, Classes classes) {
        if (!node.superName.equals(classes.declaring(node.superName, name, descriptor))) {
            return;
        }
        MethodNode method = new MethodNode(Opcodes.ACC_PUBLIC, name, descriptor, null, null);
        method.instructions.add(new LdcInsnNode(Names.of(node.superName, name) + REMEDY));
        method.instructions.add(EntryPoints.call(
                "jdsm/runtime/ObjectCalls",
                "refused",
                "(Ljava/lang/String;)Ljava/lang/UnsupportedOperationException;"));
        method.instructions.add(new InsnNode(Opcodes.ATHROW));
        method.maxStack = 1;
        method.maxLocals = 1;
        node.methods.add(method);
    }
}
