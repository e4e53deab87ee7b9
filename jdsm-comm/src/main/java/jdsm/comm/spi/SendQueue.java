package jdsm.comm.spi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import jdsm.comm.CommException;

/**
 * The program messages to one rank, in the order of the calls that sent them. The queue hands messages to the transport
 * under its monitor, which keeps that order. Futures complete outside the monitor, because they run code of the
 * program.
 */
final class SendQueue {
    private final int to;
    private final Transport transport;
    private final CreditWindow window = new CreditWindow();
    private final ArrayDeque<OutgoingMessage> waiting = new ArrayDeque<>();
    private CommException end;

    SendQueue(int to, Transport transport) {
        this.to = to;
        this.transport = transport;
    }

    /** Hands a message to the transport if there is credit, or queues it. Does not block. */
    void offer(OutgoingMessage message) {
        boolean done;
        synchronized (this) {
            if (end != null) {
                throw Failures.again(end);
            }
            if (waiting.isEmpty() && window.take(message.lengthBytes())) {
                done = transport.transmitProgram(to, message);
            } else {
                if (waiting.isEmpty()) {
                    askForCredit();
                }
                waiting.addLast(message);
                done = false;
            }
        }
        if (done) {
            message.complete();
        }
    }

    /** Blocks until a message is complete. Interruption withdraws a message that waits for credit, but no other. */
    void await(OutgoingMessage message) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    message.done().get();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                    if (withdraw(message)) {
                        throw new CommException(
                                CommException.Reason.INTERRUPTED, to, "interrupted while sending to rank " + to);
                    }
                }
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof CommException cause
                    ? Failures.again(cause)
                    : new CommException(
                            CommException.Reason.TRANSPORT,
                            to,
                            "sending to rank " + to + " failed: " + e.getCause(),
                            e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean withdraw(OutgoingMessage message) {
        boolean withdrawn;
        List<OutgoingMessage> done;
        synchronized (this) {
            withdrawn = waiting.remove(message);
            done = withdrawn ? pump() : List.of();
        }
        done.forEach(OutgoingMessage::complete);
        if (withdrawn) {
            message.complete();
        }
        return withdrawn;
    }

    /**
     * Accepts returned credit and sends queued messages. See {@link CreditWindow#giveBack} for the result.
     */
    boolean creditReturned(long bytes) {
        List<OutgoingMessage> done;
        synchronized (this) {
            if (!window.giveBack(bytes)) {
                return false;
            }
            done = pump();
        }
        done.forEach(OutgoingMessage::complete);
        return true;
    }

    /** Hands all messages to the transport without regard to credit, and accepts no further ones. */
    void drain(CommException reason) {
        List<OutgoingMessage> done;
        synchronized (this) {
            window.waive();
            done = pump();
            end = end == null ? reason : end;
        }
        done.forEach(OutgoingMessage::complete);
    }

    /**
     * Fails the messages that wait for credit, and all later ones. The transport itself fails the messages that it has.
     */
    void end(CommException reason) {
        List<OutgoingMessage> failed;
        synchronized (this) {
            end = reason;
            failed = new ArrayList<>(waiting);
            waiting.clear();
        }
        failed.forEach(message -> message.fail(reason));
    }

    /** Returns the last message that waits for credit, or null. */
    synchronized OutgoingMessage lastWaiting() {
        return waiting.peekLast();
    }

    /** Hands queued messages to the transport as far as credit allows. Returns those that are complete. */
    private List<OutgoingMessage> pump() {
        List<OutgoingMessage> done = new ArrayList<>();
        boolean progress = false;
        while (!waiting.isEmpty() && window.take(waiting.peekFirst().lengthBytes())) {
            OutgoingMessage message = waiting.pollFirst();
            progress = true;
            if (transport.transmitProgram(to, message)) {
                done.add(message);
            }
        }
        if (progress && !waiting.isEmpty()) {
            askForCredit();
        }
        return done;
    }

    private void askForCredit() {
        transport.transmitControl(to, TransportKinds.CREDIT_WANTED, 0);
    }
}
