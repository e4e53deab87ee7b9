package jdsm.comm;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * The connection of one rank to the other ranks of its job (JDSM paper, table 1).
 *
 * <p>A Comm carries two sorts of messages of 0 to {@link #MAX_MESSAGE_BYTES} bytes; both are FIFO for each ordered pair
 * of ranks. <em>Program messages</em> ({@link #send}, {@link #receive(int)}, {@link #probe}) wait in a mailbox until
 * the program takes them; a sender blocks while too many of its bytes lie in the receiver's mailbox. <em>Runtime
 * messages</em> ({@link #frame}, {@link #post}) have a numbered kind. The {@link MessageHandler} of that kind takes
 * them on the rank's one <em>delivery thread</em>, also while the program computes. A program thread that sends or
 * waits may temporarily become the delivery thread; at any time a rank has at most one.
 *
 * <p>Life cycle: a provider opens the Comm, then {@link #handle} and {@link #onFailure}, {@link #start}, use,
 * {@link #close}. Any thread may call the methods that are not part of the set-up. After a failure (a lost peer, a
 * malformed message) every blocking call and every later call throws that {@link CommException}.
 */
public interface Comm extends AutoCloseable {
    /** In place of a source rank: a message from any rank. */
    int ANY_RANK = -1;

    /** The longest message, in bytes: 1 GiB. */
    int MAX_MESSAGE_BYTES = 1 << 30;

    /** In place of an occasion: no occasion. */
    int NO_OCCASION = 0;

    /** The largest number of an occasion. */
    int MAX_OCCASION = 1 << 30;

    /** The smallest kind of a runtime message; kind 0 is that of program messages. */
    int MIN_KIND = 1;

    /** The largest kind of a runtime message; transports use the kinds above. */
    int MAX_KIND = 239;

    /** Returns this rank's number, 0 to {@code size() - 1} (getMyNode in the paper). */
    int rank();

    /** Returns the number of ranks of the job (getNumNode in the paper). */
    int size();

    /**
     * Sets the handler of a kind of runtime messages. Only before {@link #start}.
     *
     * @param kind {@link #MIN_KIND} to {@link #MAX_KIND}
     * @throws IllegalArgumentException for a kind out of this range
     * @throws IllegalStateException after {@code start}, or if the kind has a handler already
     */
    void handle(int kind, MessageHandler handler);

    /**
     * Sets the listener that is called once if this Comm fails, on an unspecified thread. The listener must not block.
     * Only before {@link #start}.
     *
     * @throws IllegalStateException after {@code start}
     */
    void onFailure(FailureListener listener);

    /**
     * Joins the job and connects to every other rank; blocks until all ranks are connected. Messages may be delivered
     * before this method has returned.
     *
     * @throws CommException with the reason why this rank cannot join: no rendezvous, another protocol version, job or
     *     secret, a taken port, a lost rank
     * @throws IllegalStateException if this Comm is started or closed already
     */
    void start();

    /**
     * Sends a program message; blocks until the caller may reuse {@code payload}, whose bytes are then copied or
     * transmitted. It does not wait until the receiver takes the message, unless the receiver's mailbox holds too many
     * bytes of this rank; a message to this rank itself never waits. Sends the bytes between position and limit, which
     * stay unchanged. Not on the delivery thread.
     *
     * @param to a rank, this one included
     * @throws CommException if the job has failed, if {@code to} has left, or with reason INTERRUPTED if the thread is
     *     interrupted while the message waits for credit (the message is not sent; the interrupt status is set again)
     * @throws IllegalStateException on the delivery thread
     */
    void send(int to, ByteBuffer payload);

    /**
     * Sends a program message without blocking (asend in the paper; the returned future is sendDone). The caller must
     * not change {@code payload} before the future has completed. Messages to one rank arrive in the order of the
     * calls, those of {@code send} included. The number of incomplete messages is not bounded: their payloads stay in
     * the caller's memory.
     *
     * @param to a rank, this one included
     * @throws CommException if the job has failed or {@code to} has left
     */
    CompletableFuture<Void> sendAsync(int to, ByteBuffer payload);

    /**
     * Takes the oldest program message from a rank; blocks until there is one, and polls only for a bounded time. Not
     * on the delivery thread.
     *
     * @param from a rank, or {@link #ANY_RANK}
     * @return the message in a heap buffer of its own, with big-endian byte order
     * @throws CommException if the job has failed, if {@code from} has left (for {@code ANY_RANK}: if all other ranks
     *     have left), or with reason INTERRUPTED if the thread is interrupted
     * @throws IllegalStateException on the delivery thread
     */
    Message receive(int from);

    /**
     * As {@link #receive(int)}, but puts the bytes at the position of the caller's buffer, which moves behind them.
     * After an exception the bytes behind the position are undefined. A direct buffer saves a copy of long messages.
     *
     * @throws java.nio.BufferOverflowException if the message is longer than the remaining bytes; the message stays
     */
    Envelope receive(int from, ByteBuffer target);

    /**
     * Returns sender and length of the oldest program message from a rank, or null if none has arrived. The message
     * stays. Does not block.
     *
     * @param from a rank, or {@link #ANY_RANK}
     * @throws CommException if the job has failed
     */
    Envelope probe(int from);

    /**
     * Makes a runtime message for the caller to fill in. Its buffer is direct or on the heap, little-endian, of exactly
     * this length, with undefined content. The caller must {@link #post} or {@link Frame#release release} it. Does not
     * block.
     *
     * @param kind {@link #MIN_KIND} to {@link #MAX_KIND}
     * @param lengthBytes 0 to {@link #MAX_MESSAGE_BYTES}
     */
    Frame frame(int kind, int lengthBytes);

    /**
     * Sends a runtime message. Never blocks, so that handlers may send answers; the caller must bound the messages that
     * it sends without waiting for answers. The frame belongs to the transport from here on, also after an exception.
     * The handler of a message to this rank itself runs later on the delivery thread.
     *
     * @throws CommException if the job has failed
     * @throws IllegalStateException if the frame was posted or released before
     */
    void post(int to, Frame frame);

    /**
     * As {@link #post}, but does not wake a sleeping receiver. The receiver gets the message when it is next awake for
     * any reason, at the latest after a {@link #wake} or another message. For messages that are of no use to a sleeping
     * rank.
     */
    void postQuietly(int to, Frame frame);

    /**
     * Sets the occasion on which other ranks may {@link #wake} this rank; initially none. On the delivery thread.
     *
     * @param occasion 1 to {@link #MAX_OCCASION}, or {@link #NO_OCCASION}
     * @throws IllegalStateException on any other thread
     */
    void attend(int occasion);

    /**
     * Wakes a rank if it sleeps and {@link #attend attends} exactly this occasion. The rank then gets all messages that
     * this rank has posted quietly before this call. Never blocks.
     */
    void wake(int rank, int occasion);

    /**
     * Returns the lowest rank on the host of a rank, if the transport makes use of a common host; else the rank itself.
     * All ranks get the same result. Only after {@link #start}, and on the delivery thread.
     */
    int firstOnHost(int rank);

    /**
     * Runs a task on the delivery thread, after the tasks queued there. Never waits; tasks of one thread keep their
     * order. Only after {@link #start} has begun. After {@link #close} or a failure the task may be dropped without an
     * error.
     */
    void execute(Runnable task);

    /**
     * Lets the calling thread, which waits, do the transport's work for a bounded time, handlers included: this saves
     * waking it. How long depends on the processors of the host. If {@code done} is still false afterwards, the caller
     * has to block in its own way. Not on the delivery thread; the caller must hold no lock that a handler may take.
     *
     * @param done the awaited condition; evaluated repeatedly, so it must be cheap
     * @return the last result of {@code done}
     */
    boolean progress(BooleanSupplier done);

    /**
     * As {@link #progress(BooleanSupplier)}, but first runs a task as by {@link #execute}. For a task that sends a
     * request whose answer makes {@code done} true: a peer that sleeps and may look for messages by itself need not be
     * woken at once.
     */
    boolean progress(Runnable first, BooleanSupplier done);

    /**
     * Gives arrived messages to their handlers if no thread delivers at present: shortly after {@link #progress} the
     * delivery thread may not have resumed yet. To be called where prompt delivery matters; cheap while another thread
     * delivers. Does not block. The caller must hold no lock that a handler may take.
     */
    void poll();

    /**
     * As {@link #poll}, by a thread that will call this again within microseconds, as in a loop that waits for a message.
     * Other ranks need not wake this one meanwhile. If the thread does not call again, messages may wait for some
     * milliseconds.
     */
    void look();

    /** Whether the calling thread is the delivery thread at present. */
    boolean onDeliveryThread();

    /**
     * Returns a future that completes when all messages sent or posted before this call have left this process, or
     * exceptionally on failure. Does not block.
     */
    CompletableFuture<Void> flush();

    /**
     * Returns one-sided access to the registered memory of ranks, if the transport has it: on all ranks of a job or on
     * none, and always the same object. {@link RemoteMemory#reaches} tells which ranks it reaches. Its methods may be
     * called between {@link #start} and {@link #close}.
     */
    Optional<RemoteMemory> remoteMemory();

    /** Returns the numbers of messages and bytes since the start, by kind. Does not block. */
    CommStatistics statistics();

    /**
     * Leaves the job in order: messages sent before still arrive. All ranks call this, after they have agreed, for
     * instance by a barrier, to send no more messages. Blocks until every peer has said goodbye or is lost;
     * interruption ends that wait. Handlers run meanwhile. After a failure it only frees resources. Idempotent.
     *
     * @throws IllegalStateException on the delivery thread
     */
    @Override
    void close();
}
