package jdsm.comm.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import jdsm.comm.bootstrap.JobIdentity;

/*
 * The connecting rank first sends 40 bytes, little-endian: magic (8), its rank (4), the rank it connects to (4), and an
 * authentication of both ranks under the job's secret (24). Each later byte, in either direction, rings the bell. The
 * end of a connection is the end of the rank behind it.
 */

/**
 * The sockets to the peers, which wake a sleeping rank and reveal the end of a peer. Any thread may call {@link #ring},
 * {@link #wake}, {@link #hangUp} and {@link #close}; the thread that sleeps calls the other methods.
 */
final class Bells implements AutoCloseable {
    /** "JDSMBELL", first letter first. */
    private static final long MAGIC = 0x4C4C4542_4D53444AL;

    private static final int RANK = 8;
    private static final int TO = 12;
    private static final int PROOF = 16;
    private static final int PROOF_BYTES = 24;
    private static final int HELLO_BYTES = PROOF + PROOF_BYTES;

    private final JobIdentity job;
    private final int rank;
    private final Selector selector;
    private final AtomicReferenceArray<SocketChannel> peers;
    private final IntConsumer connected;
    private final IntConsumer lost;
    private final ByteBuffer rung = ByteBuffer.allocateDirect(64);
    private volatile boolean hungUp;
    private ServerSocketChannel listener;

    /**
     * Opens no socket yet.
     *
     * @param connected receives each rank that has connected, on the thread that sleeps
     * @param lost receives each rank whose connection has ended, on the thread that sleeps
     */
    Bells(JobIdentity job, int rank, IntConsumer connected, IntConsumer lost) throws IOException {
        this.job = job;
        this.rank = rank;
        this.connected = connected;
        this.lost = lost;
        peers = new AtomicReferenceArray<>(job == null ? 1 : job.ranks());
        selector = Selector.open();
    }

    /** Starts to listen at a path. */
    void listen(Path path) throws IOException {
        listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(path), peers.length());
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    /** Connects to a listening peer, before the first {@link #sleep}. */
    void connect(int peer, Path path) throws IOException {
        SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path));
        ByteBuffer hello = hello(rank, peer);
        while (hello.hasRemaining()) {
            channel.write(hello);
        }
        admit(peer, channel);
    }

    private ByteBuffer hello(int from, int to) {
        byte[] proof = job.derive("bell of rank " + to + " for rank " + from);
        return ByteBuffer.allocate(HELLO_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(0, MAGIC)
                .putInt(RANK, from)
                .putInt(TO, to)
                .put(PROOF, proof, 0, PROOF_BYTES);
    }

    private void admit(int peer, SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        peers.set(peer, channel);
        if (hungUp) {
            channel.close();
            return;
        }
        channel.register(selector, SelectionKey.OP_READ, peer);
        connected.accept(peer);
        ring(peer); // messages that were sent before the connection have rung no bell
    }

    /** Wakes a peer. Has no effect on a peer that has ended or is not connected yet. Does not block. */
    void ring(int peer) {
        SocketChannel channel = peers.get(peer);
        if (channel != null) {
            try {
                channel.write(ByteBuffer.wrap(new byte[1]));
            } catch (IOException e) {
                // The thread that reads from the socket notices the end as well.
            }
        }
    }

    /**
     * Blocks until a bell rings, a peer connects or is lost, {@link #wake} is called, or a time is over.
     *
     * @param millis the time in milliseconds; 0 for no limit
     * @return whether a bell rang, or a peer connected or was lost
     */
    boolean sleep(long millis) throws IOException {
        try {
            return selector.select(
                            key -> {
                                try {
                                    handle(key);
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            },
                            millis)
                    > 0;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void handle(SelectionKey key) throws IOException {
        if (key.channel() == listener) {
            accept();
        } else if (key.attachment() instanceof Integer peer) {
            heard(key, peer);
        } else {
            greeted(key, (ByteBuffer) key.attachment());
        }
    }

    /** Ends the present {@link #sleep}, or else the next. Any thread. */
    void wake() {
        selector.wakeup();
    }

    private void accept() throws IOException {
        for (SocketChannel channel = listener.accept(); channel != null; channel = listener.accept()) {
            channel.configureBlocking(false);
            channel.register(
                    selector,
                    SelectionKey.OP_READ,
                    ByteBuffer.allocate(HELLO_BYTES).order(ByteOrder.LITTLE_ENDIAN));
        }
    }

    private void greeted(SelectionKey key, ByteBuffer hello) throws IOException {
        SocketChannel channel = (SocketChannel) key.channel();
        int read = read(channel, hello);
        if (read < 0) {
            channel.close();
        } else if (!hello.hasRemaining()) {
            int peer = hello.getInt(RANK);
            boolean known = peer > rank && peer < peers.length() && peers.get(peer) == null;
            if (known && MessageDigest.isEqual(hello.array(), hello(peer, rank).array())) {
                admit(peer, channel);
            } else {
                channel.close();
            }
        }
    }

    private void heard(SelectionKey key, int peer) throws IOException {
        SocketChannel channel = (SocketChannel) key.channel();
        int read = read(channel, rung.clear());
        if (read < 0) {
            channel.close();
            lost.accept(peer);
        }
    }

    private static int read(SocketChannel channel, ByteBuffer target) {
        try {
            return channel.read(target);
        } catch (IOException e) {
            return -1;
        }
    }

    /** Closes all connections, so that the peers notice the end of this rank. Any thread. */
    void hangUp() {
        hungUp = true;
        for (int peer = 0; peer < peers.length(); peer++) {
            SocketChannel channel = peers.get(peer);
            if (channel != null) {
                close(channel);
            }
        }
        // The operating system closes a channel only when the selector has deregistered it.
        selector.wakeup();
    }

    /**
     * As {@link #hangUp}; also stops listening and ends {@link #sleep} with a
     * {@link java.nio.channels.ClosedSelectorException}.
     */
    @Override
    public void close() {
        hangUp();
        if (listener != null) {
            close(listener);
        }
        close(selector);
    }

    private static void close(AutoCloseable one) {
        try {
            one.close();
        } catch (Exception e) {
            // The channel or selector is useless either way.
        }
    }
}
