package jdsm.comm.spi;

import java.nio.BufferOverflowException;
import java.util.concurrent.locks.LockSupport;
import jdsm.comm.Comm;
import jdsm.comm.CommException;

/** A thread that waits for a program message. Settled once, under the mailbox's lock. */
final class Receiver {
    private final Thread thread = Thread.currentThread();
    private final int from;
    private final int capacityBytes;
    private ArrivedMessage message;
    private CommException failure;
    private boolean overflow;
    private volatile boolean settled;

    Receiver(int from, int capacityBytes) {
        this.from = from;
        this.capacityBytes = capacityBytes;
    }

    int from() {
        return from;
    }

    boolean takesFrom(int source) {
        return from == Comm.ANY_RANK || from == source;
    }

    boolean fits(int lengthBytes) {
        return lengthBytes <= capacityBytes;
    }

    void give(ArrivedMessage given) {
        message = given;
        settle();
    }

    void overflow() {
        overflow = true;
        settle();
    }

    void fail(CommException cause) {
        failure = cause;
        settle();
    }

    private void settle() {
        settled = true;
        LockSupport.unpark(thread);
    }

    boolean isSettled() {
        return settled;
    }

    /** What it was settled with. */
    ArrivedMessage result() {
        if (failure != null) {
            throw Failures.again(failure);
        }
        if (overflow) {
            throw new BufferOverflowException();
        }
        return message;
    }
}
