package jdsm.comm.pulse;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import jdsm.comm.bootstrap.JobIdentity;

/*
 * Signs of life do not use the TCP connection: after an interruption of the network TCP doubles its retransmission
 * time, so that one minute without network becomes two minutes of silence. There is one socket for each peer, because
 * the system drops datagrams of strangers to a connected socket before they take any room.
 */

/**
 * Sends signs of life to one peer and receives those of the peer, as datagrams of 64 bytes between two connected
 * sockets. Thread-safe; no method blocks. Little-endian:
 *
 * <pre>
 *  0 magic (8)   8 from (4)   12 to (4)   16 number, from 1 (8)   24 1 if the sender hears the receiver, else 0 (4)
 * 28 the rank whose loss ends the sender, or -1 (4)   32 HMAC-SHA256(secret, "jdsm pulse" + bytes 0 to 31) (32)
 * </pre>
 */
final class Datagrams implements AutoCloseable {
    /** "JDSMPULS", first letter first. */
    private static final long MAGIC = 0x534C5550_4D53444AL;

    private static final int FROM = 8;
    private static final int TO = 12;
    private static final int NUMBER = 16;
    private static final int HEARS = 24;
    private static final int LOST = 28;
    private static final int PROOF = 32;
    private static final int BYTES = 64;
    private static final byte[] LABEL = "jdsm pulse".getBytes(StandardCharsets.US_ASCII);
    /** The most datagrams of one {@link #receive}: a flood must not delay the pulse. */
    private static final int MOST_AT_ONCE = 64;

    private static final int NOBODY = -1;

    private final JobIdentity job;
    private final int rank;
    private final int peer;
    private final DatagramChannel channel;
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(BYTES + 1).order(ByteOrder.LITTLE_ENDIAN);

    private long sent;
    private long received;
    private boolean heard;
    private boolean isHeard;
    private int lost = NOBODY;

    /**
     * Opens a socket at a local address, on a free port.
     *
     * @param local the local address of this rank's connection to the peer
     */
    Datagrams(JobIdentity job, int rank, int peer, InetSocketAddress local) throws IOException {
        this.job = job;
        this.rank = rank;
        this.peer = peer;
        channel = DatagramChannel.open();
        try {
            channel.bind(new InetSocketAddress(local.getAddress(), 0));
            channel.configureBlocking(false);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    int port() throws IOException {
        return ((InetSocketAddress) channel.getLocalAddress()).getPort();
    }

    /** Connects the socket to that of the peer. Only the first call has an effect. */
    synchronized void connect(InetSocketAddress remote) {
        try {
            if (!channel.isConnected()) {
                channel.connect(remote);
            }
        } catch (IOException e) {
            // Without a connected socket no datagrams arrive; signs of life go by the TCP connection.
        }
    }

    /**
     * Sends a sign of life. Has no effect before {@link #connect}.
     *
     * @param lostRank the rank whose loss ends this rank, or -1
     */
    synchronized void send(int lostRank) {
        if (!channel.isConnected()) {
            return;
        }
        ByteBuffer datagram = ByteBuffer.allocate(BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(0, MAGIC)
                .putInt(FROM, rank)
                .putInt(TO, peer)
                .putLong(NUMBER, ++sent)
                .putInt(HEARS, received > 0 ? 1 : 0)
                .putInt(LOST, lostRank);
        datagram.put(PROOF, proof(datagram));
        try {
            channel.write(datagram);
        } catch (IOException e) {
            // The network is down or the peer has no socket: the datagram is lost.
        }
    }

    void send() {
        send(NOBODY);
    }

    private byte[] proof(ByteBuffer datagram) {
        ByteBuffer text = ByteBuffer.allocate(LABEL.length + PROOF);
        text.put(LABEL).put(LABEL.length, datagram, 0, PROOF).clear();
        return job.authenticate(text);
    }

    /** Reads the datagrams that have arrived. */
    synchronized void receive() {
        try {
            for (int i = 0; i < MOST_AT_ONCE && channel.isConnected(); i++) {
                incoming.clear();
                if (channel.read(incoming) <= 0) {
                    return;
                }
                take(incoming.flip());
            }
        } catch (IOException e) {
            // The peer has no socket yet, or no longer.
        }
    }

    /** Takes a little-endian datagram; drops any but the peer's. */
    void take(ByteBuffer datagram) {
        if (datagram.remaining() != BYTES
                || datagram.getLong(0) != MAGIC
                || datagram.getInt(FROM) != peer
                || datagram.getInt(TO) != rank
                || datagram.getLong(NUMBER) <= received) {
            return;
        }
        byte[] proof = new byte[BYTES - PROOF];
        datagram.get(PROOF, proof);
        if (MessageDigest.isEqual(proof, proof(datagram))) {
            received = datagram.getLong(NUMBER);
            heard = true;
            isHeard = datagram.getInt(HEARS) == 1;
            lost = datagram.getInt(LOST);
        }
    }

    /** Whether a sign of life was received since the last call. */
    synchronized boolean heard() {
        boolean since = heard;
        heard = false;
        return since;
    }

    /** Whether any sign of life has been received. */
    synchronized boolean works() {
        return received > 0;
    }

    /** Whether the peer has said that it receives the datagrams of this rank. */
    synchronized boolean isHeard() {
        return isHeard;
    }

    /** Returns the rank whose loss the peer has given as the reason of its own end; -1: none. */
    synchronized int lost() {
        return lost;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The socket is useless either way.
        }
    }
}
