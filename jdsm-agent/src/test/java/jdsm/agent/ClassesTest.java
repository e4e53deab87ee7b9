package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.Classes.FieldKind;
import jdsm.agent.analysis.Scope;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/** What is known of classes from their files. */
@Timeout(30)
class ClassesTest {
    private static final String SOURCE = """
            class Base { int a; volatile int v; @Local int l; transient int t; static int s; int[] e; }
            class Derived extends Base { @VolatileElements int[] flags; volatile @VolatileElements int[] both; }
            final class Calls extends Base {
                static int counter;
                double pure(double x) { return Math.sqrt(x) + helper((int) x, new int[4]); }
                static int helper(int n, int[] a) { Arrays.fill(a, 3); return n == 0 ? 0 : odd(n - 1); }
                static int odd(int n) { return n == 0 ? 1 : helper(n - 1, null); }
                static int loopA(int n) { return n < 0 ? 0 : loopB(n - 1); }
                static int loopB(int n) { return n < 0 ? locks() : loopA(n - 1); }
                static int locks() { synchronized (Calls.class) { return 1; } }
                static synchronized void method() {}
                int readsVolatile() { return v; }
                static void viaInterface(Runnable r) { r.run(); }
                static String concat(int i, String s) { return s + i; }
                static String concatObject(Object o) { return "" + o; }
                static Runnable lambda() { return () -> locks(); }
                static void throwing(int n) { if (n < 0) { throw new IllegalArgumentException("n: " + n); } }
                static int open(Open o) { return o.n() + o.m() + o.p(); }
                static int locking(Half h) { return h.n(); }
                static void waits(Thread t) throws InterruptedException { t.join(); }
                static Object makes() { return new Loud(); }
                static int list(List<Integer> l) { return l.size(); }
                void tells() { notify(); }
                static int text(String s) { return s.length() + s.charAt(0) + (s.equals("a") ? 1 : 0); }
                static Object copy(int[] a) { return a.clone(); }
                native int unknown();
                Calls next;
                void link(Calls c) { if (c != null) { c.next = this; c.link(next); } }
                void storesDeep(Object[] p) { a = 3; link(null); put(p); }
                static void put(Object[] p) { p[0] = null; }
                static void prints(double[] d, Object[] p) { Arrays.fill(d, 1); Arrays.fill(p, 2); Objects.requireNonNull(p); }
                static boolean reads(double[] d, Object[] p) { return Arrays.hashCode(d) == Arrays.copyOf(p, 1).length; }
            }
            class Open { int n() { return 1; } final int m() { return 2; } int p() { return q(); } private int q() { return 1; } }
            class Half extends Open { int n() { return Calls.locks(); } }
            class Loud { static Object O = new Object(); static { synchronized (O) { Calls.counter = 1; } } }
            class Louder extends Loud implements Defaults {
                static int made = Loud.O.hashCode() & 1;
                static Object own() { return made + made() > 1 ? O : new Louder(); }
                static int made() { return made; }
            }
            class Plain implements Constants { static Object makes() { return new Plain(); } public void d() {} }
            interface Defaults { Object D = new Loud(); default void d() {} }
            interface Constants { Object C = new Loud(); void d(); }
            abstract class Heat extends SPMD {
                int who() { return rank() * workers() + ranks(); }
                void meet() { barrier(); }
            }
            """;

    @TempDir
    static Path directory;

    private static Program compiled;

    private ApplicationClasses classes;

    @BeforeAll
    static void compile() {
        compiled = Program.compile(directory, SOURCE);
    }

    @BeforeEach
    void look() {
        classes = compiled.again().classes();
    }

    @Test
    void kindsOfFields() {
        assertThat(classes.kindOf("app/Derived", "a", "I")).isEqualTo(FieldKind.SHARED);
        assertThat(classes.kindOf("app/Derived", "v", "I")).isEqualTo(FieldKind.VOLATILE);
        for (String local : List.of("l", "t", "s", "none", "$jdsm")) {
            assertThat(classes.kindOf("app/Base", local, "I")).as(local).isEqualTo(FieldKind.LOCAL);
        }
        assertThat(classes.kindOf("app/Derived", "flags", "[I")).isEqualTo(FieldKind.VOLATILE_ELEMENTS);
        assertThat(classes.kindOf("app/Derived", "both", "[I")).isEqualTo(FieldKind.VOLATILE);
        assertThat(classes.hasVolatileElements("app/Derived", "both", "[I")).isTrue();
        assertThat(classes.hasVolatileElements("app/Derived", "e", "[I")).isFalse();
        assertThat(classes.kindOf("java/awt/Point", "x", "I")).isEqualTo(FieldKind.LOCAL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pure", "helper", "odd", "concat", "lambda", "throwing", "text", "copy", "<init>"})
    void callsThatDoNotSynchronize(String name) {
        assertThat(maySynchronize("app/Calls", name)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "loopA",
                "loopB",
                "locks",
                "method",
                "readsVolatile",
                "viaInterface",
                "concatObject",
                "open",
                "locking",
                "waits",
                "makes",
                "list",
                "tells",
                "unknown"
            })
    void callsThatMay(String name) {
        assertThat(maySynchronize("app/Calls", name)).isTrue();
    }

    @Test
    void initializersThatRun() {
        assertThat(classes.initializers("app/Louder"))
                .containsExactlyInAnyOrder("app/Louder", "app/Loud", "app/Defaults");
        assertThat(classes.initializers("app/Defaults")).containsExactly("app/Defaults");
        assertThat(classes.initializers("app/Plain"))
                .as("no default method, so the interface is not initialised")
                .isEmpty();
        assertThat(classes.initializers("java/util/ArrayList")).isEmpty();
        assertThat(classes.initializers("app/Missing"))
                .as("of what cannot be found anything may be true")
                .containsExactly("app/Missing");
        assertThat(classes.initializersOfImplementation("app/Defaults")).containsExactly("app/Defaults");
        assertThat(maySynchronize("app/Plain", "makes")).isFalse();
        assertThat(maySynchronize("app/Louder", "own"))
                .as("its own classes have been initialised")
                .isFalse();
    }

    private boolean maySynchronize(String owner, String name) {
        String descriptor = descriptor(owner, name);
        return classes.maySynchronize(owner, name, descriptor, false);
    }

    private String descriptor(String owner, String name) {
        var node = new ClassNode();
        try {
            new ClassReader(Files.readAllBytes(directory.resolve(owner + ".class"))).accept(node, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return node.methods.stream()
                .filter(method -> method.name.equals(name))
                .findFirst()
                .orElseThrow()
                .desc;
    }

    @Test
    void theReceiverMayDecide() {
        assertThat(classes.maySynchronize("app/Calls", "pure", "(D)D", true))
                .as("final class")
                .isFalse();
        assertThat(classes.maySynchronize("app/Open", "n", "()I", true))
                .as("a subclass overrides the method by one that synchronises")
                .isTrue();
        assertThat(classes.maySynchronize("app/Open", "n", "()I", false)).isFalse();
        assertThat(classes.maySynchronize("app/Open", "p", "()I", true))
                .as("no subclass overrides the method")
                .isFalse();
        assertThat(classes.maySynchronize("app/Open", "m", "()I", true))
                .as("final method")
                .isFalse();
        assertThat(classes.maySynchronize("app/Open", "q", "()I", true))
                .as("private method")
                .isFalse();
        assertThat(classes.maySynchronize("app/Missing", "m", "()I", false)).isTrue();
        assertThat(classes.maySynchronize("app/Heat", "who", "()I", false)).isFalse();
        assertThat(classes.maySynchronize("app/Heat", "meet", "()V", false)).isTrue();
        assertThat(classes.maySynchronize("app/Heat", "rank", "()I", true)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "java/lang/Math, sqrt, (D)D, false",
        "java/lang/String, length, ()I, false",
        "java/lang/String, valueOf, (Ljava/lang/Object;)Ljava/lang/String;, true",
        "java/lang/System, nanoTime, ()J, false",
        "java/util/Arrays, sort, ([I)V, false",
        "java/util/Arrays, sort, ([Ljava/lang/Object;)V, true",
        "java/util/Arrays, parallelSort, ([I)V, true",
        "java/util/Objects, requireNonNull, (Ljava/lang/Object;)Ljava/lang/Object;, false",
        "java/lang/IllegalStateException, <init>, (Ljava/lang/String;)V, false",
        "java/lang/IllegalStateException, <init>, (Ljava/lang/Throwable;)V, true",
        "java/util/concurrent/atomic/AtomicLong, get, ()J, true",
        "jdsm/runtime/Checks, read, (Ljdsm/runtime/Shared;)V, false",
        "jdsm/runtime/Monitors, entered, (Ljava/lang/Object;)V, true",
        "jdsm/runtime/Volatiles, exit, (Ljdsm/runtime/Shared;)V, true",
        "jdsm/runtime/ArrayCalls, arraycopy, (Ljava/lang/Object;ILjava/lang/Object;II)V, false",
    })
    void outsideTheApplication(String owner, String name, String descriptor, boolean may) {
        assertThat(classes.maySynchronize(owner, name, descriptor, false)).isEqualTo(may);
    }

    @Test
    void whatIsTheApplications() {
        assertThat(Scope.DEFAULT.covers("app/Heat")).isTrue();
        assertThat(Scope.DEFAULT.covers("jdsm/examples/LU")).isTrue();
        for (String other : List.of("java/lang/String", "jdsm/SPMD", "jdsm/agent/libs/asm/Type", "io/netty/Some")) {
            assertThat(Scope.DEFAULT.covers(other)).as(other).isFalse();
        }
        assertThat(classes.isApplication("org/w3c/dom/Node"))
                .as("of the JDK, though not by name")
                .isFalse();
        assertThat(classes.isApplication("app/Missing")).isFalse();
        Scope some = new Scope(List.of("app.", "java."), List.of("app.Base"), Set.of(), Set.of());
        assertThat(some.covers("app/Derived")).isTrue();
        assertThat(some.covers("app/Base")).isFalse();
        assertThat(some.covers("other/Base")).isFalse();
        assertThat(some.covers("java/lang/String")).isFalse();
        Scope byLetter = new Scope(List.of("j"), List.of(), Set.of(), Set.of());
        assertThat(byLetter.covers("jdsm/runtime/Checks")).isFalse();
        assertThat(byLetter.covers("java/lang/String")).isFalse();
    }

    @Test
    void subtypes() {
        assertThat(classes.isSubtype("app/Derived", "app/Base")).isTrue();
        assertThat(classes.isSubtype("app/Base", "app/Derived")).isFalse();
        assertThat(classes.isSubtype("java/util/ArrayList", "java/lang/Iterable"))
                .isTrue();
        assertThat(classes.superName("java/lang/Object")).isNull();
        assertThat(classes.superName("app/Missing")).isNull();
    }

    @Test
    void generatedClassesAreLearnt() {
        ClassWriter generated = new ClassWriter(0);
        generated.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "app/Generated", null, "app/Base", null);

        assertThat(classes.learn(generated.toByteArray())).isTrue();
        assertThat(classes.superName("app/Generated")).isEqualTo("app/Base");
        assertThat(classes.learn(generated.toByteArray())).as("known").isFalse();
        assertThat(classes.learn(compiled.plainFile("Base"))).as("has a file").isFalse();
    }

    @Test
    void whoDeclaresAMember() {
        assertThat(classes.declaring("app/Louder", "d", "()V")).isEqualTo("app/Defaults");
        assertThat(classes.declaring("app/Half", "m", "()I")).isEqualTo("app/Open");
        assertThat(classes.declaring("app/Half", "hashCode", "()I")).isEqualTo("java/lang/Object");
        assertThat(classes.declaring("[I", "clone", "()Ljava/lang/Object;")).isEqualTo("java/lang/Object");
        assertThat(classes.declaring("app/Half", "none", "()I")).isNull();
        assertThat(classes.declaring("java/lang/IllegalStateException", "<init>", "(Ljava/lang/String;)V"))
                .isEqualTo("java/lang/IllegalStateException");
        assertThat(classes.declaring("java/lang/Error", "<init>", "(Ljava/lang/String;Ljava/lang/Throwable;ZZ)V"))
                .isEqualTo("java/lang/Error");
        assertThat(classes.declaring("java/lang/AssertionError", "<init>", "(Ljava/lang/Throwable;)V"))
                .as("a superclass's constructor is not its own")
                .isNull();
        assertThat(classes.declaringField("app/Derived", "a", "I")).isEqualTo("app/Base");
        assertThat(classes.declaringField("app/Plain", "C", "Ljava/lang/Object;"))
                .isEqualTo("app/Constants");
        assertThat(classes.declaringField("app/Derived", "a", "J")).isNull();
        assertThat(classes.declaringField("app/Missing", "a", "I")).isNull();
    }

    @Test
    void whereCallsStore() {
        assertThat(stores("pure", "(D)D")).containsExactly("[I");
        assertThat(stores("link", "(Lapp/Calls;)V")).containsExactly("next:Lapp/Calls;");
        assertThat(stores("put", "([Ljava/lang/Object;)V")).containsExactly("[]");
        assertThat(stores("storesDeep", "([Ljava/lang/Object;)V"))
                .containsExactlyInAnyOrder("a:I", "next:Lapp/Calls;", "[]");
        assertThat(stores("prints", "([D[Ljava/lang/Object;)V")).containsExactly("[]");
        assertThat(stores("reads", "([D[Ljava/lang/Object;)Z")).isEmpty();
        assertThat(stores("locks", "()I")).as("anywhere").isNull();
        assertThat(stores("viaInterface", "(Ljava/lang/Runnable;)V")).isNull();
    }

    private Set<String> stores(String name, String descriptor) {
        return classes.stores("app/Calls", name, descriptor, false);
    }
}
