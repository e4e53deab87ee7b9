package jdsm.remote.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.Frame;
import jdsm.remote.door.Kinds;

/**
 * The client's end of the connection to one memory server: who is lost, and waiting. {@link #await} is for one thread, the
 * other methods for any.
 */
final class ServerConnection {
    private final String name;
    private final Comm comm;
    private final Consumer<String> onLoss;
    private volatile String lossText;
    private volatile boolean closed;
    private volatile Thread waiter;

    /**
     * @param comm not yet started
     * @param onLoss is told once, on any thread, why the server is lost; must not block
     */
    ServerConnection(String name, Comm comm, Consumer<String> onLoss) {
        this.name = name;
        this.comm = comm;
        this.onLoss = onLoss;
        comm.onFailure(cause -> lose(cause.getMessage()));
        comm.handle(
                Kinds.NO_MEMORY,
                (from, message) -> lose(StandardCharsets.UTF_8.decode(message).toString()));
    }

    String name() {
        return name;
    }

    Comm comm() {
        return comm;
    }

    String lossText() {
        return lossText;
    }

    boolean isLost() {
        return lossText != null;
    }

    void lose(String text) {
        synchronized (this) {
            if (closed || lossText != null) {
                return;
            }
            lossText = text == null ? "unknown reason" : text;
        }
        onLoss.accept(lossText);
        wake();
    }

    Frame frame(int kind, int lengthBytes) {
        return comm.frame(kind, lengthBytes);
    }

    /** Sends a message; has no effect once the server is lost. */
    void post(Frame frame) {
        try {
            comm.post(Kinds.SERVER, frame);
        } catch (CommException e) {
            lose(e.getMessage());
        }
    }

    /** See {@link PageStore#await}. */
    void await(BooleanSupplier done) {
        if (done.getAsBoolean() || isLost()) {
            return;
        }
        if (progressed(done)) {
            return;
        }
        boolean interrupted = false;
        waiter = Thread.currentThread();
        try {
            while (!done.getAsBoolean() && !isLost()) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted(); // Else park would return at once, again and again.
            }
        } finally {
            waiter = null;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean progressed(BooleanSupplier done) {
        try {
            return comm.progress(() -> done.getAsBoolean() || isLost());
        } catch (CommException e) {
            lose(e.getMessage());
            return true;
        }
    }

    /** Ends the wait of a thread whose condition may hold now. */
    void wake() {
        Thread waiting = waiter;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }

    /** Takes leave. Blocks until the server has closed its end or is lost. */
    void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        try {
            // Also to a server that counts as lost because it has no memory: it waits for this.
            comm.post(Kinds.SERVER, comm.frame(Kinds.BYE, 0));
        } catch (CommException e) {
            // It is gone already.
        }
        comm.close();
    }

    /** Returns the failure of a malformed message, which ends the connection. */
    CommException malformed(String what, ByteBuffer message) {
        return new CommException(
                Reason.PROTOCOL,
                Kinds.SERVER,
                "memory server " + name + " sent a malformed message: " + what + ", " + message.remaining() + " bytes");
    }
}
