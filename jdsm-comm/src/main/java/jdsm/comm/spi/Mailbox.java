package jdsm.comm.spi;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.locks.LockSupport;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.Envelope;

/**
 * The arrived program messages of one rank, and the threads that wait for one. An arriving message goes directly to a
 * thread that waits for it; the others are kept in two lists, by order of arrival overall and by source. The mailbox
 * also counts the credit due to each source. The monitor guards all fields; a thread that holds it takes no other lock.
 */
final class Mailbox {
    private final int rank;
    private final Transport transport;
    private final ArrayDeque<Receiver> receivers = new ArrayDeque<>();
    private final ArrivedMessage[] oldestOfSource;
    private final ArrivedMessage[] newestOfSource;
    private final long[] dueBytes;
    private final boolean[] creditWanted;
    private final boolean[] left;
    private ArrivedMessage oldest;
    private ArrivedMessage newest;
    private int leftCount;
    private CommException end;

    Mailbox(int rank, int size, Transport transport) {
        this.rank = rank;
        this.transport = transport;
        oldestOfSource = new ArrivedMessage[size];
        newestOfSource = new ArrivedMessage[size];
        dueBytes = new long[size];
        creditWanted = new boolean[size];
        left = new boolean[size];
    }

    /** Gives an arrived message to a waiting thread, or keeps it. Returns true if a thread was woken. */
    boolean arrived(ArrivedMessage message) {
        if (message instanceof PostedReceive posted) {
            filled(posted);
            return true;
        }
        Receiver receiver;
        long due = 0;
        synchronized (this) {
            if (end != null) {
                message.release();
                return false;
            }
            receiver = receiverFor(message.from);
            if (receiver != null && receiver.fits(message.lengthBytes)) {
                due = taken(message);
                receiver.give(message);
            } else {
                append(message);
                if (receiver != null) {
                    receiver.overflow();
                }
            }
        }
        returnCredit(message.from, due);
        return receiver != null;
    }

    /**
     * Reserves the buffer of a waiting thread for a message that begins to arrive. Until the message is complete or
     * abandoned, neither interruption nor the end of this mailbox ends that thread's wait.
     *
     * @return null if the thread next in turn for the message has no suitable buffer, or no thread waits
     */
    synchronized PostedReceive claim(int from, int lengthBytes) {
        for (Iterator<Receiver> each = receivers.iterator(); each.hasNext(); ) {
            Receiver receiver = each.next();
            if (receiver.takesFrom(from)) {
                ByteBuffer room = receiver.room(lengthBytes);
                if (room == null) {
                    return null;
                }
                each.remove();
                return new PostedReceive(this, from, receiver, room);
            }
        }
        return null;
    }

    private void filled(PostedReceive message) {
        long due;
        synchronized (this) {
            due = taken(message);
            message.receiver().give(message);
        }
        returnCredit(message.from, due);
    }

    /** Ends the wait for a claimed message that will not arrive. */
    synchronized void abandoned(PostedReceive message, CommException cause) {
        message.receiver().fail(cause);
    }

    /**
     * Takes the oldest message from a source; blocks until there is one.
     *
     * @param target the buffer into which the caller will copy the message, or null; while the caller waits, the
     *     delivery thread may write to it
     * @throws BufferOverflowException if the message is longer than {@code capacityBytes}; the message stays
     */
    ArrivedMessage take(int from, int capacityBytes, ByteBuffer target) {
        ArrivedMessage message;
        Receiver receiver = null;
        long due = 0;
        synchronized (this) {
            message = end == null ? oldestFrom(from) : null;
            if (message == null) {
                CommException reason = endFor(from);
                if (reason != null) {
                    throw Failures.again(reason);
                }
                receiver = new Receiver(from, capacityBytes, target);
                receivers.addLast(receiver);
            } else if (message.lengthBytes > capacityBytes) {
                throw new BufferOverflowException();
            } else {
                unlink(message);
                due = taken(message);
            }
        }
        if (receiver != null) {
            return await(receiver);
        }
        returnCredit(message.from, due);
        return message;
    }

    private ArrivedMessage await(Receiver receiver) {
        boolean interrupted = false;
        transport.progress(receiver::isSettled);
        while (!receiver.isSettled()) {
            LockSupport.park(this);
            if (Thread.interrupted()) {
                interrupted = true;
                synchronized (this) {
                    if (receivers.remove(receiver)) {
                        Thread.currentThread().interrupt();
                        throw new CommException(
                                CommException.Reason.INTERRUPTED,
                                receiver.from(),
                                "interrupted while waiting for a message");
                    }
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return receiver.result();
    }

    /** Returns sender and length of the oldest message from a source, or null. The message stays. */
    synchronized Envelope probe(int from) {
        if (end != null) {
            throw Failures.again(end);
        }
        ArrivedMessage message = oldestFrom(from);
        return message == null ? null : new Envelope(message.from, message.lengthBytes);
    }

    /** Returns all credit due to a source that waits for credit, now and again when its last kept message is taken. */
    void creditWanted(int source) {
        long due;
        synchronized (this) {
            creditWanted[source] = true;
            due = dueNow(source);
        }
        returnCredit(source, due);
    }

    /**
     * Ends the waits for messages of a source that has left: receivers of that source, and of any source if all have
     * left.
     */
    synchronized void sourceLeft(int source) {
        if (left[source]) {
            return;
        }
        left[source] = true;
        leftCount++;
        for (Iterator<Receiver> each = receivers.iterator(); each.hasNext(); ) {
            Receiver receiver = each.next();
            CommException reason = endFor(receiver.from());
            if (reason != null) {
                each.remove();
                receiver.fail(reason);
            }
        }
    }

    /** Ends every wait, now and later, and drops all kept messages. */
    synchronized void end(CommException reason) {
        end = reason;
        receivers.forEach(receiver -> receiver.fail(reason));
        receivers.clear();
        while (oldest != null) {
            ArrivedMessage message = oldest;
            unlink(message);
            message.release();
        }
    }

    private Receiver receiverFor(int source) {
        for (Iterator<Receiver> each = receivers.iterator(); each.hasNext(); ) {
            Receiver receiver = each.next();
            if (receiver.takesFrom(source)) {
                each.remove();
                return receiver;
            }
        }
        return null;
    }

    private ArrivedMessage oldestFrom(int from) {
        return from == Comm.ANY_RANK ? oldest : oldestOfSource[from];
    }

    private CommException endFor(int from) {
        if (end != null) {
            return end;
        }
        if (from != Comm.ANY_RANK) {
            return left[from] ? Failures.peerLeft(from) : null;
        }
        boolean alone = left.length > 1 && leftCount == left.length - 1;
        return alone ? new CommException(CommException.Reason.CLOSED, -1, "every other rank has left the job") : null;
    }

    private void append(ArrivedMessage message) {
        int from = message.from;
        message.olderOfAll = newest;
        if (newest == null) {
            oldest = message;
        } else {
            newest.newerOfAll = message;
        }
        newest = message;
        if (newestOfSource[from] == null) {
            oldestOfSource[from] = message;
        } else {
            newestOfSource[from].newerOfSource = message;
        }
        newestOfSource[from] = message;
    }

    /** Removes the oldest message of a source from both lists. */
    private void unlink(ArrivedMessage message) {
        int from = message.from;
        oldestOfSource[from] = message.newerOfSource;
        if (oldestOfSource[from] == null) {
            newestOfSource[from] = null;
        }
        if (message.olderOfAll == null) {
            oldest = message.newerOfAll;
        } else {
            message.olderOfAll.newerOfAll = message.newerOfAll;
        }
        if (message.newerOfAll == null) {
            newest = message.olderOfAll;
        } else {
            message.newerOfAll.olderOfAll = message.olderOfAll;
        }
    }

    /** Counts a message that the program has taken. Returns the credit to send back now, 0 for none. */
    private long taken(ArrivedMessage message) {
        if (message.from == rank) {
            return 0;
        }
        dueBytes[message.from] += CreditWindow.charge(message.lengthBytes);
        return dueNow(message.from);
    }

    private long dueNow(int source) {
        boolean empty = oldestOfSource[source] == null;
        if (dueBytes[source] < CreditWindow.HALF_BYTES && !creditWanted[source]) {
            return 0;
        }
        if (empty) {
            creditWanted[source] = false;
        }
        long due = dueBytes[source];
        dueBytes[source] = 0;
        return due;
    }

    private void returnCredit(int source, long due) {
        if (due > 0) {
            transport.transmitControl(source, TransportKinds.CREDIT, due);
        }
    }
}
