package jdsm.agent.pass.remote;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/** Writes changed classes, with stack map frames computed from class files: no class is loaded. */
final class ClassBytes {
    private static final String OBJECT = "java/lang/Object";

    private final ProgramClasses classes;

    ClassBytes(ProgramClasses classes) {
        this.classes = classes;
    }

    byte[] of(ClassNode node) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
            @Override
            protected String getCommonSuperClass(String one, String other) {
                List<String> above = new ArrayList<>();
                for (String each = one; each != null; each = classes.superName(each)) {
                    above.add(each);
                }
                for (String each = other; each != null; each = classes.superName(each)) {
                    if (above.contains(each)) {
                        return each;
                    }
                }
                return OBJECT;
            }
        };
        node.accept(writer);
        return writer.toByteArray();
    }
}
