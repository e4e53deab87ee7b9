package jdsm.comm.mixed;

import java.util.concurrent.atomic.AtomicInteger;
import jdsm.comm.shm.Delivery;
import jdsm.comm.tcp.Turns;

/**
 * Lets what sockets bring be delivered by whoever has read it, if he has the role or nobody has, and else by who has. All but
 * {@link #isBehind} and the tasks are called by the thread that drives the event loop, of which there is one at a time; that is
 * why a change of drivers publishes the fields.
 */
final class SocketTurns implements Turns {
    private final Delivery delivery;
    /** What has been handed over and not been delivered. Only who drives makes it more. */
    private final AtomicInteger behind = new AtomicInteger();
    /** Whether who has the role is between two messages, and looks at the sockets. His who has it. */
    private boolean looks;
    /** Whether {@link #leave} gives the role up. */
    private boolean taken;
    /** How many times something was delivered; his who has the role. */
    private int turns;

    SocketTurns(Delivery delivery) {
        this.delivery = delivery;
    }

    /** By who has the role: looks at the sockets, in whose course this is asked. @return whether there was something */
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
            // Else in the course of a handler, which has sent something: another one must not run in its middle.
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
        return behind.get() > 0;
    }

    @Override
    public void later(Runnable work) {
        behind.incrementAndGet();
        delivery.execute(() -> {
            try {
                work.run();
            } finally {
                behind.decrementAndGet();
            }
        });
    }

    /** Blocks until all that was handed over has been delivered. When the event loop has ended; not by who has the role. */
    void await() {
        while (isBehind()) {
            delivery.help();
            Thread.yield();
        }
    }
}
