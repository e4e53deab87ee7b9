package jdsm.agent.pass.shape;

import java.util.Comparator;
import java.util.List;
import jdsm.Local;
import jdsm.agent.analysis.Classes;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import jdsm.runtime.Woven;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/**
 * Generates the methods of {@link Woven} by which the runtime reads and writes whole objects. The topmost shareable
 * class of a hierarchy gets all of them, a class below it those for the fields that it adds. A record that is a value gets a
 * constructor. Comes after the passes that weave checks: these methods make none.
 */
public final class FieldsPass implements Pass {
    /** Sorts the fields of one class as {@code jdsm.directory.ObjectLayout} does. */
    private static final Comparator<FieldNode> ORDER =
            Comparator.<FieldNode, String>comparing(field -> field.name).thenComparing(field -> field.desc);

    private static final String LOCAL = Type.getDescriptor(Local.class);

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        if (classes.isValueRecord(node.name)) {
            RecordConstructor.add(node);
        }
        if (!classes.isShareable(node.name)) {
            return;
        }
        boolean topmost = ShapePass.isTopmost(node, classes);
        add(node, Woven.PLAIN, false, topmost);
        add(node, Woven.VOLATILES, true, topmost);
    }

    private static void add(ClassNode node, String name, boolean volatiles, boolean topmost) {
        List<FieldNode> fields = node.fields.stream()
                .filter(FieldsPass::isShared)
                .filter(field -> (field.access & Opcodes.ACC_VOLATILE) != 0 == volatiles)
                .sorted(ORDER)
                .toList();
        if (topmost || !fields.isEmpty()) {
            FieldMethods methods = new FieldMethods(node, name, topmost);
            methods.addReader(fields);
            methods.addWriter(fields);
        }
    }

    private static boolean isShared(FieldNode field) {
        List<AnnotationNode> marks = field.visibleAnnotations == null ? List.of() : field.visibleAnnotations;
        return (field.access & (Opcodes.ACC_STATIC | Opcodes.ACC_TRANSIENT)) == 0
                && marks.stream().noneMatch(mark -> mark.desc.equals(LOCAL));
    }
}
