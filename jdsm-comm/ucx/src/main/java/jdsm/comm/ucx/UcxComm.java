package jdsm.comm.ucx;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import jdsm.comm.CommException;
import jdsm.comm.RemoteMemory;
import jdsm.comm.bootstrap.HostIdentity;
import jdsm.comm.bootstrap.Meeting;
import jdsm.comm.bootstrap.MeetingComm;
import jdsm.comm.bootstrap.RankAddress;
import jdsm.comm.fabric.FabricAddress;
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

    private volatile Delivery delivery;

    UcxComm(CommSettings settings) {
        super(settings);
        lines = new TcpPeers(settings, arrivals(), new LineTurns(this::fromLine));
        pulse = new Pulse(settings, arrivals());
    }

    @Override
    protected void begin() {
        UcxPeers all = new UcxPeers(settings(), arrivals(), this::arrived, false);
        delivery = new Delivery(settings(), all.worker(), all.progress(), all.inbox(), all::failed);
        peers = all;
        lines.begin("jdsm-lines-" + rank());
        delivery.begin();
        all.begin();
    }

    private void arrived() {
        delivery.unpark();
    }

    @Override
    protected void join(Meeting meeting) {
        InetSocketAddress[] where = new InetSocketAddress[size()];
        if (size() > 1) {
            InetSocketAddress address = lines.listen();
            settings().requireTrustedFabric("ucx", lines.isEncrypted());
            FabricAddress own = FabricAddress.of(FabricAddress.Use.ALL, peers.address());
            RankAddress[] table =
                    meeting.join(new RankAddress(address, HostIdentity.NONE, own.encode(), lines.isEncrypted()));
            RankAddress.requireAlike(table, rank());
            ByteBuffer[] workers = new ByteBuffer[size()];
            for (int peer = 0; peer < size(); peer++) {
                if (peer != rank()) {
                    where[peer] = table[peer].address();
                    workers[peer] = FabricAddress.required(table, peer, FabricAddress.Use.ALL);
                }
            }
            peers.connect(workers, peer -> !where[peer].getAddress().equals(address.getAddress()));
        }
        meeting.awaitConnections(lines.connect(where), lines::absent);
        lines.open();
        peers.open();
        pulse.begin(lines.pulses());
    }

    /** Something has come by a TCP connection: the end of that, most often. Messages of UCX that are there go first. */
    private void fromLine(Runnable work) {
        delivery.defer(
                () -> { // the connections' thread goes on to give signs of life
                    peers.drain();
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
        return all == null || failure() != null ? new HeapFrame(kind, lengthBytes) : all.newFrame(kind, lengthBytes);
    }

    @Override
    protected void transmitFrame(int to, OutgoingFrame frame) {
        peers.send(to, frame);
    }

    @Override
    protected boolean transmitProgram(int to, OutgoingMessage message) {
        return peers.send(to, message);
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
        peers.submitted(delivery.isCurrent());
    }

    @Override
    public void execute(Runnable task) {
        checkBegun();
        delivery.execute(() -> runTask(task));
    }

    @Override
    protected boolean drive(BooleanSupplier done) {
        Delivery begun = delivery;
        return begun == null ? done.getAsBoolean() : begun.progress(done, waitNanos());
    }

    @Override
    public void poll() {
        delivery.poll();
    }

    @Override
    public boolean onDeliveryThread() {
        Delivery begun = delivery;
        return begun != null && begun.isCurrent();
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
            delivery.end();
            all.close();
        }
    }
}
