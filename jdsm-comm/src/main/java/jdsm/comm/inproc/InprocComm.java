package jdsm.comm.inproc;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RemoteMemory;
import jdsm.comm.spi.AbstractComm;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.HeapFrame;
import jdsm.comm.spi.HeapMessage;
import jdsm.comm.spi.OutgoingFrame;
import jdsm.comm.spi.OutgoingMessage;

/**
 * A rank that hands its messages to other ranks of the same JVM, each in a fresh array that no other code refers to.
 */
final class InprocComm extends AbstractComm {
    private final DeliveryThread delivery;
    private final AtomicBoolean left = new AtomicBoolean();
    private final InprocMemory memory = new InprocMemory(this);
    private volatile InprocComm[] ranks;

    InprocComm(CommSettings settings) {
        super(settings);
        delivery = new DeliveryThread(settings.rank(), settings.ranksHaveProcessors());
    }

    @Override
    protected void join() {
        // Start the thread first: messages may arrive as soon as the last rank has entered.
        delivery.start();
        InprocJob job = InprocHub.enter(this, settings().jobId());
        if (left.get()) {
            // abort() ran before this rank had entered, so it must leave here.
            InprocHub.leave(this, settings().jobId());
        }
        try {
            job.awaitAll(this);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommException(Reason.INTERRUPTED, -1, "interrupted while joining the job");
        }
    }

    /** Gives this rank the others, once all have entered. Messages may arrive before {@link #join} returns. */
    void connect(InprocComm[] all) {
        ranks = all;
    }

    /** The thread of this rank's program has died. */
    void lost() {
        fail(new CommException(Reason.CLOSED, rank(), "rank " + rank() + " was declared lost"));
        delivery.stop();
    }

    byte[] secret() {
        return settings().secret();
    }

    @Override
    protected OutgoingFrame newFrame(int kind, int lengthBytes) {
        return new HeapFrame(kind, lengthBytes);
    }

    @Override
    protected void transmitFrame(int to, OutgoingFrame frame) {
        byte[] bytes = frame.buffer().array();
        InprocComm peer = ranks[to];
        int from = rank();
        int kind = frame.kind();
        peer.delivery.execute(
                () -> peer.deliver(from, kind, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)));
    }

    @Override
    protected boolean transmitProgram(int to, OutgoingMessage message) {
        InprocComm peer = ranks[to];
        HeapMessage copy = HeapMessage.copyOf(rank(), message.payload());
        peer.delivery.execute(() -> peer.deliverProgram(copy));
        return true;
    }

    @Override
    protected void transmitControl(int to, int kind, long value) {
        InprocComm[] all = ranks;
        if (all == null) {
            return;
        }
        InprocComm peer = all[to];
        int from = rank();
        peer.delivery.execute(() -> peer.deliverControl(from, kind, value));
    }

    @Override
    public void execute(Runnable task) {
        delivery.execute(() -> runTask(task));
    }

    @Override
    public boolean onDeliveryThread() {
        return delivery.isCurrent();
    }

    @Override
    protected CompletableFuture<Void> flushTransport() {
        return CompletableFuture.completedFuture(null);
    }

    /** A peer has left the hub, with or without a goodbye. Queued behind the messages of the peer. */
    void peerGone(int peer) {
        delivery.execute(() -> peerEnded(peer));
    }

    @Override
    public Optional<RemoteMemory> remoteMemory() {
        return Optional.of(memory);
    }

    /** See {@link AbstractComm#checkMayAccess}. */
    void checkReaches(int peer) {
        checkMayAccess(peer);
    }

    /** Returns the registered memory of a rank, which may be this one. */
    InprocMemory memoryOf(int rank) {
        InprocComm[] all = ranks;
        if (all == null) {
            throw new IllegalStateException("this Comm has not joined its job yet");
        }
        checkPresent(rank);
        return all[rank].memory;
    }

    @Override
    protected void abort() {
        memory.end(new CommException(Reason.PEER_LOST, rank(), "lost rank " + rank() + ": its Comm has failed"));
        leaveHub();
    }

    @Override
    protected void shutDown() {
        memory.end(new CommException(Reason.CLOSED, rank(), "rank " + rank() + " has left the job"));
        leaveHub();
        delivery.stop();
        delivery.join();
    }

    private void leaveHub() {
        if (left.compareAndSet(false, true)) {
            InprocHub.leave(this, settings().jobId());
        }
    }
}
