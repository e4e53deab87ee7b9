package jdsm.bench.soak;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** Measures its own process, after a garbage collection and after ending threads have ended. */
final class Sampler {
    private static final int MOST_ATTEMPTS = 20;
    private static final long PAUSE_MILLIS = 25;
    /** The heap counts as collected when it shrinks by no more than this. */
    private static final long STILL_BYTES = 16 << 10;

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Path STATUS = Path.of("/proc/self/status");

    private static final MethodHandle NETTY = ofNetty();

    private Sampler() {}

    /**
     * Collects garbage until the heap shrinks no further. Cleaners free memory a little after a collection, and ending
     * threads need a moment. Blocks for half a second at most, beside the collections.
     */
    static Sample take() throws IOException, InterruptedException {
        Map<Quantity, Long> last = measure();
        for (int attempt = 1; attempt < MOST_ATTEMPTS; attempt++) {
            Thread.sleep(PAUSE_MILLIS);
            Map<Quantity, Long> next = measure();
            boolean still = falls(last, next, Quantity.HEAP) <= STILL_BYTES
                    && falls(last, next, Quantity.THREADS) == 0
                    && falls(last, next, Quantity.DESCRIPTORS) == 0
                    && falls(last, next, Quantity.MAPPED) == 0
                    && falls(last, next, Quantity.DIRECT) == 0;
            last = next;
            if (still) {
                break;
            }
        }
        return new Sample(last);
    }

    private static long falls(Map<Quantity, Long> last, Map<Quantity, Long> next, Quantity quantity) {
        return last.get(quantity) - next.get(quantity);
    }

    private static Map<Quantity, Long> measure() throws IOException {
        System.gc();
        Map<Quantity, Long> values = new EnumMap<>(Quantity.class);
        values.put(
                Quantity.HEAP,
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        values.put(
                Quantity.METASPACE,
                ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(pool -> pool.getName().equals("Metaspace"))
                        .map(MemoryPoolMXBean::getUsage)
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("this JVM has no metaspace"))
                        .getUsed());
        values.put(Quantity.CLASSES, (long)
                ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
        values.put(Quantity.DIRECT, buffers("direct"));
        values.put(Quantity.MAPPED, buffers("mapped"));
        values.put(Quantity.NETTY, netty());
        values.put(Quantity.THREADS, (long) ManagementFactory.getThreadMXBean().getThreadCount());
        values.put(Quantity.DESCRIPTORS, descriptors());
        values.put(Quantity.RESIDENT, resident());
        return values;
    }

    private static long buffers(String pool) {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(each -> each.getName().equals(pool))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    private static long netty() {
        try {
            return Math.max(0, (long) NETTY.invokeExact());
        } catch (Throwable e) {
            throw new IllegalStateException("Netty does not say how much memory it uses", e);
        }
    }

    /**
     * Netty's memory counter. The Java library does not count this memory. Looked up by name, because only one package
     * may use Netty.
     */
    private static MethodHandle ofNetty() {
        try {
            Class<?> platform = Class.forName("io.netty.util.internal.PlatformDependent");
            return MethodHandles.publicLookup()
                    .findStatic(platform, "usedDirectMemory", MethodType.methodType(long.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Netty does not say how much memory it uses", e);
        }
    }

    private static long descriptors() throws IOException {
        long count = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path each : all) {
                count += each.getNameCount() > 0 ? 1 : 0;
            }
        }
        return count - 1; // the descriptor of the listing itself
    }

    private static long resident() throws IOException {
        return Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .findFirst()
                .orElseThrow(() -> new IOException("no VmRSS in " + STATUS));
    }
}
