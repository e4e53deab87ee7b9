package jdsm.comm.spi;

import java.util.concurrent.atomic.AtomicLongArray;
import jdsm.comm.CommStatistics;

/** Messages and bytes by kind; any thread may add, but for what is delivered. */
final class Counters {
    private final AtomicLongArray messagesSent = new AtomicLongArray(CommStatistics.KINDS);
    private final AtomicLongArray bytesSent = new AtomicLongArray(CommStatistics.KINDS);
    private final AtomicLongArray messagesReceived = new AtomicLongArray(CommStatistics.KINDS);
    private final AtomicLongArray bytesReceived = new AtomicLongArray(CommStatistics.KINDS);

    void sent(int kind, int lengthBytes) {
        messagesSent.getAndIncrement(kind);
        bytesSent.getAndAdd(kind, lengthBytes);
    }

    /** A runtime message: by who delivers, that is by one thread at a time, which needs no atomic operation. */
    void delivered(int kind, int lengthBytes) {
        messagesReceived.setOpaque(kind, messagesReceived.getPlain(kind) + 1);
        bytesReceived.setOpaque(kind, bytesReceived.getPlain(kind) + lengthBytes);
    }

    /** A program message; a rank's own come by the thread that sends them. */
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
