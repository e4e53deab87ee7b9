package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdsm.agent.analysis.Additions;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.FilesInMemory;
import jdsm.agent.analysis.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/** Virtual calls, by the methods that the classes of the class path have for them. */
@Timeout(30)
class HierarchyTest {
    private static final String SOURCE = """
            class Lock { static synchronized int take() { return 1; } static int n; int field; Object[] array; }
            interface Shape { double area(); default double twice() { return 2 * area(); } default void mark(Lock l) {} }
            class Square implements Shape { public double area() { return 1; } public void mark(Lock l) { l.field = 1; } }
            abstract class Round implements Shape { abstract double radius(); public double area() { return radius(); } }
            class Circle extends Round { double radius() { return 3; } public void mark(Lock l) { l.array[0] = l; } }
            interface Noisy { double area(); }
            class Bell implements Noisy { public double area() { return Lock.take(); } }
            class Silent implements Noisy { public double area() { return 2; } }
            interface Unknown { int go(); }
            abstract class Nobody { abstract int go(); }
            class Inherits { public int go() { return Lock.take(); } }
            class Through extends Inherits implements Gone { }
            interface Gone { int go(); }
            interface Quiet { int of(int v); }
            interface Loud { int of(int v); }
            interface Below extends Loud { }
            interface Chained { int of(int v); }
            interface Made { Object of(); }
            interface Kept { int of(int v); default int more() { return Lock.take(); } }
            interface Marked { default int more() { return Lock.take(); } }
            interface Both { int of(int v); }
            class Loader { static final Object LOCK = new Object(); Loader() { synchronized (LOCK) { Lock.n = 2; } } }
            class Makes {
                Quiet a = v -> v + 1, b = Math::abs;
                Below c = v -> Lock.take();
                Chained d; Chained e = d::of; Chained f = v -> d.of(v) + 1;
                Made g = Loader::new;
                Kept h = v -> v;
                Both i = (Both & Marked) v -> v;
                Refers k(Unknown u) { return u::go; }
                Named j = new Named() { public String toString() { return "j" + Lock.take(); } };
            }
            interface Refers { int of(); }
            class Named { public String toString() { return "n"; } }
            @interface Note { int of(); }
            class Noted implements Note {
                public int of() { return 1; }
                public Class<? extends java.lang.annotation.Annotation> annotationType() { return Note.class; }
            }
            abstract class Ordered implements Comparable<Ordered> { }
            class First extends Ordered { public int compareTo(Ordered o) { return 0; } }
            """;

    @TempDir
    static Path directory;

    private static ApplicationClasses of(Path place, String source) {
        return Program.compile(place, source).classes();
    }

    @ParameterizedTest
    @CsvSource({
        "Shape, area, ()D, false",
        "Shape, twice, ()D, false",
        "Round, radius, ()D, false",
        "Noisy, area, ()D, true",
        "Silent, area, ()D, false",
        "Unknown, go, ()I, true", // by no class: code that is not known must have it
        "Nobody, go, ()I, true",
        "Gone, go, ()I, true",
        "Quiet, of, (I)I, false",
        "Loud, of, (I)I, true",
        "Chained, of, (I)I, false",
        "Made, of, ()Ljava/lang/Object;, true",
        "Kept, of, (I)I, false",
        "Kept, more, ()I, true",
        "Marked, more, ()I, true",
        "Both, of, (I)I, false",
        "Refers, of, ()I, true", // the lambda runs a method of code that is not known
        "Named, toString, ()Ljava/lang/String;, true",
        "Note, of, ()I, true", // the JDK implements annotations
        "Ordered, compareTo, (Ljava/lang/Object;)I, false",
        "Ordered, hashCode, ()I, true",
    })
    void virtualCalls(String owner, String name, String descriptor, boolean may) {
        assertThat(of(directory, SOURCE).maySynchronize("app/" + owner, name, descriptor, true))
                .isEqualTo(may);
    }

    @Test
    void storesOfAllTargets() {
        ApplicationClasses classes = of(directory, SOURCE);

        assertThat(classes.stores("app/Shape", "mark", "(Lapp/Lock;)V", true))
                .containsExactlyInAnyOrder("field:I", "[]");
        assertThat(classes.stores("app/Square", "mark", "(Lapp/Lock;)V", true)).containsExactly("field:I");
        assertThat(classes.stores("app/Shape", "area", "()D", true)).isEmpty();
        assertThat(classes.stores("app/Noisy", "area", "()D", true)).isNull();
    }

    private static final String OPEN =
            "interface Shape { int n(); } class Square implements Shape { public int n() { return 1; } }\n";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "class Other { }|false|false",
                "class Other { Object o = java.lang.reflect.Proxy.newProxyInstance(null, null, null); }|true|false",
                "class Other { Object o = java.lang.invoke.MethodHandleProxies.asInterfaceInstance(null, null); }|true|true",
                "class Other { void f(java.lang.invoke.MethodHandles.Lookup l) throws Exception { l.defineHiddenClass(null, true); } }|true|true",
                "class Other { Object f() throws Throwable { Runnable r = () -> {}; return java.lang.invoke.LambdaMetafactory"
                        + ".metafactory(null, null, null, null, null, null).getTarget().invoke(); } }|true|true",
                "class Other { Runnable r = () -> {}; }|false|false"
            })
    void classesThatNoAgentSees(String other, boolean ofInterface, boolean ofClass, @TempDir Path place) {
        ApplicationClasses classes = of(place, OPEN + other);

        assertThat(classes.maySynchronize("app/Shape", "n", "()I", true)).isEqualTo(ofInterface);
        assertThat(classes.maySynchronize("app/Square", "n", "()I", true)).isEqualTo(ofClass);
    }

    @ParameterizedTest
    @CsvSource({
        "IntUnaryOperator, applyAsInt, (I)I, false",
        "IntUnaryOperator, andThen, (Ljava/util/function/IntUnaryOperator;)Ljava/util/function/IntUnaryOperator;, true",
        "IntBinaryOperator, applyAsInt, (II)I, true",
        "DoubleUnaryOperator, applyAsDouble, (D)D, false",
        "ToIntFunction, applyAsInt, (Ljava/lang/Object;)I, true", // by nothing: code that is not known must have it
        "Function, apply, (Ljava/lang/Object;)Ljava/lang/Object;, true",
        "IntConsumer, accept, (I)V, true",
    })
    void functionsOnNumbers(String type, String name, String descriptor, boolean may, @TempDir Path place) {
        ApplicationClasses classes = of(place, """
                class A implements java.util.function.DoubleUnaryOperator {
                    java.util.function.IntUnaryOperator twice = v -> 2 * v, absolute = Math::abs;
                    java.util.function.IntBinaryOperator locked = (v, w) -> one(v) + w;
                    java.util.function.Function<String, String> same = v -> v;
                    java.util.function.IntConsumer none = v -> {};
                    static synchronized int one(int v) { return 1; }
                    public double applyAsDouble(double v) { return v + 1; }
                }
                """);

        assertThat(classes.maySynchronize("java/util/function/" + type, name, descriptor, true))
                .isEqualTo(may);
    }

    @Test
    void proxiesOfFunctionsOnNumbers(@TempDir Path place) {
        ApplicationClasses classes = of(place, """
                class A {
                    java.util.function.IntUnaryOperator twice = v -> 2 * v;
                    Object o = java.lang.reflect.Proxy.newProxyInstance(null, null, null);
                }
                """);

        assertThat(classes.maySynchronize("java/util/function/IntUnaryOperator", "applyAsInt", "(I)I", true))
                .isTrue();
    }

    private static final String LATE = """
            interface Shape { int n(); default void put(Lock l) { } }
            class Square implements Shape { public int n() { return 1; } }
            class Cube extends Square { public int n() { return 3; } public void put(Lock l) { } }
            interface Single { int n(); }
            class Only implements Single { public int n() { return 1; } final int last() { return 2; } }
            class Lock { static synchronized int take() { return 1; } int field; }
            interface Other { int n(); }
            class Functions { java.util.function.IntUnaryOperator plus = v -> v + 1; }
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "class Late implements Shape { public int n() { return 2; } }|",
                "class Late implements Other { public int n() { return Lock.take(); } }|",
                "class Late { public int n() { return Lock.take(); } }|",
                "class Late implements Shape { public int n() { return Lock.take(); } }|"
                        + "by it a call of app.Shape.n may synchronise",
                "class Late extends Square { public int n() { return Lock.take(); } }|"
                        + "by it a call of app.Square.n may synchronise",
                "class Late { Shape s = () -> Lock.take(); }|by it a call of app.Shape.n may synchronise",
                "class Late extends Square { public void put(Lock l) { l.field = 1; } }|"
                        + "by it a call of app.Square.put may store into more fields or arrays",
                "class Late implements Single { public int n() { return 2; } }|by it a call of app.Single.n runs other"
                        + " code, but callers of short methods contain the code of these",
                "class Late extends Only { public int n() { return 2; } }|by it a call of app.Only.n runs other"
                        + " code, but callers of short methods contain the code of these",
                "class Late extends Only { public int m() { return 2; } }|",
                "class Late { java.util.function.IntUnaryOperator minus = v -> v - 1; }|",
                "class Late { java.util.function.IntUnaryOperator minus = v -> v - Lock.take(); }|by it a call of"
                        + " java.util.function.IntUnaryOperator.applyAsInt may synchronise",
                "class Late implements java.util.function.IntUnaryOperator { public int applyAsInt(int v) { return Lock.take(); } }|"
                        + "by it a call of java.util.function.IntUnaryOperator.applyAsInt may synchronise",
            })
    void classesThatComeLate(String source, String addition, @TempDir Path place, @TempDir Path all) throws Exception {
        ApplicationClasses classes = of(place, LATE);
        Program late = Program.compile(all, LATE + source);
        byte[] file = late.plainFile("Late");

        assertThat(Additions.ofLateClass(file, late.classes(), classes)).isEqualTo(addition);
        assertThat(Additions.ofLateClass(file, late.classes(), late.classes()))
                .as("a class of the class path")
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "return 1; |",
                "return 7; |its method n runs other code, but copies of loops for its class contain the code from before",
            })
    void classesThatChange(String body, String addition, @TempDir Path place, @TempDir Path all) throws Exception {
        ApplicationClasses classes = of(place, LATE);
        Program late = Program.compile(
                all,
                LATE.replace(
                        "Square implements Shape { public int n() { return 1; }",
                        "Square implements Shape { int added; public int n() { " + body + " }"));

        assertThat(Additions.ofLateClass(late.plainFile("Square"), late.classes(), classes))
                .isEqualTo(addition);
    }

    /** A superinterface that cannot be found may have a default method. */
    @Test
    void aMissingInterface(@TempDir Path place) {
        Program program = Program.compile(
                place,
                "interface Top { default int m() { return 1; } } interface Gone extends Top { }"
                        + "class Some implements Top, Gone { } abstract class Other implements Top { }");
        Map<String, byte[]> files = new TreeMap<>();
        for (String name : List.of("Top", "Gone", "Some", "Other")) {
            files.put("app/" + name, program.plainFile(name));
        }
        assertThat(hierarchy(files).maySynchronize("app/Top", "m", "()I", true)).isFalse();

        files.remove("app/Gone");

        assertThat(hierarchy(files).maySynchronize("app/Top", "m", "()I", true)).isTrue();
    }

    private static ApplicationClasses hierarchy(Map<String, byte[]> files) {
        return new ApplicationClasses(
                new FilesInMemory(files, new LoaderFiles(HierarchyTest.class.getClassLoader())), Scope.DEFAULT);
    }

    /** A method without a modifier is overridden within its package only. */
    @Test
    void aMethodOfAnotherPackageDoesNotOverride(@TempDir Path place) {
        Program program = Program.compile(
                place,
                "abstract class Above { synchronized int m() { return 1; } }"
                        + "class Below extends Above { int m() { return 2; } }");
        ClassWriter moved = new ClassWriter(0);
        Remapper remapper = new Remapper(Opcodes.ASM9) {
            @Override
            public String map(String name) {
                return name.equals("app/Below") ? "other/Below" : name;
            }
        };
        new ClassReader(program.plainFile("Below")).accept(new ClassRemapper(moved, remapper), 0);
        Map<String, byte[]> files = Map.of("app/Above", program.plainFile("Above"), "other/Below", moved.toByteArray());
        ApplicationClasses apart = hierarchy(files);

        assertThat(program.classes().maySynchronize("app/Above", "m", "()I", true))
                .isFalse();
        assertThat(apart.maySynchronize("app/Above", "m", "()I", true)).isTrue();
    }
}
