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
 * Who connects says first who it is, in 40 bytes, little-endian: magic (8), its rank (4), the rank it calls (4), and under the
 * job's secret an authentication of those (24). Each byte behind that, in either direction, is a ring of the bell. The end of
 * a connection is the end of the rank behind it.
 */

/**
 * A socket for each peer, by which a rank that sleeps is woken and the end of one is noticed. {@link #ring} may be called by any
 * thread, the rest by the one that sleeps.
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
     * @param connected is told of each rank that has connected
     * @param lost of each whose connection has ended
     */
    Bells(JobIdentity job, int rank, IntConsumer connected, IntConsumer lost) throws IOException {
        this.job = job;
        this.rank = rank;
        this.connected = connected;
        this.lost = lost;
        peers = new AtomicReferenceArray<>(job == null ? 1 : job.ranks());
        selector = Selector.open();
    }

    /** Lets others connect. */
    void listen(Path path) throws IOException {
        listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(path), peers.length());
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    /** Connects to a peer that listens. Before {@link #sleep} is called for the first time. */
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
        ring(peer); // what was sent to it before has rung no bell
    }

    /** Wakes a peer. One that is gone needs no waking. */
    void ring(int peer) {
        SocketChannel channel = peers.get(peer);
        if (channel != null) {
            try {
                channel.write(ByteBuffer.wrap(new byte[1]));
            } catch (IOException e) {
                // Whoever reads from it notices, too.
            }
        }
    }

    /** Blocks until a bell rings, somebody connects, one is lost, or {@link #wake} is called. */
    void sleep() throws IOException {
        try {
            selector.select(key -> {
                try {
                    handle(key);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
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

    /** Ends a {@link #sleep}, or the next. Any thread. */
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

    /** Ends all connections, which the peers notice. Any thread. */
    void hangUp() {
        hungUp = true;
        for (int peer = 0; peer < peers.length(); peer++) {
            SocketChannel channel = peers.get(peer);
            if (channel != null) {
                close(channel);
            }
        }
        // A channel is closed for good when the selector has forgotten it.
        selector.wakeup();
    }

    /** As {@link #hangUp}, and ends {@link #sleep} with an exception. */
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
            // It is gone either way.
        }
    }
}
