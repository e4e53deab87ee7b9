package jdsm.util;

import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** An executor of delayed tasks without the methods that only its class has. */
final class ScheduledView extends ExecutorView implements ScheduledExecutorService {
    private final ScheduledExecutorService delayed;

    ScheduledView(ScheduledExecutorService delayed) {
        super(delayed);
        this.delayed = delayed;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        return delayed.schedule(task, delay, unit);
    }

    @Override
    public <T> ScheduledFuture<T> schedule(Callable<T> task, long delay, TimeUnit unit) {
        return delayed.schedule(task, delay, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit) {
        return delayed.scheduleAtFixedRate(task, delay, period, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long pause, TimeUnit unit) {
        return delayed.scheduleWithFixedDelay(task, delay, pause, unit);
    }
}
