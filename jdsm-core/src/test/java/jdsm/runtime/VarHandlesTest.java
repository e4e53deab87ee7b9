package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.invoke.WrongMethodTypeException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Accesses by handles, as woven code makes them, have the results of the JDK's. */
@Timeout(30)
class VarHandlesTest {
    static final class Fields {
        volatile int i = 3;
        volatile long l = 1L << 40;
        volatile boolean z;
        volatile double d = 0.5;
        volatile String s = "a";
        final int f = 7;
        private volatile Object o;
    }

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    static Stream<Object[]> handles() throws ReflectiveOperationException {
        return Stream.of(
                new Object[] {LOOKUP.findVarHandle(Fields.class, "i", int.class), new Object[] {1, 2, 3}},
                new Object[] {LOOKUP.findVarHandle(Fields.class, "l", long.class), new Object[] {1L, 2L, 3L}},
                new Object[] {LOOKUP.findVarHandle(Fields.class, "z", boolean.class), new Object[] {true, false}},
                new Object[] {LOOKUP.findVarHandle(Fields.class, "d", double.class), new Object[] {0.5, 1.5}},
                new Object[] {LOOKUP.findVarHandle(Fields.class, "s", String.class), new Object[] {"a", "b", null}},
                new Object[] {LOOKUP.findVarHandle(Fields.class, "f", int.class), new Object[] {7, 8}},
                new Object[] {MethodHandles.arrayElementVarHandle(int[].class), new Object[] {0, 1, 2}},
                new Object[] {MethodHandles.arrayElementVarHandle(byte[].class), new Object[] {(byte) 0, (byte) 1}},
                new Object[] {MethodHandles.arrayElementVarHandle(String[].class), new Object[] {"a", "b", null}},
                new Object[] {
                    MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN), new Object[] {1L, 2L, 3L}
                });
    }

    /** Random calls of all modes on two objects: one by the JDK, one as woven code calls. */
    @ParameterizedTest
    @MethodSource("handles")
    void allModesGiveTheSame(VarHandle handle, Object[] values) {
        Random random = new Random(5);
        Object[] plain = target(handle);
        Object[] woven = target(handle);
        List<Object> expected = new ArrayList<>();
        List<Object> actual = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            AccessMode mode = AccessMode.values()[random.nextInt(AccessMode.values().length)];
            MethodType type = handle.accessModeType(mode);
            int count = type.parameterCount() - handle.coordinateTypes().size();
            List<Object> given = new ArrayList<>();
            for (int k = 0; k < count; k++) {
                given.add(values[random.nextInt(values.length)]);
            }
            boolean generic = random.nextBoolean();
            boolean weak = mode.methodName().startsWith("weak");
            Object one = call(MethodHandles.varHandleInvoker(mode, type), handle, plain, given);
            Object other = call(woven(mode, type, generic), handle, woven, given);
            expected.add(weak ? null : one);
            actual.add(weak ? null : other);
        }
        assertThat(actual).isEqualTo(expected);
        assertThat(actual).doesNotContainSequence(Collections.nCopies(100, UnsupportedOperationException.class));
    }

    private static Object[] target(VarHandle handle) {
        Class<?> first = handle.coordinateTypes().get(0);
        if (first == Fields.class) {
            return new Object[] {new Fields()};
        }
        return new Object[] {java.lang.reflect.Array.newInstance(first.getComponentType(), 24), 8};
    }

    private static MethodHandle woven(AccessMode mode, MethodType type, boolean generic) {
        MethodType site = (generic ? type.generic() : type).insertParameterTypes(0, VarHandle.class);
        return VarHandles.access(LOOKUP, mode.methodName(), site).dynamicInvoker();
    }

    private static Object call(MethodHandle code, VarHandle handle, Object[] target, List<Object> given) {
        List<Object> all = new ArrayList<>(List.of(handle));
        all.addAll(List.of(target));
        all.addAll(given);
        try {
            return code.invokeWithArguments(all);
        } catch (Throwable e) {
            return e.getClass();
        }
    }

    /** A string that comes from another rank is another object there. */
    @Test
    void valuesAreComparedByEquals() throws Throwable {
        VarHandle handle = LOOKUP.findVarHandle(Fields.class, "s", String.class);
        MethodType type =
                MethodType.methodType(boolean.class, VarHandle.class, Fields.class, String.class, String.class);
        MethodHandle compareAndSet =
                VarHandles.access(LOOKUP, "compareAndSet", type).dynamicInvoker();
        MethodHandle exchange = VarHandles.access(LOOKUP, "compareAndExchange", type.changeReturnType(String.class))
                .dynamicInvoker();
        Fields fields = new Fields();
        fields.s = new String("a");
        String mine = new String("a");

        assertThat((boolean) compareAndSet.invokeExact(handle, fields, mine, "b"))
                .isTrue();
        assertThat(fields.s).isEqualTo("b");
        fields.s = new String("a");
        assertThat((String) exchange.invokeExact(handle, fields, mine, "c")).isSameAs(mine);
        assertThat(fields.s).isEqualTo("c");
        assertThat((String) exchange.invokeExact(handle, fields, mine, "d")).isEqualTo("c");
    }

    /** The compiler gives null constants the type Void. */
    @Test
    void nullConstants() throws Throwable {
        VarHandle handle = LOOKUP.findVarHandle(Fields.class, "o", Object.class);
        Fields fields = new Fields();
        MethodType type = MethodType.methodType(boolean.class, VarHandle.class, Fields.class, Void.class, String.class);

        MethodHandle code = VarHandles.access(LOOKUP, "compareAndSet", type).dynamicInvoker();
        assertThat((boolean) code.invoke(handle, fields, null, "x")).isTrue();
        assertThat((boolean) code.invoke(handle, fields, null, "y")).isFalse();
        assertThat(fields.o).isEqualTo("x");
    }

    @Test
    void wrongCallsThrowWhatTheJdkThrows() throws Exception {
        VarHandle handle = LOOKUP.findVarHandle(Fields.class, "i", int.class);
        MethodType type = MethodType.methodType(int.class, VarHandle.class, Fields.class);
        MethodHandle get = VarHandles.access(LOOKUP, "get", type).dynamicInvoker();
        MethodHandle wrong = VarHandles.access(LOOKUP, "set", type.appendParameterTypes(String.class))
                .dynamicInvoker();

        assertThatThrownBy(() -> get.invoke(handle, (Fields) null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> wrong.invoke(handle, new Fields(), "a")).isInstanceOf(WrongMethodTypeException.class);
        VarHandle elements = MethodHandles.arrayElementVarHandle(int[].class);
        MethodHandle add = VarHandles.access(
                        LOOKUP,
                        "getAndAdd",
                        MethodType.methodType(int.class, VarHandle.class, int[].class, int.class, int.class))
                .dynamicInvoker();
        assertThatThrownBy(() -> add.invoke(elements, new int[2], -1, 1))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class);
    }

    @Test
    void fieldsThatAreFound() throws Exception {
        assertThat(VarHandles.findVarHandle(LOOKUP, Fields.class, "i", int.class)
                        .varType())
                .isEqualTo(int.class);
        assertThatThrownBy(() -> VarHandles.findVarHandle(LOOKUP, Fields.class, "none", int.class))
                .isInstanceOf(NoSuchFieldException.class);
        assertThat(VarHandles.findStaticVarHandle(LOOKUP, VarHandlesTest.class, "own", int.class)
                        .coordinateTypes())
                .isEmpty();
        assertThatThrownBy(() -> VarHandles.findStaticVarHandle(LOOKUP, VarHandlesTest.class, "unmarked", int.class))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("static field jdsm.runtime.VarHandlesTest.unmarked");
    }

    @jdsm.Local
    static int own;

    static int unmarked;
}
