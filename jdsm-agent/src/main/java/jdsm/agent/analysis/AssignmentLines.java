package jdsm.agent.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdsm.runtime.Woven;
import org.objectweb.asm.Label;

/** Finds for some fields a line that assigns something other than null, for messages: if possible in the declaring class. */
final class AssignmentLines {
    private final Map<String, List<ClassFacts.Field>> wanted;
    private final ApplicationClasses classes;
    private final Map<ClassFacts.Field, Line> found = new HashMap<>();

    /** A line of a source file, in the code of a class. */
    record Line(String type, String source, int number) {}

    private AssignmentLines(Map<String, List<ClassFacts.Field>> wanted, ApplicationClasses classes) {
        this.wanted = wanted;
        this.classes = classes;
    }

    /** Reads all class files of a source; fields without such a line are not in the result. */
    static Map<ClassFacts.Field, Line> of(
            List<ClassFacts.Field> fields, ClassSource source, ApplicationClasses classes) {
        Map<String, List<ClassFacts.Field>> byName =
                fields.stream().distinct().collect(Collectors.groupingBy(ClassFacts.Field::name));
        AssignmentLines lines = new AssignmentLines(byName, classes);
        source.visitAll(Scope::mayNameApplication, (root, classFile) -> lines.read(classFile));
        return lines.found;
    }

    private void read(byte[] classFile) {
        Assignments.visit(classFile, 0, (type, source) -> source == null ? null : new Lines(type, source));
    }

    private final class Lines extends Assignments {
        private final String in;
        private final String source;
        private int line;

        private Lines(String in, String source) {
            this.in = in;
            this.source = source;
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
        }

        @Override
        void assigned(String owner, String name, String descriptor) {
            if (line > 0) {
                wanted.getOrDefault(name, List.of()).stream()
                        .filter(field -> field.descriptor().equals(descriptor))
                        .forEach(field -> note(field, owner));
            }
        }

        private void note(ClassFacts.Field field, String owner) {
            if (Assignments.mayBe(field, owner, classes)) {
                String declaring = Woven.ownerOf(field.owner());
                found.merge(
                        field,
                        new Line(in, source, line),
                        (before, now) -> before.type().equals(declaring) || !in.equals(declaring) ? before : now);
            }
        }
    }
}
