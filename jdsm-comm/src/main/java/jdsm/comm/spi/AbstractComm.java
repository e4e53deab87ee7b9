package jdsm.comm.spi;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.CommStatistics;
import jdsm.comm.Envelope;
import jdsm.comm.FailureListener;
import jdsm.comm.Frame;
import jdsm.comm.Message;
import jdsm.comm.MessageHandler;

/**
 * The base class of all transports: it carries out the calls of {@link Comm}, and a transport only moves bytes.
 * Handlers, the mailbox, credit, counters, failures, orderly leaving and messages to the own rank are implemented here.
 * A transport implements the abstract methods of {@link Transport} and calls the {@code deliver} methods on its one
 * delivery thread.
 *
 * <p>Parts: {@link Lifecycle} holds the state and the first failure, {@link RuntimeMessages} the handlers,
 * {@link ProgramMessages} the mailbox and the send queues, {@link Membership} the peers that have left or are lost.
 *
 * <p>Locks: a thread holds the monitor of a send queue or of the mailbox, never both. Handlers, listeners and futures
 * run under neither.
 */
public abstract class AbstractComm extends Transport {
    private final CommSettings settings;
    private final long waitNanos;
    private final Lifecycle life = new Lifecycle();
    private final Counters counters = new Counters();
    private final RuntimeMessages runtime;
    private final ProgramMessages program;
    private final Membership members;
    private final Arrivals arrivals;
    private FailureListener failureListener = cause -> {};

    /** Takes no resource. */
    @SuppressWarnings("this-escape") // the parts keep the reference and do not use it before start
    protected AbstractComm(CommSettings settings) {
        this.settings = settings;
        waitNanos = settings.waitNanos();
        runtime = new RuntimeMessages(this, settings, life, counters);
        program = new ProgramMessages(this, settings, life, counters);
        members = new Membership(this, settings, life, program);
        arrivals = new Arrivals(this);
    }

    /** Returns the interface through which a transport's parts report arrivals and lost peers. */
    protected final Arrivals arrivals() {
        return arrivals;
    }

    /**
     * Checks that this Comm has not failed. A transport calls it before it takes a resource that {@link #abort} frees,
     * under a lock that {@code abort} takes as well.
     *
     * @throws CommException the failure, if there is one
     */
    protected final void checkNotFailed() {
        life.checkNotFailed();
    }

    protected final CommSettings settings() {
        return settings;
    }

    /** Returns {@link CommSettings#waitNanos}, computed once: every wait needs it. */
    protected final long waitNanos() {
        return waitNanos;
    }

    /** Whether a message of this kind may arrive. */
    protected final boolean accepts(int kind) {
        return kind == TransportKinds.PROGRAM || TransportKinds.isTransport(kind) || runtime.isHandled(kind);
    }

    /** Gives a runtime message to its handler, on the delivery thread. The caller may reuse the payload afterwards. */
    protected final void deliver(int from, int kind, ByteBuffer payload) {
        runtime.deliver(from, kind, payload);
    }

    /** Puts a program message into the mailbox. Returns true if this woke a thread that waited for the message. */
    protected final boolean deliverProgram(ArrivedMessage message) {
        return program.arrived(message);
    }

    /**
     * Claims the buffer of the thread that waits for a long program message, so that the transport reads the message
     * into that buffer. On the delivery thread, when the message begins to arrive.
     *
     * @return null if no thread waits with a suitable buffer; else {@link #deliverProgram} or
     *     {@link PostedReceive#abandon} must follow
     */
    protected final PostedReceive postedReceive(int from, int lengthBytes) {
        return program.claim(from, lengthBytes);
    }

    /** Handles a message of the transport's own, on the delivery thread. */
    protected final void deliverControl(int from, int kind, long value) {
        switch (kind) {
            case TransportKinds.CREDIT -> {
                if (!program.creditReturned(from, value)) {
                    fail(new CommException(
                            Reason.PROTOCOL,
                            from,
                            "rank " + from + " returned " + value
                                    + " bytes of credit, which is not 1 to the outstanding bytes"));
                }
            }
            case TransportKinds.CREDIT_WANTED -> program.creditWanted(from);
            case TransportKinds.GOODBYE -> members.left(from);
            case TransportKinds.PULSE_AT -> pulseAt(from, value);
            case TransportKinds.PULSE -> {} // the arrival itself is the sign of life
            case TransportKinds.LOST -> members.blame(from, (int) value);
            default -> throw new IllegalArgumentException("transport kind " + kind);
        }
    }

    /** The connection to a peer has ended, for whatever reason. Any thread. */
    protected final void peerEnded(int peer) {
        members.ended(peer);
    }

    /** Peers have given no sign of life for too long. Any thread. */
    final void peersSilent(List<Integer> peers, String text) {
        members.silent(peers, text);
    }

    /** Whether a peer has said goodbye. Any thread. */
    final boolean hasLeft(int peer) {
        return members.hasLeft(peer);
    }

    /** Runs a task of the program on the delivery thread. An exception of the task is a failure of this Comm. */
    protected final void runTask(Runnable task) {
        if (life.failure() != null) {
            return;
        }
        try {
            task.run();
        } catch (Throwable e) {
            LastResort.handle(e, this::taskFailed);
        }
    }

    private void taskFailed(Throwable e) {
        fail(new CommException(Reason.HANDLER, -1, "a task on the delivery thread failed: " + e, e));
    }

    /** Ends this Comm for a reason; the first reason stays. Any thread that holds no lock of this Comm. */
    protected final void fail(CommException cause) {
        if (!life.fail(cause)) {
            return;
        }
        program.end(cause);
        members.abandon();
        if (cause.reason() == Reason.PEER_LOST && cause.peer() >= 0) {
            tellOthers(TransportKinds.LOST, cause.peer());
        }
        abort();
        try {
            failureListener.onFailure(cause);
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    private void tellOthers(int kind, long value) {
        for (int peer = 0; peer < size(); peer++) {
            if (peer != rank()) {
                transmitControl(peer, kind, value);
            }
        }
    }

    /** Returns the failure that ended this Comm, or null. */
    protected final CommException failure() {
        return life.failure();
    }

    /** Returns the failure that ended this Comm; without a failure, an exception that says that this Comm is closed. */
    final CommException failureOrClosed() {
        CommException cause = life.failure();
        return cause != null ? cause : Failures.closed();
    }

    /** Blocks until all messages have left this process: the goodbyes must go out before the connections close. */
    protected final void awaitWritten() {
        try {
            flushTransport().get();
        } catch (ExecutionException e) {
            // A peer that is gone needs no goodbye.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public final int rank() {
        return settings.rank();
    }

    @Override
    public final int size() {
        return settings.size();
    }

    @Override
    public final void handle(int kind, MessageHandler handler) {
        runtime.handle(kind, handler);
    }

    @Override
    public final void onFailure(FailureListener listener) {
        life.configure(() -> failureListener = Objects.requireNonNull(listener, "listener"));
    }

    @Override
    public final void start() {
        life.start();
        try {
            join();
            members.joined();
        } catch (RuntimeException e) {
            fail(
                    e instanceof CommException cause
                            ? cause
                            : new CommException(Reason.TRANSPORT, -1, "joining the job failed: " + e, e));
            throw Failures.again(life.failure());
        }
    }

    @Override
    public final void send(int to, ByteBuffer payload) {
        checkNotDelivering("send");
        OutgoingMessage message = program.send(to, payload);
        submitted();
        program.await(to, message);
    }

    @Override
    public final CompletableFuture<Void> sendAsync(int to, ByteBuffer payload) {
        CompletableFuture<Void> done = program.send(to, payload).done();
        submitted();
        return done;
    }

    @Override
    public final Message receive(int from) {
        checkNotDelivering("receive");
        return program.receive(from);
    }

    @Override
    public final Envelope receive(int from, ByteBuffer target) {
        checkNotDelivering("receive");
        return program.receive(from, target);
    }

    @Override
    public final Envelope probe(int from) {
        return program.probe(from);
    }

    @Override
    public final Frame frame(int kind, int lengthBytes) {
        Arguments.checkKind(kind);
        Arguments.checkLength(lengthBytes);
        return newFrame(kind, lengthBytes);
    }

    @Override
    public final void post(int to, Frame frame) {
        runtime.post(to, frame, false);
    }

    @Override
    public final void postQuietly(int to, Frame frame) {
        runtime.post(to, frame, true);
    }

    @Override
    public final CompletableFuture<Void> flush() {
        life.checkUsable(Lifecycle.State.CLOSING);
        return program.handedOver().thenCompose(nothing -> flushTransport());
    }

    /** Only checks thread and argument: for a transport that delivers every message on arrival. */
    @Override
    public void attend(int occasion) {
        checkDelivers();
        Arguments.checkOccasion(occasion);
    }

    /** @throws IllegalStateException if the calling thread is not the delivery thread */
    protected final void checkDelivers() {
        if (!onDeliveryThread()) {
            throw new IllegalStateException("call this on the delivery thread only, for instance by execute()");
        }
    }

    /** A virtual thread never does the transport's work: it might lose its carrier in the middle to threads that compute. */
    @Override
    public final boolean progress(BooleanSupplier done) {
        return Threads.isVirtual() ? done.getAsBoolean() : drive(done);
    }

    @Override
    public final boolean progress(Runnable first, BooleanSupplier done) {
        if (Threads.isVirtual()) {
            execute(first);
            return done.getAsBoolean();
        }
        return drive(first, done);
    }

    /**
     * As {@link #progress(BooleanSupplier)}, of a platform thread. This one is for a transport whose work no other thread can
     * do: yields the processor to the transport's thread for a while.
     */
    protected boolean drive(BooleanSupplier done) {
        if (!settings.ranksHaveProcessors()) {
            return done.getAsBoolean();
        }
        long begin = System.nanoTime();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() - begin > waitNanos) {
                return false;
            }
            Thread.yield();
        }
        return true;
    }

    /**
     * As {@link #progress(Runnable, BooleanSupplier)}, of a platform thread. This one is for a transport that wakes no peer, or
     * wakes each at once.
     */
    protected boolean drive(Runnable first, BooleanSupplier done) {
        execute(first);
        return drive(done);
    }

    /**
     * Checks that the job has a rank and that this Comm may access its memory.
     *
     * @throws IllegalArgumentException if the job has no such rank
     * @throws CommException if this Comm has failed or is closed
     * @throws IllegalStateException before {@link #start}
     */
    protected final void checkMayAccess(int rank) {
        Arguments.checkRank(rank, size());
        life.checkUsable(Lifecycle.State.STARTED);
    }

    /** @throws CommException if a rank has said goodbye to this one */
    protected final void checkPresent(int rank) {
        members.checkPresent(rank);
    }

    @Override
    public final CommStatistics statistics() {
        return counters.snapshot();
    }

    @Override
    public final void close() {
        checkNotDelivering("close");
        if (life.closeUnstarted()) {
            return;
        }
        if (life.isStarted() && !members.isJoined()) {
            fail(new CommException(Reason.CLOSED, -1, "closed while it was joining the job"));
        }
        life.close(this::sayGoodbye, this::release);
    }

    private void sayGoodbye() {
        program.drain(Failures.closed());
        tellOthers(TransportKinds.GOODBYE, 0);
        members.awaitDepartures();
    }

    private void release() {
        program.end(Failures.closed());
        shutDown();
    }

    private void checkNotDelivering(String call) {
        if (onDeliveryThread()) {
            throw new IllegalStateException(
                    call + " blocks and must not be called on the delivery thread, which runs handlers and tasks");
        }
    }
}
