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
 * A rank's side of the rendezvous. {@link #join} is called once, then {@link #awaitBegin} once; {@link #report} and {@link #close}
 * may be called by other threads meanwhile.
 */
public final class RendezvousClient implements AutoCloseable {
    private static final long FIRST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 500;
    private static final long STALL_MILLIS = 10_000;
    /** What the rendezvous may take longer than it should, before a rank gives up by itself. */
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
    /** Held while bytes are written, which several threads do. */
    private final Object sending = new Object();

    /** Whether the rendezvous knows that this rank has come. */
    private volatile boolean present;

    private Socket socket;
    private boolean closed;
    /** Why this rank cannot join, as it has told the rendezvous; or null. */
    private CommException reported;

    /**
     * @param mayComeLater whether to go on trying while nobody listens there; else the rendezvous was there before the ranks
     * @param limitNanos for how long at most to wait for all others, or {@link Limits#NONE}
     * @param stalls is told every 10 seconds what this rank still waits for
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
     * Tells where this rank listens and blocks until all ranks have done so.
     *
     * @param self what others are told of this rank
     * @return what is told of all ranks
     * @throws CommException (JOIN) if this rank is refused or there is no rendezvous; (PEER_LOST) if ranks do not come in time, or
     *     one that had come has gone; (CLOSED) after {@code close}
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
            send(ByteBuffer.wrap(self.encode()));
            present = true;
            Word word = read(job.ranks() * RankAddress.BYTES, this::waitedTooLong);
            if (word.type() != Word.Type.TABLE || word.content().length != job.ranks() * RankAddress.BYTES) {
                throw ended(word);
            }
            RankAddress[] table = new RankAddress[job.ranks()];
            for (int each = 0; each < table.length; each++) {
                byte[] bytes = new byte[RankAddress.BYTES];
                System.arraycopy(word.content(), each * RankAddress.BYTES, bytes, 0, RankAddress.BYTES);
                table[each] = RankAddress.decode(bytes);
                if (table[each] == null) {
                    throw new CommException(Reason.JOIN, -1, "the rendezvous at " + where + " sent no address");
                }
            }
            return table;
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /**
     * Blocks until all ranks are connected.
     *
     * @param connected ends when this rank is, or with the exception that ends joining
     * @param absent the ranks that this one has no connection to
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
     * This rank cannot join, because of {@link CommException#peer} or for its own reasons: the rendezvous decides which rank is to
     * blame, and ends {@link #awaitBegin}. The first report counts.
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
            return; // nobody there waits for this rank
        }
        try {
            send(word.encode());
        } catch (IOException e) {
            // Who reads from the rendezvous notices its end, too.
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

    /** What a word means that is not the one awaited. */
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
        // Where a rank serves the rendezvous, that is rank 0, and its connection ends with it.
        return mayComeLater && rank != 0
                ? new CommException(Reason.PEER_LOST, 0, "lost rank 0 while the job was joining: " + text, e)
                : new CommException(Reason.JOIN, -1, text, e);
    }

    /** Connects until both sides have proved themselves: in a flood of others this rank may have to come again. */
    private void meet() throws IOException {
        long pauseMillis = FIRST_PAUSE_MILLIS;
        while (true) {
            String why;
            try {
                open();
                socket.connect(rendezvous, timeoutMillis(3 * STALL_MILLIS));
                JoiningHandshake handshake = JoiningHandshake.toRendezvous(job, rank, where);
                send(handshake.begin());
                while (handshake.wantedBytes() > 0) {
                    ByteBuffer answer = ByteBuffer.allocate(handshake.wantedBytes());
                    socket.setSoTimeout(timeoutMillis(3 * STALL_MILLIS));
                    fill(answer);
                    send(handshake.accept(answer.flip()));
                }
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

    /** Reads a word; {@code waiting} is called at least every 10 seconds, and may end that by an exception. */
    private Word read(int longestBytes, Runnable waiting) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(Word.HEADER_BYTES);
        fill(header, waiting);
        Word word = Word.header(header, Math.max(longestBytes, Word.LONGEST_TEXT_BYTES));
        if (word == null) {
            throw new IOException("what it sent is no word");
        }
        fill(ByteBuffer.wrap(word.content()), waiting);
        return word;
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

    /** What has been read before an exception is in the target. */
    private void fill(ByteBuffer target) throws IOException {
        while (target.hasRemaining()) {
            int read = socket.getInputStream().read(target.array(), target.position(), target.remaining());
            if (read < 0) {
                throw new EOFException("its process has ended or dropped this rank");
            }
            target.position(target.position() + read);
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

    /** Ends what another thread is in. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                // It is gone either way.
            }
        }
    }
}
