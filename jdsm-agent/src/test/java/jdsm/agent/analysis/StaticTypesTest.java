package jdsm.agent.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.agent.pass.access.InMemory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The types and the fields of what methods pass to {@code use}. */
class StaticTypesTest {
    private static final String SOURCE = """
            class S {
                static void use(Object first, Object second) {}
                String text; String[] texts; int[][] rows; Object any; static Integer box; int[] numbers; S next;
                void fields() { use(text, box); }
                void ofOther() { use(next.text, this); }
                void elements(int i) { use(texts[i], rows[i]); }
                void ofUnknown(Object o, int i) { use(((Object[]) o)[i], ((String[][]) o)[i]); }
                void casts() { use((String) any, (Integer) (Object) text); }
                void parameters(String s, long l, int[] a) { use(s, a); }
                void results() { use(toString(), hashCode() > 3 ? null : text); }
                void sameField(boolean b) { use(b ? text : text, null); }
                void twoOfOneType(boolean b, String s) { use(b ? s : text, b ? text : null); }
                void twoTypes(boolean b) { use(b ? text : any, b ? box : text); }
                void nullFirst(boolean b) { String s = null; if (b) { s = text; } use(s, b ? null : null); }
                void inLoop(int n) { String s = text; for (int i = 0; i < n; i++) { s = texts[i]; } use(s, new int[2]); }
                void variable() { String s = text; int[] a = numbers; use(s, a); }
            }
            """;

    @ParameterizedTest
    @CsvSource({
        "fields, java.lang.String, text, java.lang.Integer, box",
        "ofOther, java.lang.String, text, S, ",
        "elements, java.lang.String, , int[], ",
        "ofUnknown, java.lang.Object, , java.lang.String[], ",
        "casts, java.lang.String, any, java.lang.Integer, text",
        "parameters, java.lang.String, , int[], ",
        "results, java.lang.String, , java.lang.String, ",
        "sameField, java.lang.String, , null, ",
        "twoOfOneType, java.lang.String, , java.lang.String, ",
        "twoTypes, java.lang.Object, , java.lang.Object, ",
        "nullFirst, java.lang.String, , null, ",
        "inLoop, java.lang.String, , int[], ",
        "variable, java.lang.String, text, int[], numbers",
    })
    void typesAndFields(String name, String first, String firstField, String second, String secondField) {
        ClassNode node = new ClassNode();
        new ClassReader(InMemory.compile(SOURCE).get("S")).accept(node, ClassReader.SKIP_FRAMES);
        MethodNode method = node.methods.stream()
                .filter(each -> each.name.equals(name))
                .findFirst()
                .orElseThrow();
        StaticTypes types = StaticTypes.of("S", method);
        int found = 0;
        for (AbstractInsnNode instruction : method.instructions) {
            if (instruction instanceof MethodInsnNode call && call.name.equals("use")) {
                assertThat(types.typeOf(call, 1).getClassName()).isEqualTo(first);
                assertThat(types.typeOf(call, 0).getClassName()).isEqualTo(second);
                assertThat(nameOf(types.fieldOf(call, 1))).isEqualTo(firstField);
                assertThat(nameOf(types.fieldOf(call, 0))).isEqualTo(secondField);
                found++;
            }
        }
        assertThat(found).isEqualTo(1);
    }

    private static String nameOf(FieldInsnNode field) {
        return field == null ? null : field.name;
    }
}
