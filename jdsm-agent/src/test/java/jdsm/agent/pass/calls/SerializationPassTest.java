package jdsm.agent.pass.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdsm.agent.pass.OnePass;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.tree.ClassNode;

/** The runtime's stream in place of the JDK's, as instructions. */
class SerializationPassTest {
    private static final String SOURCE = """
            import java.io.*;
            class Direct extends ObjectOutputStream {
                Direct(OutputStream out) throws IOException { super(out); enableReplaceObject(true); }
                protected Object replaceObject(Object o) { return o; }
            }
            class Indirect extends Direct {
                Indirect(OutputStream out) throws IOException { super(out); }
                protected Object replaceObject(Object o) { return o; }
                Object replace(Object o) { return o; }
            }
            class Overloads extends Direct {
                Overloads(OutputStream out) throws IOException { super(out); }
                Object replaceObject(String s) { return s; }
            }
            class Other {
                Object replaceObject(Object o) { return o; }
                static Object make(OutputStream out) throws IOException { return new ObjectOutputStream(out); }
                static Object plain(OutputStream out) { return new PrintStream(out); }
                static Object array() { return new ObjectOutputStream[1]; }
                static void flush(ObjectOutputStream out) throws IOException { out.flush(); }
            }
            """;

    private static final String[] WITH_A_LOOK = {
        "ALOAD 1", "INVOKESTATIC ObjectCalls.written", "ASTORE 1", "ALOAD 1", "ARETURN"
    };
    private static final String[] PLAIN = {"ALOAD 1", "ARETURN"};

    private static final OnePass PROGRAM = OnePass.over(SOURCE);

    private static ClassNode weave(String type) {
        return PROGRAM.weave(new SerializationPass(), type);
    }

    @Test
    void aStreamOfTheProgramExtendsTheRuntimes() {
        ClassNode direct = weave("Direct");

        assertThat(direct.superName).isEqualTo("jdsm/runtime/CheckedObjectOutput");
        assertThat(OnePass.listing(direct, "<init>"))
                .contains("INVOKESPECIAL CheckedObjectOutput.<init>")
                .contains("INVOKEVIRTUAL Direct.enableReplaceObject");
        assertThat(weave("Indirect").superName).isEqualTo("Direct");
        assertThat(weave("Other").superName).isEqualTo("java/lang/Object");
    }

    @Test
    void replaceObjectOfAStreamAsksTheRuntimeFirst() {
        for (String type : List.of("Direct", "Indirect")) {
            assertThat(OnePass.listing(weave(type), "replaceObject")).as(type).containsExactly(WITH_A_LOOK);
        }
    }

    @Test
    void otherMethodsStayAsTheyAre() {
        assertThat(OnePass.listing(weave("Indirect"), "replace")).containsExactly(PLAIN);
        assertThat(OnePass.listing(weave("Overloads"), "replaceObject")).containsExactly(PLAIN);
        assertThat(OnePass.listing(weave("Other"), "replaceObject")).containsExactly(PLAIN);
    }

    @Test
    void newStreamsAreTheRuntimes() {
        ClassNode other = weave("Other");

        assertThat(OnePass.listing(other, "make"))
                .containsExactly(
                        "NEW CheckedObjectOutput",
                        "DUP",
                        "ALOAD 0",
                        "INVOKESPECIAL CheckedObjectOutput.<init>",
                        "ARETURN");
        for (String method : List.of("plain", "array", "flush")) {
            assertThat(OnePass.listing(other, method)).isEqualTo(OnePass.listing(PROGRAM.compiled("Other"), method));
        }
    }
}
