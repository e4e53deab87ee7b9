package jdsm.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The twins of the JDK's atomic classes have all their methods, with the same results. */
class AtomicsTest {
    private static final String[] REFERENCES = {"a", "b", null};

    @ParameterizedTest
    @ValueSource(
            classes = {
                AtomicBoolean.class,
                AtomicInteger.class,
                AtomicIntegerArray.class,
                AtomicLong.class,
                AtomicLongArray.class,
                AtomicReference.class,
                AtomicReferenceArray.class
            })
    void eachMethodIsOverriddenOrHasAStaticOne(Class<?> twin) throws Exception {
        for (Method method : twin.getSuperclass().getDeclaredMethods()) {
            int flags = method.getModifiers();
            if (Modifier.isPublic(flags) && !Modifier.isStatic(flags)) {
                Method own = Modifier.isFinal(flags)
                        ? staticFor(twin, method)
                        : twin.getDeclaredMethod(method.getName(), method.getParameterTypes());
                assertThat(own.getReturnType()).as(method.toString()).isEqualTo(method.getReturnType());
            }
        }
    }

    private static Method staticFor(Class<?> twin, Method method) throws NoSuchMethodException {
        List<Class<?>> parameters = new ArrayList<>(List.of(method.getDeclaringClass()));
        parameters.addAll(Arrays.asList(method.getParameterTypes()));
        Method own = twin.getDeclaredMethod(method.getName(), parameters.toArray(Class<?>[]::new));
        assertThat(Modifier.isStatic(own.getModifiers())).isTrue();
        return own;
    }

    @Test
    void booleans() throws Exception {
        compare(new java.util.concurrent.atomic.AtomicBoolean(true), new AtomicBoolean(true), AtomicBoolean.class);
    }

    @Test
    void integers() throws Exception {
        compare(new java.util.concurrent.atomic.AtomicInteger(3), new AtomicInteger(3), AtomicInteger.class);
    }

    @Test
    void longs() throws Exception {
        compare(new java.util.concurrent.atomic.AtomicLong(1L << 40), new AtomicLong(1L << 40), AtomicLong.class);
    }

    @Test
    void references() throws Exception {
        compare(
                new java.util.concurrent.atomic.AtomicReference<>("a"),
                new AtomicReference<>("a"),
                AtomicReference.class);
    }

    /** A string that comes from another rank is another object there. */
    @Test
    void valuesAreComparedByEquals() {
        AtomicReference<String> reference = new AtomicReference<>(new String("a"));
        String mine = new String("a");

        assertThat(AtomicReference.compareAndSet(reference, mine, "b")).isTrue();
        assertThat(AtomicReference.compareAndSet(reference, mine, "c")).isFalse();
        AtomicReference.set(reference, new String("a"));
        assertThat(AtomicReference.compareAndExchange(reference, mine, "c")).isSameAs(mine);
        assertThat(AtomicReference.get(reference)).isEqualTo("c");
        assertThat(AtomicReference.compareAndExchange(reference, mine, "d")).isEqualTo("c");
    }

    @Test
    void arraysOfIntegers() throws Exception {
        int[] given = {1, 2, 3, 4};
        compare(
                new java.util.concurrent.atomic.AtomicIntegerArray(given),
                new AtomicIntegerArray(given),
                AtomicIntegerArray.class);
        assertThat(given).containsExactly(1, 2, 3, 4);
        assertThat(AtomicIntegerArray.length(new AtomicIntegerArray(5000))).isEqualTo(5000);
        assertThatThrownBy(() -> AtomicIntegerArray.get(new AtomicIntegerArray(3), 3))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessage("Index 3 out of bounds for length 3");
    }

    @Test
    void arraysOfLongs() throws Exception {
        compare(
                new java.util.concurrent.atomic.AtomicLongArray(new long[] {1L << 40, 2, 3, 4}),
                new AtomicLongArray(new long[] {1L << 40, 2, 3, 4}),
                AtomicLongArray.class);
        compare(new java.util.concurrent.atomic.AtomicLongArray(4), new AtomicLongArray(4), AtomicLongArray.class);
    }

    @Test
    void arraysOfReferences() throws Exception {
        compare(
                new java.util.concurrent.atomic.AtomicReferenceArray<>(new String[] {"a", "b", null, "a"}),
                new AtomicReferenceArray<>(new String[] {"a", "b", null, "a"}),
                AtomicReferenceArray.class);
    }

    /** A value has no identity, for another rank has a copy of it; any other object has one. */
    @Test
    void arraysCompareValuesByEquality() {
        AtomicReferenceArray<Object> array = new AtomicReferenceArray<>(2);
        AtomicReferenceArray.set(array, 0, Integer.toString(12));
        AtomicReferenceArray.set(array, 1, new int[0]);
        assertThat(AtomicReferenceArray.compareAndSet(array, 0, Integer.toString(12), "new"))
                .isTrue();
        assertThat(AtomicReferenceArray.compareAndSet(array, 1, new int[0], "new"))
                .isFalse();
    }

    @Test
    void adders() {
        java.util.concurrent.atomic.LongAdder jdk = new java.util.concurrent.atomic.LongAdder();
        LongAdder twin = new LongAdder();
        for (java.util.concurrent.atomic.LongAdder each : List.of(jdk, twin)) {
            each.add(1L << 40);
            each.increment();
            each.increment();
            each.decrement();
        }
        assertThat(twin).hasToString(jdk.toString());
        assertThat(List.of(twin.sum(), twin.longValue(), twin.intValue(), twin.floatValue(), twin.doubleValue()))
                .isEqualTo(List.of(jdk.sum(), jdk.longValue(), jdk.intValue(), jdk.floatValue(), jdk.doubleValue()));
        assertThat(twin.sumThenReset()).isEqualTo(jdk.sumThenReset());
        twin.add(5);
        twin.reset();
        assertThat(twin.sum()).isZero();
    }

    @Test
    void addersAndAccumulatorsOfOthers() throws Exception {
        same(new java.util.concurrent.atomic.DoubleAdder(), new DoubleAdder());
        same(
                new java.util.concurrent.atomic.LongAccumulator((x, y) -> 3 * x + y, 5),
                new LongAccumulator((x, y) -> 3 * x + y, 5));
        same(
                new java.util.concurrent.atomic.DoubleAccumulator((x, y) -> x / 2 + y, 0.5),
                new DoubleAccumulator((x, y) -> x / 2 + y, 0.5));
        same(new java.util.concurrent.atomic.AtomicStampedReference<>("a", 1), new AtomicStampedReference<>("a", 1));
        same(
                new java.util.concurrent.atomic.AtomicMarkableReference<>("a", true),
                new AtomicMarkableReference<>("a", true));
    }

    /** Calls random methods of an object of the JDK's class and of its twin. */
    private static void same(Object jdk, Object twin) throws Exception {
        List<Method> methods = Arrays.stream(jdk.getClass().getDeclaredMethods())
                .filter(method -> (method.getModifiers() & (Modifier.PUBLIC | Modifier.STATIC)) == Modifier.PUBLIC)
                .sorted(Comparator.comparing(Method::toString))
                .toList();
        Random random = new Random(7);
        for (int step = 0; step < 2000; step++) {
            Method method = methods.get(random.nextInt(methods.size()));
            Object[] arguments = Arrays.stream(method.getParameterTypes())
                    .map(type -> type == int[].class
                            ? new int[1]
                            : type == boolean[].class
                                    ? new boolean[1]
                                    : type == double.class
                                            ? (Object) (random.nextInt(5) / 4.0)
                                            : argument(type, random))
                    .toArray();
            Object[] copies = Arrays.stream(arguments)
                    .map(given ->
                            given instanceof int[] ? new int[1] : given instanceof boolean[] ? new boolean[1] : given)
                    .toArray();
            assertThat(method.invoke(twin, arguments)).as(method.toString()).isEqualTo(method.invoke(jdk, copies));
            assertThat(Arrays.deepToString(arguments)).as(method.toString()).isEqualTo(Arrays.deepToString(copies));
        }
    }

    /** Calls random methods of an object of the JDK's class, and the static ones on it and on its twin. */
    private static void compare(Object jdk, Object twin, Class<?> type) throws Exception {
        if (!type.getSimpleName().endsWith("Array")) {
            Object again = type.getDeclaredConstructor().newInstance();
            assertThat(again)
                    .hasToString(type.getSuperclass()
                            .getDeclaredConstructor()
                            .newInstance()
                            .toString());
        }
        List<Method> methods = Arrays.stream(type.getSuperclass().getDeclaredMethods())
                .filter(method -> (method.getModifiers() & (Modifier.PUBLIC | Modifier.FINAL))
                        == (Modifier.PUBLIC | Modifier.FINAL))
                .sorted(Comparator.comparing(Method::toString))
                .toList();
        Random random = new Random(type.getSimpleName().hashCode());
        for (int step = 0; step < 3000; step++) {
            Method method = methods.get(random.nextInt(methods.size()));
            Object[] arguments = Arrays.stream(method.getParameterTypes())
                    .map(parameter -> argument(parameter, random))
                    .toArray();
            Method own = staticFor(type, method);
            // Of a weak compareAndSet, the JDK's may fail for no reason: no machine that runs the tests lets it.
            Object expected = step % 2 == 0 ? method.invoke(jdk, arguments) : invoke(own, jdk, arguments);
            assertThat(invoke(own, twin, arguments)).as(method.toString()).isEqualTo(expected);
            assertThat(twin).as(method.toString()).hasToString(jdk.toString());
        }
        if (twin instanceof Number number) {
            assertThat(number.doubleValue()).isEqualTo(((Number) jdk).doubleValue());
            assertThat(number.shortValue()).isEqualTo(((Number) jdk).shortValue());
        }
    }

    private static Object invoke(Method method, Object atomic, Object[] arguments)
            throws IllegalAccessException, InvocationTargetException {
        Object[] all = new Object[arguments.length + 1];
        all[0] = atomic;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return method.invoke(null, all);
    }

    private static Object argument(Class<?> type, Random random) {
        if (type == boolean.class) {
            return random.nextBoolean();
        } else if (type == int.class) {
            return random.nextInt(4);
        } else if (type == long.class) {
            return (long) random.nextInt(4) << 33;
        } else if (type == IntUnaryOperator.class) {
            return (IntUnaryOperator) value -> value * 3 + 1;
        } else if (type == IntBinaryOperator.class) {
            return (IntBinaryOperator) Integer::sum;
        } else if (type == LongUnaryOperator.class) {
            return (LongUnaryOperator) value -> value * 3 + 1;
        } else if (type == LongBinaryOperator.class) {
            return (LongBinaryOperator) Math::max;
        } else if (type == UnaryOperator.class) {
            return (UnaryOperator<Object>) value -> "a".equals(value) ? "b" : "a";
        } else if (type == BinaryOperator.class) {
            return (BinaryOperator<Object>) (one, other) -> other;
        }
        return REFERENCES[random.nextInt(REFERENCES.length)];
    }
}
