package jdsm.agent.pass.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdsm.agent.pass.OnePass;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.tree.ClassNode;

/** The reports of array arguments, as instructions. */
class GivenArraysTest {
    private static final String SOURCE = """
            class Calls implements Cloneable {
                static void copy(Object a, int i, Object b, int j, int n) {
                    jdsm.runtime.ArrayCalls.arraycopy(a, i, b, j, n);
                }
                static void checked(Object a) { jdsm.runtime.ArrayCalls.write(a); }
                static Object twin(int[] a) { return a.clone(); }
                Object twin() throws Exception { return super.clone(); }
                static Object itsOwn(Own o) { return o.clone(); }
                static Object another(Own o) { return o.clone(1); }
                static Object text(Object o) { return o.toString(); }
                static void runtime(int[] a, java.util.function.IntUnaryOperator f) {
                    jdsm.runtime.ArrayFunctions.setAll(a, f);
                }
                static int all(int[] a) { return Arrays.hashCode(a); }
                static void every(int[] a, int v) { Arrays.fill(a, v); }
                static String deep(Object[] a) { return Arrays.deepToString(a); }
                static int[] first(int[] a, int n) { return Arrays.copyOf(a, n); }
                static void part(int[] a, int from, int to) { Arrays.sort(a, from, to); }
                static void length(java.io.InputStream in, byte[] b, int from, int n) throws Exception {
                    in.read(b, from, n);
                }
                static void both(int[] a, int[] b) { Arrays.equals(a, b); }
                static void kept(byte[] a) { java.nio.ByteBuffer.wrap(a); }
                static int none(String s) { return s.length(); }
                static void own(int[] a) { fill(a, 1); }
                static void fill(int[] a, int v) {}
            }
            class Own { public Object clone() { return this; } Object clone(int n) { return this; } }
            class Bytes extends java.io.ByteArrayOutputStream {
                void inherited(byte[] b, int from, int n) { write(b, from, n); }
                void other(byte[] b, int from, int n) {}
                void write(String text) {}
            }
            """;

    private static final OnePass PROGRAM = OnePass.over(SOURCE);

    private ClassNode calls;

    @BeforeEach
    void weave() {
        calls = PROGRAM.weave(new CheckPass(), "Calls");
    }

    private List<String> calls(String method) {
        return OnePass.listing(calls, method);
    }

    private static String report(String name, String method, String line) {
        return "INVOKEDYNAMIC " + name + " [" + method + ", Source.java, " + PROGRAM.line(line) + ", ]";
    }

    private static String report(String name, String method) {
        return report(name, method, " " + method + "(");
    }

    @Test
    void copiesAreReportedWithAllArguments() {
        List<String> loads = List.of("ALOAD 5", "ILOAD 6", "ALOAD 7", "ILOAD 8", "ILOAD 9");

        assertThat(calls("copy"))
                .startsWith("ALOAD 0", "ILOAD 1", "ALOAD 2", "ILOAD 3", "ILOAD 4")
                .containsSequence("ISTORE 9", "ISTORE 8", "ASTORE 7", "ISTORE 6", "ASTORE 5", "ALOAD 5", "ILOAD 6")
                .containsSequence(loads)
                .containsSequence(report("copies", "copy", "ArrayCalls.arraycopy"), "ALOAD 5", "ILOAD 6", "ALOAD 7")
                .endsWith("ILOAD 8", "ILOAD 9", "INVOKESTATIC ArrayCalls.arraycopy", "RETURN")
                .hasSize(5 + 5 + 5 + 1 + 5 + 2);
        assertThat(calls("checked")).containsExactly("ALOAD 0", "INVOKESTATIC ArrayCalls.write", "RETURN");
    }

    @Test
    void clonesReadAll() {
        ClassNode node = PROGRAM.compiled("Calls");
        node.methods.removeIf(method -> method.name.equals("twin") && method.desc.startsWith("()"));
        assertThat(OnePass.listing(PROGRAM.weave(new CheckPass(), node), "twin"))
                .startsWith("ALOAD 0", "DUP", report("readsAll", "twin", "twin(int[] a)"), "INVOKEVIRTUAL [I.clone");

        ClassNode other = PROGRAM.compiled("Calls");
        other.methods.removeIf(method -> method.name.equals("twin") && !method.desc.startsWith("()"));
        assertThat(OnePass.listing(PROGRAM.weave(new CheckPass(), other), "twin"))
                .startsWith(
                        "ALOAD 0", "DUP", report("readsAll", "twin", "Object twin()"), "INVOKESPECIAL Object.clone");
    }

    @Test
    void methodsOfTheProgramNamedCloneReportForThemselves() {
        assertThat(calls("itsOwn")).containsExactly("ALOAD 0", "INVOKEVIRTUAL Own.clone", "ARETURN");
        assertThat(calls("another")).containsExactly("ALOAD 0", "ICONST_1", "INVOKEVIRTUAL Own.clone", "ARETURN");
    }

    @Test
    void theRuntimeReportsForItselfAndNeedsThePlace() {
        assertThat(calls("runtime"))
                .containsExactly(
                        "ALOAD 0",
                        "ALOAD 1",
                        report("at", "runtime", "ArrayFunctions.setAll"),
                        "INVOKESTATIC ArrayFunctions.setAll",
                        "RETURN");
    }

    @Test
    void wholeArrays() {
        assertThat(calls("all"))
                .containsExactly(
                        "ALOAD 0",
                        "ASTORE 1",
                        "ALOAD 1",
                        report("readsAll", "all"),
                        "ALOAD 1",
                        "INVOKESTATIC Arrays.hashCode",
                        "IRETURN");
        assertThat(calls("every"))
                .containsExactly(
                        "ALOAD 0",
                        "ILOAD 1",
                        "ISTORE 3",
                        "ASTORE 2",
                        "ALOAD 2",
                        report("writesAll", "every"),
                        "ALOAD 2",
                        "ILOAD 3",
                        "INVOKESTATIC Arrays.fill",
                        "RETURN");
        assertThat(calls("deep")).contains(report("readsDeep", "deep"));
        assertThat(calls("both"))
                .containsSubsequence(
                        "ALOAD 2", report("readsAll", "both"), "ALOAD 3", report("readsAll", "both"), "ALOAD 2");
    }

    @Test
    void ranges() {
        assertThat(calls("first"))
                .containsExactly(
                        "ALOAD 0",
                        "ILOAD 1",
                        "ISTORE 3",
                        "ASTORE 2",
                        "ALOAD 2",
                        "ICONST_0",
                        "ILOAD 3",
                        report("readsRange", "first"),
                        "ALOAD 2",
                        "ILOAD 3",
                        "INVOKESTATIC Arrays.copyOf",
                        "ARETURN");
        assertThat(calls("part"))
                .containsSequence("ALOAD 3", "ILOAD 4", "ILOAD 5", report("writesRange", "part"), "ALOAD 3")
                .doesNotContain("INVOKESTATIC ArrayCalls.end");
        assertThat(calls("length"))
                .containsSequence(
                        "ALOAD 4",
                        "ILOAD 5",
                        "ILOAD 6",
                        "ILOAD 5",
                        "INVOKESTATIC ArrayCalls.end",
                        report("writesRange", "length", "in.read(b"),
                        "ALOAD 4",
                        "ILOAD 5",
                        "ILOAD 6",
                        "INVOKEVIRTUAL InputStream.read");
    }

    @Test
    void theProgramsMethodsAreNoneOfTheJdkThatHaveTheirNames() {
        assertThat(calls("own")).containsExactly("ALOAD 0", "ICONST_1", "INVOKESTATIC Calls.fill", "RETURN");
        assertThat(calls("every")).contains(report("writesAll", "every"));
    }

    @Test
    void inheritedMethodsAreNotTheProgramsThatHaveTheirNamesOrParameters() {
        assertThat(OnePass.listing(PROGRAM.weave(new CheckPass(), "Bytes"), "inherited"))
                .containsSequence(
                        "INVOKESTATIC ArrayCalls.end",
                        report("readsRange", "inherited"),
                        "ALOAD 4",
                        "ILOAD 5",
                        "ILOAD 6",
                        "INVOKEVIRTUAL Bytes.write");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kept", "none", "text"})
    void otherCallsStayAsTheyAre(String method) {
        assertThat(calls(method)).isEqualTo(OnePass.listing(PROGRAM.compiled("Calls"), method));
    }
}
