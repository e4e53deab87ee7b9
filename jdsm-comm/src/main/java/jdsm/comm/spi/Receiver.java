package jdsm.comm.spi;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import jdsm.comm.Comm;
import jdsm.comm.CommException;

/** A thread that waits for a program message. The mailbox settles the wait once, under its monitor. */
final class Receiver {
    private final Thread thread = Thread.currentThread();
    private final int from;
    private final int capacityBytes;
    /** The caller's buffer for the message, or null if the caller has none. */
    private final ByteBuffer target;

    private ArrivedMessage message;
    private CommException failure;
    private boolean overflow;
    private volatile boolean settled;

    Receiver(int from, int capacityBytes, ByteBuffer target) {
        this.from = from;
        this.capacityBytes = capacityBytes;
        this.target = target;
    }

    /**
     * Returns the part of the caller's buffer that a message would fill, for another thread to write to. Returns null
     * if there is no direct, writable buffer, if the buffer is too short, or if other threads may not access its
     * memory.
     */
    ByteBuffer room(int lengthBytes) {
        if (target == null || !target.isDirect() || target.isReadOnly() || !fits(lengthBytes)) {
            return null;
        }
        ByteBuffer room = target.slice(target.position(), lengthBytes);
        try {
            // Memory that is freed or confined to its thread throws.
            room.put(0, room.get(0));
        } catch (RuntimeException e) {
            return null;
        }
        return room;
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
        if (thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
        }
    }

    boolean isSettled() {
        return settled;
    }

    /** Returns the message, or throws the failure, with which the wait was settled. */
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
