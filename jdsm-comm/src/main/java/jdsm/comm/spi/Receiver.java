package jdsm.comm.spi;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import jdsm.comm.Comm;
import jdsm.comm.CommException;

/** A thread that waits for a program message. Settled once, under the mailbox's lock. */
final class Receiver {
    private final Thread thread = Thread.currentThread();
    private final int from;
    private final int capacityBytes;
    /** Where the message will be put, or null if that is not known yet. */
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
     * The part of its buffer that a message would fill, for another thread to write to; null if there is no such buffer, it
     * is too short, or other threads may not use its memory.
     */
    ByteBuffer room(int lengthBytes) {
        if (target == null || !target.isDirect() || target.isReadOnly() || !fits(lengthBytes)) {
            return null;
        }
        ByteBuffer room = target.slice(target.position(), lengthBytes);
        try {
            // Memory that is confined to its thread, or freed, refuses.
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
