package jdsm.observe;

import java.nio.ByteBuffer;
import jdsm.comm.CommStatistics;

/**
 * What one rank counted in a job.
 *
 * @param counts by {@link Counters.Counter#ordinal} (within one run of one build, so that the order is fixed)
 */
public record RankStatistics(int rank, long[] counts, CommStatistics comm) {
    public static RankStatistics of(int rank, Counters counters, CommStatistics comm) {
        Counters.Counter[] all = Counters.Counter.values();
        long[] counts = new long[all.length];
        for (int i = 0; i < all.length; i++) {
            counts[i] = counters.get(all[i]);
        }
        return new RankStatistics(rank, counts, comm);
    }

    /** For another rank of the same job. */
    public byte[] toBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + Long.BYTES * (counts.length + 4 * CommStatistics.KINDS));
        bytes.putInt(rank);
        put(bytes, counts);
        put(bytes, comm.messagesSent());
        put(bytes, comm.bytesSent());
        put(bytes, comm.messagesReceived());
        put(bytes, comm.bytesReceived());
        return bytes.array();
    }

    public static RankStatistics ofBytes(ByteBuffer bytes) {
        int rank = bytes.getInt();
        long[] counts = get(bytes, Counters.Counter.values().length);
        return new RankStatistics(
                rank,
                counts,
                new CommStatistics(
                        get(bytes, CommStatistics.KINDS),
                        get(bytes, CommStatistics.KINDS),
                        get(bytes, CommStatistics.KINDS),
                        get(bytes, CommStatistics.KINDS)));
    }

    private static void put(ByteBuffer target, long[] values) {
        for (long value : values) {
            target.putLong(value);
        }
    }

    private static long[] get(ByteBuffer source, int count) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = source.getLong();
        }
        return values;
    }
}
