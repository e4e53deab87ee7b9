package jdsm.util;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import jdsm.Local;

/** Runs an action at a time limit, unless the rank that set the limit learns of a future's completion before. */
final class TimeLimit implements BiConsumer<Object, Throwable> {
    @Local
    private static final ScheduledThreadPoolExecutor CLOCK = clock();

    /** Null on other ranks: there the action finds a future that has completed. */
    @Local
    private Future<?> scheduled;

    TimeLimit(long timeout, TimeUnit unit, Runnable action) {
        scheduled = CLOCK.schedule(action, timeout, unit);
    }

    private static ScheduledThreadPoolExecutor clock() {
        ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, action -> {
            Thread thread = new Thread(action, "jdsm-time-limits");
            thread.setDaemon(true);
            return thread;
        });
        clock.setRemoveOnCancelPolicy(true);
        return clock;
    }

    @Override
    public void accept(Object value, Throwable failure) {
        if (scheduled != null) {
            scheduled.cancel(false);
        }
    }
}
