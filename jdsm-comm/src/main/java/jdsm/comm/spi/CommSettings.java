package jdsm.comm.spi;

import java.net.InetSocketAddress;
import java.util.Objects;

/**
 * What a transport is told of the job.
 *
 * @param rank this rank, 0 to {@code size - 1}
 * @param size how many ranks
 * @param jobId names the job; ranks of different jobs never connect
 * @param secret known to the ranks of the job and to nobody else; it never travels
 * @param rendezvous where ranks meet, or null where the transport needs none (inproc)
 * @param rankZeroServes whether rank 0 listens at {@code rendezvous}, and the others wait for it to do so; else somebody
 *     else, such as a launcher, listens there before any rank starts
 * @param device the local address or network interface to listen on; null: the loopback address
 * @param ranksOnHost how many ranks share this host's processors: transports spin only where there is a processor for it
 * @param workersPerRank how many threads of a rank compute, and wait for others
 * @param hostPart which part of its host the rank is of: ranks share memory only within a part; empty: the host is in one
 * @param limits how long the rank waits for others
 */
public record CommSettings(
        int rank,
        int size,
        String jobId,
        byte[] secret,
        InetSocketAddress rendezvous,
        boolean rankZeroServes,
        String device,
        int ranksOnHost,
        int workersPerRank,
        String hostPart,
        Limits limits) {
    private static final long SPIN_NANOS = 50_000;
    private static final long WAIT_NANOS = 20_000_000;
    private static final long WAITS_PER_SPIN = 4;
    private static final long CROWDED_WAIT_NANOS = 100_000;

    public CommSettings {
        if (size < 1 || rank < 0 || rank >= size) {
            throw new IllegalArgumentException("rank " + rank + " of " + size + " ranks");
        }
        Objects.requireNonNull(jobId, "jobId");
        Objects.requireNonNull(hostPart, "hostPart");
        Objects.requireNonNull(limits, "limits");
        secret = secret.clone();
    }

    /** Of a rank whose host is in one part, with the usual limits. */
    public CommSettings(
            int rank,
            int size,
            String jobId,
            byte[] secret,
            InetSocketAddress rendezvous,
            boolean rankZeroServes,
            String device,
            int ranksOnHost,
            int workersPerRank) {
        this(rank, size, jobId, secret, rendezvous, rankZeroServes, device, ranksOnHost, workersPerRank, "");
    }

    /** Of a rank with the usual limits. */
    public CommSettings(
            int rank,
            int size,
            String jobId,
            byte[] secret,
            InetSocketAddress rendezvous,
            boolean rankZeroServes,
            String device,
            int ranksOnHost,
            int workersPerRank,
            String hostPart) {
        this(
                rank,
                size,
                jobId,
                secret,
                rendezvous,
                rankZeroServes,
                device,
                ranksOnHost,
                workersPerRank,
                hostPart,
                Limits.DEFAULT);
    }

    /** The same with other limits. */
    public CommSettings with(Limits other) {
        return new CommSettings(
                rank,
                size,
                jobId,
                secret,
                rendezvous,
                rankZeroServes,
                device,
                ranksOnHost,
                workersPerRank,
                hostPart,
                other);
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    /** How long a thread that answers others may look for messages before it blocks; 0 where ranks share processors. */
    public long spinNanos() {
        return ranksHaveProcessors() ? Long.getLong("jdsm.spin.nanos", SPIN_NANOS) : 0;
    }

    /**
     * How long a thread that has nothing to do before a message comes may look for it before it blocks, offering its
     * processor to others meanwhile. Long where each worker has a processor: one that blocks is often woken on the processor of
     * another one that computes. Where ranks share processors, about as long as it takes until each has had its turn: who is
     * looking needs no waking, which costs more than a turn.
     */
    public long waitNanos() {
        if (workersHaveProcessors()) {
            return Long.getLong("jdsm.wait.nanos", WAIT_NANOS);
        }
        return ranksHaveProcessors() ? WAITS_PER_SPIN * spinNanos() : CROWDED_WAIT_NANOS;
    }

    /** Whether no two workers have to share a processor. */
    public boolean workersHaveProcessors() {
        return hasProcessors((long) ranksOnHost * workersPerRank);
    }

    /** Whether no two ranks have to share a processor. */
    public boolean ranksHaveProcessors() {
        return hasProcessors(ranksOnHost);
    }

    private static boolean hasProcessors(long threads) {
        return threads <= Runtime.getRuntime().availableProcessors();
    }
}
