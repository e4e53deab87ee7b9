package jdsm.agent.pass.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import jdsm.agent.analysis.Scope;
import jdsm.agent.pass.OnePass;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** The code before calls of methods that are not woven, as instructions. */
class CallCodeTest {
    private static final String SOURCE = """
            class Library {
                static void one(int[] a) {}
                static void rows(int[][] a) {}
                static void objects(Object[] a) {}
                static void numbers(Number[] a) {}
                static void filtered(int[] a, Object o) {}
            }
            class Hashed {
                public int hashCode() { return 1; }
                public Object clone() { return this; }
                int hashCode(int seed) { return seed; }
            }
            class Twin { Object twin() throws Exception { return super.clone(); } }
            class Calls extends Hashed {
                static Object last(Class<?> c, int[] sizes) { return java.lang.reflect.Array.newInstance(c, sizes); }
                static Object freshLast(Class<?> c) { return java.lang.reflect.Array.newInstance(c, 2, 3); }
                static void chars(String s, char[] a) { s.getChars(0, 2, a, 0); }
                static Object inner(Object a) { return java.lang.reflect.Array.get(a, 0); }
                static void setInner(Object a, Object v) { java.lang.reflect.Array.set(a, 0, v); }
                static Object streamOf(Object a, Object b) { return java.util.stream.Stream.of(a, b); }
                static Object castArray(Object a) { return Arrays.stream((Object[]) a); }
                static void known(byte[] a) { java.nio.ByteBuffer.wrap(a); }
                static void unknown(int[] a) { Library.one(a); }
                static void unknownFirst(int[] a, Object o) { Library.filtered(a, o); }
                static void freshNumbers(byte b) { java.nio.ByteBuffer.wrap(new byte[] {b}); }
                static void freshValues(Number n) { Library.numbers(new Number[] {n}); }
                static void freshRows(int[] a) { Library.rows(new int[][] {a}); }
                static void freshObjects(Object a) { Library.objects(new Object[] {a}); }
                static void freshAsObject(java.lang.invoke.MethodHandle h, int i) throws Throwable {
                    h.invoke((Object) new int[] {i});
                }
                static void bind(java.lang.invoke.MethodHandle h, Object a) { h.bindTo(a); }
                static boolean same(java.lang.invoke.MethodHandle h, Object a) { return h.equals(a); }
                static void runtime(int[] a) { jdsm.runtime.Checks.of(a); }
                static Object twin(int[] a) { return a.clone(); }
                static Object twinOfProgram(Hashed h) { return h.clone(); }
                static int hashOfText(String s) { return s.hashCode(); }
                static int hashOfProgram(Hashed h) { return h.hashCode() + h.hashCode(3); }
                static int hashOfAny(Object o) { return o.hashCode(); }
                int hashOfSuper() { return super.hashCode(); }
                static void sort(Integer[] a, int from, int to, Comparator<Integer> order) {
                    Arrays.sort(a, from, to, order);
                }
                static String deep(Object[] a) { return Arrays.deepToString(a); }
                static void read(java.io.InputStream in, byte[] b, int from, int n) throws Exception {
                    in.read(b, from, n);
                }
            }
            """;

    private static final OnePass PROGRAM =
            OnePass.over(SOURCE, new Scope(List.of(), List.of("Library"), Set.of(), Set.of()));

    private ClassNode calls;

    @BeforeEach
    void weave() {
        calls = PROGRAM.weave(new CallPass(), "Calls");
    }

    private List<String> calls(String method) {
        return OnePass.listing(calls, method);
    }

    @Test
    void aCopyOfTheLastArgumentIsChecked() {
        assertThat(calls("last"))
                .containsExactly(
                        "ALOAD 0",
                        "ALOAD 1",
                        "DUP",
                        "INVOKESTATIC Checks.of",
                        "INVOKESTATIC Checks.read",
                        "INVOKESTATIC Array.newInstance",
                        "ARETURN");
    }

    @Test
    void onlyArgumentsFromTheArrayOnAreStored() {
        assertThat(calls("chars"))
                .containsExactly(
                        "ALOAD 0",
                        "ICONST_0",
                        "ICONST_2",
                        "ALOAD 1",
                        "ICONST_0",
                        "ISTORE 3",
                        "ASTORE 2",
                        "ALOAD 2",
                        "INVOKESTATIC Checks.of",
                        "INVOKESTATIC Checks.write",
                        "ALOAD 2",
                        "ILOAD 3",
                        "INVOKEVIRTUAL String.getChars",
                        "RETURN");
    }

    @Test
    void argumentsThatMayBeArraysAreCheckedByTheirClass() {
        assertThat(calls("inner"))
                .containsExactly(
                        "ALOAD 0",
                        "ICONST_0",
                        "ISTORE 2",
                        "ASTORE 1",
                        "ALOAD 1",
                        "INVOKESTATIC ArrayCalls.read",
                        "ALOAD 1",
                        "ILOAD 2",
                        "INVOKESTATIC Array.get",
                        "ARETURN");
        assertThat(calls("setInner"))
                .containsSequence("INVOKESTATIC ArrayCalls.write", "ALOAD 2", "ILOAD 3", "ALOAD 4");
    }

    @Test
    void keptArraysAreRefusedByTheNameOfTheMethod() {
        assertThat(calls("known"))
                .startsWith(
                        "ALOAD 0",
                        "DUP",
                        "LDC java.nio.ByteBuffer.wrap",
                        "INVOKESTATIC ArrayCalls.kept",
                        "INVOKESTATIC ByteBuffer.wrap");
        assertThat(calls("unknown"))
                .startsWith(
                        "ALOAD 0",
                        "DUP",
                        "LDC Library.one",
                        "INVOKESTATIC ArrayCalls.unknown",
                        "INVOKESTATIC Library.one");
        assertThat(calls("unknownFirst"))
                .containsSequence("ALOAD 2", "LDC Library.filtered", "INVOKESTATIC ArrayCalls.unknown", "ALOAD 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"freshRows", "freshObjects", "freshAsObject"})
    void keptFreshArraysAreRefusedForTheirElements(String method) {
        assertThat(calls(method)).containsOnlyOnce("INVOKESTATIC ArrayCalls.unknownInside");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "freshLast",
                "freshNumbers",
                "freshValues",
                "streamOf",
                "same",
                "runtime",
                "twinOfProgram",
                "hashOfText",
                "hashOfProgram",
                "hashOfSuper"
            })
    void otherCallsStayAsTheyAre(String method) {
        assertThat(calls(method)).isEqualTo(OnePass.listing(PROGRAM.compiled("Calls"), method));
    }

    @Test
    void methodHandlesMayKeepObjects() {
        assertThat(calls("bind"))
                .containsSequence(
                        "DUP",
                        "LDC java.lang.invoke.MethodHandle.bindTo",
                        "INVOKESTATIC ArrayCalls.unknown",
                        "INVOKEVIRTUAL MethodHandle.bindTo");
    }

    @Test
    void aCastArrayGetsAView() {
        assertThat(calls("castArray"))
                .containsExactly(
                        "ALOAD 0", "CHECKCAST [Ljava/lang/Object;", "INVOKESTATIC ArrayViews.stream", "ARETURN");
    }

    @Test
    void hashCodesOfObjectsAreTheRuntimes() {
        assertThat(calls("hashOfAny")).containsExactly("ALOAD 0", "INVOKESTATIC ObjectCalls.hashCode", "IRETURN");
    }

    @Test
    void clonesAreReadAndGetNoHandle() {
        assertThat(calls("twin"))
                .startsWith(
                        "ALOAD 0",
                        "DUP",
                        "INVOKESTATIC Checks.of",
                        "INVOKESTATIC Checks.read",
                        "INVOKEVIRTUAL [I.clone");
        assertThat(OnePass.listing(PROGRAM.weave(new CallPass(), "Twin"), "twin"))
                .containsExactly(
                        "ALOAD 0",
                        "DUP",
                        "INVOKESTATIC Clones.cloning",
                        "DUP",
                        "INVOKESPECIAL Object.clone",
                        "INVOKESTATIC Clones.cloned",
                        "ARETURN");
    }

    /** The method that replaces the only copied call of a method. */
    private static MethodNode copied(ClassNode node, String caller) {
        return node.methods.stream()
                .filter(method -> method.name.startsWith("jdsm$call$" + caller + "$"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aCallGetsACopyOfARangeAndIndicesInIt() {
        assertThat(OnePass.listing(calls, copied(calls, "sort").name))
                .startsWith(
                        "ALOAD 0",
                        "ILOAD 1",
                        "ILOAD 2",
                        "INVOKESTATIC ArrayCopy.toWrite",
                        "ASTORE 4",
                        "ALOAD 4",
                        "ALOAD 0",
                        "INVOKESTATIC ArrayCopy.given",
                        "CHECKCAST [Ljava/lang/Object;",
                        "ASTORE 0",
                        "ALOAD 4",
                        "ILOAD 1",
                        "INVOKESTATIC ArrayCopy.index",
                        "ISTORE 1",
                        "ALOAD 4",
                        "ILOAD 2",
                        "INVOKESTATIC ArrayCopy.index",
                        "ISTORE 2",
                        "ALOAD 0",
                        "ILOAD 1",
                        "ILOAD 2",
                        "ALOAD 3",
                        "INVOKESTATIC Arrays.sort",
                        "ALOAD 4",
                        "INVOKESTATIC ArrayCopy.back",
                        "RETURN");
    }

    @Test
    void aLengthIsNoIndex() {
        assertThat(OnePass.listing(calls, copied(calls, "read").name))
                .containsOnlyOnce("INVOKESTATIC ArrayCopy.index")
                .containsSequence("ILOAD 2", "INVOKESTATIC ArrayCopy.index", "ISTORE 2", "ALOAD 0", "ALOAD 1");
    }

    @Test
    void aCallGetsADeepCopy() {
        assertThat(OnePass.listing(calls, copied(calls, "deep").name))
                .containsExactly(
                        "ALOAD 0",
                        "INVOKESTATIC ArrayCopy.deep",
                        "CHECKCAST [Ljava/lang/Object;",
                        "ASTORE 0",
                        "ALOAD 0",
                        "INVOKESTATIC Arrays.deepToString",
                        "ARETURN");
    }

    @Test
    void aCopiedCallKeepsItsLine() {
        MethodNode copied = copied(calls, "deep");

        assertThat(copied.instructions.get(1)).isInstanceOfSatisfying(LineNumberNode.class, line -> {
            assertThat(line.line).isEqualTo(PROGRAM.line("String deep("));
            assertThat(line.start).isSameAs(copied.instructions.getFirst());
        });
    }

    @Test
    void aCopiedCallWithoutALineHasNone() {
        ClassNode node = PROGRAM.compiled("Calls");
        for (MethodNode method : node.methods) {
            for (var instruction : method.instructions.toArray()) {
                if (instruction instanceof LineNumberNode) {
                    method.instructions.remove(instruction);
                }
            }
        }
        PROGRAM.weave(new CallPass(), node);

        assertThat(copied(node, "deep").instructions.toArray()).noneMatch(LineNumberNode.class::isInstance);
    }
}
