package jdsm.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Bounds the bytes of content that a rank has requested ahead of need, so that the queues of the answering ranks are
 * bounded. A request beyond the window stays here until others are answered, or until a worker waits for it. In the
 * latter case it is sent at once, because the requests before it may depend on the waiting worker. Thread-safe; never
 * blocks.
 */
final class RequestWindow {
    private final long windowBytes;
    private final Consumer<PendingAccess> submit;
    private final Deque<Sized> deferred = new ArrayDeque<>();
    private final Set<PendingAccess> unsent = new HashSet<>();
    private long outstandingBytes;

    RequestWindow(long windowBytes, Consumer<PendingAccess> submit) {
        this.windowBytes = windowBytes;
        this.submit = submit;
    }

    /** Submits a request now or later. {@link #ended} must follow when the request has ended, with the same size. */
    void request(PendingAccess access, long bytes) {
        synchronized (this) {
            boolean room = outstandingBytes == 0 || deferred.isEmpty() && outstandingBytes + bytes <= windowBytes;
            if (!room) {
                deferred.add(new Sized(access, bytes));
                unsent.add(access);
                return;
            }
            outstandingBytes += bytes;
        }
        submit.accept(access);
    }

    /** Submits the request at once if it is still held back, because a worker waits for it. */
    void urge(PendingAccess access, long bytes) {
        synchronized (this) {
            if (!unsent.remove(access)) {
                return;
            }
            outstandingBytes += bytes;
        }
        submit.accept(access);
    }

    /** Records the answer to a request of that size, and submits the requests for which there is room now. */
    void ended(long bytes) {
        List<PendingAccess> next = new ArrayList<>(0);
        synchronized (this) {
            outstandingBytes -= bytes;
            while (!deferred.isEmpty() && mayGo(deferred.peek())) {
                Sized first = deferred.remove();
                if (unsent.remove(first.access)) {
                    outstandingBytes += first.bytes;
                    next.add(first.access);
                }
            }
        }
        // Outside the lock: submitting may run handlers, and these may end requests.
        next.forEach(submit);
    }

    /** Whether no request is under way or held back. */
    synchronized boolean isIdle() {
        return outstandingBytes == 0 && unsent.isEmpty();
    }

    private boolean mayGo(Sized first) {
        return !unsent.contains(first.access) || outstandingBytes == 0 || outstandingBytes + first.bytes <= windowBytes;
    }

    private record Sized(PendingAccess access, long bytes) {}
}
