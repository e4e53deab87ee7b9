package jdsm.comm.shm;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import jdsm.comm.CommException;
import jdsm.comm.spi.OutgoingMessage;

/**
 * What goes out to one peer, in order. Whoever sends writes to the ring himself; what has no room there waits for whoever
 * delivers to write it when there is some. Its monitor guards all fields.
 */
final class Link {
    private final int peer;
    private final Inbox inbox;
    private final RingWriter ring;
    private final Bells bells;
    /** How many links of this rank have something waiting. */
    private final AtomicInteger backlogs;

    private final Consumer<Runnable> later;

    private final ArrayDeque<Waiting> queue = new ArrayDeque<>();
    /** Why nothing is sent any more, or null. */
    private CommException ended;

    /**
     * @param payload what is left of it; null: nothing, only all before it is to be written
     * @param message whose payload it is, or null
     * @param written completed behind it, or null
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

    /** @param later runs what must not run under a caller's lock */
    Link(int peer, Inbox inbox, RingWriter ring, Bells bells, AtomicInteger backlogs, Consumer<Runnable> later) {
        this.later = later;
        this.peer = peer;
        this.inbox = inbox;
        this.ring = ring;
        this.bells = bells;
        this.backlogs = backlogs;
    }

    /**
     * Sends bytes that nobody changes any more.
     *
     * @param quietly whether the peer need not be woken
     */
    void send(int kind, ByteBuffer payload, boolean quietly) {
        send(kind, payload, null, null, quietly);
    }

    /** Sends bytes that nobody changes before {@code written} has ended. */
    void send(int kind, ByteBuffer payload, CompletableFuture<Void> written) {
        if (send(kind, payload, null, written, false)) {
            written.complete(null);
        }
    }

    /** As {@link #send(int, ByteBuffer, boolean)}, if it can be done now: false if not, the bytes being as they were. */
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

    /** Sends a program message. @return whether its payload is free again; else the message is completed later */
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
            // A peer that is gone takes no message; whose payload it is hears of it.
            if (message != null || written != null) {
                later.accept(() -> new Waiting(kind, payload, 0, message, written).fail(lost));
            }
            return false;
        }
        if (!quietly || !whole) {
            wake();
        }
        if (!whole) {
            // The caller may hold a lock that those want who depend on what is complete now.
            List<Waiting> done = write();
            if (!done.isEmpty()) {
                later.accept(() -> done.forEach(Waiting::complete));
            }
        }
        return whole;
    }

    /** Completes when all that was sent before is in the ring. */
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

    /** Writes of what waits as much as there is room for. Not with a lock held: what is complete is told. */
    void flush() {
        write().forEach(Waiting::complete);
    }

    /** @return what is complete, and is to be told so */
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

    /** Whether there is room again for what waits. */
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

    /** The peer is gone: what has not been written never will be. */
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

    /** Behind what was written, or what was read of the peer's: rings if it sleeps. */
    void wake() {
        if (inbox.mustWake()) {
            bells.ring(peer);
        }
    }

    /** Behind what was sent quietly: rings if the peer sleeps and attends an occasion. */
    void wake(int occasion) {
        if (inbox.mustWake(occasion)) {
            bells.ring(peer);
        }
    }
}
