package jdsm.agent.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import jdsm.agent.pass.access.InMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.ClassNode;

/** Which methods are short, and in which classes their code may stand. */
class ShortMethodsTest {
    private static final String SOURCE = """
            public class Here extends Base {
                int pack; public int pub; private int priv; protected int prot; @jdsm.Local static int stat; @jdsm.Local private static int own;
                public Hidden hidden;
                public int readsPublic() { return pub; }
                public int readsPackage() { return pack; }
                public int readsPrivate() { return priv; }
                public int readsProtected() { return prot; }
                public int readsStatic() { return stat; }
                public int readsOwnStatic() { return own; }
                public int readsLoud() { return Loud.n; }
                public Object readsHidden() { return hidden; }
                public int readsOfHidden() { return hidden.value; }
                public int readsOfRecord(Pair pair) { return pair.a(); }
                public Object makesLoud() { return new Loud(); }
                public Object makesArray() { return new Loud[1]; }
                public Object makesMany() { return new Loud[1][2]; }
                public Object makesManyHidden() { return new Hidden[1][2]; }
                public Object makesInts() { return new int[1][2]; }
                public Object makesHidden() { return new Hidden(); }
                public Object casts(Object o) { return (Hidden) o; }
                public boolean tests(Object o) { return o instanceof Hidden[]; }
                public int calls() { return called(); }
                public int called() { return 1; }
                public int callsPackage() { return inPackage(); }
                int inPackage() { return 2; }
                public int callsPrivate() { return secret(); }
                private int secret() { return 2; }
                public int callsLoud() { return Loud.go(); }
                public int callsSuper() { return super.basic(); }
                public Object clones(int[] a) { return a.clone(); }
                public Object classOf(int[] a) { return a.getClass(); }
                public static int quiet() { return 1; }

                void empty() {}
                long sum(long a, int[] b) { return a + b[0]; }
                int branches(int a) { return a > 3 ? a : -a; }
                int selects(int a) { switch (a) { case 1: return 2; case 3: return 4; default: return 5; } }
                int throwsSometimes(int a) { if (a < 0) throw new IllegalStateException(); return a; }
                String text() { return "a"; }
                double number() { return 1234567.5; }
                int alwaysThrows() { throw new IllegalStateException(); }
                int loops(int a) { int s = 0; while (s < a) s += s + 1; return s; }
                int few(int[] a, int v) { int s = 0; for (int i = -2; i <= 2; i++) s += a[v + 2 * i]; return s; }
                int fewOfFew(int[][] a, int v) { int s = 0; for (int i = 0; i < 7; i++) for (int j = 6; j >= 0; j--) s += a[v + i][j - v]; return s; }
                int many(int[] a) { int s = 0; for (int i = 0; i < 65; i++) s += a[i]; return s; }
                int manyOfFew(int[] a) { int s = 0; for (int i = 0; i < 9; i++) for (int j = 0; j < 9; j++) s += a[i + j]; return s; }
                int fewByModulus(int[] a, int v) { int s = 0; for (int i = 0; i < 3; i++) s += a[(i + v) % 5]; return s; }
                int fewByArray(int[] a, int[] b) { int s = 0; for (int i = 0; i < 3; i++) s += a[b[i]]; return s; }
                int fewWithout(int v) { int s = v; for (int i = 0; i < 3; i++) s = s * 31 + i; return s; }
                int waits(int a) { do { a--; } while (a > 0); return a; }
                int tries(int a) { try { return 1 / a; } catch (ArithmeticException e) { return 0; } }
                synchronized int locks() { return 1; }
                int lockedInside() { synchronized (this) { return 1; } }
                Runnable lambda() { return () -> {}; }
                void storesStatic() { stat = 1; }
                Object type() { return Here.class; }
                native int outside();
                int reads(Here other) { return other.locks(); }
            }
            class Base { public int basic() { return 3; } }
            class Hidden { public int value; public int two() { return 2; } public static int three() { return 3; } }
            record Pair(int a) {}
            public class Loud { @jdsm.Local public static int n; static { n = (int) System.nanoTime(); }
                public static int go() { return 1; } }
            abstract class Shape { abstract int area(); int twice() { return 2; } }
            class Square extends Shape { int area() { return 4; } }
            class Other extends Shape { int area() { return 5; } int twice() { return 3; } }
            interface Fun { int of(int v); }
            class Makes { Fun fun = v -> v + 1; }
            class Near {}
            class Far {}
            """;

    private final ApplicationClasses classes = classes();

    private static ApplicationClasses classes() {
        Map<String, byte[]> files = new TreeMap<>(InMemory.compile(SOURCE));
        ClassWriter moved = new ClassWriter(0);
        new ClassReader(files.remove("Far"))
                .accept(
                        new ClassRemapper(moved, new Remapper(Opcodes.ASM9) {
                            @Override
                            public String map(String name) {
                                return name.equals("Far") ? "far/Far" : name;
                            }
                        }),
                        0);
        files.put("far/Far", moved.toByteArray());
        return new ApplicationClasses(new FilesInMemory(files, ShortMethodsTest::ofJdk), Scope.DEFAULT);
    }

    private static byte[] ofJdk(String name) {
        try (InputStream file = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            return file == null ? null : file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Body body(String owner, String name, boolean virtual) {
        ClassNode node = new ClassNode();
        new ClassReader(classes.classFile(owner)).accept(node, ClassReader.SKIP_CODE);
        String descriptor = node.methods.stream()
                .filter(method -> method.name.equals(name))
                .findFirst()
                .orElseThrow()
                .desc;
        return classes.body(new Call(owner, name, descriptor, virtual));
    }

    @ParameterizedTest
    @CsvSource({
        "empty, true",
        "sum, true",
        "branches, true",
        "selects, true",
        "throwsSometimes, true",
        "text, true",
        "number, true",
        "alwaysThrows, false",
        "loops, false",
        "few, true",
        "fewOfFew, true",
        "many, false",
        "manyOfFew, false",
        "fewByModulus, false",
        "fewByArray, false",
        "fewWithout, true",
        "waits, false",
        "tries, false",
        "locks, false",
        "lockedInside, false",
        "lambda, false",
        "storesStatic, false",
        "type, false",
        "outside, false",
        "reads, false",
        "<init>, false",
    })
    void shortMethods(String name, boolean isShort) {
        assertThat(body("Here", name, false) != null).isEqualTo(isShort);
    }

    @Test
    void theOnlyMethodOfACall() {
        assertThat(body("Shape", "twice", false).owner()).isEqualTo("Shape");
        assertThat(body("Shape", "twice", true)).as("one of two").isNull();
        assertThat(body("Square", "area", true).owner()).isEqualTo("Square");
        assertThat(body("Shape", "area", true)).isNull();
        assertThat(classes.body(new Call("Square", "twice", "()I", true)).owner())
                .as("inherited")
                .isEqualTo("Shape");
        assertThat(body("Fun", "of", true)).as("a lambda's own arguments").isNull();
        assertThat(classes.body(new Call("java/lang/Math", "abs", "(I)I", false)))
                .as("not the application's")
                .isNull();
        assertThat(classes.body(new Call("[I", "clone", "()Ljava/lang/Object;", true)))
                .isNull();
        assertThat(body("Here", "sum", false).bytes()).isEqualTo(7);
        assertThat(Type.getReturnType(body("Here", "sum", false).method().desc)).isEqualTo(Type.LONG_TYPE);
    }

    @ParameterizedTest
    @CsvSource({
        // own class, another class of the package, a class of another package
        "readsPublic, true, true, true",
        "readsPackage, true, true, false",
        "readsPrivate, true, true, false", // the shape pass opens it
        "readsProtected, true, true, false",
        "readsStatic, true, true, false",
        "readsOwnStatic, true, false, false",
        "readsLoud, false, false, false",
        "readsHidden, true, true, true",
        "readsOfHidden, true, true, false",
        "readsOfRecord, true, true, false",
        "makesLoud, false, false, false",
        "makesArray, true, true, true",
        "makesMany, true, true, true",
        "makesManyHidden, true, true, false",
        "makesInts, true, true, true",
        "makesHidden, true, true, false",
        "casts, true, true, false",
        "tests, true, true, false",
        "calls, true, true, true",
        "callsPackage, true, true, false",
        "callsPrivate, true, false, false",
        "callsLoud, false, false, false",
        "callsSuper, false, false, false",
        "clones, false, false, false",
        "classOf, true, true, true",
        "quiet, true, true, true",
    })
    void whereTheCodeMayStand(String name, boolean here, boolean near, boolean far) {
        Body body = body("Here", name, false);
        assertThat(body).isNotNull();
        assertThat(classes.allows(body, "Here")).isEqualTo(here);
        assertThat(classes.allows(body, "Near")).isEqualTo(near);
        assertThat(classes.allows(body, "far/Far")).isEqualTo(far);
    }

    /** Code in place of a call may have to cast the object to the class that has the method. */
    @Test
    void theClassOfTheObjectMayBeHidden() {
        Body two = body("Hidden", "two", false);
        Body three = body("Hidden", "three", false);

        assertThat(classes.allows(two, "Near")).isTrue();
        assertThat(classes.allows(two, "far/Far")).isFalse();
        assertThat(classes.allows(three, "far/Far")).as("it has no object").isTrue();
    }

    /** Where code of a class runs, its own initialiser has run or is running. */
    @Test
    void initializersThatHaveRun() {
        Body body = body("Loud", "go", false);

        assertThat(classes.allows(body, "Loud")).isTrue();
        assertThat(classes.allows(body, "Near")).isFalse();
    }
}
