package jdsm.comm.spi;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.CommException;
import jdsm.comm.Envelope;
import jdsm.comm.Message;

/** The program's messages of one rank: a send queue with its credit for each peer, and the mailbox. */
final class ProgramMessages implements SendQueue.Transmitter, Mailbox.CreditReturn {
    private final AbstractComm comm;
    private final int rank;
    private final Mailbox mailbox;
    private final SendQueue[] sendQueues;

    ProgramMessages(AbstractComm comm, int rank, int size) {
        this.comm = comm;
        this.rank = rank;
        mailbox = new Mailbox(rank, size, this);
        sendQueues = new SendQueue[size];
        for (int to = 0; to < size; to++) {
            sendQueues[to] = new SendQueue(to, this);
        }
    }

    /** Sends or queues; to this rank itself the payload is copied and needs no credit: nobody else could return it. */
    OutgoingMessage send(int to, ByteBuffer payload) {
        OutgoingMessage message = new OutgoingMessage(payload);
        if (to == rank) {
            comm.deliverProgram(HeapMessage.copyOf(rank, payload));
            message.complete();
        } else {
            sendQueues[to].offer(message);
        }
        return message;
    }

    void await(int to, OutgoingMessage message) {
        if (!message.done().isDone() || message.done().isCompletedExceptionally()) {
            sendQueues[to].await(message);
        }
    }

    boolean arrived(ArrivedMessage message) {
        return mailbox.arrived(message);
    }

    PostedReceive claim(int from, int lengthBytes) {
        return mailbox.claim(from, lengthBytes);
    }

    Message receive(int from, int capacityBytes) {
        ArrivedMessage message = mailbox.take(from, capacityBytes, null);
        try {
            ByteBuffer payload = ByteBuffer.allocate(message.lengthBytes);
            message.copyTo(payload);
            return new Message(message.from, payload.flip());
        } finally {
            message.release();
        }
    }

    Envelope receive(int from, ByteBuffer target) {
        ArrivedMessage message = mailbox.take(from, target.remaining(), target);
        try {
            message.copyTo(target);
            return new Envelope(message.from, message.lengthBytes);
        } finally {
            message.release();
        }
    }

    Envelope probe(int from) {
        return mailbox.probe(from);
    }

    boolean creditReturned(int from, long bytes) {
        return sendQueues[from].creditReturned(bytes);
    }

    void creditWanted(int from) {
        mailbox.creditWanted(from);
    }

    /** A peer takes and sends no more. */
    void peerLeft(int peer) {
        // In this order: who is woken by the mailbox must find that nothing can be sent either.
        sendQueues[peer].end(Failures.peerLeft(peer));
        mailbox.sourceLeft(peer);
    }

    /** Everything queued goes out, credit or not; nothing more is accepted, and every wait ends. */
    void drain(CommException reason) {
        mailbox.end(reason);
        for (SendQueue queue : sendQueues) {
            queue.drain(reason);
        }
    }

    /** Everything queued is dropped; nothing more is accepted, and every wait ends. */
    void end(CommException reason) {
        mailbox.end(reason);
        for (SendQueue queue : sendQueues) {
            queue.end(reason);
        }
    }

    /** Completes when the transport has been given all that waits for credit now. */
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

    @Override
    public boolean transmit(int to, OutgoingMessage message) {
        return comm.transmitProgram(to, message);
    }

    @Override
    public void askForCredit(int to) {
        comm.transmitControl(to, TransportKinds.CREDIT_WANTED, 0);
    }

    @Override
    public void returnCredit(int to, long bytes) {
        comm.transmitControl(to, TransportKinds.CREDIT, bytes);
    }
}
