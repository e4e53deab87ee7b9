package jdsm.agent.pass.shape;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.agent.pass.access.InMemory;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

class SerialVersionTest {
    private static final String SOURCE =
            "abstract class Color implements java.io.Serializable { int n; abstract int code(); }";

    @Test
    void aClassMarkedAsAnEnumThatIsNoneHasTheVersionOfAClass() {
        Object plain = versionOf(0);

        assertThat(plain).isInstanceOf(Long.class);
        assertThat(versionOf(Opcodes.ACC_ENUM)).isEqualTo(plain);
    }

    private static Object versionOf(int flags) {
        ClassNode node = new ClassNode();
        new ClassReader(InMemory.compile(SOURCE).get("Color")).accept(node, 0);
        node.access |= flags;
        SerialVersion.keep(node);
        return node.fields.stream()
                .filter(field -> field.name.equals("serialVersionUID"))
                .findFirst()
                .orElseThrow()
                .value;
    }
}
