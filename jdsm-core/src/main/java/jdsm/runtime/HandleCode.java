package jdsm.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.stream.IntStream;

/**
 * Composes the code of an access by a {@link VarHandle}: begin, access in the program's mode, and end in any case.
 * Stateless.
 */
final class HandleCode {
    private static final Class<HandleAccess> BEGUN = HandleAccess.class;
    private static final MethodHandle OF_FIELD =
            find("ofField", BEGUN, AccessMode.class, VarHandle.class, Object.class, Object.class);
    private static final MethodHandle OF_ELEMENT =
            find("ofElement", BEGUN, AccessMode.class, VarHandle.class, Object.class, int.class, Object.class);
    private static final MethodHandle END;
    private static final MethodHandle SAME;
    private static final MethodHandle HOLDER_OF;
    private static final MethodHandle HAS_HOLDER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            END = lookup.findVirtual(BEGUN, "end", MethodType.methodType(void.class));
            SAME = lookup.findStatic(
                    HandleCode.class, "same", MethodType.methodType(Object.class, Object.class, Object.class));
            HOLDER_OF = lookup.findStatic(
                    VarHandles.class, "holderOf", MethodType.methodType(Object.class, VarHandle.class));
            HAS_HOLDER = lookup.findStatic(
                    HandleCode.class, "hasHolder", MethodType.methodType(boolean.class, VarHandle.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private HandleCode() {}

    private static MethodHandle find(String name, Class<?> result, Class<?>... parameters) {
        try {
            return MethodHandles.lookup()
                    .findStatic(HandleAccess.class, name, MethodType.methodType(result, parameters));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** {@code now} if it is the value {@code expected} too, else {@code expected}. */
    static Object same(Object now, Object expected) {
        return Values.areSame(now, expected) ? now : expected;
    }

    static boolean hasHolder(VarHandle handle) {
        return VarHandles.holderOf(handle) != null;
    }

    /**
     * The code of an access.
     *
     * @param type its type, with the handle as the first parameter
     */
    static MethodHandle of(AccessMode mode, MethodType type) {
        MethodType ofMode = type.dropParameterTypes(0, 1);
        int coordinates = ofMode.parameterCount() - values(mode);
        if (!isOfFieldOrElement(ofMode, coordinates)) {
            return MethodHandles.varHandleInvoker(mode, ofMode); // native memory
        }
        if (coordinates == 0) {
            return ofStatic(mode, type);
        }
        boolean comparesReferences =
                values(mode) == 2 && !ofMode.parameterType(coordinates).isPrimitive();
        MethodHandle access = comparesReferences
                ? comparingValues(mode, ofMode.changeParameterType(coordinates, Object.class), coordinates)
                        .asType(type)
                : MethodHandles.varHandleInvoker(mode, ofMode);
        MethodHandle ended =
                MethodHandles.tryFinally(MethodHandles.dropArguments(access, 0, BEGUN), cleanup(type.returnType()));
        return MethodHandles.foldArguments(ended, begin(mode, type, coordinates));
    }

    /** The code of an access to a static field, which may be one of the object of a holder. */
    private static MethodHandle ofStatic(AccessMode mode, MethodType type) {
        MethodHandle ofObject =
                MethodHandles.collectArguments(of(mode, type.insertParameterTypes(1, Object.class)), 1, HOLDER_OF);
        int[] order = IntStream.range(-1, type.parameterCount())
                .map(i -> Math.max(i, 0))
                .toArray();
        return MethodHandles.guardWithTest(
                HAS_HOLDER,
                MethodHandles.permuteArguments(ofObject, type, order),
                MethodHandles.varHandleInvoker(mode, type.dropParameterTypes(0, 1)));
    }

    /** The number of values that the methods of a mode take behind the coordinates. */
    private static int values(AccessMode mode) {
        String name = mode.methodName();
        if (name.startsWith("compareAnd") || name.startsWith("weakCompareAnd")) {
            return 2;
        }
        return name.startsWith("set") || name.startsWith("getAnd") ? 1 : 0;
    }

    private static boolean isOfFieldOrElement(MethodType type, int coordinates) {
        boolean reference =
                coordinates == 0 || coordinates > 0 && !type.parameterType(0).isPrimitive();
        Class<?> index = coordinates == 2 ? type.parameterType(1) : int.class;
        boolean wide = index == long.class || index == float.class || index == double.class || index == boolean.class;
        return coordinates >= 0 && coordinates <= 2 && reference && !wide;
    }

    /** {@code (handle, coordinates, values) -> begun access}. */
    private static MethodHandle begin(AccessMode mode, MethodType type, int coordinates) {
        MethodHandle begin = (coordinates == 1 ? OF_FIELD : OF_ELEMENT).bindTo(mode);
        int last = type.parameterCount() - 1;
        boolean refers = values(mode) > 0 && !type.parameterType(last).isPrimitive();
        if (!refers) {
            begin = MethodHandles.insertArguments(begin, begin.type().parameterCount() - 1, (Object) null);
        }
        int[] taken = IntStream.range(0, begin.type().parameterCount())
                .map(i -> refers && i > coordinates ? last : i)
                .toArray();
        MethodType given = MethodType.methodType(
                BEGUN, IntStream.of(taken).mapToObj(type::parameterType).toArray(Class<?>[]::new));
        return MethodHandles.permuteArguments(begin.asType(given), type.changeReturnType(BEGUN), taken);
    }

    /** {@code (exception, result, begun access) -> result}, without a result for void. */
    private static MethodHandle cleanup(Class<?> result) {
        if (result == void.class) {
            return MethodHandles.dropArguments(END, 0, Throwable.class);
        }
        MethodHandle identity = MethodHandles.dropArguments(
                MethodHandles.dropArguments(MethodHandles.identity(result), 1, BEGUN), 0, Throwable.class);
        return MethodHandles.foldArguments(identity, MethodHandles.dropArguments(END, 0, Throwable.class, result));
    }

    /**
     * Lets a comparison take values by {@code equals}: before the access, what is expected is replaced by the present
     * value if that is equal; and a result that is equal is replaced by what is expected.
     */
    private static MethodHandle comparingValues(AccessMode mode, MethodType ofMode, int coordinates) {
        MethodType ofRead =
                ofMode.dropParameterTypes(coordinates, coordinates + 2).changeReturnType(Object.class);
        MethodHandle present = MethodHandles.collectArguments(
                SAME, 0, MethodHandles.varHandleInvoker(AccessMode.GET_VOLATILE, ofRead));
        int expected = coordinates + 1;
        MethodHandle doubled =
                MethodHandles.collectArguments(MethodHandles.varHandleInvoker(mode, ofMode), expected, present);
        MethodType type = ofMode.insertParameterTypes(0, VarHandle.class);
        // Handle and coordinates of the access; then these and what is expected, of the read; then the new value.
        int[] order = IntStream.concat(
                        IntStream.range(0, expected),
                        IntStream.concat(IntStream.rangeClosed(0, expected), IntStream.of(expected + 1)))
                .toArray();
        MethodHandle once = MethodHandles.permuteArguments(doubled, type, order);
        Class<?> result = ofMode.returnType();
        if (result == void.class || result == boolean.class) {
            return once;
        }
        MethodHandle answer = MethodHandles.permuteArguments(SAME, SAME.type(), 1, 0)
                .asType(MethodType.methodType(result, result, Object.class));
        MethodHandle both = MethodHandles.collectArguments(answer, 0, once);
        int[] again = IntStream.concat(IntStream.rangeClosed(0, expected + 1), IntStream.of(expected))
                .toArray();
        return MethodHandles.permuteArguments(both, type, again);
    }
}
