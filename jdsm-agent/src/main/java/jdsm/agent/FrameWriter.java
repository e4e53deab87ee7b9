package jdsm.agent;

import jdsm.agent.analysis.Classes;
import org.objectweb.asm.ClassWriter;

/** Writes a class file and computes its stack map frames from class files, without loading a class. */
final class FrameWriter extends ClassWriter {
    private static final String OBJECT = "java/lang/Object";

    private final Classes classes;

    FrameWriter(Classes classes) {
        super(COMPUTE_FRAMES);
        this.classes = classes;
    }

    @Override
    protected String getCommonSuperClass(String one, String other) {
        if (classes.isSubtype(other, one)) {
            return one;
        }
        if (classes.isSubtype(one, other)) {
            return other;
        }
        if (classes.isInterface(one) || classes.isInterface(other)) {
            return OBJECT;
        }
        for (String above = classes.superName(one); above != null; above = classes.superName(above)) {
            if (classes.isSubtype(other, above)) {
                return above;
            }
        }
        return OBJECT;
    }
}
