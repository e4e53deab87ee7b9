package jdsm.comm.mixed;

import java.util.concurrent.atomic.AtomicInteger;
import jdsm.comm.shm.Delivery;
import jdsm.comm.tcp.Turns;

/**
 * Decides which thread delivers the messages that sockets bring: the thread that has read them, if it holds the role of
 * {@link Delivery} or the role is free; else the thread that holds the role. Only the thread that drives the event loop
 * calls the methods, except {@link #isBehind} and the tasks. There is one driver at a time, and a change of drivers
 * publishes the fields.
 */
final class SocketTurns implements Turns {
    private final Delivery delivery;
    /** The number of handed-over deliveries that have not run yet. Only the driver increments it. */
    private final AtomicInteger behind = new AtomicInteger();
    /**
     * Whether the thread that holds the role is inside {@link #look}, between two messages. Only that thread accesses
     * it.
     */
    private boolean looks;
    /** Whether {@link #leave} gives the role up. */
    private boolean taken;
    /** The number of deliveries inside {@link #look}; only the thread that holds the role accesses it. */
    private int turns;

    /** Delivers what has come before, by another way than the sockets; null: the sockets carry all messages. */
    private volatile Runnable earlier;

    SocketTurns(Delivery delivery) {
        this.delivery = delivery;
    }

    /**
     * From now on hands over all that the sockets bring, before they are read.
     *
     * @param before delivers the messages of another way, which come first
     */
    void follow(Runnable before) {
        earlier = before;
    }

    /**
     * Reads the sockets, by the thread that holds the role.
     *
     * @param sockets drives the event loop, which calls {@link #enter} for arrived messages
     * @return whether messages have arrived
     */
    boolean look(Runnable sockets) {
        int before = turns;
        looks = true;
        try {
            sockets.run();
        } finally {
            looks = false;
        }
        return turns != before;
    }

    @Override
    public boolean enter() {
        if (isBehind()) {
            return false;
        }
        if (delivery.isCurrent()) {
            // Outside look() a handler runs, which has sent a message: no other handler may run in its middle.
            taken = false;
            if (looks) {
                turns++;
            }
            return looks;
        }
        taken = delivery.take();
        return taken;
    }

    @Override
    public void leave() {
        if (taken) {
            taken = false;
            delivery.leave();
        }
    }

    @Override
    public boolean isBehind() {
        return earlier != null || isLate();
    }

    private boolean isLate() {
        return behind.get() > 0;
    }

    @Override
    public void later(Runnable work) {
        behind.incrementAndGet();
        Runnable first = earlier;
        Runnable delivered = () -> {
            try {
                if (first != null) {
                    first.run();
                }
                work.run();
            } finally {
                behind.decrementAndGet();
            }
        };
        if (first == null) {
            delivery.execute(delivered);
        } else {
            delivery.defer(delivered); // this thread goes on to give signs of life
        }
    }

    /** Blocks until all handed-over deliveries have run, after the event loop has ended. Not on the delivery thread. */
    void await() {
        while (isLate()) {
            delivery.help();
            Thread.yield();
        }
    }
}
