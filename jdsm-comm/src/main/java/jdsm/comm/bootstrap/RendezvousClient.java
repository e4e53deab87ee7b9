package jdsm.comm.bootstrap;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.function.Consumer;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;

/** A rank's side of the rendezvous. {@link #join} is called once; {@link #close} may be called by another thread. */
public final class RendezvousClient implements AutoCloseable {
    private static final long FIRST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 500;
    private static final long STALL_NANOS = Duration.ofSeconds(10).toNanos();

    private final JobIdentity job;
    private final int rank;
    private final InetSocketAddress rendezvous;
    private final String where;
    private final Duration patience;
    private final Consumer<String> stalls;
    private SocketChannel channel;
    private boolean closed;

    /**
     * @param patience how long to go on trying while nobody listens there; zero where the rendezvous was there before the
     *     ranks
     * @param stalls is told every 10 seconds while nobody listens
     */
    public RendezvousClient(
            JobIdentity job, int rank, InetSocketAddress rendezvous, Duration patience, Consumer<String> stalls) {
        this.job = job;
        this.rank = rank;
        this.rendezvous = RendezvousServer.resolve(rendezvous);
        this.where = rendezvous.getHostString() + ":" + rendezvous.getPort();
        this.patience = patience;
        this.stalls = stalls;
    }

    /**
     * Tells where this rank listens and blocks until all ranks have done so; only the wait for somebody to listen is limited.
     *
     * @param self what others are told of this rank
     * @return what is told of all ranks
     * @throws CommException (JOIN) if this rank is refused or there is no rendezvous; (CLOSED) after {@code close}
     */
    public RankAddress[] join(RankAddress self) {
        try (SocketChannel connected = connect()) {
            JoiningHandshake handshake = JoiningHandshake.toRendezvous(job, rank, where);
            connected.write(handshake.begin());
            while (handshake.wantedBytes() > 0) {
                connected.write(handshake.accept(read(connected, handshake.wantedBytes())));
            }
            connected.write(ByteBuffer.wrap(self.encode()));
            RankAddress[] table = new RankAddress[job.ranks()];
            for (int each = 0; each < table.length; each++) {
                table[each] =
                        RankAddress.decode(read(connected, RankAddress.BYTES).array());
                if (table[each] == null) {
                    throw new CommException(Reason.JOIN, -1, "the rendezvous at " + where + " sent no address");
                }
            }
            return table;
        } catch (ClosedChannelException e) {
            throw new CommException(Reason.CLOSED, -1, "closed while it was joining the job", e);
        } catch (IOException e) {
            throw new CommException(
                    Reason.JOIN, -1, "the rendezvous at " + where + " ended the connection: " + e.getMessage(), e);
        }
    }

    private static ByteBuffer read(SocketChannel from, int lengthBytes) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(lengthBytes);
        while (bytes.hasRemaining()) {
            if (from.read(bytes) < 0) {
                throw new EOFException("its process has ended or dropped this rank");
            }
        }
        return bytes.flip();
    }

    private SocketChannel connect() throws IOException {
        long start = System.nanoTime();
        long nextStall = start + STALL_NANOS;
        long pauseMillis = FIRST_PAUSE_MILLIS;
        while (true) {
            try {
                SocketChannel fresh = open();
                fresh.connect(rendezvous);
                return fresh;
            } catch (ConnectException | NoRouteToHostException | UnresolvedAddressException e) {
                String why = e.getMessage() == null ? "unknown host" : e.getMessage();
                long now = System.nanoTime();
                if (e instanceof UnresolvedAddressException || now - start >= patience.toNanos()) {
                    throw new CommException(
                            Reason.JOIN, -1, "nobody listens at the rendezvous " + where + ": " + why, e);
                }
                if (now >= nextStall) {
                    nextStall = now + STALL_NANOS;
                    stalls.accept("rank " + rank + " still waits for the rendezvous at " + where + ": " + why);
                }
            }
            pause(pauseMillis);
            pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        }
    }

    private synchronized SocketChannel open() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        if (channel != null) {
            channel.close();
        }
        channel = SocketChannel.open();
        return channel;
    }

    private synchronized void pause(long millis) throws ClosedChannelException {
        try {
            if (!closed) {
                wait(millis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommException(Reason.INTERRUPTED, -1, "interrupted while joining the job", e);
        }
    }

    /** Ends a join that another thread is in. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                // It is gone either way.
            }
        }
    }
}
