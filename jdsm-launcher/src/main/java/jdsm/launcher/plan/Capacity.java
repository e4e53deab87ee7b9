package jdsm.launcher.plan;

import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;

/** Whether a machine can carry a job at all: said before anything is started, for what is started then takes the machine down. */
public final class Capacity {
    /** Less than any rank's process takes: a JVM with the runtime's classes, and next to no heap. */
    static final long PROCESS_BYTES = 40L << 20;

    /** Less than a rank within a process takes: its own copies of the classes, its threads, its buffers. */
    static final long INPROC_BYTES = 4L << 20;

    private Capacity() {}

    /**
     * Refuses a job of more ranks than there is memory for.
     *
     * @param memoryBytes of the machine, or of the part of it that the launcher may use
     * @throws JdsmConfigException if the machine has no room for so many
     */
    public static void require(JdsmConfig config, long memoryBytes) {
        long each = config.comm().equals("inproc") ? INPROC_BYTES : PROCESS_BYTES;
        long most = Math.max(1, memoryBytes / each);
        if (config.ranks() > most) {
            throw new JdsmConfigException("this machine has memory for at most " + most + " ranks ("
                    + (memoryBytes >> 20) + " MB, of which each takes at least " + (each >> 20) + "), but "
                    + config.ranks() + " are asked for");
        }
    }
}
