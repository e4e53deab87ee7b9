package jdsm.agent.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import jdsm.agent.pass.access.InMemory;
import jdsm.runtime.Woven;
import org.junit.jupiter.api.Test;

/** Objects with heavy parts do what whole objects do. */
class HeavyPartsTest {
    private static final Map<String, byte[]> FILES = InMemory.compile("""
            import java.util.*;
            import java.util.function.*;
            import jdsm.Heavy;
            class Base {
                boolean z = true; byte b = 1; char c = 'c'; short s = 2; int i = 4; long l = 5; float f = 6; double d = 7;
                protected Object o = "o"; long[] array = {1, 2, 3}; private int secret = 9;
                Base() {}
                Base(int first) { this(first > 3 ? first : 3, 2L); i++; }
                Base(int first, long second) { i = first; l = second; }
                int secret() { return secret; }
                static Base deep(int n) { Base base = new Base(n); if (n > 0) { base.o = deep(n - 1); } return base; }
            }
            class Derived extends Base {
                int own; final long fixed; double more;
                Derived(Base other) { super(other == null ? 1 : other.i, new Base().l + 1); fixed = other == null ? 10 : 20; own = i; }
                @Override int secret() { return super.secret() + own + i; }
            }
            abstract class Shape implements Supplier<Object> { double x, y; int hits; abstract double area();
                @Override public Object get() { hits++; y += x; return area() + hits; } }
            class Whole implements Cloneable { int a = 1; int b = 2; Whole copy() throws CloneNotSupportedException { return (Whole) clone(); } }
            class Sent implements java.io.Serializable { int a = 1; }
            class Marked { int light = 1; @Heavy int heavy = 2; volatile @Heavy int seen; transient @Heavy int mine; static int common; }
            public class Forms implements Supplier<Object> {
                private int count; private long total; private String text = ""; private Forms next;
                class Inner { int inner = count; int both() { return inner++ + count++; } }
                private static <T> T same(T one) { return one; }
                @Override public Object get() {
                    List<Object> seen = new ArrayList<>();
                    Base base = new Base(2);
                    seen.add(base.z + " " + base.b + base.c + base.s + base.i + base.l + base.f + base.d + base.o + base.secret());
                    base.z = !base.z; base.b += 3; base.c++; base.s <<= 2; base.i ^= 77; base.l *= 3; base.f /= 4; base.d -= 0.5; base.o = base;
                    seen.add(base.z + " " + base.b + base.c + base.s + base.i + base.l + base.f + base.d + (base.o == base));
                    seen.add(base.i++ + ++base.i + base.l-- + --base.l);
                    base.array[1] = base.l = base.i = 12;
                    seen.add(base.array[1] + base.l + base.i);
                    long chained = base.l += base.array[2] += 4;
                    seen.add(chained + " " + (base.d = base.f = 3) + (base.o = "x"));
                    Derived derived = new Derived(base);
                    seen.add(derived.own + derived.fixed + derived.i + derived.l + derived.secret() + derived.more++ + derived.more);
                    seen.add(new Derived(null).fixed + new Derived(null).i);
                    Shape shape = new Shape() { int z = count; @Override double area() { return x * y + z + total; } };
                    shape.x = 3; total = 100; seen.add(shape.get()); seen.add(shape.get());
                    Inner inner = new Inner(); seen.add(inner.both() + inner.both() + inner.inner);
                    for (int k = 0; k < 5; k++) { count += k; total += count; text += k; }
                    next = new Forms(); next.next = this; next.next.next.count = 5; next.total--;
                    seen.add(count + total + text + next.count + next.total + same(next).next.text.length());
                    Supplier<String> captured = () -> text + next.count++ + count;
                    seen.add(captured.get() + captured.get());
                    try { Forms none = same(null); none.total = 3; } catch (NullPointerException e) { seen.add("null"); }
                    int depth = 0; for (Object at = Base.deep(4); at instanceof Base of; at = of.o) { depth += of.i; }
                    seen.add(depth);
                    synchronized (base) { base.i--; seen.add(base.i); }
                    try { Whole whole = new Whole(); Whole copy = whole.copy(); copy.a = 5; seen.add(whole.a + copy.a + copy.b); } catch (CloneNotSupportedException e) { seen.add(e); }
                    Marked marked = new Marked(); marked.heavy += marked.light; marked.seen = 4; marked.mine++; Marked.common++;
                    seen.add(marked.heavy + marked.seen + marked.mine + Marked.common);
                    return seen;
                }
            }
            """);

    private static byte[] read(String name) {
        try (InputStream in = HeavyPartsTest.class.getResourceAsStream("/" + name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ApplicationClasses classes(String... heavy) {
        Scope scope = new Scope(List.of(), List.of(), Set.of(), Set.of(), Set.of(heavy));
        return new ApplicationClasses(new FilesInMemory(FILES, HeavyPartsTest::read), scope);
    }

    /** Defines the class files as they are, or with heavy parts. The JVM verifies them. */
    private static final class Loader extends ClassLoader {
        private final ApplicationClasses rewritten;

        private Loader(ApplicationClasses rewritten) {
            super(HeavyPartsTest.class.getClassLoader());
            this.rewritten = rewritten;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] file = rewritten == null ? FILES.get(name) : rewritten.classFile(name);
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, file, 0, file.length);
        }

        private Object run() throws ReflectiveOperationException {
            return ((Supplier<?>) loadClass("Forms").getDeclaredConstructor().newInstance()).get();
        }
    }

    private static List<String> heavyFields(ApplicationClasses classes, String owner) {
        ClassFacts part = classes.find(owner + Woven.HEAVY);
        return part == null
                ? List.of()
                : part.fields().values().stream()
                        .map(ClassFacts.Field::name)
                        .sorted()
                        .toList();
    }

    @Test
    void allFormsOfAccessesDoTheSame() throws ReflectiveOperationException {
        Object expected = new Loader(null).run();

        for (String[] heavy : new String[][] {
            {Scope.ALL},
            {"Base.z", "Base.l", "Base.d", "Base.o", "Base.secret", "Derived.own", "Derived.fixed", "Shape.y"},
            {"Base.b", "Base.i", "Base.f", "Base.array", "Forms.total", "Forms.text", "Forms.next", "Shape.hits"}
        }) {
            assertThat(new Loader(classes(heavy)).run()).isEqualTo(expected);
        }
        assertThat((List<?>) expected).map(Object::toString).contains("null");
    }

    @Test
    void fieldsThatAreMarkedOrNamedMove() {
        assertThat(heavyFields(classes(), "Marked")).containsExactly("heavy");
        assertThat(heavyFields(classes("Base.i"), "Base")).containsExactly("i");
        assertThat(heavyFields(classes("Base.i"), "Derived")).isEmpty();
        assertThat(heavyFields(classes(Scope.ALL), "Shape")).containsExactly("hits", "y");
        assertThat(classes("Base.i").find("Base").fieldNamed("i")).isNull();
        assertThat(classes("Base.i").find("Base").fieldNamed("l")).isNotNull();
    }

    @Test
    void whatCannotBeSplitStaysWhole() {
        assertThat(heavyFields(classes(Scope.ALL), "Whole")).isEmpty();
        assertThat(heavyFields(classes(Scope.ALL), "Sent")).isEmpty();
        assertThat(classes("Whole.a", "Sent.a", "Marked.common", "Marked.none", "Base.i")
                        .unknownFields())
                .map(Refusal::toString)
                .containsExactly(
                        "Marked.common: a static field is in no object that could be split, but heavy names it",
                        "Marked.none: the class declares no such field, but heavy names it; write package.Outer$Inner.field",
                        "Sent.a: its class is Serializable, and a copy of the object would lack the fields that move, so"
                                + " its objects cannot be split, but heavy names it",
                        "Whole.a: its class is Cloneable, and a copy of the object would lack the fields that move, so its"
                                + " objects cannot be split, but heavy names it");
    }
}
