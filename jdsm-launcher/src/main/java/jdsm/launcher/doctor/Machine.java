package jdsm.launcher.doctor;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import jdsm.comm.files.OwnDirectory;
import jdsm.launcher.host.JarDigest;
import jdsm.launcher.plan.Capacity;
import jdsm.launcher.program.Distribution;
import jdsm.launcher.program.ProgramException;

/** Java, JDSM, memory and files of this machine. */
final class Machine {
    private static final int LEAST_FEATURE = 17;
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    /** Below this, some ranks find no room; as in Docker by default. */
    private static final long LITTLE_SHARED_BYTES = 256L << 20;

    private static final long FEW_FILES = 4096;
    private static final int MEGA = 20;

    private Machine() {}

    static Finding java() {
        String text = "Java " + Runtime.version() + ", " + System.getProperty("java.home");
        return Runtime.version().feature() < LEAST_FEATURE
                ? Finding.fail("java", text + ": JDSM needs 17 or newer")
                : Finding.ok("java", text);
    }

    static Finding jdsm(Distribution distribution) {
        try {
            distribution.requireAgent();
            String version = Machine.class.getPackage().getImplementationVersion();
            return Finding.ok(
                    "jdsm",
                    (version == null ? "" : version + ", ") + "digest " + JarDigest.of(distribution.libraries()) + ", "
                            + distribution.home());
        } catch (ProgramException | IOException e) {
            return Finding.fail("jdsm", e.getMessage());
        }
    }

    static Finding processors() {
        return Finding.ok("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
    }

    static Finding memory() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long total = system.getTotalMemorySize();
        return Finding.ok(
                "memory",
                (total >> MEGA) + " MB for this process and its children, " + (system.getFreeMemorySize() >> MEGA)
                        + " MB free; room for at most " + Capacity.mostRanks(total) + " ranks");
    }

    static Finding openFiles() {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system)) {
            return Finding.note("open files", "the system does not tell the limit");
        }
        long limit = system.getMaxFileDescriptorCount();
        return limit < FEW_FILES
                ? Finding.note(
                        "open files", "at most " + limit + ": a job of many ranks needs some for each (ulimit -n)")
                : Finding.ok("open files", "at most " + limit);
    }

    static Finding sharedMemory() {
        return sharedMemory(SHARED_MEMORY);
    }

    static Finding sharedMemory(Path directory) {
        if (!Files.isDirectory(directory) || !Files.isWritable(directory)) {
            return Finding.note(
                    "shared memory", "there is no " + directory + " to write to: ranks use TCP, or files on disk");
        }
        try {
            FileStore store = Files.getFileStore(directory);
            long free = store.getUsableSpace();
            String text = (free >> MEGA) + " MB free of " + (store.getTotalSpace() >> MEGA) + " in " + directory;
            return free < LITTLE_SHARED_BYTES
                    ? Finding.note("shared memory", text + ": ranks fetch some contents by messages, or use TCP")
                    : Finding.ok("shared memory", text);
        } catch (IOException e) {
            return Finding.note("shared memory", directory + " cannot be examined: " + e.getMessage());
        }
    }

    /** The directory of woven classes, and of the files by which ranks of other starters meet. */
    static Finding cache(Map<String, String> environment) {
        String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path cache = (caches.isBlank() ? Path.of(System.getProperty("user.home", ""), ".cache") : Path.of(caches))
                .resolve("jdsm");
        try {
            String fault = OwnDirectory.fault(cache);
            return fault == null
                    ? Finding.ok("cache", cache.toString())
                    : Finding.note("cache", "woven classes are not kept, and ranks of mpirun do not meet: " + fault);
        } catch (IOException e) {
            return Finding.note("cache", cache + " cannot be examined: " + e.getMessage());
        }
    }
}
