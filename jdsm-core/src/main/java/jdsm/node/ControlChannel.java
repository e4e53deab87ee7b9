package jdsm.node;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.comm.Message;
import jdsm.message.Kinds;
import jdsm.sync.MalformedMessage;
import jdsm.sync.Waits;

/** A channel for messages of one kind between the main threads of the ranks, for steps that occur once in a job. */
final class ControlChannel {
    private static final byte[] MET = {0};

    private final Comm comm;
    private final Waits waits;
    private final int kind;
    private final Queue<Message> arrived = new ConcurrentLinkedQueue<>();
    private volatile Thread receiver;

    ControlChannel(Comm comm, Waits waits, int kind) {
        this.comm = comm;
        this.waits = waits;
        this.kind = kind;
        comm.handle(kind, (from, payload) -> {
            ByteBuffer copy = ByteBuffer.allocate(payload.remaining());
            arrived.add(new Message(from, copy.put(payload).flip()));
            LockSupport.unpark(receiver);
        });
    }

    /** Sends a message to a rank; does not block. */
    void send(int to, byte[] bytes) {
        Frame frame = comm.frame(kind, bytes.length);
        frame.buffer().put(0, bytes);
        comm.post(to, frame);
    }

    /** Sends a message to all other ranks; does not block. */
    void sendToAll(byte[] bytes) {
        for (int rank = 0; rank < comm.size(); rank++) {
            if (rank != comm.rank()) {
                send(rank, bytes);
            }
        }
    }

    /**
     * Blocks until all ranks have called this.
     *
     * @param what what ranks do before that, for a stall report
     */
    void meet(String what) {
        if (comm.rank() > 0) {
            send(0, MET);
            requireMet(receive("for all ranks " + what));
            return;
        }
        for (int missing = comm.size() - 1; missing > 0; missing--) {
            requireMet(receive("for " + missing + " ranks " + what));
        }
        sendToAll(MET);
    }

    private void requireMet(Message message) {
        if (!message.payload().equals(ByteBuffer.wrap(MET))) {
            throw MalformedMessage.of(
                    message.from(), Kinds.label(kind), new IllegalArgumentException("ranks meet first"));
        }
    }

    /**
     * Removes and returns the next message of any rank; blocks until there is one.
     *
     * @param what the reason of the wait, for a stall report
     */
    Message receive(String what) {
        receiver = Thread.currentThread();
        waits.await(() -> !arrived.isEmpty(), () -> what);
        return arrived.remove();
    }
}
