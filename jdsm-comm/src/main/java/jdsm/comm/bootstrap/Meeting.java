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
 * How a rank meets the others of its job at the rendezvous, which rank 0 serves where nobody else does. {@link #join} is called
 * once; {@link #abandon} and {@link #close} may be called by other threads meanwhile.
 */
public final class Meeting implements AutoCloseable {
    private final CommSettings settings;
    /** Null where the job has one rank. */
    private final JobIdentity job;

    private RendezvousServer server;
    private RendezvousClient client;
    private boolean abandoned;

    /** A job of one rank needs no rendezvous. */
    public Meeting(CommSettings settings) {
        this.settings = settings;
        job = settings.size() > 1 ? JobIdentity.of(settings) : null;
    }

    /**
     * Blocks until all ranks are there.
     *
     * @param self what others are told of this rank
     * @return what the ranks tell of themselves, in their order
     * @throws CommException (JOIN) if there is no rendezvous or it refuses this rank; (PEER_LOST) if some do not come in time, or one
     *     has come and gone; (CLOSED) after {@link #abandon}
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
            // The launcher's rendezvous was there before its ranks; another rank's may come later than this one.
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
     * Blocks until all ranks have their connections, and tells the user now and then which are missing.
     *
     * @param complete ends when this rank has its own, or with the {@link CommException} that ends joining
     * @param absent the ranks that are missing
     * @throws CommException (PEER_LOST) if a rank has gone meanwhile, the same one on all ranks
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

    /** A peer's connection has ended before joining was over: who is to blame the rendezvous knows, and ends {@link #awaitConnections}. */
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

    /** This rank cannot join: the others are told why. */
    synchronized void failed(CommException cause) {
        if (client != null) {
            client.report(new CommException(cause.reason(), -1, cause.getMessage(), cause));
        }
    }

    private static void report(String what, String ranks) {
        System.err.println("jdsm: " + what + " ranks " + ranks);
    }

    /** Ends a {@link #join} that another thread is in, without waiting for anything. */
    public synchronized void abandon() {
        abandoned = true;
        if (client != null) {
            client.close();
        }
    }

    /** As {@link #abandon}, and waits for the rendezvous' thread if this rank serves it. */
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
