package jdsm.pool;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import jdsm.runtime.LateInitializers;
import jdsm.sync.Waits;

/*
 * Nothing but the service loop ends a thread's wait for other ranks. So once the service loop needs what such a thread has, neither goes
 * on. A wait that has ended a moment ago may still be listed, for its thread has no processor: hence the time.
 */

/**
 * Watches the service loop while it runs an initialiser of the program, for an object that has come. Tells if it waits for a thread that
 * waits for other ranks: for a monitor that this has, or for the end of the initialiser that this runs.
 */
final class ArrivalWatch {
    /** How long both have to wait. */
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The processor time of a thread that works; one that waits for a monitor looks for it now and then. */
    private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Waits waits;
    private final Thread loop;
    private final long longNanos;

    /** Made late, for most initialisers end at once: the JVM loads many classes for it. */
    private ThreadMXBean threads;

    /** The processor time of the service loop's thread, and since when it is about that. */
    private long used;

    private long since;

    private ArrivalWatch(Waits waits, Thread loop, long longNanos) {
        this.waits = waits;
        this.loop = loop;
        this.longNanos = longNanos;
    }

    /**
     * Begins to watch.
     *
     * @param over whether the initialiser has ended
     * @param refuse hears in words for what the service loop waits in vain; the job ends
     */
    static void begin(Waits waits, Thread loop, BooleanSupplier over, Consumer<String> refuse) {
        begin(waits, loop, over, refuse, LONG_NANOS);
    }

    /** As the other, with another time for which both have to wait. */
    static void begin(Waits waits, Thread loop, BooleanSupplier over, Consumer<String> refuse, long longNanos) {
        ArrivalWatch watch = new ArrivalWatch(waits, loop, longNanos);
        Thread thread = new Thread(() -> watch.run(over, refuse), "jdsm-arrival-watch");
        thread.setDaemon(true);
        thread.start();
    }

    private void run(BooleanSupplier over, Consumer<String> refuse) {
        long begin = System.nanoTime();
        while (!over.getAsBoolean()) {
            Waits.tick();
            if (System.nanoTime() - begin >= longNanos) {
                String why = hindrance();
                if (why != null && !over.getAsBoolean()) {
                    refuse.accept(why);
                    return;
                }
            }
        }
    }

    private String hindrance() {
        long now = System.nanoTime();
        boolean isFirst = threads == null;
        threads = ManagementFactory.getThreadMXBean();
        long time = threads.getThreadCpuTime(loop.getId());
        if (isFirst || time - used > WORK_NANOS) {
            used = time;
            since = now;
        }
        if (now - since < longNanos) {
            return null;
        }
        Map<Long, Waits.Waiting> waiting = waits.longerThan(longNanos).stream()
                .collect(Collectors.toMap(wait -> wait.thread().getId(), Function.identity(), (one, other) -> one));
        ThreadInfo info = threads.getThreadInfo(loop.getId());
        for (int depth = threads.getThreadCount(); info != null && depth > 0 && info.getLockOwnerId() >= 0; depth--) {
            long owner = info.getLockOwnerId();
            if (waiting.containsKey(owner)) {
                return "needs " + info.getLockName() + ", which thread '" + info.getLockOwnerName()
                        + "' has while it waits " + waiting.get(owner).what();
            }
            info = threads.getThreadInfo(owner);
        }
        return waiting.values().stream()
                .filter(wait -> LateInitializers.isIn(wait.thread()))
                .findFirst()
                .map(wait -> "needs a class in whose initialiser thread '"
                        + wait.thread().getName() + "' waits " + wait.what())
                .orElse(null);
    }
}
