package jdsm.comm.spi;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import jdsm.comm.CommException;

/**
 * The program messages to one rank, in the order of the calls that sent them. Messages go to the transport under the
 * queue's lock, so that none overtakes; futures complete outside it, for the program may hang anything on them.
 */
final class SendQueue {
    /** Hands messages to the transport; neither call blocks. */
    interface Transmitter {
        /** True if the payload may be reused at once; else the transport completes the message later, never within the call. */
        boolean transmit(int to, OutgoingMessage message);

        void askForCredit(int to);
    }

    private final int to;
    private final Transmitter transmitter;
    private final CreditWindow window = new CreditWindow();
    private final ArrayDeque<OutgoingMessage> waiting = new ArrayDeque<>();
    private CommException end;

    SendQueue(int to, Transmitter transmitter) {
        this.to = to;
        this.transmitter = transmitter;
    }

    /** Sends, or queues. */
    void offer(OutgoingMessage message) {
        boolean done;
        synchronized (this) {
            if (end != null) {
                throw Failures.again(end);
            }
            if (waiting.isEmpty() && window.take(message.lengthBytes())) {
                done = transmitter.transmit(to, message);
            } else {
                if (waiting.isEmpty()) {
                    transmitter.askForCredit(to);
                }
                waiting.addLast(message);
                done = false;
            }
        }
        if (done) {
            message.complete();
        }
    }

    /** Blocks until a message is done. Interruption takes a message back that waits for credit, and only that. */
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
                    : new CommException(CommException.Reason.TRANSPORT, to, "sending failed: " + e.getCause(), e);
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

    /** Credit has come back; false if it is more than was outstanding. */
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

    /** Hands everything to the transport, credit or not, and accepts nothing more. */
    void drain(CommException reason) {
        List<OutgoingMessage> done;
        synchronized (this) {
            window.waive();
            done = pump();
            end = end == null ? reason : end;
        }
        done.forEach(OutgoingMessage::complete);
    }

    /** Fails what waits for credit, and every later message; what the transport has, it fails itself. */
    void end(CommException reason) {
        List<OutgoingMessage> failed;
        synchronized (this) {
            end = reason;
            failed = new ArrayList<>(waiting);
            waiting.clear();
        }
        failed.forEach(message -> message.fail(reason));
    }

    /** The last message that waits for credit, or null. */
    synchronized OutgoingMessage lastWaiting() {
        return waiting.peekLast();
    }

    private List<OutgoingMessage> pump() {
        List<OutgoingMessage> done = new ArrayList<>();
        boolean progress = false;
        while (!waiting.isEmpty() && window.take(waiting.peekFirst().lengthBytes())) {
            OutgoingMessage message = waiting.pollFirst();
            progress = true;
            if (transmitter.transmit(to, message)) {
                done.add(message);
            }
        }
        if (progress && !waiting.isEmpty()) {
            transmitter.askForCredit(to);
        }
        return done;
    }
}
