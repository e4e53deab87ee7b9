package jdsm.comm.shm;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import jdsm.comm.CommException;
import jdsm.comm.spi.OutgoingMessage;

/**
 * The ordered outgoing messages to one peer. The sending thread writes into the ring itself. A message without room in
 * the ring waits in a queue, which the delivery thread writes when there is room. The monitor guards all fields; no
 * method blocks.
 */
final class Link {
    private final int peer;
    private final Inbox inbox;
    private final RingWriter ring;
    private final Bells bells;
    /** The number of this rank's links with a non-empty queue. */
    private final AtomicInteger backlogs;

    private final Delivery delivery;

    private final LateBells.Patience patience = new LateBells.Patience();
    private final ArrayDeque<Waiting> queue = new ArrayDeque<>();
    /** The failure because of which the link takes no more messages, or null. */
    private CommException ended;

    /**
     * A queued message, or a mark behind the messages before it.
     *
     * @param payload the remaining bytes; null for a mark
     * @param message the program message to complete afterwards, or null
     * @param written the future to complete afterwards, or null
     */
    private record Waiting(
            int kind, ByteBuffer payload, int totalBytes, OutgoingMessage message, CompletableFuture<Void> written) {
        void complete() {
            if (message != null) {
                message.complete();
            } else if (written != null) {
                written.complete(null);
            }
        }

        void fail(CommException cause) {
            if (message != null) {
                message.fail(cause);
            } else if (written != null) {
                written.completeExceptionally(cause);
            }
        }
    }

    Link(int peer, Inbox inbox, RingWriter ring, Bells bells, AtomicInteger backlogs, Delivery delivery) {
        this.delivery = delivery;
        this.peer = peer;
        this.inbox = inbox;
        this.ring = ring;
        this.bells = bells;
        this.backlogs = backlogs;
    }

    /**
     * Sends bytes that no thread changes any more.
     *
     * @param quietly whether the peer may sleep on
     */
    void send(int kind, ByteBuffer payload, boolean quietly) {
        send(kind, payload, null, null, quietly);
    }

    /** Sends bytes that no thread changes before {@code written} is complete. */
    void send(int kind, ByteBuffer payload, CompletableFuture<Void> written) {
        if (send(kind, payload, null, written, false)) {
            written.complete(null);
        }
    }

    /**
     * As {@link #send(int, ByteBuffer, boolean)}, but without queueing. Returns false, without effect, if the ring has
     * no room.
     */
    boolean sendAtOnce(int kind, ByteBuffer payload, boolean quietly) {
        synchronized (this) {
            int total = payload.remaining();
            if (ended != null || !queue.isEmpty() || !ring.fits(total) || !ring.write(kind, payload, total)) {
                return false;
            }
        }
        if (!quietly) {
            wake();
        }
        return true;
    }

    /**
     * Sends a program message.
     *
     * @return true if the caller may reuse the payload; false if the link completes the message later
     */
    boolean send(int kind, OutgoingMessage message) {
        return send(kind, message.payload(), message, null, false);
    }

    private boolean send(
            int kind, ByteBuffer payload, OutgoingMessage message, CompletableFuture<Void> written, boolean quietly) {
        boolean whole;
        CommException lost;
        synchronized (this) {
            lost = ended;
            int total = payload.remaining();
            whole = lost == null && queue.isEmpty() && ring.write(kind, payload, total);
            if (!whole && lost == null) {
                add(new Waiting(kind, payload, total, message, written));
            }
        }
        if (lost != null) {
            // The peer is lost: fail the message.
            if (message != null || written != null) {
                delivery.defer(() -> new Waiting(kind, payload, 0, message, written).fail(lost));
            }
            return false;
        }
        if (!quietly || !whole) {
            wake();
        }
        if (!whole) {
            // The caller may hold a lock that dependents of the completed messages take.
            List<Waiting> done = write();
            if (!done.isEmpty()) {
                delivery.defer(() -> done.forEach(Waiting::complete));
            }
        }
        return whole;
    }

    /** Returns a future that completes when all messages sent before are in the ring. */
    CompletableFuture<Void> flushed() {
        synchronized (this) {
            if (ended != null) {
                return CompletableFuture.failedFuture(ended);
            }
            if (queue.isEmpty()) {
                return CompletableFuture.completedFuture(null);
            }
            CompletableFuture<Void> written = new CompletableFuture<>();
            add(new Waiting(0, null, 0, null, written));
            return written;
        }
    }

    private void add(Waiting waiting) {
        if (queue.isEmpty()) {
            backlogs.incrementAndGet();
        }
        queue.addLast(waiting);
    }

    /** Writes queued messages as far as the ring has room, and completes them. The caller must hold no lock. */
    void flush() {
        write().forEach(Waiting::complete);
    }

    /** Writes queued messages as far as the ring has room. Returns the written ones, for the caller to complete. */
    private List<Waiting> write() {
        List<Waiting> done = new ArrayList<>(0);
        boolean wrote;
        synchronized (this) {
            boolean waited = !queue.isEmpty();
            long before = ring.writtenBytes();
            while (!queue.isEmpty() && writeNext()) {
                done.add(queue.pollFirst());
            }
            wrote = ring.writtenBytes() != before;
            if (waited && queue.isEmpty()) {
                backlogs.decrementAndGet();
            }
        }
        if (wrote) {
            wake();
        }
        return done;
    }

    /** Whether the queue is not empty and the peer has read since the ring was full. */
    synchronized boolean mayGoOn() {
        return !queue.isEmpty() && ring.hasMoreRoom();
    }

    private boolean writeNext() {
        Waiting next = queue.peekFirst();
        if (next.payload() == null) {
            return true;
        }
        do {
            if (ring.write(next.kind(), next.payload(), next.totalBytes())) {
                return true;
            }
        } while (ring.starves());
        return false;
    }

    /** Fails all queued messages and takes no more: the peer is lost, or this Comm has ended. */
    void end(CommException cause) {
        List<Waiting> lost;
        synchronized (this) {
            ended = ended == null ? cause : ended;
            lost = new ArrayList<>(queue);
            if (!queue.isEmpty()) {
                backlogs.decrementAndGet();
            }
            queue.clear();
        }
        lost.forEach(each -> each.fail(cause));
    }

    /** Rings the bell if the peer sleeps, now or shortly afterwards. To be called after writing to the peer. */
    private void wake() {
        if (inbox.isAsleep() && !delivery.ringsLater(this)) {
            wakeNow();
        }
    }

    /** Rings the bell if the peer sleeps. To be called after reading from the peer if it waits for room. */
    void wakeNow() {
        if (inbox.mustWake()) {
            bells.ring(peer);
        }
    }

    /**
     * Rings the bell if the peer sleeps and has not read everything.
     *
     * @return whether there was anything unread
     */
    boolean wakeIfUnread() {
        boolean unread = isUnread();
        if (unread) {
            wakeNow();
        }
        return unread;
    }

    /** Whether it pays to wait before the peer's bell rings. Used by the delivering thread. */
    LateBells.Patience patience() {
        return patience;
    }

    private synchronized boolean isUnread() {
        return ring.isUnread();
    }

    /** Rings the bell if the peer sleeps and attends an occasion. To be called after quiet sends. */
    void wake(int occasion) {
        if (inbox.mustWake(occasion)) {
            bells.ring(peer);
        }
    }
}
