package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import jdsm.agent.pass.CheckReport;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/** Variables whose code has moved elsewhere leave ranges without code, and two equal ones make a class that the JVM refuses. */
class EmptyRangesTest {
    private static MethodNode method(ClassNode node) {
        return node.methods.stream()
                .filter(method -> method.name.equals("sum"))
                .findFirst()
                .orElseThrow();
    }

    private static ClassNode read(byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, 0);
        return node;
    }

    @Test
    void rangesWithoutCodeAreRemoved() throws Exception {
        Map<String, byte[]> files = InMemory.compile(
                "public class T { public static int sum(int[] a) { int s = 0; for (int v : a) s += v; return s; } }");
        ClassNode node = read(files.get("T"));
        MethodNode sum = method(node);
        LabelNode here = new LabelNode();
        sum.instructions.insertBefore(sum.instructions.getLast(), here);
        for (int i = 0; i < 2; i++) {
            LabelNode end = new LabelNode();
            sum.instructions.insert(here, end);
            sum.localVariables.add(new LocalVariableNode("l", "I", null, here, end, 9));
        }
        sum.maxLocals = 10;
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        files.put("T", writer.toByteArray());

        Map<String, byte[]> woven =
                Weaving.weave(new AccessPass(), files, ClassFiles.of(files), CheckReport.NONE, done -> {});

        assertThat(method(read(woven.get("T"))).localVariables)
                .extracting(variable -> variable.name)
                .contains("a", "s")
                .doesNotContain("l");
        Class<?> loaded = Weaving.loader(woven).loadClass("T");
        assertThat(loaded.getMethod("sum", int[].class).invoke(null, (Object) new int[] {3, 4}))
                .isEqualTo(7);
    }
}
