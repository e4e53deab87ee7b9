package jdsm.comm.spi;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.Comm;
import jdsm.comm.RemoteMemory;

/**
 * The operations in which transports differ. {@link AbstractComm} and its parts call them; subclasses of it implement
 * them. Only {@link #join} and {@link #shutDown} may block.
 */
abstract class Transport implements Comm {
    /**
     * Joins the job and connects to all other ranks; blocks. Throws when {@link #abort} is called meanwhile. Messages
     * may be delivered before it has returned.
     */
    protected abstract void join();

    /**
     * The connection to a peer has ended during {@link #join}. Must not block.
     *
     * @return true if the transport finds out which rank is to blame and ends {@link #join} if need be; false if the
     *     peer is to blame
     */
    protected boolean endedWhileJoining(int peer) {
        return false;
    }

    /** Makes a frame; the caller has checked kind and length. */
    protected abstract OutgoingFrame newFrame(int kind, int lengthBytes);

    /** Sends a runtime message to another rank. The frame belongs to the transport from here on. Must not block. */
    protected abstract void transmitFrame(int to, OutgoingFrame frame);

    /**
     * As {@link #transmitFrame}, but a sleeping rank need not be woken for the message; see {@link Comm#postQuietly}.
     */
    protected void transmitQuietly(int to, OutgoingFrame frame) {
        transmitFrame(to, frame);
    }

    /**
     * Sends a program message to another rank. Must not block.
     *
     * @return true if the payload may be reused at once; false if the transport completes the message after this call
     */
    protected abstract boolean transmitProgram(int to, OutgoingMessage message);

    /**
     * Sends a message of the transport's own. Must not block. Drops the message without an error if the peer is gone or
     * not connected yet.
     */
    protected abstract void transmitControl(int to, int kind, long value);

    /**
     * Tells the transport that the program has sent a message. The calling thread holds no lock of this Comm, so the
     * transport may transmit the message on this thread.
     */
    protected void submitted() {}

    /** Returns a future that completes when all messages given to the transport so far have left this process. */
    protected abstract CompletableFuture<Void> flushTransport();

    /**
     * Ends {@link #join} and all connections after a failure, so that peers notice. Called at most once; must not
     * block.
     */
    protected abstract void abort();

    /**
     * Sends the remaining messages unless {@link #abort} was called, ends the delivery thread once its queue is empty,
     * and frees all resources. Called once; blocks.
     */
    protected abstract void shutDown();

    /** A peer has sent the port on which it receives signs of life. */
    protected void pulseAt(int peer, long port) {}

    /**
     * Returns the rank whose loss a peer gave as the reason of its own end, as far as the transport learnt it beside
     * the connection; -1 if the peer gave none.
     */
    protected int lastWord(int peer) {
        return -1;
    }

    /** Does nothing: for a transport whose delivery thread always delivers. */
    @Override
    public void poll() {}

    /** Polls: for a transport in which no rank wakes another one. */
    @Override
    public void look() {
        poll();
    }

    /** Does nothing: for a transport that delivers every message on arrival. */
    @Override
    public void wake(int rank, int occasion) {}

    /** Returns the rank itself: for a transport that treats all ranks alike. */
    @Override
    public int firstOnHost(int rank) {
        return rank;
    }

    /** Returns nothing: for a transport without remote memory. */
    @Override
    public Optional<RemoteMemory> remoteMemory() {
        return Optional.empty();
    }
}
