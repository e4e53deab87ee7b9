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
 */
public record CommSettings(
        int rank,
        int size,
        String jobId,
        byte[] secret,
        InetSocketAddress rendezvous,
        boolean rankZeroServes,
        String device,
        int ranksOnHost) {
    private static final long SPIN_NANOS = 50_000;

    public CommSettings {
        if (size < 1 || rank < 0 || rank >= size) {
            throw new IllegalArgumentException("rank " + rank + " of " + size + " ranks");
        }
        Objects.requireNonNull(jobId, "jobId");
        secret = secret.clone();
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    /** How long a thread that waits for a message may look for it before it blocks; 0 where ranks share processors. */
    public long spinNanos() {
        boolean room = ranksOnHost <= Runtime.getRuntime().availableProcessors();
        return room ? Long.getLong("jdsm.spin.nanos", SPIN_NANOS) : 0;
    }
}
