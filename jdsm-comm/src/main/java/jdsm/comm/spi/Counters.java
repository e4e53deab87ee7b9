package jdsm.comm.spi;

import java.util.concurrent.atomic.AtomicLongArray;
import jdsm.comm.CommStatistics;

/** Counts messages and payload bytes by kind. Thread-safe, but {@link #delivered} needs one caller at a time. */
final class Counters {
    private final AtomicLongArray messagesSent = new AtomicLongArray(CommStatistics.KINDS);
    private final AtomicLongArray bytesSent = new AtomicLongArray(CommStatistics.KINDS);
    private final AtomicLongArray messagesReceived = new AtomicLongArray(CommStatistics.KINDS);
    private final AtomicLongArray bytesReceived = new AtomicLongArray(CommStatistics.KINDS);

    void sent(int kind, int lengthBytes) {
        messagesSent.getAndIncrement(kind);
        bytesSent.getAndAdd(kind, lengthBytes);
    }

    /** Counts an arrived runtime message. Only the delivery thread calls this, so no atomic operation is needed. */
    void delivered(int kind, int lengthBytes) {
        messagesReceived.setOpaque(kind, messagesReceived.getPlain(kind) + 1);
        bytesReceived.setOpaque(kind, bytesReceived.getPlain(kind) + lengthBytes);
    }

    /** Counts an arrived program message. The sending thread calls this for a message to its own rank. */
    void received(int lengthBytes) {
        messagesReceived.getAndIncrement(TransportKinds.PROGRAM);
        bytesReceived.getAndAdd(TransportKinds.PROGRAM, lengthBytes);
    }

    CommStatistics snapshot() {
        return new CommStatistics(copy(messagesSent), copy(bytesSent), copy(messagesReceived), copy(bytesReceived));
    }

    private static long[] copy(AtomicLongArray counts) {
        long[] copy = new long[counts.length()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = counts.get(i);
        }
        return copy;
    }
}
