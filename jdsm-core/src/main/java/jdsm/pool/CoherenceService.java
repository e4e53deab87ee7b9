package jdsm.pool;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import jdsm.codec.CannotTravelException;
import jdsm.codec.CodecException;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.UnitState;
import jdsm.coherence.Use;
import jdsm.coherence.driver.CoherenceDriver;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.message.CoherenceLayout;
import jdsm.message.Kinds;
import jdsm.observe.Counters;
import jdsm.runtime.LateInitializers;
import jdsm.runtime.Overruns;
import jdsm.sync.BarrierCargo;
import jdsm.sync.MalformedMessage;

/**
 * The service loop of a rank: gives the {@link CoherenceDriver} the requests of workers and the messages of other
 * ranks, one at a time, on the Comm's delivery thread. So a rank answers other ranks while its workers compute, and
 * each unit's state has one writer. Any thread may submit requests; no method blocks.
 */
final class CoherenceService implements BarrierCargo {
    private final Comm comm;
    private final CoherenceProtocol protocol;
    private final Along along;
    private final Directory directory;
    private final Passes passes;
    private final Counters counters;
    private final Consumer<Throwable> onFailure;

    /**
     * Messages of ranks that were ready before this one, whose threads from {@code initialize} use shared objects; null from
     * {@link #begin} on. Only the delivery thread accesses it.
     */
    private List<Runnable> early = new ArrayList<>();

    private UnitTable states;
    private SharedObjects objects;
    private CoherenceDriver driver;
    private Tidying tidying;

    private final HeadRequests heads = new HeadRequests();

    /** Waits that begin when the work behind a barrier has ended. */
    private final List<PendingAccess> deferred = new ArrayList<>();

    CoherenceService(
            Comm comm, CoherenceProtocol protocol, Directory directory, Passes passes, Surroundings surroundings) {
        this.comm = comm;
        this.protocol = protocol;
        this.directory = directory;
        this.passes = passes;
        this.counters = surroundings.counters();
        this.onFailure = surroundings.onFailure();
        this.along = new Along(surroundings.fetchOrder(), new ReadAhead(), new Samples(counters));
        comm.handle(Kinds.MARKS, (from, payload) -> handleStep(Kinds.MARKS, from, payload));
        comm.handle(Kinds.DIVISION, (from, payload) -> handleStep(Kinds.DIVISION, from, payload));
        for (CoherenceMessage.Type type : CoherenceMessage.Type.values()) {
            comm.handle(type.kind(), (from, payload) -> handle(type, from, payload));
        }
    }

    /**
     * Sets the states of the units. To be called before a message or a worker can name a unit.
     *
     * @param initial makes the states of units
     * @param mayBeLazy whether the job has, or may come to have, units whose copies become stale by write notices
     * @param allocated tells when to search for unreachable objects
     * @param asksNothing tells whether no request ahead of need is under way or held back
     */
    void open(
            UnitTable unitStates,
            SharedObjects objects,
            InitialStates initial,
            boolean mayBeLazy,
            Allocated allocated,
            BooleanSupplier asksNothing) {
        states = unitStates;
        this.objects = objects;
        BlockWishes wishes =
                new BlockWishes(directory, comm.rank(), comm.size(), System.getProperty(BlockWishes.PROPERTY));
        DriverPort port = new DriverPort(comm, directory, states, objects, along, wishes, counters, this::execute);
        driver = new CoherenceDriver(comm.rank(), comm.size(), mayBeLazy, protocol, passes, port);
        port.open(driver);
        Loop loop = new Loop(comm, port, driver);
        Lifetimes lifetimes = new Lifetimes(directory, states, objects, protocol, loop, allocated, counters);
        Division.Parts parts =
                new Division.Parts(directory, states, objects, initial, protocol, wishes, loop, asksNothing, counters);
        tidying = new Tidying(comm, heads, allocated, lifetimes, parts);
    }

    /**
     * Handles messages that have come so far, and from then on each as it comes. On the delivery thread, when the units'
     * states and all handles are there.
     */
    void begin() {
        List<Runnable> messages = early;
        early = null;
        messages.forEach(Runnable::run);
    }

    private record Loop(Comm comm, DriverPort port, CoherenceDriver driver) implements Lifetimes.Loop {
        @Override
        public boolean isCurrent() {
            return comm.onDeliveryThread();
        }

        @Override
        public void unit(int unit) {
            port.discard(unit);
        }

        @Override
        public void settle(Runnable then) {
            driver.settle(then);
        }

        @Override
        public void states(Set<UnitState> gone) {
            driver.forget(gone::contains);
        }
    }

    /** Begins a worker's wait for a right. The worker calls it. */
    void submit(PendingAccess access) {
        execute(() -> begin(access));
    }

    /**
     * As {@link #submit(PendingAccess)}; then the worker helps the transport for a while.
     *
     * @return whether the wait has ended
     */
    boolean submit(PendingAccess access, BooleanSupplier ended) {
        if (LateInitializers.areMine()) {
            submit(access);
            return ended.getAsBoolean();
        }
        return comm.progress(() -> guard(() -> begin(access)), ended);
    }

    private void beginLate(PendingAccess access) {
        if (states.present(access.unit().unit()) != access.unit()) {
            throw new IllegalStateException(
                    "a thread asked for " + directory.label(access.unit().unit()) + " while it was divided");
        }
        begin(access);
    }

    private void begin(PendingAccess access) {
        if (tidying.isUnderWay()) {
            deferred.add(access); // of a thread that is no worker
            return;
        }
        switch (access.right()) {
            case READ -> {
                driver.onFault(access.unit(), access);
                readsOn(access.unit());
            }
            case UPDATE -> driver.onUpdate(access.unit(), access);
            case VOLATILE -> driver.onVolatileRead(access.unit(), access);
            case WRITE -> driver.onWriteFault(access.unit(), access);
            case HOLD -> driver.onAcquire(access.unit(), access);
        }
    }

    /** Tells that a worker reads a unit that may have come unasked. The worker calls it. */
    void reads(UnitState unit) {
        along.samples().used(unit.unit());
        if (along.ahead().isAsked(unit)) {
            execute(() -> readsOn(unit));
        }
    }

    private void readsOn(UnitState unit) {
        UnitState next = tidying.isUnderWay() ? null : along.ahead().reads(unit);
        if (next != null) {
            driver.onPrefetch(next);
        }
    }

    /**
     * Ends a wait for a unit that the waiting worker has come to hold itself, perhaps while its request was handled.
     */
    void heldMeanwhile(PendingAccess access) {
        execute(() -> driver.onHeldMeanwhile(access.unit(), access));
    }

    /** Serves the next waiter for a unit of which a worker has let go. */
    void released(UnitState unit) {
        execute(() -> driver.onRelease(unit));
    }

    /**
     * Describes a unit, and the place of its owner as far as this rank knows, for a stall report. May be slightly out
     * of date.
     */
    String describe(int unit) {
        return (directory.isLock(unit) ? "the lock of " : "") + directory.label(unit) + ", unit " + unit + ", "
                + protocol.describe(states.get(unit));
    }

    boolean isLock(int unit) {
        return directory.isLock(unit);
    }

    /** The type of a unit's object in words. Any thread. */
    String typeOf(int unit) {
        SharedEntry entry = directory.entryOfUnit(unit);
        return entry == null ? directory.label(unit) : entry.arrayName();
    }

    /** Adds the uses of the units that this rank owns to the counters, and then runs {@code then}. */
    void countUses(Runnable then) {
        execute(() -> {
            states.forEach(state -> protocol.use(state).ifPresent(use -> counters.add(counterOf(use), 1)));
            then.run();
        });
    }

    private static Counters.Counter counterOf(Use use) {
        return switch (use) {
            case PRIVATE -> Counters.Counter.UNITS_PRIVATE;
            case READ_ONLY -> Counters.Counter.UNITS_READ_ONLY;
            case MIGRATORY -> Counters.Counter.UNITS_MIGRATORY;
            case PRODUCER_CONSUMER -> Counters.Counter.UNITS_PRODUCER_CONSUMER;
            case WIDELY_SHARED -> Counters.Counter.UNITS_WIDELY_SHARED;
        };
    }

    private void execute(Runnable event) {
        comm.execute(() -> guard(event));
    }

    /** Runs an event and reports its failure, which the Comm's task would lose. */
    private void guard(Runnable event) {
        try {
            event.run();
        } catch (StackOverflowError e) {
            Overruns.last = e; // of a worker, which has run the event itself, and has no stack left for a report
        } catch (RuntimeException | Error e) {
            onFailure.accept(e);
        }
    }

    /** Handles a step of the work behind a barrier. */
    private void handleStep(int kind, int from, ByteBuffer payload) {
        try {
            tidying.onStep(kind, from, payload.slice());
        } catch (CannotTravelException e) {
            onFailure.accept(e); // an error of the program, not of the message
        } catch (RuntimeException e) {
            onFailure.accept(MalformedMessage.of(from, Kinds.label(kind), e));
        }
    }

    private void handle(CoherenceMessage.Type type, int from, ByteBuffer payload) {
        if (early != null) {
            ByteBuffer copy = ByteBuffer.allocate(payload.remaining())
                    .order(payload.order())
                    .put(payload.duplicate())
                    .flip();
            early.add(() -> handle(type, from, copy));
            return;
        }
        try {
            Received received = decode(type, from, payload);
            if (!isOver(type, received.message().unit())) {
                driver.onMessage(received);
            }
        } catch (CannotTravelException e) {
            onFailure.accept(e); // an error of the program, not of the message
        } catch (StackOverflowError e) {
            Overruns.last = e;
        } catch (CodecException e) {
            throw e; // an error in content that this rank encodes, not in the message
        } catch (RuntimeException e) {
            if (!isClosed(e)) {
                onFailure.accept(MalformedMessage.of(from, type.label(), e));
            }
        }
    }

    /** Whether a message is about a unit of an array before its division, and nobody needs it any more. */
    private boolean isOver(CoherenceMessage.Type type, int unit) {
        return switch (type) {
            case READ_REQUEST, READ_REPLY, PUSH, UNWANTED, COPY -> states.isEnded(unit);
            default -> false;
        };
    }

    /**
     * Whether an answer cannot be sent because the program has ended on all ranks: the message is a request ahead of
     * need, and nobody waits for the answer.
     */
    private static boolean isClosed(RuntimeException e) {
        return e instanceof CommException known && known.reason() == CommException.Reason.CLOSED;
    }

    private Received decode(CoherenceMessage.Type type, int from, ByteBuffer payload) {
        CoherenceLayout.Decoded decoded = CoherenceLayout.decode(type, payload, Integer.MAX_VALUE, comm.size());
        List<byte[]> encoded = decoded.extras().copies();
        CoherenceMessage message = states.waitingRanks().unload(decoded.message());
        boolean isBundle = !encoded.isEmpty()
                && message.type() == CoherenceMessage.Type.READ_REPLY
                && !message.has(CoherenceMessage.ACQUIRE);
        return new Received(
                from,
                message,
                decoded.extras(),
                isBundle ? Bundle.read(encoded.get(0), from, objects) : copies(encoded, from),
                isBundle ? Bundle.next(encoded.get(0)) : Bundle.NO_NEXT,
                payload,
                null);
    }

    private List<Received> copies(List<byte[]> encoded, int from) {
        List<Received> copies = new ArrayList<>(encoded.size());
        for (byte[] copy : encoded) {
            ByteBuffer payload = ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN);
            Received received = decode(CoherenceMessage.Type.COPY, from, payload);
            if (!isOver(CoherenceMessage.Type.COPY, received.message().unit())) {
                copies.add(received);
            }
        }
        return copies;
    }

    // The barrier.

    @Override
    public void release(Runnable then) {
        guard(() -> {
            tidying.release();
            driver.release(() -> {
                tidying.released();
                then.run();
            });
        });
    }

    /** As {@link CoherenceDriver#lowerRights}. */
    void lowerRights() {
        guard(driver::lowerRights);
    }

    /** Whether workers are to meet at the next head of a loop. */
    HeadRequests heads() {
        return heads;
    }

    @Override
    public byte[] load() {
        return tidying.load(driver.load());
    }

    @Override
    public void unload(byte[] loaded) {
        driver.unload(tidying.unload(loaded));
    }

    @Override
    public void tidy(Runnable then) {
        guard(() -> tidying.begin(() -> {
            deferred.forEach(access -> execute(() -> beginLate(access)));
            deferred.clear();
            then.run();
        }));
    }

    @Override
    public void passed() {
        heads.passed();
        driver.passed(!tidying.dividesNext());
    }
}
