package jdsm.agent.pass.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdsm.agent.pass.OnePass;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.tree.ClassNode;

/** The checks before serialisation and reflection, as instructions. */
class ObjectUseTest {
    private static final String SOURCE = """
            import java.io.*;
            import java.lang.reflect.*;
            class Calls {
                static void write(ObjectOutput out, Object o) throws Exception { out.writeObject(o); }
                static void unshared(ObjectOutputStream out, Object o) throws Exception { out.writeUnshared(o); }
                static void flush(ObjectOutput out) throws Exception { out.flush(); }
                static void encode(java.beans.Encoder out, java.beans.Statement s) { out.writeStatement(s); }
                static void xml(java.beans.XMLEncoder out, Object o) { out.writeObject(o); }
                static Object get(Field f, Object o) throws Exception { return f.get(o); }
                static int getInt(Field f, Object o) throws Exception { return f.getInt(o); }
                static void set(Field f, Object o, Object v) throws Exception { f.set(o, v); }
                static void setLong(Field f, Object o, long v) throws Exception { f.setLong(o, v); }
                static boolean same(Field f, Object o) { return f.equals(o); }
                static String name(Field f) { return f.getName(); }
                static Object element(ThreadLocal<Object> f) { return f.get(); }
                static Object invoke(Method m, Object o, Object[] a) throws Exception { return m.invoke(o, a); }
                static Object make(Constructor<?> c, Object[] a) throws Exception { return c.newInstance(a); }
                static int count(Method m) { return m.getParameterCount(); }
            }
            """;

    private static final OnePass PROGRAM = OnePass.over(SOURCE);

    private ClassNode calls;

    @BeforeEach
    void weave() {
        calls = PROGRAM.weave(new CallPass(), "Calls");
    }

    private List<String> calls(String method) {
        return OnePass.listing(calls, method);
    }

    @Test
    void serialisedObjects() {
        assertThat(calls("write"))
                .containsExactly(
                        "ALOAD 0",
                        "ALOAD 1",
                        "DUP",
                        "INVOKESTATIC ObjectCalls.serialized",
                        "INVOKEINTERFACE ObjectOutput.writeObject",
                        "RETURN");
        assertThat(calls("unshared"))
                .containsExactly(
                        "ALOAD 0",
                        "ALOAD 1",
                        "DUP",
                        "INVOKESTATIC ObjectCalls.serialized",
                        "INVOKEVIRTUAL ObjectOutputStream.writeUnshared",
                        "RETURN");
    }

    @Test
    void fieldsReadByReflection() {
        assertThat(calls("get"))
                .containsExactly(
                        "ALOAD 0",
                        "ALOAD 1",
                        "DUP2",
                        "INVOKESTATIC ObjectCalls.reads",
                        "INVOKEVIRTUAL Field.get",
                        "ARETURN");
        assertThat(calls("getInt")).containsSequence("DUP2", "INVOKESTATIC ObjectCalls.reads");
    }

    @Test
    void fieldsWrittenByReflection() {
        assertThat(calls("set"))
                .containsExactly(
                        "ALOAD 0",
                        "ALOAD 1",
                        "ALOAD 2",
                        "ASTORE 3",
                        "DUP2",
                        "INVOKESTATIC ObjectCalls.writes",
                        "ALOAD 3",
                        "INVOKEVIRTUAL Field.set",
                        "RETURN");
        assertThat(calls("setLong")).containsSequence("LSTORE 4", "DUP2", "INVOKESTATIC ObjectCalls.writes", "LLOAD 4");
    }

    @Test
    void methodsCalledByReflection() {
        assertThat(calls("invoke"))
                .containsExactly(
                        "ALOAD 0",
                        "ALOAD 1",
                        "ALOAD 2",
                        "ASTORE 4",
                        "ASTORE 3",
                        "DUP",
                        "ALOAD 4",
                        "INVOKESTATIC ArrayCalls.invoked",
                        "ALOAD 3",
                        "ALOAD 4",
                        "INVOKEVIRTUAL Method.invoke",
                        "ARETURN");
        assertThat(calls("make"))
                .containsExactly(
                        "ALOAD 0",
                        "ALOAD 1",
                        "ASTORE 2",
                        "DUP",
                        "ALOAD 2",
                        "INVOKESTATIC ArrayCalls.invoked",
                        "ALOAD 2",
                        "INVOKEVIRTUAL Constructor.newInstance",
                        "ARETURN");
    }

    @ParameterizedTest
    @ValueSource(strings = {"flush", "encode", "xml", "same", "name", "element", "count"})
    void otherCallsStayAsTheyAre(String method) {
        assertThat(calls(method)).isEqualTo(OnePass.listing(PROGRAM.compiled("Calls"), method));
    }
}
