package jdsm.pool;

import java.util.Arrays;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * The threads of this JVM that may run code of the program beside its workers. Code that only reads is not known to the gate
 * of {@link jdsm.runtime.Presence}, so a thread that is not certainly the JVM's or JDSM's own counts.
 */
final class ProgramThreads {
    private static final String OWN = "jdsm-";
    private static final String MAIN = "main";
    /** The thread that wakes virtual threads, which no group has. */
    private static final String OF_VIRTUAL_THREADS = "VirtualThread-unparker";

    private static final String INNOCUOUS = "InnocuousThreadGroup";

    private ProgramThreads() {}

    /** Whether there may be any. */
    static boolean exist() {
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        while (all.getParent() != null) {
            all = all.getParent();
        }
        Thread[] threads = new Thread[2 * all.activeCount() + 16];
        int count = all.enumerate(threads);
        return count == threads.length || Arrays.stream(threads, 0, count).anyMatch(ProgramThreads::mayBe);
    }

    static boolean mayBe(Thread thread) {
        if (thread instanceof ForkJoinWorkerThread || thread.getName().equals(OF_VIRTUAL_THREADS)) {
            return true;
        }
        ThreadGroup group = thread.getThreadGroup(); // null if the thread has ended meanwhile
        boolean isOfJvm =
                group == null || group.getParent() == null || group.getName().equals(INNOCUOUS);
        return !isOfJvm
                && !thread.getName().startsWith(OWN)
                && !thread.getName().equals(MAIN);
    }
}
