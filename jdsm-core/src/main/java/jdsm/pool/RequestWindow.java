package jdsm.pool;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
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
    synchronized void request(PendingAccess access, long bytes) {
        if (outstandingBytes == 0 || deferred.isEmpty() && outstandingBytes + bytes <= windowBytes) {
            outstandingBytes += bytes;
            submit.accept(access);
        } else {
            deferred.add(new Sized(access, bytes));
            unsent.add(access);
        }
    }

    /** Somebody waits for the request: it is not held back (any longer). */
    synchronized void urge(PendingAccess access, long bytes) {
        if (unsent.remove(access)) {
            outstandingBytes += bytes;
            submit.accept(access);
        }
    }

    /** A request of that size has been answered. */
    synchronized void ended(long bytes) {
        outstandingBytes -= bytes;
        while (!deferred.isEmpty()) {
            Sized first = deferred.peek();
            boolean waits = unsent.contains(first.access);
            if (waits && outstandingBytes > 0 && outstandingBytes + first.bytes > windowBytes) {
                return;
            }
            deferred.remove();
            if (waits) {
                unsent.remove(first.access);
                outstandingBytes += first.bytes;
                submit.accept(first.access);
            }
        }
    }

    private record Sized(PendingAccess access, long bytes) {}
}
