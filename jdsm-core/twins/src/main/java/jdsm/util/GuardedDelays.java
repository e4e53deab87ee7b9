package jdsm.util;

import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** Elements in the order of their delays, which can be taken once the delays have passed. */
final class GuardedDelays<E extends Delayed> extends GuardedHeap<E> {
    private static final int USUAL_CAPACITY = 11;

    GuardedDelays() {
        super(USUAL_CAPACITY, null);
    }

    @Override
    E cut(boolean first) {
        E next = look(first);
        return next == null || next.getDelay(TimeUnit.NANOSECONDS) > 0 ? null : super.cut(first);
    }

    @Override
    synchronized E poll(boolean first, Deadline deadline) throws InterruptedException {
        Deadline.requireNotInterrupted();
        Deadline end = deadline == null ? new Deadline(Long.MAX_VALUE) : deadline;
        E element = poll(first);
        boolean waits = true;
        while (element == null && waits) {
            E next = look(first);
            waits = waits(end, next == null ? Long.MAX_VALUE : next.getDelay(TimeUnit.NANOSECONDS));
            element = poll(first);
        }
        return element;
    }
}
