package jdsm.remote;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;

/**
 * Elements in the memory of frames, by address and without a check: whoever has an address has looked whether the element is there. By
 * method handles of {@code sun.misc.Unsafe}, which compile to single instructions; the buffers of {@code java.nio} test each index
 * in loops of several arrays, which costs as much as the loop. {@code jdsm memory} gives the JVM the flag by which it does not
 * warn.
 */
final class PageMemory {
    private static final Class<?> UNSAFE;
    private static final Object INSTANCE;

    static {
        try {
            UNSAFE = Class.forName("sun.misc.Unsafe");
            Field instance = UNSAFE.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            INSTANCE = instance.get(null);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final MethodHandle GET_DOUBLE = getter("Double", double.class);
    private static final MethodHandle PUT_DOUBLE = putter("Double", double.class);
    private static final MethodHandle GET_LONG = getter("Long", long.class);
    private static final MethodHandle PUT_LONG = putter("Long", long.class);
    private static final MethodHandle GET_INT = getter("Int", int.class);
    private static final MethodHandle PUT_INT = putter("Int", int.class);
    private static final MethodHandle GET_FLOAT = getter("Float", float.class);
    private static final MethodHandle PUT_FLOAT = putter("Float", float.class);
    private static final MethodHandle GET_BYTE = getter("Byte", byte.class);
    private static final MethodHandle PUT_BYTE = putter("Byte", byte.class);
    private static final MethodHandle GET_SHORT = getter("Short", short.class);
    private static final MethodHandle PUT_SHORT = putter("Short", short.class);
    private static final MethodHandle GET_CHAR = getter("Char", char.class);
    private static final MethodHandle PUT_CHAR = putter("Char", char.class);
    private static final MethodHandle ARRAY_BASE =
            handle("arrayBaseOffset", MethodType.methodType(int.class, Class.class));
    private static final MethodHandle COPY = handle(
            "copyMemory",
            MethodType.methodType(void.class, Object.class, long.class, Object.class, long.class, long.class));
    private static final long ADDRESS_FIELD = addressField();

    private PageMemory() {}

    private static MethodHandle handle(String name, MethodType type) {
        try {
            return MethodHandles.publicLookup().findVirtual(UNSAFE, name, type).bindTo(INSTANCE);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static MethodHandle getter(String type, Class<?> value) {
        return handle("get" + type, MethodType.methodType(value, long.class));
    }

    private static MethodHandle putter(String type, Class<?> value) {
        return handle("put" + type, MethodType.methodType(void.class, long.class, value));
    }

    private static long addressField() {
        try {
            return (long) handle("objectFieldOffset", MethodType.methodType(long.class, Field.class))
                    .invokeExact(Buffer.class.getDeclaredField("address"));
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The address of the first byte of a direct buffer. */
    static long address(ByteBuffer memory) {
        try {
            return (long) handle("getLong", MethodType.methodType(long.class, Object.class, long.class))
                    .invokeExact((Object) memory, ADDRESS_FIELD);
        } catch (Throwable e) {
            throw never(e);
        }
    }

    /** Copies bytes of a Java array to memory. */
    static void copy(Object array, long offset, long address, long bytes) {
        try {
            long base = (int) ARRAY_BASE.invokeExact((Class<?>) array.getClass());
            COPY.invokeExact(array, base + offset, (Object) null, address, bytes);
        } catch (Throwable e) {
            throw never(e);
        }
    }

    /** These methods throw nothing. */
    private static IllegalStateException never(Throwable e) {
        return new IllegalStateException(e);
    }

    static double getDouble(long address) {
        try {
            return (double) GET_DOUBLE.invokeExact(address);
        } catch (Throwable e) {
            throw never(e);
        }
    }

    static void put(long address, double value) {
        try {
            PUT_DOUBLE.invokeExact(address, value);
        } catch (Throwable e) {
            throw never(e);
        }
    }

    static long getLong(long address) {
        try {
            return (long) GET_LONG.invokeExact(address);
        } catch (Throwable e) {
            throw never(e);
        }
    }

    static void put(long address, long value) {
        try {
            PUT_LONG.invokeExact(address, value);
        } catch (Throwable e) {
            throw never(e);
        }
    }

    static int getInt(long address) {
        try {
            return (int) GET_INT.invokeExact(address);
        } catch (Throwable e) {
            throw never(e);
        }
    }

    static void put(long address, int value) {
        try {
            PUT_INT.invokeExact(address, value);
        } catch (Throwable e) {
            throw never(e);
        }
    }

    static float getFloat(long address) {
        try {
            return (float) GET_FLOAT.invokeExact(address);
        } catch (Throwable e) {
            throw never(e);
        }
    }

    static void put(long address, float value) {
        try {
            PUT_FLOAT.invokeExact(address, value);
        } catch (Throwable e) {
            throw never(e);
        }
    }

    static byte getByte(long address) {
        try {
            return (byte) GET_BYTE.invokeExact(address);
        } catch (Throwable e) {
            throw never(e);
        }
    }

    static void put(long address, byte value) {
        try {
            PUT_BYTE.invokeExact(address, value);
        } catch (Throwable e) {
            throw never(e);
        }
    }

    static short getShort(long address) {
        try {
            return (short) GET_SHORT.invokeExact(address);
        } catch (Throwable e) {
            throw never(e);
        }
    }

    static void put(long address, short value) {
        try {
            PUT_SHORT.invokeExact(address, value);
        } catch (Throwable e) {
            throw never(e);
        }
    }

    static char getChar(long address) {
        try {
            return (char) GET_CHAR.invokeExact(address);
        } catch (Throwable e) {
            throw never(e);
        }
    }

    static void put(long address, char value) {
        try {
            PUT_CHAR.invokeExact(address, value);
        } catch (Throwable e) {
            throw never(e);
        }
    }
}
