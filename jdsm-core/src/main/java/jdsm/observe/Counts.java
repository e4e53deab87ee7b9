package jdsm.observe;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import jdsm.comm.CommStatistics;

/**
 * The counts of one rank, or the sum of several ranks', over some time. The arrays must not be changed.
 *
 * @param counters the value of each counter, by {@link Counters.Counter#ordinal}; all ranks run one build, so the order
 *     is fixed
 * @param comm the messages and bytes sent and received
 */
record Counts(long[] counters, CommStatistics comm) {
    static final Counts NONE = new Counts(
            new long[Counters.Counter.values().length],
            new CommStatistics(
                    new long[CommStatistics.KINDS],
                    new long[CommStatistics.KINDS],
                    new long[CommStatistics.KINDS],
                    new long[CommStatistics.KINDS]));

    static Counts of(Counters counters, CommStatistics comm) {
        Counters.Counter[] all = Counters.Counter.values();
        long[] counts = new long[all.length];
        for (int i = 0; i < all.length; i++) {
            counts[i] = counters.get(all[i]);
        }
        return new Counts(counts, comm);
    }

    Counts plus(Counts more) {
        return with(more, 1);
    }

    Counts minus(Counts less) {
        return with(less, -1);
    }

    private Counts with(Counts other, int times) {
        return new Counts(
                sum(counters, other.counters, times),
                new CommStatistics(
                        sum(comm.messagesSent(), other.comm.messagesSent(), times),
                        sum(comm.bytesSent(), other.comm.bytesSent(), times),
                        sum(comm.messagesReceived(), other.comm.messagesReceived(), times),
                        sum(comm.bytesReceived(), other.comm.bytesReceived(), times)));
    }

    private static long[] sum(long[] a, long[] b, int times) {
        long[] sum = a.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += times * b[i];
        }
        return sum;
    }

    /** These counts with another value of one counter. */
    Counts with(Counters.Counter counter, long count) {
        long[] changed = counters.clone();
        changed[counter.ordinal()] = count;
        return new Counts(changed, comm);
    }

    void write(DataOutput target) throws IOException {
        write(target, counters);
        write(target, comm.messagesSent());
        write(target, comm.bytesSent());
        write(target, comm.messagesReceived());
        write(target, comm.bytesReceived());
    }

    static Counts read(DataInput source) throws IOException {
        return new Counts(
                read(source, NONE.counters.length),
                new CommStatistics(
                        read(source, CommStatistics.KINDS),
                        read(source, CommStatistics.KINDS),
                        read(source, CommStatistics.KINDS),
                        read(source, CommStatistics.KINDS)));
    }

    private static void write(DataOutput target, long[] values) throws IOException {
        for (long value : values) {
            target.writeLong(value);
        }
    }

    private static long[] read(DataInput source, int count) throws IOException {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = source.readLong();
        }
        return values;
    }
}
