package jdsm.bench.alloc;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The process's malloc and free, whichever library they come from: by {@code Unsafe}, or by the foreign-function API,
 * which is final since JDK 22. Both by method handles, because this class is compiled for Java 17 and without warnings.
 */
final class NativeMemory implements Memory {
    private static final MethodHandle GET;
    private static final MethodHandle PUT;
    private static final MethodHandle MALLOC;
    private static final MethodHandle FREE;
    /** Whether to call malloc by the foreign-function API. */
    private static final boolean FOREIGN = Boolean.getBoolean("jdsm.bench.alloc.foreign");

    /** The library of malloc for the foreign-function API; empty: the C library. */
    private static final String LIBRARY = System.getProperty("jdsm.bench.alloc.library", "");

    static {
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field field = type.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            Object unsafe = field.get(null);
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            GET = lookup.findVirtual(type, "getLong", MethodType.methodType(long.class, long.class))
                    .bindTo(unsafe);
            PUT = lookup.findVirtual(type, "putLong", MethodType.methodType(void.class, long.class, long.class))
                    .bindTo(unsafe);
            MethodType malloc = MethodType.methodType(long.class, long.class);
            MethodType free = MethodType.methodType(void.class, long.class);
            MALLOC = FOREIGN
                    ? foreign("malloc", true)
                    : lookup.findVirtual(type, "allocateMemory", malloc).bindTo(unsafe);
            FREE = FOREIGN
                    ? foreign("free", false)
                    : lookup.findVirtual(type, "freeMemory", free).bindTo(unsafe);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long residentAtBegin = resident();

    /** A function of the C library with a long as argument, and as result if {@code returns}. */
    private static MethodHandle foreign(String name, boolean returns) throws ReflectiveOperationException {
        Class<?> linkerType = Class.forName("java.lang.foreign.Linker");
        Class<?> lookupType = Class.forName("java.lang.foreign.SymbolLookup");
        Class<?> segmentType = Class.forName("java.lang.foreign.MemorySegment");
        Class<?> layoutType = Class.forName("java.lang.foreign.MemoryLayout");
        Class<?> descriptorType = Class.forName("java.lang.foreign.FunctionDescriptor");
        Class<?> optionType = Class.forName("java.lang.foreign.Linker$Option");
        Object longLayout = Class.forName("java.lang.foreign.ValueLayout")
                .getField("JAVA_LONG")
                .get(null);
        Object linker = linkerType.getMethod("nativeLinker").invoke(null);
        Object symbols =
                LIBRARY.isEmpty() ? linkerType.getMethod("defaultLookup").invoke(linker) : ofLibrary(lookupType);
        Optional<?> symbol =
                (Optional<?>) lookupType.getMethod("find", String.class).invoke(symbols, name);
        Object arguments = Array.newInstance(layoutType, 1);
        Array.set(arguments, 0, longLayout);
        Object descriptor = returns
                ? descriptorType
                        .getMethod("of", layoutType, arguments.getClass())
                        .invoke(null, longLayout, arguments)
                : descriptorType.getMethod("ofVoid", arguments.getClass()).invoke(null, arguments);
        Object options = Array.newInstance(optionType, 0);
        Method downcall = linkerType.getMethod("downcallHandle", segmentType, descriptorType, options.getClass());
        return (MethodHandle) downcall.invoke(linker, symbol.orElseThrow(), descriptor, options);
    }

    /** The default look-up finds the functions of libc, also where another library was loaded first. */
    private static Object ofLibrary(Class<?> lookupType) throws ReflectiveOperationException {
        Class<?> arenaType = Class.forName("java.lang.foreign.Arena");
        Object global = arenaType.getMethod("global").invoke(null);
        return lookupType.getMethod("libraryLookup", Path.class, arenaType).invoke(null, Path.of(LIBRARY), global);
    }

    @Override
    public Local local(int thread) {
        return new NativeLocal();
    }

    /** What the process has more than at the begin: the JVM's own memory is in it, too. */
    @Override
    public long systemBytes() {
        return Math.max(0, resident() - residentAtBegin);
    }

    private static long resident() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith("RssAnon:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0; // not Linux
        }
    }

    private static final class NativeLocal implements Local {
        @Override
        public long take(int bytes) {
            try {
                return (long) MALLOC.invokeExact((long) bytes);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void free(long block) {
            try {
                FREE.invokeExact(block);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public long getLong(long block, int offset) {
            try {
                return (long) GET.invokeExact(block + offset);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void putLong(long block, int offset, long value) {
            try {
                PUT.invokeExact(block + offset, value);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
