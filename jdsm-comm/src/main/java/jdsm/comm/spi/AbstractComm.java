package jdsm.comm.spi;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
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
import jdsm.comm.RemoteMemory;

/**
 * What all transports do alike: handlers, mailbox, credit, counters, failure, leaving in order, messages to oneself. A
 * transport moves bytes: it implements the abstract methods, none of which may block but {@link #join} and
 * {@link #shutDown}, and calls the {@code deliver} methods on its one delivery thread.
 *
 * <p>Locks: a send queue's or the mailbox's monitor, never both; handlers, listeners and futures run under neither.
 */
public abstract class AbstractComm implements Comm {
    private enum State {
        /** Handlers may be set. */
        NEW,
        /** Joining or joined: messages flow. */
        STARTED,
        /** Goodbyes are being said: the program sends and receives no more, handlers still run. */
        CLOSING,
        /** Everything is freed. */
        CLOSED
    }

    private final CommSettings settings;
    private final long waitNanos;
    private final MessageHandler[] handlers = new MessageHandler[MAX_KIND + 1];
    private final Counters counters = new Counters();
    private final Arrivals arrivals;
    private final ProgramMessages program;
    private final Departures departures;
    /** By rank: because of whose loss it ends, as it has said. */
    private final Map<Integer, Integer> blamed = new ConcurrentHashMap<>();

    /** The peers whose connections have ended before joining had. Guarded by itself. */
    private final List<Integer> endedEarly = new ArrayList<>();

    private final AtomicReference<CommException> failure = new AtomicReference<>();
    private final Object closing = new Object();
    private volatile State state = State.NEW;
    private volatile boolean joined;
    private FailureListener failureListener = cause -> {};

    /** Takes no resource. */
    @SuppressWarnings("this-escape") // the parts keep the reference and do not use it before start
    protected AbstractComm(CommSettings settings) {
        this.settings = settings;
        waitNanos = settings.waitNanos();
        departures = new Departures(settings.rank(), settings.size());
        program = new ProgramMessages(this, settings);
        arrivals = new Arrivals(this);
    }

    /**
     * Joins the job and connects to all other ranks. Ends with an exception when {@link #abort} is called meanwhile. From
     * its end on {@link #deliver} may be called.
     */
    protected abstract void join();

    /**
     * A peer's connection has ended before {@link #join} has. Must not block.
     *
     * @return whether the transport finds out because of whom, and ends {@link #join}; else that peer is to blame
     */
    protected boolean endedWhileJoining(int peer) {
        return false;
    }

    /** A frame of this kind and length; both have been checked. */
    protected abstract OutgoingFrame newFrame(int kind, int lengthBytes);

    /** Sends a runtime message to another rank; the frame is the transport's. */
    protected abstract void transmitFrame(int to, OutgoingFrame frame);

    /** As {@link #transmitFrame}, but nobody need be woken there; see {@link Comm#postQuietly}. */
    protected void transmitQuietly(int to, OutgoingFrame frame) {
        transmitFrame(to, frame);
    }

    /**
     * Sends a program message to another rank.
     *
     * @return true if the payload may be reused at once; else the transport completes the message later, not in this call
     */
    protected abstract boolean transmitProgram(int to, OutgoingMessage message);

    /** Sends a message of the transport's own; dropped silently where the peer is gone, or not connected yet. */
    protected abstract void transmitControl(int to, int kind, long value);

    /** The program has sent something, and the calling thread holds no lock of this Comm: it may do the work itself. */
    protected void submitted() {}

    /** As {@link #flush}, for what the transport has been given. */
    protected abstract CompletableFuture<Void> flushTransport();

    /** This Comm has failed: ends {@link #join} and the connections, so that peers notice. Called once at most. */
    protected abstract void abort();

    /** Sends what is left unless aborted, ends the delivery thread after what is queued there, frees all. Called once. */
    protected abstract void shutDown();

    /** What the transport's parts are told of this Comm. */
    protected final Arrivals arrivals() {
        return arrivals;
    }

    /** That this Comm has not failed: before what {@link #abort} would free is taken, under a lock that it takes as well. */
    protected final void checkNotFailed() {
        CommException cause = failure.get();
        if (cause != null) {
            throw cause;
        }
    }

    protected final CommSettings settings() {
        return settings;
    }

    /** {@link CommSettings#waitNanos}, asked once: it is needed for each wait. */
    protected final long waitNanos() {
        return waitNanos;
    }

    /** Whether a message of this kind may arrive. */
    protected final boolean accepts(int kind) {
        return kind == TransportKinds.PROGRAM
                || TransportKinds.isTransport(kind)
                || kind > 0 && kind <= MAX_KIND && handlers[kind] != null;
    }

    /** Gives a runtime message to its handler. On the delivery thread; the payload is the caller's again afterwards. */
    protected final void deliver(int from, int kind, ByteBuffer payload) {
        if (failure.get() != null) {
            return;
        }
        if (!accepts(kind)) {
            fail(new CommException(
                    Reason.PROTOCOL,
                    from,
                    "rank " + from + " sent a message of kind " + kind + ", which has no handler"));
            return;
        }
        counters.delivered(kind, payload.remaining());
        try {
            handlers[kind].onMessage(from, payload);
        } catch (Throwable e) {
            fail(new CommException(Reason.HANDLER, from, "the handler of message kind " + kind + " failed: " + e, e));
        }
    }

    /** Puts a program message into the mailbox. True if a thread that waited for it was woken. */
    protected final boolean deliverProgram(ArrivedMessage message) {
        counters.received(message.lengthBytes);
        return program.arrived(message);
    }

    /**
     * A long program message begins to arrive: whether it can be read straight to where the program waits for it. If not
     * null, {@link #deliverProgram} or {@link PostedReceive#abandon} must follow. On the delivery thread.
     */
    protected final PostedReceive postedReceive(int from, int lengthBytes) {
        return program.claim(from, lengthBytes);
    }

    /** Handles a message of the transport's own. On the delivery thread. */
    protected final void deliverControl(int from, int kind, long value) {
        switch (kind) {
            case TransportKinds.CREDIT -> {
                if (!program.creditReturned(from, value)) {
                    fail(new CommException(
                            Reason.PROTOCOL,
                            from,
                            "rank " + from + " returned " + value + " bytes of credit: too much"));
                }
            }
            case TransportKinds.CREDIT_WANTED -> program.creditWanted(from);
            case TransportKinds.GOODBYE -> peerLeft(from);
            case TransportKinds.PULSE_AT -> pulseAt(from, value);
            case TransportKinds.PULSE -> {} // that something has come is all that it says
            case TransportKinds.LOST -> blamed.putIfAbsent(from, (int) value);
            default -> throw new IllegalArgumentException("transport kind " + kind);
        }
    }

    /** A peer's connection has ended, for whatever reason. */
    protected final void peerEnded(int peer) {
        if (departures.hasLeft(peer)) {
            return;
        }
        if (state == State.CLOSING || state == State.CLOSED) {
            peerLeft(peer);
        } else if (!isDeferred(peer)) {
            fail(endOf(peer));
        }
    }

    private CommException endOf(int peer) {
        int lastWord = lastWord(peer);
        int told = blamed.getOrDefault(peer, lastWord < 0 ? peer : lastWord);
        if (told == rank()) {
            return new CommException(
                    Reason.PEER_LOST,
                    told,
                    "the others have lost this one, rank " + told + ": rank " + peer
                            + " ended because it had no sign of life from here");
        }
        boolean possible = told >= 0 && told < size() && !departures.hasLeft(told);
        int culprit = possible ? told : peer;
        return new CommException(
                Reason.PEER_LOST,
                culprit,
                "lost rank " + culprit + ": "
                        + (culprit == peer ? "its connection ended without a goodbye" : "rank " + peer + " says so"));
    }

    /** Peers have given no sign of life for too long. Any thread. */
    final void peersSilent(List<Integer> peers, String text) {
        if (state == State.CLOSING || state == State.CLOSED) {
            peers.forEach(this::peerLeft);
        } else {
            fail(new CommException(Reason.PEER_LOST, peers.get(0), text));
        }
    }

    final boolean hasLeft(int peer) {
        return departures.hasLeft(peer);
    }

    /** A peer has told where it receives signs of life. */
    protected void pulseAt(int peer, long port) {}

    /** Because of whose loss a peer has said that it ends, beside its connection; -1: it has said nothing. */
    protected int lastWord(int peer) {
        return -1;
    }

    /** Whether a peer's end is looked at when joining is over, which it may end. */
    private boolean isDeferred(int peer) {
        synchronized (endedEarly) {
            if (joined || failure.get() != null || !endedWhileJoining(peer)) {
                return false;
            }
            endedEarly.add(peer);
            return true;
        }
    }

    private void tellWhoWasLost(int lost) {
        for (int peer = 0; peer < size(); peer++) {
            if (peer != rank()) {
                transmitControl(peer, TransportKinds.LOST, lost);
            }
        }
    }

    /** Runs a task of the program's; if it throws, this Comm has failed. On the delivery thread. */
    protected final void runTask(Runnable task) {
        if (failure.get() != null) {
            return;
        }
        try {
            task.run();
        } catch (Throwable e) {
            fail(new CommException(Reason.HANDLER, -1, "a task on the delivery thread failed: " + e, e));
        }
    }

    /** Ends this Comm for a reason. The first one stays; any thread may call this, holding no lock. */
    protected final void fail(CommException cause) {
        if (!failure.compareAndSet(null, cause)) {
            return;
        }
        program.end(cause);
        departures.abandon();
        if (cause.reason() == Reason.PEER_LOST && cause.peer() >= 0) {
            tellWhoWasLost(cause.peer());
        }
        abort();
        try {
            failureListener.onFailure(cause);
        } catch (RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    /** The failure that ended this Comm, or null. */
    protected final CommException failure() {
        return failure.get();
    }

    /** The failure that ended this Comm, or that it is closed. */
    public final CommException failureOrClosed() {
        CommException cause = failure.get();
        return cause != null ? cause : Failures.closed();
    }

    /** Blocks until all that was sent has left this process: the goodbyes, before the connections are closed. */
    protected final void awaitWritten() {
        try {
            flushTransport().get();
        } catch (ExecutionException e) {
            // A peer that is gone needs no goodbye.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void peerLeft(int peer) {
        program.peerLeft(peer);
        departures.left(peer);
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
    public final synchronized void handle(int kind, MessageHandler handler) {
        Arguments.checkKind(kind);
        checkNew();
        if (handlers[kind] != null) {
            throw new IllegalStateException("message kind " + kind + " has a handler already");
        }
        handlers[kind] = Objects.requireNonNull(handler, "handler");
    }

    @Override
    public final synchronized void onFailure(FailureListener listener) {
        checkNew();
        failureListener = Objects.requireNonNull(listener, "listener");
    }

    @Override
    public final void start() {
        synchronized (this) {
            checkNew();
            state = State.STARTED;
        }
        try {
            join();
            List<Integer> early;
            synchronized (endedEarly) {
                joined = true;
                early = List.copyOf(endedEarly);
            }
            early.forEach(this::peerEnded);
        } catch (RuntimeException e) {
            fail(
                    e instanceof CommException cause
                            ? cause
                            : new CommException(Reason.TRANSPORT, -1, "joining the job failed: " + e, e));
            throw Failures.again(failure.get());
        }
    }

    @Override
    public final void send(int to, ByteBuffer payload) {
        checkNotDelivering("send");
        checkProgramMessage(to, payload);
        counters.sent(TransportKinds.PROGRAM, payload.remaining());
        OutgoingMessage message = program.send(to, payload);
        submitted();
        program.await(to, message);
    }

    @Override
    public final CompletableFuture<Void> sendAsync(int to, ByteBuffer payload) {
        checkProgramMessage(to, payload);
        counters.sent(TransportKinds.PROGRAM, payload.remaining());
        CompletableFuture<Void> done = program.send(to, payload).done();
        submitted();
        return done;
    }

    @Override
    public final Message receive(int from) {
        checkNotDelivering("receive");
        checkSource(from);
        return program.receive(from, MAX_MESSAGE_BYTES);
    }

    @Override
    public final Envelope receive(int from, ByteBuffer target) {
        checkNotDelivering("receive");
        checkSource(from);
        return program.receive(from, target);
    }

    @Override
    public final Envelope probe(int from) {
        checkSource(from);
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
        post(to, frame, false);
    }

    @Override
    public final void postQuietly(int to, Frame frame) {
        post(to, frame, true);
    }

    private void post(int to, Frame frame, boolean quietly) {
        OutgoingFrame outgoing = (OutgoingFrame) frame;
        outgoing.claim();
        try {
            Arguments.checkRank(to, size());
            checkUsable(State.CLOSING);
        } catch (RuntimeException e) {
            outgoing.recycle();
            throw e;
        }
        int kind = outgoing.kind();
        counters.sent(kind, frame.buffer().capacity());
        if (to == rank()) {
            execute(() -> deliverToSelf(outgoing));
        } else {
            if (quietly) {
                transmitQuietly(to, outgoing);
            } else {
                transmitFrame(to, outgoing);
            }
            submitted();
        }
    }

    private void deliverToSelf(OutgoingFrame frame) {
        try {
            deliver(rank(), frame.kind(), frame.buffer().clear());
        } finally {
            frame.recycle();
        }
    }

    @Override
    public final CompletableFuture<Void> flush() {
        checkUsable(State.CLOSING);
        return program.handedOver().thenCompose(nothing -> flushTransport());
    }

    /** For a transport whose delivery thread is always there. */
    @Override
    public void poll() {}

    /** For a transport that delivers everything as it comes. */
    @Override
    public void attend(int occasion) {
        checkDelivers();
        Arguments.checkOccasion(occasion);
    }

    /** For a transport that delivers everything as it comes. */
    @Override
    public void wake(int rank, int occasion) {}

    /** For a transport to which all ranks are equally far. */
    @Override
    public int firstOnHost(int rank) {
        return rank;
    }

    /** That the calling thread is the delivery thread. */
    protected final void checkDelivers() {
        if (!onDeliveryThread()) {
            throw new IllegalStateException("only on the delivery thread");
        }
    }

    /** For a transport that cannot be helped: steps aside for its thread, where that has to have a processor. */
    @Override
    public boolean progress(BooleanSupplier done) {
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

    /** For a transport without. */
    @Override
    public Optional<RemoteMemory> remoteMemory() {
        return Optional.empty();
    }

    /** That the job has a rank, and that this Comm may be used to reach its memory. */
    protected final void checkMayAccess(int rank) {
        Arguments.checkRank(rank, size());
        checkUsable(State.STARTED);
    }

    /** That a rank has not left the job, as far as this one has heard. */
    protected final void checkPresent(int rank) {
        if (departures.hasLeft(rank)) {
            throw Failures.peerLeft(rank);
        }
    }

    @Override
    public final CommStatistics statistics() {
        return counters.snapshot();
    }

    @Override
    public final void close() {
        checkNotDelivering("close");
        synchronized (this) {
            if (state == State.NEW) {
                state = State.CLOSED; // who starts it meanwhile hears that it is too late
                return;
            }
        }
        if (state == State.STARTED && !joined) {
            fail(new CommException(Reason.CLOSED, -1, "closed while it was joining the job"));
        }
        synchronized (closing) {
            if (state == State.CLOSED) {
                return;
            }
            boolean orderly = state == State.STARTED && failure.get() == null;
            state = State.CLOSING;
            if (orderly) {
                leave();
            }
            program.end(Failures.closed());
            shutDown();
            state = State.CLOSED;
        }
    }

    private void leave() {
        program.drain(Failures.closed());
        for (int peer = 0; peer < size(); peer++) {
            if (peer != rank()) {
                transmitControl(peer, TransportKinds.GOODBYE, 0);
            }
        }
        try {
            departures.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void checkProgramMessage(int to, ByteBuffer payload) {
        Arguments.checkRank(to, size());
        Arguments.checkLength(payload.remaining());
        checkUsable(State.STARTED);
    }

    private void checkUsable(State latest) {
        CommException cause = failure.get();
        if (cause != null) {
            throw Failures.again(cause);
        }
        State now = state;
        if (now == State.NEW) {
            throw new IllegalStateException("this Comm is not started");
        }
        if (now.compareTo(latest) > 0) {
            throw Failures.closed();
        }
    }

    private void checkNotDelivering(String call) {
        if (onDeliveryThread()) {
            throw new IllegalStateException(call + " blocks: not on the delivery thread");
        }
    }

    private void checkNew() {
        if (state != State.NEW) {
            throw new IllegalStateException("this Comm is started");
        }
    }

    private void checkSource(int from) {
        if (from != ANY_RANK) {
            Arguments.checkRank(from, size());
        }
        checkUsable(State.STARTED);
    }
}
