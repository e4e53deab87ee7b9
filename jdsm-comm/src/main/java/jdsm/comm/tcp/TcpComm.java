package jdsm.comm.tcp;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import jdsm.comm.bootstrap.Meeting;
import jdsm.comm.bootstrap.MeetingComm;
import jdsm.comm.bootstrap.RankAddress;
import jdsm.comm.pulse.Pulse;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.OutgoingFrame;
import jdsm.comm.spi.OutgoingMessage;

/**
 * A rank that is connected to every other rank by TCP. The thread that drives its event loop is the delivery thread.
 */
final class TcpComm extends MeetingComm {
    private final TcpPeers peers;
    private final Pulse pulse;

    TcpComm(CommSettings settings) {
        super(settings);
        peers = new TcpPeers(settings, arrivals(), Turns.ALWAYS);
        pulse = new Pulse(settings, arrivals());
    }

    @Override
    protected void begin() {
        peers.begin("jdsm-delivery-" + rank());
    }

    @Override
    protected void join(Meeting meeting) {
        InetSocketAddress[] where = new InetSocketAddress[size()];
        if (size() > 1) {
            RankAddress own = RankAddress.of(peers.listen()).encrypts(peers.isEncrypted());
            RankAddress[] table = meeting.join(own);
            RankAddress.requireAlike(table, rank());
            for (int peer = 0; peer < size(); peer++) {
                where[peer] = peer == rank() ? null : table[peer].address();
            }
        }
        meeting.awaitConnections(peers.connect(where), peers::absent);
        peers.open();
        pulse.begin(peers.pulses());
    }

    @Override
    protected void pulseAt(int peer, long port) {
        peers.pulseAt(peer, port);
    }

    @Override
    protected int lastWord(int peer) {
        return peers.lastWord(peer);
    }

    @Override
    protected OutgoingFrame newFrame(int kind, int lengthBytes) {
        return peers.newFrame(kind, lengthBytes);
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
        peers.sendControl(to, kind, value);
    }

    @Override
    public void execute(Runnable task) {
        checkBegun();
        peers.execute(() -> runTask(task));
    }

    @Override
    protected void submitted() {
        peers.runPending();
    }

    @Override
    protected boolean drive(BooleanSupplier done) {
        return peers.progress(done, waitNanos());
    }

    @Override
    public void poll() {
        peers.poll();
    }

    @Override
    public boolean onDeliveryThread() {
        return peers.isDriving();
    }

    @Override
    protected CompletableFuture<Void> flushTransport() {
        return peers.flush();
    }

    @Override
    protected void abortPeers() {
        pulse.stop();
        peers.abort();
    }

    @Override
    protected void closePeers() {
        pulse.close();
        peers.close();
    }
}
