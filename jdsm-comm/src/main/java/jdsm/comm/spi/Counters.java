package jdsm.comm.spi;

import java.util.concurrent.atomic.AtomicLongArray;
import jdsm.comm.CommStatistics;

/** Messages and bytes by kind; any thread may add. */
final class Counters {
    private final AtomicLongArray messagesSent = new AtomicLongArray(CommStatistics.KINDS);
    private final AtomicLongArray bytesSent = new AtomicLongArray(CommStatistics.KINDS);
    private final AtomicLongArray messagesReceived = new AtomicLongArray(CommStatistics.KINDS);
    private final AtomicLongArray bytesReceived = new AtomicLongArray(CommStatistics.KINDS);

    void sent(int kind, int lengthBytes) {
        messagesSent.getAndIncrement(kind);
        bytesSent.getAndAdd(kind, lengthBytes);
    }

    void received(int kind, int lengthBytes) {
        messagesReceived.getAndIncrement(kind);
        bytesReceived.getAndAdd(kind, lengthBytes);
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
