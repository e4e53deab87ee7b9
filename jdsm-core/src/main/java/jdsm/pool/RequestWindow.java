package jdsm.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Bounds how many bytes of content a rank has asked for ahead of need, so that those who answer need not queue without
 * bound. A request beyond the window waits here, unsent, until others are answered, or until somebody waits for it: then it
 * goes at once, for what it waits behind may itself depend on who waits. Thread-safe; never blocks.
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

    /** Submits a request now or later. {@link #ended} must follow its end, with the same size. */
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

    /** Somebody waits for the request: it is not held back (any longer). */
    void urge(PendingAccess access, long bytes) {
        synchronized (this) {
            if (!unsent.remove(access)) {
                return;
            }
            outstandingBytes += bytes;
        }
        submit.accept(access);
    }

    /** A request of that size has been answered. */
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
        // Without the lock: submitting may run handlers, and these end requests.
        next.forEach(submit);
    }

    private boolean mayGo(Sized first) {
        return !unsent.contains(first.access) || outstandingBytes == 0 || outstandingBytes + first.bytes <= windowBytes;
    }

    private record Sized(PendingAccess access, long bytes) {}
}
