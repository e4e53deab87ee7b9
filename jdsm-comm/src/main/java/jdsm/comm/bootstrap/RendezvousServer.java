package jdsm.comm.bootstrap;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import jdsm.comm.CommException;
import jdsm.comm.spi.Limits;
import jdsm.comm.spi.Threads;

/**
 * The rendezvous at which the ranks of a job meet. It collects the address of each rank, sends all addresses to all
 * ranks, and runs until all ranks are connected. If a rank ends before, it tells all others which one. It runs on one
 * daemon thread of its own. Connections that have not proved that they belong to the job are bounded in number, memory
 * and time, and cannot displace or disturb proved ones. Thread-safe.
 */
public final class RendezvousServer implements AutoCloseable {
    private static final int BACKLOG = 1024;
    private static final int MOST_ACCEPTED_AT_ONCE = 64;
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final JobIdentity job;
    private final Consumer<int[]> stalls;
    private final ServerSocketChannel listener;
    private final Selector selector;
    private final InetSocketAddress address;
    private final Thread thread;
    private final Strangers<RendezvousConnection> strangers =
            new Strangers<>(Strangers.MOST, Strangers.PATIENCE_NANOS, RendezvousConnection::close);
    /** Connections whose first bytes are those of a member, but without proof yet. */
    private final Strangers<RendezvousConnection> greeted;

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final CompletableFuture<String> ended = new CompletableFuture<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    /** The proved connections, by rank; null where a rank has not come. */
    private final RendezvousConnection[] present;

    private final RollCall roll;
    /** The word that ends the job, for all ranks that come from now on; null while the job may come about. */
    private Word end;

    private volatile int[] missing;
    private volatile boolean begun;
    private volatile boolean closing;

    private RendezvousServer(
            JobIdentity job, long limitNanos, Consumer<int[]> stalls, ServerSocketChannel listener, Selector selector)
            throws IOException {
        this.job = job;
        this.stalls = stalls;
        this.listener = listener;
        this.selector = selector;
        address = (InetSocketAddress) listener.getLocalAddress();
        present = new RendezvousConnection[job.ranks()];
        greeted = new Strangers<>(Strangers.MOST + job.ranks(), Strangers.PATIENCE_NANOS, RendezvousConnection::close);
        roll = new RollCall(job.ranks(), limitNanos, System.nanoTime(), rank -> present[rank].host(), new ToRanks());
        missing = roll.absent();
        thread = new Thread(this::serve, "jdsm-rendezvous");
        thread.setDaemon(true);
    }

    /**
     * Starts to listen. Does not wait for ranks.
     *
     * @param bind the address to listen at; port 0 picks a free one
     * @param limitNanos the time after which joining ends if not all ranks are connected, in nanoseconds;
     *     {@link Limits#NONE}: never
     * @param stalls receives about every 10 seconds the ranks that are still missing, on the server's thread
     * @throws CommException with reason JOIN if the address is taken, belongs to another host, or has an unknown host
     *     name
     */
    public static RendezvousServer open(
            InetSocketAddress bind, JobIdentity job, long limitNanos, Consumer<int[]> stalls) {
        InetSocketAddress resolved = resolve(bind);
        if (resolved.isUnresolved()) {
            throw refused(bind, "cannot be listened at: unknown host " + bind.getHostString(), null);
        }
        try {
            ServerSocketChannel listener = ServerSocketChannel.open();
            try {
                // With this option a port in TIME_WAIT is free; a port at which a process listens stays taken.
                listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                listener.bind(resolved, Math.max(BACKLOG, job.ranks()));
                listener.configureBlocking(false);
                Selector selector = Selector.open();
                listener.register(selector, SelectionKey.OP_ACCEPT);
                RendezvousServer server = new RendezvousServer(job, limitNanos, stalls, listener, selector);
                server.thread.start();
                return server;
            } catch (IOException | RuntimeException e) {
                listener.close();
                throw e;
            }
        } catch (BindException e) {
            boolean taken = String.valueOf(e.getMessage()).contains("in use");
            throw refused(bind, taken ? "is taken" : "cannot be listened at: " + e.getMessage(), e);
        } catch (IOException e) {
            throw refused(bind, "cannot be listened at: " + e, e);
        }
    }

    private static CommException refused(InetSocketAddress bind, String why, Exception cause) {
        String where = bind.getHostString() + ":" + bind.getPort();
        return new CommException(CommException.Reason.JOIN, -1, "address " + where + " " + why, cause);
    }

    static InetSocketAddress resolve(InetSocketAddress address) {
        return address.isUnresolved() ? new InetSocketAddress(address.getHostString(), address.getPort()) : address;
    }

    /** Returns the address at which the server listens, with the actual port. */
    public InetSocketAddress address() {
        return address;
    }

    /** Returns the ranks that have not come, in ascending order; empty once all have come. */
    public int[] missing() {
        return missing.clone();
    }

    /** Whether all ranks have come and are connected: joining is over. */
    public boolean hasBegun() {
        return begun;
    }

    /** Returns a future that completes with the reason, in one line, if joining fails. */
    public CompletableFuture<String> ended() {
        return ended.copy();
    }

    /** Returns a future that completes when the server has stopped listening, for whatever reason. */
    CompletableFuture<Void> closed() {
        return closed.copy();
    }

    /**
     * Reports that the process of a rank has ended. If joining is not over, all other ranks learn that. Does not block.
     *
     * @param how the manner of the end, to follow "it " in a message
     */
    public void processEnded(int rank, String how) {
        tasks.add(() -> roll.processEnded(rank, how));
        selector.wakeup();
    }

    /** Stops listening and closes all connections. Idempotent. Blocks until the server's thread has ended. */
    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        Threads.join(thread);
    }

    private void serve() {
        try {
            long nextStall = System.nanoTime() + STALL_NANOS;
            while (!closing && !allServed()) {
                selector.select(this::ready, millisToNextStep(nextStall));
                for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
                long now = System.nanoTime();
                strangers.expire(now);
                greeted.expire(now);
                roll.advance(now);
                if (now - nextStall >= 0) {
                    nextStall = now + STALL_NANOS;
                    if (missing.length > 0 && !roll.isOver()) {
                        stalls.accept(missing());
                    }
                }
            }
        } catch (IOException | ClosedSelectorException e) {
            // The selector itself failed. The waiting ranks see the ends of their connections and fail.
        } finally {
            closeAll();
            closed.complete(null);
        }
    }

    private long millisToNextStep(long nextStallNanos) {
        long now = System.nanoTime();
        long nanos = Math.min(nextStallNanos - now, roll.nanosToNextStep(now));
        nanos = Math.min(nanos, strangers.nextExpiryNanos().orElse(now + STALL_NANOS) - now);
        nanos = Math.min(nanos, greeted.nextExpiryNanos().orElse(now + STALL_NANOS) - now);
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
    }

    private boolean allServed() {
        return begun && Arrays.stream(present).allMatch(each -> each == null || each.isWritten());
    }

    private void ready(SelectionKey key) {
        if (key.isAcceptable()) {
            int accepted = 0;
            while (accepted < MOST_ACCEPTED_AT_ONCE && admit()) {
                accepted++;
            }
        } else {
            proceed((RendezvousConnection) key.attachment());
        }
    }

    private void proceed(RendezvousConnection connection) {
        try {
            connection.proceed();
            if (connection.greeted() && strangers.remove(connection)) {
                greeted.add(connection, System.nanoTime());
            }
        } catch (IOException | RuntimeException e) {
            drop(connection);
        }
    }

    /** Accepts one connection. Returns false if no other one may be pending. */
    private boolean admit() {
        try {
            SocketChannel channel = listener.accept();
            if (channel == null) {
                return false;
            }
            RendezvousConnection connection = new RendezvousConnection(
                    channel, AdmittingHandshake.atRendezvous(job, roll::isAwaited), new FromRanks());
            strangers.add(connection, System.nanoTime());
            channel.configureBlocking(false);
            connection.register(channel.register(selector, SelectionKey.OP_READ, connection));
            proceed(connection);
            return true;
        } catch (IOException e) {
            // Most likely no file descriptor is left: this frees one for the next round.
            strangers.closeOldest();
            return false;
        }
    }

    /** A connection has ended or misbehaved. */
    private void drop(RendezvousConnection connection) {
        strangers.remove(connection);
        greeted.remove(connection);
        connection.close();
        if (connection.address() != null && present[connection.rank()] == connection && !begun) {
            roll.gone(connection.rank());
        }
    }

    private final class FromRanks implements RendezvousConnection.Listener {
        @Override
        public void present(RendezvousConnection connection) throws IOException {
            strangers.remove(connection);
            greeted.remove(connection);
            if (end != null) {
                connection.say(end);
                return;
            }
            int rank = connection.rank();
            if (!roll.isAwaited(rank)) {
                throw new IOException("rank " + rank + " has joined meanwhile");
            }
            present[rank] = connection;
            roll.present(rank);
            missing = roll.absent();
        }

        @Override
        public void said(RendezvousConnection connection, Word word) throws IOException {
            switch (word.type()) {
                case READY -> roll.ready(connection.rank());
                case FAILED -> roll.failed(connection.rank(), word.rank(), word.text(), System.nanoTime());
                default -> throw new IOException("a word that only the rendezvous sends: " + word.type());
            }
        }
    }

    private final class ToRanks implements RollCall.Actions {
        @Override
        public void connect() {
            ByteArrayOutputStream table = new ByteArrayOutputStream();
            for (RendezvousConnection each : present) {
                table.writeBytes(each.address());
            }
            tell(new Word(Word.Type.TABLE, -1, table.toByteArray()));
        }

        @Override
        public void begin() {
            begun = true; // a rank that has heard of it finds it true
            tell(new Word(Word.Type.BEGIN, -1, new byte[0]));
        }

        @Override
        public void end(RollCall.End reason) {
            end = Word.of(Word.Type.END, reason.rank(), reason.reason());
            tell(end);
            ended.complete(reason.reason());
        }

        private void tell(Word word) {
            for (RendezvousConnection each : present) {
                if (each != null) {
                    try {
                        each.say(word);
                    } catch (IOException e) {
                        // The connection is broken. The selector reports its end.
                    }
                }
            }
        }
    }

    private void closeAll() {
        strangers.close();
        greeted.close();
        for (RendezvousConnection connection : present) {
            if (connection != null) {
                connection.close();
            }
        }
        try {
            listener.close();
            selector.close();
        } catch (IOException e) {
            // No rank depends on them any more.
        }
    }
}
