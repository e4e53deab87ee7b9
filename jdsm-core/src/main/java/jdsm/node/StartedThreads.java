package jdsm.node;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import jdsm.runtime.Presence;
import jdsm.sync.Waits;

/**
 * The threads that the program of a rank has started and that are not daemons: a rank's {@code start} ends with the
 * last of them, as a JVM does. Thread-safe.
 */
final class StartedThreads {
    private static final long MOST_NANOS = 250_000_000;

    private final Workers workers;
    private final Waits waits;
    private final boolean process;

    /** @param process whether the rank is this process, so that all its threads are the rank's */
    StartedThreads(Workers workers, Waits waits, boolean process) {
        this.workers = workers;
        this.waits = waits;
        this.process = process;
    }

    /**
     * Keeps threads that the program has started from entering its code until {@link Presence#open}, so that they do not
     * change what is being shared. Waits for those that are in the code, for a quarter of a second at most: one of them may
     * compute or read for ever.
     */
    static void keepOut() {
        long begin = System.nanoTime();
        while (!Presence.shut() && System.nanoTime() - begin < MOST_NANOS) {
            Waits.tick();
        }
    }

    /**
     * Blocks until all of them have ended.
     *
     * @throws jdsm.JobEndedException if the job fails first
     */
    void await() {
        int away = Presence.away(null);
        try {
            for (Optional<Thread> next = next(); next.isPresent(); next = next()) {
                await(next.get());
            }
        } finally {
            Presence.back(away);
        }
    }

    /** One of them that has not ended. */
    Optional<Thread> next() {
        Set<Thread> found = new HashSet<>(Presence.visitors());
        ThreadGroup group = workers.main().getThreadGroup();
        Thread[] threads = new Thread[2 * group.activeCount() + 1];
        int count = group.enumerate(threads);
        for (int i = 0; i < count; i++) {
            if (isOfRank(threads[i])) {
                found.add(threads[i]);
            }
        }
        return found.stream()
                .filter(thread -> !thread.isDaemon() && !workers.include(thread))
                .findFirst();
    }

    /** Whether a thread may be the program's: ranks in one JVM have loaders of their own. */
    private boolean isOfRank(Thread thread) {
        return process
                || RankOutput.isOfRank(thread.getThreadGroup())
                        && thread.getContextClassLoader() == workers.main().getContextClassLoader();
    }

    private void await(Thread thread) {
        boolean interrupted = false;
        synchronized (thread) { // the JVM notifies those that wait on a thread when it ends
            while (thread.isAlive()) {
                try {
                    waits.awaitMonitor(
                            thread,
                            0,
                            () -> !thread.isAlive(),
                            () -> "for the end of thread '" + thread.getName() + "', which the program has started");
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
