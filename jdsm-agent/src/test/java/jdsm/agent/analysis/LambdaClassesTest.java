package jdsm.agent.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import jdsm.agent.pass.access.InMemory;
import jdsm.runtime.Lambdas;
import jdsm.runtime.Woven;
import org.junit.jupiter.api.Test;

/** Lambdas of classes with names do what the JVM's lambdas do. */
class LambdaClassesTest {
    private static final Map<String, byte[]> FILES = InMemory.compile("""
            import java.io.Serializable;
            import java.util.*;
            import java.util.function.*;
            interface Twice { long of(int x); default Twice again() { return x -> of((int) of(x)); } static Twice same() { return x -> x; } }
            interface Marked {}
            interface Source<T> { T get(); }
            interface Texts extends Source<String> { @Override String get(); }
            class Base { String name() { return "base"; } }
            public class Forms extends Base implements Supplier<Object> {
                private int field = 7;
                @Override String name() { return "forms"; }
                private long own(int x, Object y) { return field + x; }
                private static double sum(double... all) { double s = 0; for (double one : all) { s += one; } return s; }
                private static <T> T keep(T one) { return one; }
                private Object stored;
                @Override public Object get() {
                    List<Object> seen = new ArrayList<>();
                    byte b = 1; short s = 2; char c = 'c'; int i = 4; long l = 5; float f = 6; double d = 7; boolean z = true;
                    Supplier<String> captures = keep(() -> b + "," + s + c + i + l + f + d + z + field);
                    seen.add(captures.get());
                    ToLongFunction<Integer> unboxes = keep(x -> x + l);
                    seen.add(unboxes.applyAsLong(3));
                    ToDoubleFunction<Integer> widens = keep(Integer::intValue);
                    seen.add(widens.applyAsDouble(3));
                    Function<Integer, Long> boxes = keep(Integer::longValue);
                    seen.add(boxes.apply(9));
                    IntFunction<int[]> array = keep(int[]::new);
                    seen.add(array.apply(3).length);
                    Function<int[], Object> copies = keep(int[]::clone);
                    seen.add(((int[]) copies.apply(new int[] {4, 5}))[1]);
                    Supplier<List<String>> makes = keep(ArrayList::new);
                    seen.add(makes.get());
                    Function<String, Integer> unbound = keep(String::length);
                    seen.add(unbound.apply("four"));
                    Function<Object, String> text = keep(Object::toString);
                    seen.add(text.apply(5));
                    IntBinaryOperator isStatic = keep(Math::max);
                    seen.add(isStatic.applyAsInt(2, 3));
                    BiFunction<Integer, Object, Long> bound = keep(this::own);
                    seen.add(bound.apply(1, ""));
                    Supplier<String> above = keep(super::name);
                    seen.add(above.get());
                    Supplier<String> virtual = keep(this::name);
                    seen.add(virtual.get());
                    DoubleBinaryOperator varargs = keep(Forms::sum);
                    seen.add(varargs.applyAsDouble(1, 2));
                    Runnable drops = keep(this::name);
                    drops.run();
                    Consumer<List<Integer>> dropsTwo = keep(list -> list.add(1));
                    List<Integer> list = new ArrayList<>(); dropsTwo.accept(list);
                    seen.add(list);
                    Runnable marked = keep((Runnable & Marked & Serializable) () -> stored = l);
                    marked.run();
                    seen.add(stored + " " + (marked instanceof Marked) + (marked instanceof Serializable));
                    Source<String> bridged = keep((Texts) () -> "bridged");
                    seen.add(bridged.get());
                    seen.add(Twice.same().again().of(5));
                    seen.add(((Twice) x -> x + 1).again().of(6));
                    Twice nested = keep(x -> { IntUnaryOperator inner = keep(y -> y * x); return inner.applyAsInt(3); });
                    seen.add(nested.again().of(2));
                    Comparator<String> chosen = z ? (x, y) -> x.length() - y.length() : Comparator.naturalOrder();
                    seen.add(chosen.compare("a", "bb"));
                    Object[] all = {(Supplier<Integer>) () -> 11, (IntSupplier) () -> 12};
                    seen.add(((Supplier<?>) all[0]).get());
                    seen.add(((IntSupplier) all[1]).getAsInt());
                    try { ((Function<Object, Object>) (Function) unbound).apply(3); } catch (ClassCastException e) { seen.add("cast"); }
                    return seen;
                }
            }
            class Uses {
                Runnable field; Object any; static Supplier<Object> common;
                void take(Runnable task) {}
                void calls(List<Integer> list, Map<String, Integer> map) {
                    list.forEach(x -> {});
                    map.computeIfAbsent("a", key -> key.length());
                    list.stream().map(x -> x + 1).filter(x -> x > 1).forEach(System.out::println);
                    new Thread(() -> {}).start();
                    Collections.sort(list, (x, y) -> y - x);
                }
                void stores(List<Object> list, Map<String, Object> map) {
                    field = () -> {};
                    any = (Supplier<Object>) () -> 1;
                    common = () -> 2;
                    list.add((Runnable) () -> {});
                    map.put("a", (Runnable) () -> {});
                    take(() -> {});
                    new PriorityQueue<Integer>((x, y) -> y - x);
                }
                Runnable returns() { return () -> {}; }
            }
            """);

    private final ApplicationClasses classes =
            new ApplicationClasses(new FilesInMemory(FILES, LambdaClassesTest::read), Scope.DEFAULT);

    private static byte[] read(String name) {
        try (InputStream in = LambdaClassesTest.class.getResourceAsStream("/" + name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Defines the class files as they are, or with classes for lambdas. */
    private final class Loader extends ClassLoader {
        private final boolean rewritten;

        private Loader(boolean rewritten) {
            super(LambdaClassesTest.class.getClassLoader());
            this.rewritten = rewritten;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] file = FILES.get(name);
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] defined = rewritten ? classes.classFile(name) : file;
            return defineClass(name, defined, 0, defined.length);
        }

        private Object run() throws ReflectiveOperationException {
            return ((Supplier<?>) loadClass("Forms").getDeclaredConstructor().newInstance()).get();
        }
    }

    @Test
    void allFormsDoWhatTheJvmsLambdasDo() throws ReflectiveOperationException {
        Object expected = new Loader(false).run();

        assertThat(new Loader(true).run()).isEqualTo(expected);
        assertThat((List<?>) expected).map(Object::toString).contains("cast", "bridged", "base", "forms");
    }

    /** Another rank finds the class by its name, although no code here has made such a lambda. */
    @Test
    void theClassIsFoundByItsName() throws ReflectiveOperationException {
        Loader loader = new Loader(true);

        Class<?> found = Lambdas.classNamed("Forms$JdsmLambda0", loader);

        assertThat(found.getClassLoader()).isSameAs(loader);
        assertThat(loader.run()).isNotNull();
        assertThat(Lambdas.classNamed("Forms$JdsmLambda0", loader)).isSameAs(found);
        assertThatThrownBy(() -> Lambdas.classNamed("Forms$JdsmLambda99", loader))
                .isInstanceOf(ClassNotFoundException.class)
                .hasMessageContaining("no such lambda");
    }

    @Test
    void lambdasThatTheJdkOnlyCallsStayTheJvms() {
        TreeSet<String> numbers = new TreeSet<>();
        for (int i = 0; classes.find("Uses" + Woven.LAMBDA + i) != null; i++) {
            numbers.add(classes.find("Uses" + Woven.LAMBDA + i).interfaces().get(0));
        }

        assertThat(classes.find("Uses" + Woven.LAMBDA + 7)).isNotNull();
        assertThat(classes.find("Uses" + Woven.LAMBDA + 8)).isNull();
        assertThat(numbers)
                .isEqualTo(new TreeSet<>(
                        List.of("java/lang/Runnable", "java/util/Comparator", "java/util/function/Supplier")));
        assertThat(Lambda.of(classes.classFile("Uses")).stream().filter(lambda -> lambda.body() != null))
                .hasSize(7);
    }
}
