package jdsm.examples.contracts;

import java.util.concurrent.Callable;

/** A call by a thread that a worker has started, and how it ended. Its methods are for the worker. */
final class Aside<T> {
    private final Part part;
    private final Callable<T> call;
    private final Thread thread;
    private T result;
    private Throwable thrown;
    private boolean leftInterrupted;

    Aside(Part part, Callable<T> call) {
        this.part = part;
        this.call = call;
        this.thread = new Thread(this::run);
    }

    private void run() {
        try {
            result = call.call();
        } catch (Exception | Error e) {
            thrown = e;
        }
        leftInterrupted = Thread.currentThread().isInterrupted();
    }

    void begin() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits until the thread waits for something. */
    void untilBlocked() {
        part.until("a thread that blocks", () -> switch (thread.getState()) {
            case WAITING, TIMED_WAITING -> true;
            case TERMINATED -> throw new AssertionError("did not block: " + result + ", " + thrown);
            default -> false;
        });
    }

    boolean isOver() {
        return !thread.isAlive();
    }

    void interrupt() {
        thread.interrupt();
    }

    private void await() {
        try {
            thread.join(part.patienceMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        part.check("still blocked", !thread.isAlive());
    }

    /** Waits for the end of the call. */
    T result() {
        await();
        if (thrown != null) {
            throw new AssertionError("threw " + thrown);
        }
        return result;
    }

    /** Waits for the end of the call, which must throw. */
    void requireThrown(Class<? extends Throwable> type) {
        await();
        part.check("expected " + type.getName() + ", found " + result + ", " + thrown, type.isInstance(thrown));
    }

    void requireInterrupted() {
        requireThrown(InterruptedException.class);
        part.check("the interrupted status is still set", !leftInterrupted);
    }

    boolean leftInterrupted() {
        return leftInterrupted;
    }

    /** Ends the thread if it still waits. */
    void giveUp() {
        if (thread.isAlive()) {
            thread.interrupt();
        }
    }
}
