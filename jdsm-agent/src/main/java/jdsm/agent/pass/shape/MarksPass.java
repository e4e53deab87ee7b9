package jdsm.agent.pass.shape;

import java.util.ArrayList;
import java.util.List;
import jdsm.Heavy;
import jdsm.Local;
import jdsm.VolatileElements;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Refusal;
import jdsm.agent.pass.Names;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import jdsm.runtime.Woven;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/**
 * Adds annotations to fields that options name: {@code @Local} and {@code @VolatileElements}. The runtime, which reads
 * annotations, then treats these fields as the weaver does.
 */
public final class MarksPass implements Pass {
    private static final String LOCAL = Type.getDescriptor(Local.class);
    private static final String HEAVY = Type.getDescriptor(Heavy.class);
    private static final String VOLATILE_ELEMENTS = Type.getDescriptor(VolatileElements.class);

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        for (FieldNode field : node.fields) {
            if (classes.isNamedLocal(node.name, field.name)) {
                mark(field, LOCAL);
            }
            if (isComponent(node, field, classes) && isMarked(field, LOCAL)) {
                report.refuse(new Refusal(
                        Names.of(node.name, field.name),
                        null,
                        0,
                        "a record travels as a value, all its components with it, but this component is marked @Local;"
                                + " make the record a class, or mark the field that refers to the record"));
            }
            if (isMarked(field, HEAVY)) {
                refuseHeavy(node, field, classes, report);
            }
            if (classes.isNamedVolatileElements(node.name, field.name)) {
                mark(field, VOLATILE_ELEMENTS);
            }
        }
    }

    /** Refuses the mark of a field that has not moved, unless the mark has no effect. */
    private static void refuseHeavy(ClassNode node, FieldNode field, Classes classes, Report report) {
        String why = Woven.isHolder(node.name)
                ? "a static field is in no object that could be split"
                : Woven.isHeavy(node.name) ? null : classes.whyNotHeavy(node.name, field.name, field.desc);
        if (why != null) {
            report.refuse(
                    new Refusal(Names.of(node.name, field.name), null, 0, why + ", but the field is marked @Heavy"));
        }
    }

    private static boolean isComponent(ClassNode node, FieldNode field, Classes classes) {
        return classes.isValueRecord(node.name) && (field.access & Opcodes.ACC_STATIC) == 0;
    }

    private static boolean isMarked(FieldNode field, String annotation) {
        return marks(field).stream().anyMatch(mark -> mark.desc.equals(annotation));
    }

    private static List<AnnotationNode> marks(FieldNode field) {
        return field.visibleAnnotations == null ? List.of() : field.visibleAnnotations;
    }

    private static void mark(FieldNode field, String annotation) {
        if (!isMarked(field, annotation)) {
            List<AnnotationNode> more = new ArrayList<>(marks(field));
            more.add(new AnnotationNode(annotation));
            field.visibleAnnotations = more;
        }
    }
}
