package jdsm.comm.bootstrap;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.spi.Limits;

/**
 * A rank's connection to the rendezvous. {@link #join} is called once, then {@link #awaitBegin} once. Other threads may
 * call {@link #report} and {@link #close} meanwhile.
 */
public final class RendezvousClient implements AutoCloseable {
    private static final long FIRST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 500;
    private static final long STALL_MILLIS = 10_000;
    /** The time beyond the limit after which a rank gives up by itself, in case the rendezvous does not answer. */
    private static final long SLACK_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final JobIdentity job;
    private final int rank;
    private final InetSocketAddress rendezvous;
    private final String where;
    private final boolean mayComeLater;
    private final long limitNanos;
    private final long beginNanos = System.nanoTime();
    private final Consumer<String> stalls;
    private long nextStallNanos = beginNanos + TimeUnit.MILLISECONDS.toNanos(STALL_MILLIS);
    /** Held while bytes are written: several threads write. */
    private final Object sending = new Object();

    /** Whether the rendezvous knows that this rank has come. */
    private volatile boolean present;

    /** The seal of what this rank says; used while {@link #sending} is held. */
    private Seal own;
    /** The seal of what the rendezvous says. */
    private Seal others;

    private Socket socket;
    private boolean closed;
    /** The failure that this rank has reported to the rendezvous, or null. */
    private CommException reported;

    /**
     * Takes no connection yet; resolves the host name of the rendezvous.
     *
     * @param mayComeLater whether to retry while no process listens at the rendezvous; false if one listens before
     *     ranks start
     * @param limitNanos the longest wait for all other ranks, in nanoseconds, or {@link Limits#NONE}
     * @param stalls receives every 10 seconds a line that says what this rank still waits for
     */
    public RendezvousClient(
            JobIdentity job,
            int rank,
            InetSocketAddress rendezvous,
            boolean mayComeLater,
            long limitNanos,
            Consumer<String> stalls) {
        this.job = job;
        this.rank = rank;
        this.rendezvous = RendezvousServer.resolve(rendezvous);
        this.where = rendezvous.getHostString() + ":" + rendezvous.getPort();
        this.mayComeLater = mayComeLater;
        this.limitNanos = limitNanos;
        this.stalls = stalls;
    }

    /**
     * Sends this rank's address to the rendezvous; blocks until all ranks have done so.
     *
     * @param self this rank's address
     * @return the addresses of all ranks, by rank
     * @throws CommException with reason JOIN if this rank is refused or there is no rendezvous, PEER_LOST if a rank
     *     does not come in time or is lost, CLOSED after {@link #close}
     */
    public RankAddress[] join(RankAddress self) {
        if (rendezvous.isUnresolved()) {
            throw new CommException(
                    Reason.JOIN,
                    -1,
                    "the rendezvous " + where + " cannot be reached: unknown host " + rendezvous.getHostString());
        }
        try {
            meet();
            say(ByteBuffer.wrap(self.encode()));
            present = true;
            long longest = (long) job.ranks() * (RankAddress.BYTES + RankAddress.MOST_TRANSPORT_BYTES);
            Word word = read((int) Math.min(longest, Integer.MAX_VALUE), this::waitedTooLong);
            if (word.type() != Word.Type.TABLE) {
                throw ended(word);
            }
            RankAddress[] table = RankAddress.decodeAll(word.content(), job.ranks());
            if (table == null) {
                throw new CommException(Reason.JOIN, -1, "the rendezvous at " + where + " sent no addresses");
            }
            return table;
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /**
     * Blocks until all ranks are connected to each other.
     *
     * @param connected completes when this rank is connected to all others, or with the exception that ends joining
     * @param absent returns the ranks to which this rank is not connected yet
     * @throws CommException as {@link #join}
     */
    public void awaitBegin(CompletableFuture<Void> connected, Supplier<? extends Collection<Integer>> absent) {
        connected.whenComplete((nothing, e) -> {
            if (e == null) {
                tell(new Word(Word.Type.READY, -1, new byte[0]));
            } else {
                report(causeOf(e));
            }
        });
        try {
            Word word = read(Word.LONGEST_TEXT_BYTES, () -> {
                waitedTooLong();
                throwReported();
                if (isStallDue()) {
                    stalls.accept("rank " + rank + " still waits for "
                            + (connected.isDone()
                                    ? "others to be connected"
                                    : "connections from ranks " + absent.get()));
                }
            });
            if (word.type() != Word.Type.BEGIN) {
                throw ended(word);
            }
        } catch (IOException e) {
            throwReported();
            throw broken(e);
        } finally {
            close();
        }
    }

    static CommException causeOf(Throwable e) {
        Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
        return cause instanceof CommException known
                ? known
                : new CommException(Reason.TRANSPORT, -1, "joining failed: " + cause, cause);
    }

    /**
     * Reports that this rank cannot join, because of {@link CommException#peer} or for its own reasons. The rendezvous
     * decides which rank is to blame and ends {@link #awaitBegin}. Only the first report is sent.
     */
    void report(CommException cause) {
        synchronized (this) {
            if (closed || reported != null) {
                return;
            }
            reported = cause;
        }
        tell(Word.of(Word.Type.FAILED, cause.peer(), cause.getMessage()));
    }

    private void tell(Word word) {
        if (!present) {
            return; // the rendezvous does not know this rank yet
        }
        try {
            say(word.encode());
        } catch (IOException e) {
            // The thread that reads from the rendezvous notices the end of the connection as well.
        }
    }

    private void throwReported() {
        CommException own;
        synchronized (this) {
            own = reported;
        }
        if (own != null) {
            throw own;
        }
    }

    /** Returns the failure that an unexpected word means. */
    private CommException ended(Word word) {
        if (word.type() != Word.Type.END) {
            return new CommException(Reason.JOIN, -1, "the rendezvous at " + where + " sent " + word.type());
        }
        if (word.rank() == rank) {
            throwReported();
        }
        return new CommException(Reason.PEER_LOST, word.rank(), word.text());
    }

    private CommException broken(IOException e) {
        synchronized (this) {
            if (closed) {
                return new CommException(Reason.CLOSED, -1, "closed while it was joining the job", e);
            }
        }
        String text = "the rendezvous at " + where + " ended the connection: " + e.getMessage();
        // If a rank serves the rendezvous, it is rank 0: the end of the connection is the loss of rank 0.
        return mayComeLater && rank != 0
                ? new CommException(Reason.PEER_LOST, 0, "lost rank 0 while the job was joining: " + text, e)
                : new CommException(Reason.JOIN, -1, text, e);
    }

    /** Connects and runs the handshake; retries if a flood of other connections displaces this one. */
    private void meet() throws IOException {
        long pauseMillis = FIRST_PAUSE_MILLIS;
        while (true) {
            String why;
            try {
                open();
                socket.connect(rendezvous, timeoutMillis(3 * STALL_MILLIS));
                if (isToItself(socket)) {
                    socket.setSoLinger(true, 0);
                    throw new ConnectException("Connection refused");
                }
                JoiningHandshake handshake = JoiningHandshake.toRendezvous(job, rank, where);
                send(handshake.begin());
                while (handshake.wantedBytes() > 0) {
                    ByteBuffer answer = ByteBuffer.allocate(handshake.wantedBytes());
                    socket.setSoTimeout(timeoutMillis(3 * STALL_MILLIS));
                    fill(answer);
                    send(handshake.accept(answer.flip()));
                }
                own = handshake.own();
                others = handshake.others();
                return;
            } catch (ConnectException | NoRouteToHostException e) {
                why = "nobody listens at the rendezvous " + where + ": " + e.getMessage();
                if (!mayComeLater) {
                    throw new CommException(Reason.JOIN, -1, why, e);
                }
            } catch (IOException e) {
                if (isClosed()) {
                    throw e;
                }
                why = "the rendezvous at " + where + " has not let it in: " + e.getMessage();
            }
            if (isLate(0)) {
                throw new CommException(Reason.JOIN, -1, why + ", for " + Limits.seconds(limitNanos) + " s");
            }
            if (isStallDue()) {
                stalls.accept("rank " + rank + " still waits: " + why);
            }
            pause(pauseMillis);
            pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        }
    }

    /**
     * Whether both ends of a connection are one socket: where nobody listens at a port that the system also gives to
     * connections by itself, it may have given it to this one. Such a connection would keep the port from the server.
     */
    static boolean isToItself(Socket socket) {
        return socket.getLocalSocketAddress().equals(socket.getRemoteSocketAddress());
    }

    /** Reads a word. Calls {@code waiting} at least every 10 seconds, which may throw to end the wait. */
    private Word read(int longestBytes, Runnable waiting) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(Word.HEADER_BYTES);
        fill(header, waiting);
        Word word = Word.header(header, Math.max(longestBytes, Word.LONGEST_TEXT_BYTES));
        if (word == null) {
            throw new IOException("it sent a malformed message");
        }
        ByteBuffer sealed = ByteBuffer.allocate(Word.HEADER_BYTES + word.content().length + Seal.BYTES);
        fill(sealed.put(header.rewind()), waiting);
        byte[] whole = others.open(sealed.flip());
        if (whole == null) {
            throw new CommException(
                    Reason.JOIN,
                    -1,
                    "somebody between this rank and the rendezvous at " + where + " has changed what it said");
        }
        return word.with(whole);
    }

    private void fill(ByteBuffer target, Runnable waiting) throws IOException {
        while (target.hasRemaining()) {
            socket.setSoTimeout((int) STALL_MILLIS);
            try {
                fill(target);
            } catch (SocketTimeoutException e) {
                waiting.run();
            }
        }
    }

    /** Reads until the target is full. After an exception the target holds the bytes read so far. */
    private void fill(ByteBuffer target) throws IOException {
        while (target.hasRemaining()) {
            int read = socket.getInputStream().read(target.array(), target.position(), target.remaining());
            if (read < 0) {
                throw new EOFException("its process has ended or dropped this rank");
            }
            target.position(target.position() + read);
        }
    }

    /** Sends the next sealed message. */
    private void say(ByteBuffer message) throws IOException {
        synchronized (sending) {
            send(own.seal(message));
        }
    }

    private void send(ByteBuffer bytes) throws IOException {
        Socket to;
        synchronized (this) {
            to = socket;
        }
        synchronized (sending) {
            to.getOutputStream().write(bytes.array(), bytes.position(), bytes.remaining());
        }
    }

    private boolean isLate(long slackNanos) {
        return limitNanos != Limits.NONE && System.nanoTime() - beginNanos >= limitNanos + slackNanos;
    }

    private void waitedTooLong() {
        if (isLate(SLACK_NANOS)) {
            throw new CommException(
                    Reason.JOIN,
                    -1,
                    "the rendezvous at " + where + " has said nothing for " + Limits.seconds(limitNanos) + " s");
        }
    }

    private int timeoutMillis(long mostMillis) {
        long left =
                limitNanos == Limits.NONE ? mostMillis : (limitNanos - (System.nanoTime() - beginNanos)) / 1_000_000;
        return (int) Math.max(1, Math.min(mostMillis, left));
    }

    private boolean isStallDue() {
        long now = System.nanoTime();
        boolean due = now - nextStallNanos >= 0;
        if (due) {
            nextStallNanos = now + TimeUnit.MILLISECONDS.toNanos(STALL_MILLIS);
        }
        return due;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized void open() throws IOException {
        if (closed) {
            throw new IOException("closed");
        }
        if (socket != null) {
            socket.close();
        }
        socket = new Socket(Proxy.NO_PROXY);
        socket.setTcpNoDelay(true);
    }

    private synchronized void pause(long millis) throws IOException {
        try {
            if (!closed) {
                wait(millis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommException(Reason.INTERRUPTED, -1, "interrupted while joining the job", e);
        }
        if (closed) {
            throw new IOException("closed");
        }
    }

    /**
     * Closes the connection and ends a {@link #join} or {@link #awaitBegin} of another thread. Idempotent; does not
     * block.
     */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                // The socket is useless either way.
            }
        }
    }
}
