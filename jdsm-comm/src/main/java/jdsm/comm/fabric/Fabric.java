package jdsm.comm.fabric;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import jdsm.comm.CommException;
import jdsm.comm.spi.OutgoingFrame;
import jdsm.comm.spi.OutgoingMessage;

/**
 * Sends messages to the peers of a rank on other hosts, and receives messages from them, without sockets. A part of a
 * transport, which has an authenticated connection to each of these peers as well: its end says that a peer is lost.
 * The transport calls in this order: {@link #begin}, {@link #connect} after all ranks have met, {@link #open},
 * {@link #awaitFarewells}, {@link #end}, {@link #close}. Messages are delivered from {@code open} on. Sending is
 * thread-safe and does not block.
 */
public interface Fabric {
    /** Starts the threads of the fabric, which {@link #close} ends. */
    void begin();

    /** Returns the address by which other ranks connect to this one. */
    ByteBuffer address();

    /**
     * Makes the ways to the peers. Does not wait for them.
     *
     * @param where the addresses of the peers, by rank; null: no peer
     * @param apart whether a peer has another IP address than this rank
     * @throws CommException with reason JOIN if the fabric does not reach a peer
     */
    void connect(ByteBuffer[] where, IntPredicate apart);

    /** Starts to deliver messages, after all peers are connected. */
    void open();

    /** Makes a frame that {@link #send(int, OutgoingFrame)} sends without a copy, if it is short enough for that. */
    OutgoingFrame newFrame(int kind, int lengthBytes);

    /** Sends a runtime message; the frame is the fabric's from now on. */
    void send(int to, OutgoingFrame frame);

    /**
     * Sends a program message.
     *
     * @return true if the caller may reuse the payload; false if the message is completed later
     */
    boolean send(int to, OutgoingMessage message);

    /** Sends a message of the transport's own. Drops the message before {@link #connect}. */
    void sendControl(int to, int kind, long value);

    /**
     * Sees to what has been sent. By a thread that holds no lock.
     *
     * @param polls whether the calling thread polls from now on
     */
    void submitted(boolean polls);

    /** Looks once for messages, without delivering them. The calling thread holds no lock. Does not block. */
    boolean poll();

    /** A thread begins to poll; {@link #rest} must follow. */
    void begins();

    /** A thread that has polled stops: a thread of the fabric goes on. */
    void rest();

    /** Delivers all messages that have come. On the delivery thread. */
    void drain();

    /** Returns a future that completes when the fabric has sent all messages so far. */
    CompletableFuture<Void> flush();

    /** Returns access to the memory of the peers: the same object each time. */
    FabricMemory memory();

    /**
     * Blocks until all peers have taken this rank's goodbye or are gone, and this rank has answered theirs. Only then is
     * nothing on its way. Not on the delivery thread.
     *
     * @param isThere whether a peer is still connected
     * @param over whether to give up
     */
    void awaitFarewells(IntPredicate isThere, BooleanSupplier over);

    /** Fails everything that is under way. Does not block. Any thread that holds no lock. */
    void end(CommException cause);

    /** Ends the threads and frees all resources, after the last delivery. Blocks. */
    void close();
}
