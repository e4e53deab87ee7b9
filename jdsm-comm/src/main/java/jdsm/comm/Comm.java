package jdsm.comm;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * The communication interface of one rank (JDSM paper, table 1, in today's terms).
 *
 * <p>It carries two sorts of messages, both FIFO for each ordered pair of ranks, both of 0 to {@link #MAX_MESSAGE_BYTES}
 * bytes. <em>Program messages</em> ({@link #send}, {@link #receive(int)}, {@link #probe}) wait in a mailbox until the
 * program takes them; a sender is held back while too many of its bytes lie there unreceived. <em>Runtime messages</em>
 * ({@link #frame}, {@link #post}) have a numbered kind and are given to the {@link MessageHandler} of that kind on the
 * rank's one <em>delivery thread</em>, also while the program computes. A thread of the program that sends or waits may do
 * the delivery thread's work in its place: then it is the delivery thread meanwhile, and there is never more than one.
 *
 * <p>Life cycle: opened by a provider; {@link #handle} and {@link #onFailure}; {@link #start}; use; {@link #close}. All
 * methods but those before {@code start} may be called by any thread. After a failure (a lost peer, a malformed message)
 * every blocking call ends with that {@link CommException}, and so does every later call.
 */
public interface Comm extends AutoCloseable {
    /** In place of a source rank: a message from whichever rank. */
    int ANY_RANK = -1;

    /** The longest message, in bytes: 1 GiB. */
    int MAX_MESSAGE_BYTES = 1 << 30;

    /** In place of an occasion: on none. */
    int NO_OCCASION = 0;

    int MAX_OCCASION = 1 << 30;

    /** Smallest and largest kind that a runtime message may have; 0 is the program's, those above are the transport's. */
    int MIN_KIND = 1;

    int MAX_KIND = 239;

    /** This rank's number, 0 to {@code size() - 1} (getMyNode). */
    int rank();

    /** How many ranks the job has (getNumNode). */
    int size();

    /**
     * Sets the handler of a runtime message's kind. Only before {@link #start}.
     *
     * @param kind {@link #MIN_KIND} to {@link #MAX_KIND}
     * @throws IllegalStateException after {@code start}, or if the kind has a handler
     */
    void handle(int kind, MessageHandler handler);

    /**
     * Sets who is told, once and on an unspecified thread of the transport, that this Comm has failed. The listener must
     * not block. Only before {@link #start}.
     */
    void onFailure(FailureListener listener);

    /**
     * Joins the job and connects to every other rank; blocks until all are there. Messages may be delivered before it has
     * returned.
     *
     * @throws CommException with what went wrong: no rendezvous, another protocol version, job or secret, a taken port
     */
    void start();

    /**
     * Sends a program message and blocks until {@code payload} may be reused (its bytes are copied or on their way); does
     * not wait for the receiver to take it unless the receiver's mailbox holds too much of this rank's already. The bytes
     * between position and limit are sent; position and limit are left as they were. To this rank itself nothing holds a
     * sender back. Not to be called on the delivery thread.
     *
     * @param to a rank, this one included
     * @throws CommException if the job has failed, if {@code to} has left, or on interruption while the message waits for
     *     its turn (it is not sent then; the thread's interrupt status is set again)
     * @throws IllegalStateException on the delivery thread
     */
    void send(int to, ByteBuffer payload);

    /**
     * As {@link #send}, without blocking (asend; the returned future is sendDone). {@code payload} must not be changed
     * before the future has completed. Messages to one rank are delivered in the order of the calls, those of {@code send}
     * included. A caller that never waits for its futures holds its own payloads, nothing else.
     */
    CompletableFuture<Void> sendAsync(int to, ByteBuffer payload);

    /**
     * Takes the oldest program message from a rank; blocks until there is one. Never busy-waits. Not to be called on the
     * delivery thread.
     *
     * @param from a rank, or {@link #ANY_RANK}
     * @return the message, in a heap buffer of its own, big-endian as new buffers are
     * @throws CommException if the job has failed, if {@code from} (for any rank: every other one) can send no more, or on
     *     interruption
     * @throws IllegalStateException on the delivery thread
     */
    Message receive(int from);

    /**
     * As {@link #receive(int)}, into the caller's buffer: the bytes are put at its position, which moves behind them. What
     * lies behind the position is undefined after an exception. A direct buffer spares long messages a copy.
     *
     * @throws java.nio.BufferOverflowException if the message is longer than what remains; the message stays
     */
    Envelope receive(int from, ByteBuffer target);

    /** The oldest program message from a rank ({@link #ANY_RANK}: from any) that could be received now, or null. */
    Envelope probe(int from);

    /**
     * A new runtime message to be filled in: its buffer is direct or on the heap, little-endian, of just that length, its
     * first content undefined. It must be handed to {@link #post} or {@link Frame#release released}.
     *
     * @param kind {@link #MIN_KIND} to {@link #MAX_KIND}
     * @param lengthBytes 0 to {@link #MAX_MESSAGE_BYTES}
     */
    Frame frame(int kind, int lengthBytes);

    /**
     * Sends a runtime message. Never blocks, so that handlers may answer; who posts without waiting for answers must bound
     * by himself how much. The frame belongs to the transport from here on, also when this throws. A frame may be sent to
     * this rank itself: its handler runs on the delivery thread later.
     *
     * @throws CommException if the job has failed
     */
    void post(int to, Frame frame);

    /**
     * As {@link #post}, but a rank that sleeps need not be woken for it: the message is delivered when that rank is awake for
     * whatever reason, at the latest when somebody calls {@link #wake} behind this or sends it something else. For what is of no use
     * to it before.
     */
    void postQuietly(int to, Frame frame);

    /**
     * Says on which occasion this rank is to be {@link #wake woken}; at first on none. On the delivery thread.
     *
     * @param occasion 1 to {@link #MAX_OCCASION}, or {@link #NO_OCCASION}
     * @throws IllegalStateException elsewhere
     */
    void attend(int occasion);

    /**
     * Wakes a rank if it sleeps and {@link #attend attends} just this occasion, so that all is delivered to it that has been posted
     * quietly by this rank before this call. Never blocks.
     */
    void wake(int rank, int occasion);

    /**
     * The lowest of the ranks on the host of a rank, as far as this transport makes use of their being on one host; else the
     * rank itself. The same on all ranks. Only from the end of {@link #start} on, and on the delivery thread.
     */
    int firstOnHost(int rank);

    /**
     * Runs a task on the delivery thread, after what is queued there; never waits. Tasks of one thread keep their order. Only
     * from {@link #start} on. After {@link #close} or a failure the task may be dropped silently.
     */
    void execute(Runnable task);

    /**
     * Helps while the calling thread waits: for a while, where there are processors for it, it does the transport's work
     * itself, handlers included, instead of being woken by who does. Not on the delivery thread, and not with a lock
     * held that a handler may want. Who is not done then blocks in whatever way it likes.
     *
     * @param done looked at again and again; must be cheap
     * @return whether it is done
     */
    boolean progress(BooleanSupplier done);

    /**
     * Gives messages that have arrived to their handlers, if nobody is at it: for a moment after {@link #progress} the
     * delivery thread may not be back yet. To be called where it matters that peers have been heard; costs next to nothing
     * where the delivery thread is there. Not with a lock held that a handler may want.
     */
    void poll();

    /** Whether the caller is on the delivery thread, or does its work at present. */
    boolean onDeliveryThread();

    /** Completes when all that was sent or posted before this call has left this process, or exceptionally on failure. */
    CompletableFuture<Void> flush();

    /**
     * One-sided access to memory that ranks register, where the transport has it: the same object each time, on all ranks
     * of a job or on none; whose memory it {@link RemoteMemory#reaches reaches}, it says. Its methods may be called between {@link #start} and {@link #close}.
     */
    Optional<RemoteMemory> remoteMemory();

    /** Messages and bytes so far, by kind. */
    CommStatistics statistics();

    /**
     * Leaves the job: what was sent still arrives, peers see an orderly end. To be called by all ranks, after they have
     * agreed (by a barrier) that nothing more will be sent; blocks until every peer has said goodbye, too, or is gone. After
     * a failure it only frees what is held. Handlers run until then. Idempotent. Interrupted, it waits no longer.
     *
     * @throws IllegalStateException on the delivery thread
     */
    @Override
    void close();
}
