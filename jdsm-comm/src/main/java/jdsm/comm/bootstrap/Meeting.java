package jdsm.comm.bootstrap;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.spi.CommSettings;

/**
 * How a rank meets the others of its job at the rendezvous, which rank 0 serves where nobody else does. {@link #join} is called
 * once; {@link #abandon} and {@link #close} may be called by other threads meanwhile.
 */
public final class Meeting implements AutoCloseable {
    private static final long STALL_SECONDS = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(120);

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
     * @throws CommException (JOIN) if there is no rendezvous or it refuses this rank; (CLOSED) after {@link #abandon}
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
                        ranks -> report("the rendezvous still waits for", Arrays.toString(ranks)));
            }
            // The launcher's rendezvous was there before its ranks; another rank's may come later than this one.
            Duration patience = settings.rankZeroServes() ? PATIENCE : Duration.ZERO;
            client = new RendezvousClient(
                    job,
                    settings.rank(),
                    settings.rendezvous(),
                    patience,
                    stall -> System.err.println("jdsm: " + stall));
        }
        return client.join(self);
    }

    /**
     * Blocks until a rank has its connections, and tells the user now and then which are missing.
     *
     * @param complete ends when all are there, or with the {@link CommException} that ends joining
     * @param absent the ranks that are missing
     */
    public static void awaitConnections(
            CompletableFuture<Void> complete, int rank, Supplier<? extends Collection<Integer>> absent) {
        while (true) {
            try {
                complete.get(STALL_SECONDS, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException e) {
                report(
                        "rank " + rank + " still waits for connections from",
                        absent.get().toString());
            } catch (ExecutionException e) {
                throw e.getCause() instanceof CommException cause
                        ? cause
                        : new CommException(Reason.TRANSPORT, -1, "joining failed: " + e.getCause(), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CommException(Reason.INTERRUPTED, -1, "interrupted while joining the job");
            }
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
