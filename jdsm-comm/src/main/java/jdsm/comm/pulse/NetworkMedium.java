package jdsm.comm.pulse;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.TransportKinds;

/**
 * Carries signs of life over a network. Datagrams and all bytes from a peer's connection count as signs of life. If a
 * peer does not confirm the datagrams, which a firewall may drop, this rank also sends messages on the connection.
 * Thread-safe, except for the methods of {@link Medium}.
 */
public final class NetworkMedium implements Medium, AutoCloseable {
    /** Gives access to the connections. Called by any thread. */
    public interface Connections {
        /** Sends a message of the transport's own. */
        void tell(int peer, int kind, long value);

        /** Returns a number that changes whenever bytes arrive from a peer. */
        int reads(int peer);
    }

    /** The allowance of a peer whose signs of life come by its connection only: TCP may delay them for that long. */
    private static final int TCP_ALLOWANCE = 2;
    /** The number of datagrams that carry the last word: the network may lose one. */
    private static final int LAST_WORDS = 3;

    private final int rank;
    private final JobIdentity job;
    private final Connections connections;
    private final AtomicReferenceArray<Datagrams> datagrams;
    private final AtomicReferenceArray<InetSocketAddress> remotes;
    /** By rank: the port of the peer's socket; 0: not known yet. */
    private final int[] ports;

    private final int[] lastReads;
    private volatile boolean closed;

    /** Opens no socket yet. */
    public NetworkMedium(CommSettings settings, Connections connections) {
        rank = settings.rank();
        job = JobIdentity.of(settings);
        this.connections = connections;
        datagrams = new AtomicReferenceArray<>(settings.size());
        remotes = new AtomicReferenceArray<>(settings.size());
        ports = new int[settings.size()];
        lastReads = new int[settings.size()];
    }

    /**
     * Adds a peer with the addresses of its connection, and sends it the port. By the joining thread, before
     * {@link Pulse#begin}.
     */
    public void add(int peer, InetSocketAddress local, InetSocketAddress remote) {
        remotes.set(peer, remote);
        try {
            Datagrams ours = new Datagrams(job, rank, peer, local);
            synchronized (this) {
                if (closed) {
                    ours.close();
                    return;
                }
                datagrams.set(peer, ours);
                connect(peer);
            }
            connections.tell(peer, TransportKinds.PULSE_AT, ours.port());
        } catch (IOException e) {
            // Without a socket the signs of life of this peer come by its connection.
        }
    }

    private synchronized void connect(int peer) {
        Datagrams ours = datagrams.get(peer);
        if (ours != null && ports[peer] != 0) {
            ours.connect(new InetSocketAddress(remotes.get(peer).getAddress(), ports[peer]));
        }
    }

    /** A peer has sent the port of its socket; an impossible port is ignored. Any thread. */
    public void meet(int peer, long port) {
        if (port > 0 && port < 1 << Short.SIZE) {
            synchronized (this) {
                ports[peer] = (int) port;
                connect(peer);
            }
        }
    }

    @Override
    public int[] peers() {
        return IntStream.range(0, remotes.length())
                .filter(peer -> remotes.get(peer) != null)
                .toArray();
    }

    @Override
    public void beat() {
        for (int peer : peers()) {
            Datagrams ours = datagrams.get(peer);
            if (ours != null) {
                ours.send();
            }
            if (ours == null || !ours.isHeard()) {
                connections.tell(peer, TransportKinds.PULSE, 0);
            }
        }
    }

    @Override
    public boolean heard(int peer) {
        int reads = connections.reads(peer);
        boolean heard = reads != lastReads[peer];
        lastReads[peer] = reads;
        Datagrams ours = datagrams.get(peer);
        if (ours != null) {
            ours.receive();
            heard |= ours.heard();
        }
        return heard;
    }

    @Override
    public int allowance(int peer) {
        Datagrams ours = datagrams.get(peer);
        return ours != null && ours.works() ? 1 : TCP_ALLOWANCE;
    }

    @Override
    public int lost(int peer) {
        Datagrams ours = datagrams.get(peer);
        if (ours == null) {
            return -1;
        }
        ours.receive();
        return ours.lost();
    }

    @Override
    public String host(int peer) {
        return remotes.get(peer).getAddress().getHostAddress();
    }

    /**
     * Tells a peer, beside the connection, that this rank ends because of the loss of another. Never blocks. Any
     * thread.
     */
    public void lastWords(int peer, int lost) {
        Datagrams ours = datagrams.get(peer);
        for (int i = 0; ours != null && i < LAST_WORDS; i++) {
            ours.send(lost);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        for (int peer = 0; peer < datagrams.length(); peer++) {
            Datagrams ours = datagrams.get(peer);
            if (ours != null) {
                ours.close();
            }
        }
    }
}
