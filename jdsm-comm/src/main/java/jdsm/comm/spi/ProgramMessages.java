package jdsm.comm.spi;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.Envelope;
import jdsm.comm.Message;

/** The program messages of one rank: a send queue with credit for each peer, and the mailbox. Thread-safe. */
final class ProgramMessages {
    private final Transport transport;
    private final int rank;
    private final int size;
    private final Lifecycle life;
    private final Counters counters;
    private final Mailbox mailbox;
    private final SendQueue[] sendQueues;

    ProgramMessages(Transport transport, CommSettings settings, Lifecycle life, Counters counters) {
        this.transport = transport;
        this.rank = settings.rank();
        this.size = settings.size();
        this.life = life;
        this.counters = counters;
        mailbox = new Mailbox(rank, size, transport);
        sendQueues = new SendQueue[size];
        for (int to = 0; to < size; to++) {
            sendQueues[to] = new SendQueue(to, transport);
        }
    }

    /**
     * Sends a message, or queues it until there is credit. A message to this rank itself is copied into the mailbox
     * without credit: a rank that waits for its own credit would wait for ever.
     */
    OutgoingMessage send(int to, ByteBuffer payload) {
        Arguments.checkRank(to, size);
        Arguments.checkLength(payload.remaining());
        life.checkUsable(Lifecycle.State.STARTED);
        counters.sent(TransportKinds.PROGRAM, payload.remaining());
        OutgoingMessage message = new OutgoingMessage(payload);
        if (to == rank) {
            arrived(HeapMessage.copyOf(rank, payload));
            message.complete();
        } else {
            sendQueues[to].offer(message);
        }
        return message;
    }

    /** Blocks until a message is complete. */
    void await(int to, OutgoingMessage message) {
        if (!message.done().isDone() || message.done().isCompletedExceptionally()) {
            transport.progress(message.done()::isDone);
            sendQueues[to].await(message);
        }
    }

    /** Puts a message into the mailbox. Returns true if this woke a thread that waited for the message. */
    boolean arrived(ArrivedMessage message) {
        counters.received(message.lengthBytes);
        return mailbox.arrived(message);
    }

    /** See {@link Mailbox#claim}. */
    PostedReceive claim(int from, int lengthBytes) {
        return mailbox.claim(from, lengthBytes);
    }

    /** {@link Comm#receive(int)}. */
    Message receive(int from) {
        checkSource(from);
        ArrivedMessage message = mailbox.take(from, Comm.MAX_MESSAGE_BYTES, null);
        try {
            ByteBuffer payload = ByteBuffer.allocate(message.lengthBytes);
            message.copyTo(payload);
            return new Message(message.from, payload.flip());
        } finally {
            message.release();
        }
    }

    /** {@link Comm#receive(int, ByteBuffer)}. */
    Envelope receive(int from, ByteBuffer target) {
        checkSource(from);
        ArrivedMessage message = mailbox.take(from, target.remaining(), target);
        try {
            message.copyTo(target);
            return new Envelope(message.from, message.lengthBytes);
        } finally {
            message.release();
        }
    }

    /** {@link Comm#probe}. */
    Envelope probe(int from) {
        checkSource(from);
        return mailbox.probe(from);
    }

    private void checkSource(int from) {
        if (from != Comm.ANY_RANK) {
            Arguments.checkRank(from, size);
        }
        life.checkUsable(Lifecycle.State.STARTED);
    }

    /** Accepts credit from a peer. See {@link CreditWindow#giveBack} for the result. */
    boolean creditReturned(int from, long bytes) {
        return sendQueues[from].creditReturned(bytes);
    }

    void creditWanted(int from) {
        mailbox.creditWanted(from);
    }

    /** A peer has left: it neither receives nor sends from here on. */
    void peerLeft(int peer) {
        // In this order: a thread that the mailbox wakes must find that it cannot send to the peer either.
        sendQueues[peer].end(Failures.peerLeft(peer));
        mailbox.sourceLeft(peer);
    }

    /**
     * Hands all queued messages to the transport without regard to credit, accepts no further ones, and ends all waits.
     */
    void drain(CommException reason) {
        mailbox.end(reason);
        for (SendQueue queue : sendQueues) {
            queue.drain(reason);
        }
    }

    /** Fails all queued messages, accepts no further ones, and ends all waits. */
    void end(CommException reason) {
        mailbox.end(reason);
        for (SendQueue queue : sendQueues) {
            queue.end(reason);
        }
    }

    /** Returns a future that completes once the transport has been given all messages that wait for credit now. */
    CompletableFuture<Void> handedOver() {
        List<CompletableFuture<Void>> queued = new ArrayList<>();
        for (SendQueue queue : sendQueues) {
            OutgoingMessage last = queue.lastWaiting();
            if (last != null) {
                queued.add(last.done());
            }
        }
        return CompletableFuture.allOf(queued.toArray(CompletableFuture[]::new));
    }
}
