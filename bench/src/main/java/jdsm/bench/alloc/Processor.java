package jdsm.bench.alloc;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Processor time: unlike time, it does not depend on what else the machine does. Waiting is not in it. */
final class Processor {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private Processor() {}

    /** Nanoseconds that the calling thread has had so far. */
    static long ofThread() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** Nanoseconds that all threads of this JVM have had so far, those of its collector and compilers included. */
    static long ofProcess() {
        return SYSTEM.getProcessCpuTime();
    }
}
