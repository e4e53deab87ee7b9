package jdsm.comm.bootstrap;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import jdsm.comm.CommException;
import jdsm.comm.spi.Threads;

/**
 * Where the ranks of a job meet: collects the listening address of each and, when all are there, sends everybody all of
 * them, then stops listening. One daemon thread of its own. Connections that have not proved themselves are bounded in
 * number, the oldest going first, and in memory; nothing they send or omit to send disturbs the others. Thread-safe.
 */
public final class RendezvousServer implements AutoCloseable {
    private static final int MIN_PENDING = 64;
    private static final long STALL_MILLIS = 10_000;

    private final JobIdentity job;
    private final Consumer<int[]> stalls;
    private final ServerSocketChannel listener;
    private final Selector selector;
    private final InetSocketAddress address;
    private final Thread thread;
    private final ArrayDeque<RendezvousConnection> pending = new ArrayDeque<>();
    /** By rank: who is here. Guarded by itself. */
    private final RendezvousConnection[] joined;

    private RendezvousServer(JobIdentity job, Consumer<int[]> stalls, ServerSocketChannel listener, Selector selector)
            throws IOException {
        this.job = job;
        this.stalls = stalls;
        this.listener = listener;
        this.selector = selector;
        address = (InetSocketAddress) listener.getLocalAddress();
        joined = new RendezvousConnection[job.ranks()];
        thread = new Thread(this::serve, "jdsm-rendezvous");
        thread.setDaemon(true);
    }

    /**
     * Starts to listen.
     *
     * @param bind where; port 0 picks a free one
     * @param stalls told about every 10 seconds which ranks are still missing, on the server's thread
     * @throws CommException (JOIN) if the address is taken or is none of this host's
     */
    public static RendezvousServer open(InetSocketAddress bind, JobIdentity job, Consumer<int[]> stalls) {
        InetSocketAddress resolved = resolve(bind);
        try {
            ServerSocketChannel listener = ServerSocketChannel.open();
            try {
                // A port in TIME_WAIT is free; one that is listened at is taken all the same.
                listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                listener.bind(resolved, Math.max(MIN_PENDING, job.ranks()));
                listener.configureBlocking(false);
                Selector selector = Selector.open();
                listener.register(selector, SelectionKey.OP_ACCEPT);
                RendezvousServer server = new RendezvousServer(job, stalls, listener, selector);
                server.thread.start();
                return server;
            } catch (IOException | RuntimeException e) {
                listener.close();
                throw e;
            }
        } catch (BindException e) {
            boolean taken = String.valueOf(e.getMessage()).contains("in use");
            throw refused(bind, taken ? "is taken" : "cannot be listened at: " + e.getMessage(), e);
        } catch (IOException | UnresolvedAddressException e) {
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

    /** Where it listens, with the port it got. */
    public InetSocketAddress address() {
        return address;
    }

    /** The ranks that have not joined, in ascending order; empty once all have been. */
    public int[] missing() {
        synchronized (joined) {
            return IntStream.range(0, joined.length)
                    .filter(rank -> joined[rank] == null)
                    .toArray();
        }
    }

    /** Stops listening and drops whoever waits. Idempotent. Blocks until the thread has ended. */
    @Override
    public void close() {
        thread.interrupt();
        Threads.join(thread);
    }

    private void serve() {
        try {
            long nextStall = System.nanoTime() + STALL_MILLIS * 1_000_000;
            while (!Thread.currentThread().isInterrupted() && !allServed()) {
                long now = System.nanoTime();
                if (now >= nextStall) {
                    nextStall = now + STALL_MILLIS * 1_000_000;
                    int[] missing = missing();
                    if (missing.length > 0) {
                        stalls.accept(missing);
                    }
                }
                selector.select(this::ready, STALL_MILLIS);
            }
        } catch (IOException | ClosedSelectorException e) {
            // The selector itself failed: those who wait see their connections end, which is an error at each.
        } finally {
            closeAll();
        }
    }

    private boolean allServed() {
        synchronized (joined) {
            return Arrays.stream(joined).allMatch(connection -> connection != null && connection.isServed());
        }
    }

    private void ready(SelectionKey key) {
        if (key.isAcceptable()) {
            admit();
        } else {
            RendezvousConnection connection = (RendezvousConnection) key.attachment();
            try {
                if (connection.proceed()) {
                    joined(connection);
                }
            } catch (IOException | RuntimeException e) {
                drop(connection);
            }
        }
    }

    private void admit() {
        try {
            SocketChannel channel = listener.accept();
            if (channel == null) {
                return;
            }
            if (pending.size() >= Math.max(MIN_PENDING, 2 * job.ranks())) {
                pending.pollFirst().close();
            }
            RendezvousConnection connection =
                    new RendezvousConnection(channel, AdmittingHandshake.atRendezvous(job, this::isMissing));
            pending.addLast(connection);
            channel.configureBlocking(false);
            connection.register(channel.register(selector, SelectionKey.OP_READ, connection));
        } catch (IOException e) {
            // No descriptor left, most likely: make room.
            RendezvousConnection oldest = pending.pollFirst();
            if (oldest != null) {
                oldest.close();
            }
        }
    }

    private boolean isMissing(int rank) {
        synchronized (joined) {
            return joined[rank] == null;
        }
    }

    private void joined(RendezvousConnection connection) throws IOException {
        pending.remove(connection);
        List<RendezvousConnection> all = new ArrayList<>();
        synchronized (joined) {
            if (joined[connection.rank()] != null) {
                throw new IOException("rank " + connection.rank() + " has joined meanwhile");
            }
            joined[connection.rank()] = connection;
            for (RendezvousConnection each : joined) {
                if (each == null) {
                    return;
                }
                all.add(each);
            }
        }
        byte[][] table = all.stream().map(RendezvousConnection::address).toArray(byte[][]::new);
        for (RendezvousConnection each : all) {
            try {
                each.send(table);
            } catch (IOException e) {
                drop(each);
            }
        }
    }

    /** A connection has ended or misbehaved: its rank, if it had proved one, is missing again. */
    private void drop(RendezvousConnection connection) {
        pending.remove(connection);
        connection.close();
        synchronized (joined) {
            for (int rank = 0; rank < joined.length; rank++) {
                if (joined[rank] == connection && !connection.isServed()) {
                    joined[rank] = null;
                }
            }
        }
    }

    private void closeAll() {
        pending.forEach(RendezvousConnection::close);
        synchronized (joined) {
            for (RendezvousConnection connection : joined) {
                if (connection != null) {
                    connection.close();
                }
            }
        }
        try {
            listener.close();
            selector.close();
        } catch (IOException e) {
            // Nothing depends on it any more.
        }
    }
}
