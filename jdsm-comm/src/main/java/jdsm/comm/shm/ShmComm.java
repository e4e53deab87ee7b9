package jdsm.comm.shm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RemoteMemory;
import jdsm.comm.bootstrap.Meeting;
import jdsm.comm.bootstrap.MeetingComm;
import jdsm.comm.bootstrap.RankAddress;
import jdsm.comm.pulse.Pulse;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.HeapFrame;
import jdsm.comm.spi.OutgoingFrame;
import jdsm.comm.spi.OutgoingMessage;

/** A rank that shares memory with every other rank of its job. */
final class ShmComm extends MeetingComm {
    /** A port in place of a real one: ranks of this transport do not listen, they only meet at the rendezvous. */
    private static final int NO_PORT = 1;

    private final Delivery delivery;
    private final ShmPeers peers;
    private final Pulse pulse;

    ShmComm(CommSettings settings) {
        super(settings);
        delivery = Delivery.of(settings, arrivals());
        peers = new ShmPeers(settings, arrivals(), delivery);
        pulse = new Pulse(settings, arrivals());
    }

    @Override
    protected void begin() {
        peers.begin();
    }

    @Override
    protected void join(Meeting meeting) {
        try {
            peers.prepare(size() - 1);
        } catch (IOException e) {
            throw new CommException(
                    Reason.JOIN, -1, "cannot share memory: " + e.getMessage() + "; use --comm mixed or tcp", e);
        }
        meeting.join(RankAddress.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), NO_PORT)));
        peers.meet(IntStream.range(0, size()).toArray());
        peers.open(peers.rings());
        meeting.awaitConnections(peers.connect(), peers::absent);
        pulse.begin(List.of(peers.pulses()));
    }

    @Override
    protected OutgoingFrame newFrame(int kind, int lengthBytes) {
        return new HeapFrame(kind, lengthBytes);
    }

    @Override
    protected void transmitFrame(int to, OutgoingFrame frame) {
        peers.send(to, frame, false);
    }

    @Override
    protected void transmitQuietly(int to, OutgoingFrame frame) {
        peers.send(to, frame, true);
    }

    @Override
    protected boolean transmitProgram(int to, OutgoingMessage message) {
        return peers.send(to, message);
    }

    @Override
    protected void transmitControl(int to, int kind, long value) {
        peers.sendControl(to, kind, value);
    }

    @Override
    public void execute(Runnable task) {
        checkBegun();
        delivery.execute(() -> runTask(task));
    }

    @Override
    protected boolean drive(BooleanSupplier done) {
        return delivery.progress(done, waitNanos());
    }

    @Override
    protected boolean drive(Runnable first, BooleanSupplier done) {
        checkBegun();
        return delivery.progress(() -> runTask(first), done, waitNanos());
    }

    @Override
    public void poll() {
        delivery.help();
    }

    @Override
    public void look() {
        delivery.look();
    }

    @Override
    public void attend(int occasion) {
        super.attend(occasion);
        delivery.attend(occasion);
    }

    @Override
    public void wake(int rank, int occasion) {
        peers.wake(rank, occasion);
    }

    /** Returns rank 0: all ranks are on one host. */
    @Override
    public int firstOnHost(int rank) {
        return 0;
    }

    @Override
    public boolean onDeliveryThread() {
        return delivery.isCurrent();
    }

    @Override
    protected CompletableFuture<Void> flushTransport() {
        return peers.flush();
    }

    @Override
    public Optional<RemoteMemory> remoteMemory() {
        return Optional.of(peers.memory());
    }

    @Override
    protected void abortPeers() {
        pulse.stop();
        peers.abort();
    }

    @Override
    protected void closePeers() {
        pulse.close();
        peers.close(failure() != null);
    }
}
