package jdsm.util;

import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A task that runs at a time, once or again and again. */
final class DelayedTask<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
    private final Delays delays;
    private final long number;
    /** Nanoseconds between runs; negative: from the end of one to the begin of the next; 0: runs once. */
    private final long periodNanos;
    /** By the clock of {@link Delays#now}. Changes only while the task is not in the queue. */
    private long time;
    /** What the queue contains for this task. */
    private Runnable knownAs = this;

    DelayedTask(Delays delays, Callable<V> task, long delayNanos, long periodNanos) {
        super(task);
        this.delays = delays;
        this.number = delays.next();
        this.periodNanos = periodNanos;
        this.time = Delays.in(delayNanos);
    }

    void isKnownAs(Runnable decorated) {
        knownAs = decorated;
    }

    @Override
    public boolean isPeriodic() {
        return periodNanos != 0;
    }

    @Override
    public synchronized long getDelay(TimeUnit unit) {
        return unit.convert(time - Delays.now(), TimeUnit.NANOSECONDS);
    }

    private synchronized long time() {
        return time;
    }

    @Override
    public int compareTo(Delayed other) {
        if (other == this) {
            return 0;
        } else if (other instanceof DelayedTask<?> task) {
            int order = Long.compare(time(), task.time());
            return order != 0 ? order : Long.compare(number, task.number);
        }
        return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        boolean cancelled = super.cancel(mayInterrupt);
        if (cancelled) {
            delays.cancelled(knownAs);
        }
        return cancelled;
    }

    @Override
    public void run() {
        if (!delays.mayRun(this)) {
            cancel(false);
        } else if (!isPeriodic()) {
            super.run();
        } else if (runAndReset()) {
            synchronized (this) {
                time = periodNanos > 0 ? Delays.after(time, periodNanos) : Delays.in(-periodNanos);
            }
            delays.again(this, knownAs);
        }
    }
}
