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
 * Not on the connection itself: after an interruption of the network TCP tries again after twice the time that it has tried in
 * vain already, so that a minute without network is two minutes of silence. And not on one socket for all: what strangers send to
 * a connected socket the system drops before it takes any room.
 */

/**
 * Signs of life to and from one peer by datagrams of 64 bytes between two connected sockets, little-endian. Thread-safe.
 *
 * <pre>
 *  0 magic (8)   8 from (4)   12 to (4)   16 number, from 1 (8)   24 whether the sender hears the receiver's: 1 or 0 (4)
 * 28 the rank because of whose loss the sender ends, or -1 (4)   32 HMAC-SHA256(secret, "jdsm pulse" + all of it so far) (32)
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
    /** So that no flood keeps the pulse. */
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

    /** @param local where this rank's connection to the peer begins */
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

    /** Where the peer's socket is. Once. */
    synchronized void connect(InetSocketAddress remote) {
        try {
            if (!channel.isConnected()) {
                channel.connect(remote);
            }
        } catch (IOException e) {
            // Then nothing is heard this way.
        }
    }

    /** @param lost because of whose loss this rank ends, or -1 */
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
            // The network is down, or nobody is there: the peer hears nothing.
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

    /** Takes what has come. */
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
            // Nobody is there yet, or any more.
        }
    }

    private void take(ByteBuffer datagram) {
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

    /** Whether any was received, ever. */
    synchronized boolean works() {
        return received > 0;
    }

    /** Whether the peer has said that it receives this rank's. */
    synchronized boolean isHeard() {
        return isHeard;
    }

    /** Because of whose loss the peer has said that it ends; -1: of nobody's. */
    synchronized int lost() {
        return lost;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }
}
