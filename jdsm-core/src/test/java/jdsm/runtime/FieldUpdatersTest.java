package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.BinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The field updaters of woven code give the results of the JDK's, and throw the same exceptions. */
@Timeout(30)
class FieldUpdatersTest {
    static class Fields {
        volatile int i;
        volatile long l;
        volatile String s;
        int plain;
        static volatile int common;

        @Override
        public String toString() {
            return i + " " + l + " " + s;
        }
    }

    @Test
    void integers() throws Exception {
        compare(
                AtomicIntegerFieldUpdater.class,
                AtomicIntegerFieldUpdater.newUpdater(Fields.class, "i"),
                FieldUpdaters.newInts(Fields.class, "i"));
    }

    @Test
    void longs() throws Exception {
        compare(
                AtomicLongFieldUpdater.class,
                AtomicLongFieldUpdater.newUpdater(Fields.class, "l"),
                FieldUpdaters.newLongs(Fields.class, "l"));
    }

    @Test
    void references() throws Exception {
        compare(
                AtomicReferenceFieldUpdater.class,
                AtomicReferenceFieldUpdater.newUpdater(Fields.class, String.class, "s"),
                FieldUpdaters.newReferences(Fields.class, String.class, "s"));
    }

    private static void compare(Class<?> type, Object jdks, Object ours) throws Exception {
        List<Method> methods = Stream.of(type.getDeclaredMethods())
                .filter(method -> (method.getModifiers() & (Modifier.PUBLIC | Modifier.STATIC)) == Modifier.PUBLIC)
                .sorted(Comparator.comparing(Method::toString))
                .toList();
        Random random = new Random(3);
        Fields one = new Fields();
        Fields other = new Fields();
        for (int i = 0; i < 3000; i++) {
            Method method = methods.get(random.nextInt(methods.size()));
            Object[] arguments = Stream.of(method.getParameterTypes())
                    .map(parameter -> argument(parameter, random))
                    .toArray();
            List<Object> results = new ArrayList<>();
            for (int k = 0; k < 2; k++) {
                arguments[0] = k == 0 ? one : other;
                results.add(method.invoke(k == 0 ? jdks : ours, arguments));
            }
            assertThat(results.get(1)).as(method.toString()).isEqualTo(results.get(0));
            assertThat(other).as(method.toString()).hasToString(one.toString());
        }
    }

    private static Object argument(Class<?> type, Random random) {
        int number = random.nextInt(3);
        if (type == int.class) {
            return number;
        } else if (type == long.class) {
            return (long) number;
        } else if (type == IntUnaryOperator.class) {
            return (IntUnaryOperator) x -> x + number;
        } else if (type == IntBinaryOperator.class) {
            return (IntBinaryOperator) (x, y) -> (x + y) % 3;
        } else if (type == LongUnaryOperator.class) {
            return (LongUnaryOperator) x -> x + number;
        } else if (type == LongBinaryOperator.class) {
            return (LongBinaryOperator) (x, y) -> (x + y) % 3;
        } else if (type == UnaryOperator.class) {
            return (UnaryOperator<String>) x -> "b".equals(x) ? "a" : "b";
        } else if (type == BinaryOperator.class) {
            return (BinaryOperator<String>) (x, y) -> y;
        }
        return number == 2 ? null : number == 1 ? "a" : "b";
    }

    @Test
    void aStringFromAnotherRankIsAnotherObject() {
        AtomicReferenceFieldUpdater<Fields, String> updater =
                FieldUpdaters.newReferences(Fields.class, String.class, "s");
        Fields fields = new Fields();
        fields.s = new String("a");

        assertThat(updater.compareAndSet(fields, new String("a"), "b")).isTrue();
        assertThat(updater.compareAndSet(fields, new String("a"), "c")).isFalse();
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"})
    void mistakes() {
        assertThatThrownBy(() -> FieldUpdaters.newInts(Fields.class, "none"))
                .isInstanceOf(RuntimeException.class)
                .hasCauseInstanceOf(NoSuchFieldException.class);
        assertThatThrownBy(() -> FieldUpdaters.newInts(Fields.class, "l")).hasMessage("Must be integer type");
        assertThatThrownBy(() -> FieldUpdaters.newLongs(Fields.class, "i")).hasMessage("Must be long type");
        assertThatThrownBy(() -> FieldUpdaters.newInts(Fields.class, "plain")).hasMessage("Must be volatile type");
        assertThatThrownBy(() -> FieldUpdaters.newInts(Fields.class, "common"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> FieldUpdaters.newReferences(Fields.class, Integer.class, "s"))
                .isInstanceOf(ClassCastException.class);
        AtomicIntegerFieldUpdater updater = FieldUpdaters.newInts(Fields.class, "i");
        assertThatThrownBy(() -> updater.get("text")).isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> updater.set(null, 1)).isInstanceOf(ClassCastException.class);
    }
}
