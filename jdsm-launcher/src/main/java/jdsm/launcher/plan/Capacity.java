package jdsm.launcher.plan;

import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;

/**
 * Refuses jobs that need more memory than the machine has. The check comes before any start, because too many processes
 * take the machine down.
 */
public final class Capacity {
    /** Lower bound of a rank's process: a JVM with the runtime's classes, and next to no heap. */
    static final long PROCESS_BYTES = 40L << 20;

    /** Lower bound of a rank inside a process: its own copies of the classes, its threads, its buffers. */
    static final long INPROC_BYTES = 4L << 20;

    private Capacity() {}

    /**
     * Returns the largest number of ranks, each a process, that a memory can hold.
     *
     * @param memoryBytes memory of the machine, or of the part that the launcher may use
     */
    public static long mostRanks(long memoryBytes) {
        return Math.max(1, memoryBytes / PROCESS_BYTES);
    }

    /**
     * Refuses a job of more ranks than the memory can hold.
     *
     * @param memoryBytes memory of the machine, or of the part that the launcher may use
     * @throws JdsmConfigException if the memory is too small
     */
    public static void require(JdsmConfig config, long memoryBytes) {
        long each = config.comm().equals("inproc") ? INPROC_BYTES : PROCESS_BYTES;
        long most = Math.max(1, memoryBytes / each);
        if (config.ranks() > most) {
            throw new JdsmConfigException("this machine has memory for at most " + most + " ranks ("
                    + (memoryBytes >> 20) + " MB, at least " + (each >> 20) + " MB a rank), but the job has "
                    + config.ranks() + ": use fewer ranks, or several workers a rank (-t)");
        }
    }
}
