package jdsm.comm.ucx;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import jdsm.comm.CommException;
import jdsm.comm.RemoteMemory;
import jdsm.comm.bootstrap.HostIdentity;
import jdsm.comm.bootstrap.Meeting;
import jdsm.comm.bootstrap.MeetingComm;
import jdsm.comm.bootstrap.RankAddress;
import jdsm.comm.pulse.Pulse;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.HeapFrame;
import jdsm.comm.spi.OutgoingFrame;
import jdsm.comm.spi.OutgoingMessage;
import jdsm.comm.spi.TransportKinds;
import jdsm.comm.tcp.TcpPeers;

/*
 * Messages and remote memory go by UCX. Beside it each pair of ranks has an authenticated TCP connection, which carries
 * nothing but who is lost, and signs of life: UCX's shared memory does not notice the end of a process.
 */

/** A rank that is connected to every other rank by UCX. */
final class UcxComm extends MeetingComm {
    private final TcpPeers lines;
    private final Pulse pulse;
    private final LateMemory memory = new LateMemory(this::startedMemory);
    /** Null before {@link #begin}. */
    private volatile UcxPeers peers;

    UcxComm(CommSettings settings) {
        super(settings);
        lines = new TcpPeers(settings, arrivals(), new LineTurns(this::fromLine));
        pulse = new Pulse(settings, arrivals());
    }

    @Override
    protected void begin() {
        peers = new UcxPeers(settings(), arrivals());
        lines.begin("jdsm-lines-" + rank());
        peers.begin();
    }

    @Override
    protected void join(Meeting meeting) {
        InetSocketAddress[] where = new InetSocketAddress[size()];
        if (size() > 1) {
            InetSocketAddress address = lines.listen();
            if (lines.isEncrypted()) {
                throw new CommException(
                        CommException.Reason.JOIN,
                        -1,
                        "transport ucx does not encrypt, and the device "
                                + settings().device()
                                + " is beyond the loopback address: say --insecure if you trust everybody in that network");
            }
            RankAddress[] table = meeting.join(new RankAddress(address, HostIdentity.NONE, peers.address(), false));
            for (int peer = 0; peer < size(); peer++) {
                where[peer] = peer == rank() ? null : table[peer].address();
            }
            peers.connect(table);
        }
        meeting.awaitConnections(lines.connect(where), lines::absent);
        lines.open();
        peers.open();
        pulse.begin(lines.pulses());
    }

    /** Something has come by a TCP connection: the end of that, most often. Messages of UCX that are there go first. */
    private void fromLine(Runnable work) {
        UcxPeers all = peers;
        all.delivery()
                .defer(
                        () -> { // the connections' thread goes on to give signs of life
                            all.delivery().drain();
                            work.run();
                        });
    }

    private UcxMemory startedMemory() {
        arrivals().checkReaches(rank());
        checkBegun();
        return peers.memory();
    }

    @Override
    protected void pulseAt(int peer, long port) {
        lines.pulseAt(peer, port);
    }

    @Override
    protected int lastWord(int peer) {
        return lines.lastWord(peer);
    }

    @Override
    protected OutgoingFrame newFrame(int kind, int lengthBytes) {
        UcxPeers all = peers;
        return all == null || failure() != null || lengthBytes > Buffers.PIECE_BYTES
                ? new HeapFrame(kind, lengthBytes)
                : new UcxFrame(all.buffers(), kind, lengthBytes);
    }

    @Override
    protected void transmitFrame(int to, OutgoingFrame frame) {
        peers.link(to).send(frame);
    }

    @Override
    protected boolean transmitProgram(int to, OutgoingMessage message) {
        return peers.link(to).send(message);
    }

    @Override
    protected void transmitControl(int to, int kind, long value) {
        UcxPeers all = peers;
        if (kind == TransportKinds.LOST) {
            lines.sendControl(to, kind, value);
        } else if (all != null) {
            all.sendControl(to, kind, value);
        }
    }

    @Override
    protected void submitted() {
        peers.submitted();
    }

    @Override
    public void execute(Runnable task) {
        checkBegun();
        peers.delivery().execute(() -> runTask(task));
    }

    @Override
    public boolean progress(BooleanSupplier done) {
        UcxPeers all = peers;
        return all == null ? done.getAsBoolean() : all.delivery().progress(done, waitNanos());
    }

    @Override
    public void poll() {
        peers.delivery().poll();
    }

    @Override
    public boolean onDeliveryThread() {
        UcxPeers all = peers;
        return all != null && all.delivery().isCurrent();
    }

    @Override
    protected CompletableFuture<Void> flushTransport() {
        return peers.flush();
    }

    @Override
    public Optional<RemoteMemory> remoteMemory() {
        return Optional.of(memory);
    }

    @Override
    protected void abortPeers() {
        pulse.stop();
        lines.abort();
        CommException cause = arrivals().failureOrClosed();
        UcxPeers all = peers;
        if (all != null) {
            all.end(cause);
        }
    }

    @Override
    protected void closePeers() {
        UcxPeers all = peers;
        if (all != null && failure() == null && size() > 1) {
            all.awaitFarewells(lines::isConnected, () -> failure() != null);
        }
        pulse.close();
        lines.close();
        if (all != null) {
            all.end(arrivals().failureOrClosed());
            all.close();
        }
    }
}
