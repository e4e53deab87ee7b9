package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ObjectStreamClass;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import jdsm.runtime.Woven;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ShapePassTest {
    private static final String SOURCE = """
            class Base { final int a; static final int S = Integer.parseInt("3"); Base() { a = 1; } }
            class Derived extends Base implements Comparable<Derived> {
                final String b = "b";
                public int compareTo(Derived other) { return a - other.a; }
            }
            class Copied implements Cloneable {
                int[] data = {1};
                Object copy() { return clone(); }
                @Override public Copied clone() {
                    try { return (Copied) super.clone(); } catch (CloneNotSupportedException e) { throw new AssertionError(e); }
                }
            }
            class Kept implements java.io.Serializable { final int x = 1; int y; void go() {} }
            class Hashed {
                int identity() { return System.identityHashCode(this); }
                int ofArray(int[] a) { return System.identityHashCode(a); }
            }
            class Own extends Hashed {
                @Override public int hashCode() { return 5; }
                @Override public boolean equals(Object other) { return other instanceof Own; }
                int inherited() { return super.hashCode(); }
            }
            class Alone {
                @Override public int hashCode() { return super.hashCode() + 1; }
                @Override public boolean equals(Object other) { return other == this; }
            }
            record Point(int x, int y) {}
            enum Color { RED { int n() { return 1; } }; int n() { return 0; } }
            interface Shape { int n(); }
            class Problem extends RuntimeException { final int code = 1; private static final long serialVersionUID = 1; }
            class Ratio extends Number {
                private static final long serialVersionUID = 1;
                public int intValue() { return 1; }
                public long longValue() { return 1; }
                public float floatValue() { return 1; }
                public double doubleValue() { return 1; }
            }
            """;

    @TempDir
    static Path directory;

    private static Program compiled;

    private Program program;

    private final Map<String, Object> made = new HashMap<>();

    private Object make(String type) {
        try {
            return program.make(type);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @BeforeAll
    static void compile() {
        compiled = Program.compile(directory, SOURCE);
    }

    @BeforeEach
    void weave() {
        program = compiled.again().weave();
    }

    @Test
    void theTopmostClassHasTheField() throws Exception {
        assertThat(declaresField("Base")).isTrue();
        assertThat(declaresField("Derived")).isFalse();
        assertThat(declaresField("Ratio")).isTrue();
        int flags = program.type("Base").getDeclaredField(Woven.FIELD).getModifiers();
        assertThat(Modifier.isPublic(flags) && Modifier.isTransient(flags)).isTrue();
        Woven object = (Woven) program.make("Derived");
        RecordingShared shared = RecordingShared.object();

        assertThat(object.$jdsm()).isNull();
        object.$jdsm(shared);
        assertThat(object.$jdsm()).isSameAs(shared);
    }

    @Test
    void valuesStayAsTheyAre() throws Exception {
        for (String name : new String[] {"Point", "Color", "Color$1", "Shape"}) {
            assertThat(Woven.class.isAssignableFrom(program.type(name)))
                    .as(name)
                    .isFalse();
        }
        assertThat(isFinal("Point", "x")).isTrue();
    }

    @Test
    void exceptionsAreSharedAsObjectsOfOtherClasses() throws Exception {
        assertThat(Woven.class.isAssignableFrom(program.type("Problem"))).isTrue();
        assertThat(isFinal("Problem", "code")).isFalse();
    }

    @Test
    void instanceFieldsAreNotFinal() throws Exception {
        assertThat(isFinal("Base", "a")).isFalse();
        assertThat(isFinal("Derived", "b")).isFalse();
        assertThat(isFinal("Base", "S")).isTrue();
        Golden.assertSame(program.listing("Base", "<init>"), "constructor.txt");
    }

    @Test
    void genericSignaturesStayConsistent() throws Exception {
        assertThat(program.type("Derived").getGenericInterfaces())
                .hasSameSizeAs(program.type("Derived").getInterfaces());
        assertThat(program.type("Base").getGenericInterfaces()).containsExactly(Woven.class);
    }

    @Test
    void aCloneIsNotShared() throws Throwable {
        Object original = program.make("Copied");
        RecordingShared shared = RecordingShared.object();
        ((Woven) original).$jdsm(shared);

        Object copy = Program.call(original, "copy");

        assertThat(((Woven) copy).$jdsm()).isNull();
        assertThat(((Woven) original).$jdsm()).isSameAs(shared);
        assertThat(shared.events()).containsExactly("read 0-1");
    }

    @Test
    void sharedObjectsHaveTheHashCodeOfTheJob() throws Throwable {
        for (String name : new String[] {"Hashed", "Own", "Alone"}) {
            ((Woven) made.computeIfAbsent(name, this::make)).$jdsm(RecordingShared.object());
        }

        assertThat(made.get("Hashed")).hasSameHashCodeAs(RecordingShared.HASH);
        assertThat(Program.call(made.get("Hashed"), "identity")).isEqualTo(RecordingShared.HASH);
        assertThat(made.get("Own")).hasSameHashCodeAs(5);
        assertThat(Program.call(made.get("Own"), "inherited")).isEqualTo(RecordingShared.HASH);
        assertThat(made.get("Alone")).hasSameHashCodeAs(RecordingShared.HASH + 1);
    }

    @Test
    void theHashCodeStaysWhatItIs() throws Throwable {
        Object object = program.make("Hashed");
        int hash = object.hashCode();

        assertThat(hash).isEqualTo(Program.call(object, "identity")).isEqualTo(object.hashCode());
        assertThat(jdsm.runtime.Hashes.ofMade(object)).isEqualTo(hash);
        assertThat(jdsm.runtime.Hashes.ofInitial(object, 3)).isEqualTo(hash);
        int[] array = {1};
        assertThat(Program.call(object, "ofArray", array)).isEqualTo(Program.call(object, "ofArray", array));
    }

    @Test
    void serialisedObjectsStayCompatible() throws Exception {
        URL[] place = {directory.toUri().toURL()};
        try (URLClassLoader plain = new URLClassLoader(place, getClass().getClassLoader())) {
            long before = ObjectStreamClass.lookup(plain.loadClass("app.Kept")).getSerialVersionUID();

            assertThat(ObjectStreamClass.lookup(program.type("Kept")).getSerialVersionUID())
                    .isEqualTo(before);
        }
    }

    private boolean declaresField(String type) throws ClassNotFoundException {
        return Arrays.stream(program.type(type).getDeclaredFields())
                .anyMatch(field -> field.getName().equals(Woven.FIELD));
    }

    private boolean isFinal(String type, String field) throws ReflectiveOperationException {
        return Modifier.isFinal(program.type(type).getDeclaredField(field).getModifiers());
    }
}
