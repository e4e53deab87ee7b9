package jdsm.launcher.plan;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The flags of a rank's JVM. A JVM sizes itself as if it had the machine to itself; these flags divide memory and
 * processors among the ranks of one host. A flag of the user replaces ours of the same kind.
 */
final class JvmFlags {
    /** Heap of all ranks of a host together; the rest is for code, stacks, buffers and other programs. */
    private static final double HEAP_PERCENT = 50;

    private static final Pattern HEAP =
            Pattern.compile("-Xmx.*|-XX:(MaxHeapSize|MaxRAMPercentage|MaxRAMFraction|MaxRAM)=.*");
    private static final Pattern COLLECTOR =
            Pattern.compile("-XX:[+-]Use\\w+GC|-XX:(ParallelGCThreads|ConcGCThreads)=.*");
    private static final Pattern COMPILERS =
            Pattern.compile("-XX:CICompilerCount=.*|-XX:[+-]CICompilerCountPerCPU|-Xint");

    /**
     * The JIT compiles a method after five times as many calls as by default, and with C2 after three times as many;
     * loops inside a call compile as by default. The start of a rank and the exchange with other ranks call most of
     * their methods some thousand times. Compiling these, which are no part of the program's computation, would take
     * processors from workers.
     */
    private static final List<String> COMPILED_LATE = List.of(
            "-XX:Tier3InvocationThreshold=1000",
            "-XX:Tier3MinInvocationThreshold=500",
            "-XX:Tier3CompileThreshold=10000",
            "-XX:Tier4InvocationThreshold=15000");

    private static final Pattern COMPILE_THRESHOLDS =
            Pattern.compile("-XX:(Tier\\d\\w+|CompileThreshold(Scaling)?)=.*|-XX:-TieredCompilation|-Xint|-Xcomp");

    /**
     * The stack of a thread, twice HotSpot's usual one: woven methods have larger frames, and a recursion that threads of one
     * JVM bear shall not overflow. Just below the size of a huge page, of which Linux would otherwise give one to each thread.
     */
    private static final String STACK = "-Xss2040k";

    private static final Pattern STACKS = Pattern.compile("-Xss.*|-XX:ThreadStackSize=.*");

    /**
     * Flags by which the user decides about class data, and those of the flight recorder: where it begins with the JVM, Java 17
     * crashes at the first class of such an archive that an agent looks at.
     */
    private static final Pattern CLASS_DATA =
            Pattern.compile("-Xshare.*|-XX:(SharedArchiveFile|DumpLoadedClassList|ArchiveClassesAtExit|AOT\\w+)=.*"
                    + "|-XX:(StartFlightRecording|FlightRecorderOptions|[+]FlightRecorder).*");

    private final Host host;
    private final List<String> userFlags;

    JvmFlags(Host host, List<String> userFlags) {
        this.host = host;
        this.userFlags = List.copyOf(userFlags);
    }

    /** Whether JVMs with these flags use JDSM's archive of class data, if there is one. */
    static boolean takeClassData(List<String> userFlags) {
        return !has(userFlags, CLASS_DATA);
    }

    /** The flags of a JVM that shares the host with {@code jvms - 1} others of its kind. */
    List<String> forOneOf(int jvms) {
        List<String> flags = new ArrayList<>(common());
        if (!userHas(HEAP)) {
            flags.add("-XX:MaxRAMPercentage=" + HEAP_PERCENT / jvms);
        }
        if (jvms > 1) {
            if (!userHas(COLLECTOR)) {
                flags.addAll(collector(host.processors() / jvms));
            }
            if (!userHas(COMPILERS)) {
                flags.add("-XX:CICompilerCount=" + Math.max(2, defaultCompilers(host.processors()) / jvms));
            }
        }
        if (!userHas(STACKS)) {
            flags.add(STACK);
        }
        if (!userHas(COMPILE_THRESHOLDS)) {
            flags.addAll(COMPILED_LATE);
        }
        flags.addAll(userFlags);
        return flags;
    }

    private List<String> common() {
        // The launcher relays bytes as UTF-8, whatever the locale is. Java 17 derives the encoding of System.out from
        // file.encoding, newer ones have a property for each stream.
        List<String> flags = new ArrayList<>(List.of(
                "-Xshare:auto",
                "-XX:-UsePerfData",
                "-Dfile.encoding=UTF-8",
                "-Dstdout.encoding=UTF-8",
                "-Dstderr.encoding=UTF-8",
                "-Djava.library.path="
                        + host.libraryPath().stream()
                                .map(Path::toString)
                                .collect(Collectors.joining(File.pathSeparator))));
        if (takeClassData(userFlags)) {
            host.classData().ifPresent(archive -> flags.addAll(classData(archive, host.feature())));
        }
        if (host.feature() >= 24) {
            flags.add("--enable-native-access=ALL-UNNAMED");
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        return flags;
    }

    /**
     * The flags for an archive. A JVM whose other flags rule out the archive starts without it, and must print nothing
     * about it.
     */
    static List<String> classData(Path archive, int feature) {
        String use = "-XX:SharedArchiveFile=" + archive;
        return feature >= 24 ? List.of(use, "-Xlog:cds*=off", "-Xlog:aot*=off") : List.of(use, "-Xlog:cds*=off");
    }

    private static List<String> collector(int threads) {
        if (threads < 2) {
            return List.of("-XX:+UseSerialGC");
        }
        return List.of("-XX:ParallelGCThreads=" + threads, "-XX:ConcGCThreads=" + Math.max(1, threads / 4));
    }

    /** HotSpot's own number of compiler threads with tiered compilation: log2 n * log2 log2 n * 3/2, at least 2. */
    private static int defaultCompilers(int processors) {
        int log = log2(processors);
        return Math.max(2, log * log2(Math.max(1, log)) * 3 / 2);
    }

    private static int log2(int value) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(value);
    }

    private boolean userHas(Pattern sort) {
        return has(userFlags, sort);
    }

    private static boolean has(List<String> flags, Pattern sort) {
        return flags.stream().anyMatch(flag -> sort.matcher(flag).matches());
    }
}
