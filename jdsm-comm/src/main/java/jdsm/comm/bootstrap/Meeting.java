package jdsm.comm.bootstrap;

import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.spi.CommSettings;

/**
 * Brings a rank together with the other ranks of its job at the rendezvous; rank 0 also serves the rendezvous if the
 * settings say so. {@link #join} is called once, then {@link #awaitConnections}. Other threads may call
 * {@link #abandon} and {@link #close} meanwhile.
 */
public final class Meeting implements AutoCloseable {
    private final CommSettings settings;
    /** Null if the job has one rank. */
    private final JobIdentity job;

    private RendezvousServer server;
    private RendezvousClient client;
    private boolean abandoned;

    /** Takes no resource. A job of one rank needs no rendezvous. */
    public Meeting(CommSettings settings) {
        this.settings = settings;
        job = settings.size() > 1 ? JobIdentity.of(settings) : null;
    }

    /**
     * Exchanges the addresses of all ranks; blocks until all ranks have come to the rendezvous.
     *
     * @param self this rank's address
     * @return the addresses of all ranks, by rank
     * @throws CommException with reason JOIN if there is no rendezvous or it refuses this rank, PEER_LOST if a rank
     *     does not come in time or is lost, CLOSED after {@link #abandon}
     */
    public RankAddress[] join(RankAddress self) {
        if (job == null) {
            return new RankAddress[] {self};
        }
        synchronized (this) {
            if (settings.rendezvous() == null) {
                throw new CommException(
                        Reason.JOIN,
                        -1,
                        "the job has " + settings.size() + " ranks but no rendezvous: set " + JobVariables.RENDEZVOUS
                                + " to host:port");
            }
            if (abandoned) {
                throw new CommException(Reason.CLOSED, -1, "closed while it was joining the job");
            }
            if (settings.rankZeroServes() && settings.rank() == 0) {
                server = RendezvousServer.open(
                        settings.rendezvous(),
                        job,
                        settings.limits().joinNanos(),
                        ranks -> report("the rendezvous still waits for", Arrays.toString(ranks)));
            }
            // A launcher listens before its ranks start; rank 0 may start to listen after this rank has started.
            client = new RendezvousClient(
                    job,
                    settings.rank(),
                    settings.rendezvous(),
                    settings.rankZeroServes(),
                    settings.limits().joinNanos(),
                    stall -> System.err.println("jdsm: " + stall));
        }
        return client.join(self);
    }

    /**
     * Blocks until all ranks are connected to each other. Prints every 10 seconds the ranks that are missing.
     *
     * @param complete completes when this rank is connected to all others, or with the {@link CommException} that ends
     *     joining
     * @param absent returns the ranks to which this rank is not connected yet
     * @throws CommException with reason PEER_LOST if a rank is lost meanwhile; all ranks blame the same one
     */
    public void awaitConnections(CompletableFuture<Void> complete, Supplier<? extends Collection<Integer>> absent) {
        if (job != null) {
            client.awaitBegin(complete, absent);
            return;
        }
        try {
            complete.join();
        } catch (CompletionException e) {
            throw RendezvousClient.causeOf(e);
        }
    }

    /**
     * The connection to a peer has ended before joining was over. The rendezvous decides which rank is to blame and
     * ends {@link #awaitConnections}.
     */
    void sawEnd(int peer) {
        CommException seen = new CommException(
                Reason.PEER_LOST, peer, "rank " + peer + " ended its connection while this one was joining");
        RendezvousClient joining;
        synchronized (this) {
            joining = client;
        }
        if (joining != null) {
            joining.report(seen);
        }
    }

    /** Tells the other ranks why this rank cannot join. */
    synchronized void failed(CommException cause) {
        if (client != null) {
            client.report(new CommException(cause.reason(), -1, cause.getMessage(), cause));
        }
    }

    private static void report(String what, String ranks) {
        System.err.println("jdsm: " + what + " ranks " + ranks);
    }

    /** Ends a {@link #join} of another thread. Does not block. */
    public synchronized void abandon() {
        abandoned = true;
        if (client != null) {
            client.close();
        }
    }

    /** As {@link #abandon}; if this rank serves the rendezvous, blocks until the thread of the rendezvous has ended. */
    @Override
    public void close() {
        abandon();
        RendezvousServer serving;
        synchronized (this) {
            serving = server;
        }
        if (serving != null) {
            serving.close();
        }
    }
}
