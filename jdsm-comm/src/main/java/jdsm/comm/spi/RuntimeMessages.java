package jdsm.comm.spi;

import java.nio.ByteBuffer;
import java.util.Objects;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.Frame;
import jdsm.comm.MessageHandler;

/**
 * The runtime messages of one rank: sends frames through the transport, and gives arriving messages to the handlers.
 * The handlers are set before {@link Comm#start} and read without a lock afterwards.
 */
final class RuntimeMessages {
    private final AbstractComm comm;
    private final int rank;
    private final int size;
    private final Lifecycle life;
    private final Counters counters;
    private final MessageHandler[] handlers = new MessageHandler[Comm.MAX_KIND + 1];

    RuntimeMessages(AbstractComm comm, CommSettings settings, Lifecycle life, Counters counters) {
        this.comm = comm;
        this.rank = settings.rank();
        this.size = settings.size();
        this.life = life;
        this.counters = counters;
    }

    /** {@link Comm#handle}. */
    void handle(int kind, MessageHandler handler) {
        Arguments.checkKind(kind);
        life.configure(() -> {
            if (handlers[kind] != null) {
                throw new IllegalStateException("message kind " + kind + " has a handler already");
            }
            handlers[kind] = Objects.requireNonNull(handler, "handler");
        });
    }

    /** Whether a kind has a handler. */
    boolean isHandled(int kind) {
        return kind > 0 && kind <= Comm.MAX_KIND && handlers[kind] != null;
    }

    /** {@link Comm#post}, or {@link Comm#postQuietly}. */
    void post(int to, Frame frame, boolean quietly) {
        OutgoingFrame outgoing = (OutgoingFrame) frame;
        outgoing.claim();
        try {
            Arguments.checkRank(to, size);
            life.checkUsable(Lifecycle.State.CLOSING);
        } catch (RuntimeException e) {
            outgoing.recycle();
            throw e;
        }
        counters.sent(outgoing.kind(), frame.buffer().capacity());
        if (to == rank) {
            comm.execute(() -> deliverToSelf(outgoing));
            return;
        }
        if (quietly) {
            comm.transmitQuietly(to, outgoing);
        } else {
            comm.transmitFrame(to, outgoing);
        }
        comm.submitted();
    }

    private void deliverToSelf(OutgoingFrame frame) {
        try {
            deliver(rank, frame.kind(), frame.buffer().clear());
        } finally {
            frame.recycle();
        }
    }

    /** Gives a message to its handler, on the delivery thread. After a failure of the Comm the message is dropped. */
    void deliver(int from, int kind, ByteBuffer payload) {
        if (life.failure() != null) {
            return;
        }
        if (!isHandled(kind)) {
            comm.fail(new CommException(
                    Reason.PROTOCOL,
                    from,
                    "rank " + from + " sent a message of kind " + kind + ", which has no handler here"));
            return;
        }
        counters.delivered(kind, payload.remaining());
        try {
            handlers[kind].onMessage(from, payload);
        } catch (Throwable e) {
            LastResort.handle(
                    e,
                    cause -> comm.fail(new CommException(
                            Reason.HANDLER, from, "the handler of message kind " + kind + " failed: " + cause, cause)));
        }
    }
}
