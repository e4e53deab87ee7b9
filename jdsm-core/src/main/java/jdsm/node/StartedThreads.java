package jdsm.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jdsm.runtime.Presence;
import jdsm.sync.Waits;

/**
 * The threads that the program of a rank has started and that are not daemons: a rank's {@code start} ends with the
 * last of them, as a JVM does. Thread-safe.
 */
final class StartedThreads {
    private final Thread main;
    private final Waits waits;
    /** The group in which the program's threads are made; null if the rank shares it with other code. */
    private final ThreadGroup group;

    StartedThreads(Thread main, Waits waits, boolean ownsGroup) {
        this.main = main;
        this.waits = waits;
        this.group = ownsGroup ? main.getThreadGroup() : null;
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

    private Optional<Thread> next() {
        return alive().stream()
                .filter(thread -> !thread.isDaemon() && thread != main && thread != Thread.currentThread())
                .findFirst();
    }

    /** Those that are alive, daemons included. */
    List<Thread> alive() {
        List<Thread> found = new ArrayList<>(Presence.visitors());
        if (group != null) {
            Thread[] threads = new Thread[2 * group.activeCount() + 1];
            int count = group.enumerate(threads);
            for (int i = 0; i < count; i++) {
                found.add(threads[i]);
            }
        }
        return found;
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
