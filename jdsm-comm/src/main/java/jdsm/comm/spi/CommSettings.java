package jdsm.comm.spi;

import java.net.InetSocketAddress;
import java.util.Objects;
import jdsm.comm.CommException;
import jdsm.comm.certificate.CertificateFiles;

/**
 * One rank's place in its job, and the addresses and limits with which a transport joins that job. Immutable.
 *
 * @param rank this rank, 0 to {@code size - 1}
 * @param size the number of ranks
 * @param jobId the job's name; ranks of different jobs never connect
 * @param secret a key known only to the ranks of the job; the key itself is never sent
 * @param rendezvous the address at which the ranks meet, or null for a transport without a rendezvous (inproc)
 * @param rankZeroServes true: rank 0 listens at {@code rendezvous}, and the other ranks wait until it does; false:
 *     another process, such as a launcher, listens there before any rank starts
 * @param device the local address or network interface to listen on; null: the loopback address
 * @param ranksOnHost the number of ranks on this host; transports spin only if each has a processor
 * @param workersPerRank the number of computing threads of a rank, which also wait for messages
 * @param hostPart the part of the host to which the rank belongs: ranks share memory only within a part; empty: the
 *     host has one part
 * @param limits how long the rank waits for other ranks
 * @param encryption whether the rank encrypts its connections over a network; all ranks of a job must agree
 * @param certificates the files of the rank's own certificate, for connections that are encrypted; null: the rank makes
 *     one that proves nothing
 * @param trustsFabric whether everybody who can reach the network of a fabric, such as UCX's, is trusted, so that ranks
 *     may use it without encryption
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
        Limits limits,
        Encryption encryption,
        CertificateFiles certificates,
        boolean trustsFabric) {
    private static final long SPIN_NANOS = 50_000;
    private static final long WAIT_NANOS = 20_000_000;
    private static final long WAITS_PER_SPIN = 4;
    private static final long CROWDED_WAIT_NANOS = 100_000;

    public CommSettings {
        if (size < 1 || rank < 0 || rank >= size) {
            throw new IllegalArgumentException(
                    "no such rank: rank " + rank + " of " + size + " ranks; ranks are 0 to size - 1");
        }
        Objects.requireNonNull(jobId, "jobId");
        Objects.requireNonNull(hostPart, "hostPart");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(encryption, "encryption");
        secret = secret.clone();
    }

    /** The settings of a rank whose host has one part, with {@link Limits#DEFAULT}. */
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

    /** The settings of a rank with {@link Limits#DEFAULT}, which encrypts beyond the loopback address. */
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
                Limits.DEFAULT,
                Encryption.BEYOND_LOOPBACK,
                null,
                false);
    }

    /** Returns these settings with other limits. */
    public CommSettings with(Limits other) {
        return with(other, encryption, certificates, trustsFabric);
    }

    /** Returns these settings with another encryption. */
    public CommSettings with(Encryption other) {
        return with(limits, other, certificates, trustsFabric);
    }

    /** Returns these settings with the files of a certificate; null for none. */
    public CommSettings with(CertificateFiles other) {
        return with(limits, encryption, other, trustsFabric);
    }

    /** Returns these settings with trust in the network of a fabric, or without. */
    public CommSettings trustingFabric(boolean whether) {
        return with(limits, encryption, certificates, whether);
    }

    /**
     * Requires that ranks may use a fabric, which does not encrypt.
     *
     * @param transport the name of the transport
     * @param encrypts whether the rank's connections are encrypted, because they may leave the host
     * @throws CommException with reason JOIN and a line that says what to do
     */
    public void requireTrustedFabric(String transport, boolean encrypts) {
        if (encrypts && !trustsFabric) {
            throw new CommException(
                    CommException.Reason.JOIN,
                    -1,
                    "transport " + transport + " does not encrypt what UCX carries, and the device " + device
                            + " is beyond the loopback address: say --trusted-fabric if you trust everybody who can"
                            + " reach that network, for who holds a memory key reads and writes that memory");
        }
    }

    private CommSettings with(
            Limits otherLimits, Encryption otherEncryption, CertificateFiles otherCertificates, boolean trusts) {
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
                otherLimits,
                otherEncryption,
                otherCertificates,
                trusts);
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    /** Returns how long the delivery thread spins before it blocks, in nanoseconds; 0 where ranks share processors. */
    public long spinNanos() {
        return ranksHaveProcessors() ? Long.getLong("jdsm.spin.nanos", SPIN_NANOS) : 0;
    }

    /**
     * Returns how long a thread that waits for a message polls before it blocks, in nanoseconds; it yields its
     * processor meanwhile. The time is long where each worker has a processor: the operating system often wakes a
     * blocked worker on the processor of a computing one. Where ranks share processors, the time is about one
     * scheduling round of all ranks: a polling thread needs no wake-up, and a wake-up costs more than a round.
     */
    public long waitNanos() {
        if (workersHaveProcessors()) {
            return Long.getLong("jdsm.wait.nanos", WAIT_NANOS);
        }
        return ranksHaveProcessors() ? WAITS_PER_SPIN * spinNanos() : CROWDED_WAIT_NANOS;
    }

    /** Whether this host has a processor for each worker of its ranks. */
    public boolean workersHaveProcessors() {
        return hasProcessors((long) ranksOnHost * workersPerRank);
    }

    /** Whether this host has a processor for each of its ranks. */
    public boolean ranksHaveProcessors() {
        return hasProcessors(ranksOnHost);
    }

    private static boolean hasProcessors(long threads) {
        // A rank that is bound to some processors sees only these; the launcher tells it the number of all.
        return threads
                <= Integer.getInteger("jdsm.processors", Runtime.getRuntime().availableProcessors());
    }
}
