package jdsm.pool;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import jdsm.DsmFuture;
import jdsm.Protocol;
import jdsm.SharedObjectPool;
import jdsm.UsageException;
import jdsm.check.Recorder;
import jdsm.check.SyncKind;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.CoherenceProtocol.Initial;
import jdsm.coherence.Content;
import jdsm.coherence.Publication;
import jdsm.coherence.UnitState;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.directory.Directory;
import jdsm.directory.ObjectGraph;
import jdsm.directory.SharedEntry;
import jdsm.message.Kinds;
import jdsm.observe.Counters;
import jdsm.pool.PendingAccess.Right;
import jdsm.runtime.Hashes;
import jdsm.runtime.Held;
import jdsm.runtime.KeptArrays;
import jdsm.runtime.NamedMonitors;
import jdsm.runtime.Refusal;
import jdsm.runtime.SharedArrays;
import jdsm.runtime.Statics;
import jdsm.runtime.Woven;
import jdsm.sync.BarrierCargo;
import jdsm.sync.MalformedMessage;
import jdsm.sync.Waits;

/** The pool of a rank, over any protocol. What is there and free costs a comparison, what is not goes to the service loop. */
public final class SharedPool extends SharedObjectPool {
    private enum Phase {
        CONNECTING("initialize() has begun"),
        INITIALIZING("all ranks have run initialize()"),
        RUNNING(""),
        CLOSED("");

        private final String until;

        Phase(String until) {
            this.until = until;
        }
    }

    private final Directory directory;
    private final Comm comm;
    private final Surroundings surroundings;
    private final CoherenceProtocol protocol;
    private final CoherenceService service;
    private final Rights rights;
    private final Accesses accesses;
    private final SharedObjects objects;
    private final Waits waits;
    private UnitTable units;
    private WovenAccess woven;
    /** Null where the job is not checked. */
    private Recorder recorder;
    /** How findings call what all ranks have. */
    private final Map<SharedEntry, Supplier<String>> paths = new HashMap<>();
    /** Whether the program is a woven one, so that its objects are more than what it has registered. */
    private boolean isWoven;

    private volatile Phase phase = Phase.CONNECTING;

    /**
     * The rank around the pool.
     *
     * @param consistency of objects that were registered without one
     * @param workers threads that run the program at the same time
     * @param worker the calling one, 0 to {@code workers - 1}; -1 for a thread that is none
     * @param onFailure told, on the service loop, of what must end the job
     */
    public record Surroundings(
            Protocol consistency, int workers, IntSupplier worker, Counters counters, Consumer<Throwable> onFailure) {}

    /** Where an object starts. */
    @FunctionalInterface
    public interface Placement {
        /** The rank whose content counts, or -1 where all ranks have the same: then rank 0 owns it. */
        int rankOf(SharedEntry entry);
    }

    /**
     * A pool that answers over {@code comm}, which must not be started yet.
     */
    public SharedPool(
            Comm comm, CoherenceProtocol protocol, Directory directory, Waits waits, Surroundings surroundings) {
        this.comm = comm;
        this.directory = directory;
        this.surroundings = surroundings;
        this.waits = waits;
        this.objects = new SharedObjects(directory, Thread.currentThread().getContextClassLoader());
        Passes passes = new Passes(surroundings.workers());
        this.protocol = protocol;
        this.service = new CoherenceService(
                comm, protocol, directory, passes, surroundings.counters(), surroundings.onFailure());
        this.rights = new Rights(comm, service, passes, waits, surroundings);
        this.accesses = new Accesses(rights);
        comm.handle(Kinds.NOTIFY, (from, payload) -> {
            try {
                notified(payload.getInt());
            } catch (RuntimeException e) {
                surroundings.onFailure().accept(MalformedMessage.of(from, Kinds.label(Kinds.NOTIFY), e));
            }
        });
    }

    private void notified(int lock) {
        if (lock < 0 || !directory.isLock(lock)) {
            throw new IllegalArgumentException(lock + " is no lock");
        }
        woven.notified(lock);
    }

    /** Makes the states of all units, now that all objects are known. */
    private UnitTable open(Placement placement) {
        directory.seal(comm.rank(), comm.size());
        UnitTable table = new UnitTable(directory, protocol, comm.size());
        boolean lazy = isWoven; // what is made later may be of any protocol
        for (SharedEntry entry : directory.entries()) {
            int from = placement.rankOf(entry);
            addStates(table, entry, Math.max(from, 0), from < 0);
            lazy |= publicationOf(entry).hasNotices();
        }
        objects.seal(comm.rank(), comm.size(), (entry, owner) -> {
            addStates(table, entry, owner, false);
            for (int i = 0; owner == comm.rank() && i < entry.units(); i++) {
                entry.state(i).access(UnitState.WRITE); // workers may be writing it without any check
            }
            reveal(entry, owner == comm.rank());
        });
        service.open(table, objects, lazy);
        return table;
    }

    private void addStates(UnitTable table, SharedEntry entry, int owner, boolean replicated) {
        UnitState[] states = new UnitState[entry.contents().size()];
        for (int i = 0; i < states.length; i++) {
            states[i] = table.add(initial(entry, i, owner, replicated));
        }
        entry.states(states);
    }

    private Initial initial(SharedEntry entry, int unit, int owner, boolean replicated) {
        boolean elements = entry.contents().get(unit).elementBytes() > 0;
        Publication publication = unit < entry.units() ? publicationOf(entry) : Publication.INVALIDATE;
        if (!elements && publication == Publication.UPDATE) {
            publication = Publication.INVALIDATE; // there is no less to send than all of it
        }
        return new Initial(
                entry.firstUnit() + unit, owner, replicated, elements ? Content.ELEMENTS : Content.WHOLE, publication);
    }

    private Publication publicationOf(SharedEntry entry) {
        return publicationOf(entry.consistency().orElse(surroundings.consistency()));
    }

    private AuditedHandle audited(SharedEntry entry) {
        Supplier<String> path = paths.getOrDefault(entry, () -> "");
        return new AuditedHandle(entry, woven, path, recorder);
    }

    /** Lets woven code know that an object is shared; the thread that has its monitor has its lock from then on. */
    private void reveal(SharedEntry entry, boolean madeHere) {
        KeptArrays.requireNotKept(entry.object(), entry.label());
        Handle handle = recorder == null ? new Handle(entry, woven) : audited(entry);
        Held.share(
                entry.object(),
                () -> reveal(entry, handle),
                (thread, times) -> units.get(directory.lockOf(entry)).holdFromTheBeginning(thread, times));
        if (handle instanceof AuditedHandle audited) {
            audited.revealed(madeHere);
        }
    }

    private static void reveal(SharedEntry entry, Handle handle) {
        if (entry.object() instanceof Woven object) {
            object.$jdsm(handle);
        } else if (entry.isArray() || entry.object().getClass() == Object.class) {
            SharedArrays.of(entry.object().getClass()).add(entry.object(), handle);
        }
    }

    /**
     * For a woven program, behind {@code initialize}: all that it reaches is shared.
     *
     * @throws UsageException if something of that cannot be, or the job's protocol is strict
     */
    public void share(Object program) {
        if (surroundings.consistency() == Protocol.STRICT) {
            throw new UsageException("a woven program cannot run under strict, which is for accesses by pool.get and"
                    + " pool.set: choose another --consistency, or --no-agent; to see whether the program has a data race,"
                    + " run it with --check");
        }
        isWoven = true;
        if (recorder == null) {
            new ObjectGraph(directory, objects).add(program);
        } else {
            new ObjectGraph(directory, objects, paths::put).add(program);
        }
    }

    /** From now on all that workers do with shared objects is written down; to be called before {@link #seal}. */
    public void check(Recorder listener) {
        recorder = listener;
        rights.order(listener);
    }

    /** Makes an object of this rank a shared one, with what it leads to, as if a reference to it left the rank now; blocks. */
    public void publish(Object made) {
        if (comm.onDeliveryThread()) {
            return;
        }
        Thread me = Thread.currentThread();
        AtomicBoolean done = new AtomicBoolean();
        comm.execute(() -> {
            objects.publish(made);
            done.set(true);
            Waits.wake(me);
        });
        waits.await(done::get, () -> "for an object to be shared");
    }

    private static Publication publicationOf(Protocol consistency) {
        return switch (consistency) {
            case WRITE_INVALIDATE, STRICT -> Publication.INVALIDATE;
            case LAZY_RELEASE -> Publication.NOTIFY;
            case WRITE_UPDATE -> Publication.UPDATE;
            case AUTO -> Publication.ADAPT;
        };
    }

    /** What a barrier does for the shared objects. */
    public BarrierCargo barrierCargo() {
        return service;
    }

    /** From here on objects may be registered. */
    public void beginInitialize() {
        phase = Phase.INITIALIZING;
    }

    /** Ends registration; the service loop answers from here on. To be called before any peer may be told so. */
    public void seal(Placement placement) {
        units = open(placement);
        woven = new WovenAccess(
                directory,
                rights,
                units,
                waits,
                new WovenAccess.Others(this::tellOthers, comm::onDeliveryThread, rights.order()));
        Hashes.begin();
        if (isWoven) {
            NamedMonitors.begin((name, object) -> new NamedMonitor(directory.lockOf(name), name, object, woven));
            Held.begin();
            directory.entries().forEach(entry -> reveal(entry, false));
            Statics.begin();
        } else {
            Statics.areOwn();
        }
        // The service loop must see the states before any message that speaks of them.
        comm.execute(() -> {});
    }

    private void tellOthers(int lock) {
        for (int rank = 0; rank < comm.size(); rank++) {
            if (rank != comm.rank()) {
                Frame frame = comm.frame(Kinds.NOTIFY, Integer.BYTES);
                frame.buffer().putInt(lock);
                comm.post(rank, frame);
            }
        }
    }

    /** Strings and other values that the shared objects refer to at the beginning, encoded; equal on all ranks. */
    public List<byte[]> initialValues() {
        return objects.initialValues();
    }

    /** Workers may use the pool from here on. */
    public void run() {
        phase = Phase.RUNNING;
    }

    /**
     * For the end of a worker: what it holds then, nobody will ever release.
     *
     * @throws IllegalStateException if it holds a unit
     */
    public void requireNothingHeld(Thread worker) {
        units.forEach(state -> {
            if (state.heldBy(worker)) {
                int unit = state.unit();
                throw new IllegalStateException(
                        (directory.isLock(unit) ? "lock without unlock: " : "acquire without release: ")
                                + directory.label(unit) + " is held at the end of start()");
            }
        });
    }

    /** Tells of each unit that a worker of this rank holds, and which one does; any thread, at any time. */
    public void forEachHolder(BiConsumer<Integer, Thread> receiver) {
        UnitTable all = units;
        if (all != null) {
            all.forEach(state -> {
                Thread holder = state.holder();
                if (holder != null) {
                    receiver.accept(state.unit(), holder);
                }
            });
        }
    }

    /** Adds to the counters how the units that this rank owns were used; blocks. For the end of a job. */
    public void countUses() {
        rights.countUses();
    }

    /** Ends use. */
    public void close() {
        phase = Phase.CLOSED;
        NamedMonitors.end();
        Statics.areOwn();
        woven.close();
    }

    @Override
    public int register(Object object) {
        return register(object, Optional.empty());
    }

    @Override
    public int register(Object object, Protocol consistency) {
        return register(object, Optional.of(consistency));
    }

    private int register(Object object, Optional<Protocol> consistency) {
        requireInitializing("register");
        return directory
                .add(Objects.requireNonNull(object, "register(null)"), 0, consistency)
                .key();
    }

    @Override
    public int register(Object array, int blockLength) {
        return register(array, blockLength, Optional.empty());
    }

    @Override
    public int register(Object array, int blockLength, Protocol consistency) {
        return register(array, blockLength, Optional.of(consistency));
    }

    private int register(Object array, int blockLength, Optional<Protocol> consistency) {
        requireInitializing("register");
        if (!Objects.requireNonNull(array, "register(null)").getClass().isArray()) {
            throw new IllegalArgumentException(
                    "only an array has blocks: " + array.getClass().getName());
        }
        if (blockLength < 1) {
            throw new IllegalArgumentException("block length " + blockLength);
        }
        return directory.add(array, blockLength, consistency).key();
    }

    @Override
    public void declare(Class<?>... classes) {
        requireInitializing("declare");
        Arrays.asList(classes).forEach(directory::declare);
    }

    private void requireInitializing(String what) {
        if (phase != Phase.INITIALIZING) {
            throw Refusal.of(new IllegalStateException(what + " is allowed in initialize() only"));
        }
    }

    @Override
    public void update(Object object) {
        update(whole(object));
    }

    @Override
    public void update(Object array, int index) {
        update(UnitRange.of(entry(array), index));
    }

    @Override
    public void update(Object array, int from, int to) {
        update(UnitRange.of(entry(array), from, to));
    }

    private void update(UnitRange range) {
        rights.bring(range, Right.UPDATE);
        rights.acquired(range);
    }

    private void write(UnitRange range) {
        if (!rights.isWorker()) {
            throw Refusal.of(new IllegalStateException("only workers may write shared objects: thread '"
                    + Thread.currentThread().getName() + "' is none, and no barrier waits for it"));
        }
        if (!range.hasElements()) {
            throw new IllegalArgumentException(range.entry().label()
                    + " travels as a whole, so that only one worker at a time may write it: acquire it, write, release it;"
                    + " or register what several ranks write as arrays of a primitive type");
        }
        rights.bring(range, Right.WRITE);
    }

    @Override
    public void ensureReadable(Object object) {
        rights.bring(whole(object), Right.READ);
    }

    @Override
    public void ensureReadable(Object array, int index) {
        rights.bring(UnitRange.of(entry(array), index), Right.READ);
    }

    @Override
    public void ensureReadable(Object array, int from, int to) {
        rights.bring(UnitRange.of(entry(array), from, to), Right.READ);
    }

    @Override
    public void ensureWritable(Object object) {
        write(whole(object));
    }

    @Override
    public void ensureWritable(Object array, int index) {
        write(UnitRange.of(entry(array), index));
    }

    @Override
    public void ensureWritable(Object array, int from, int to) {
        write(UnitRange.of(entry(array), from, to));
    }

    @Override
    public void lock(Object object) {
        UnitState lock = lockOf(object);
        rights.hold(lock, Thread.currentThread());
        rights.pass();
        rights.order().acquired(SyncKind.LOCK, lock.unit());
    }

    @Override
    public void unlock(Object object) {
        UnitState lock = lockOf(object);
        if (!lock.heldBy(Thread.currentThread())) {
            throw new IllegalStateException(
                    "unlock without lock: " + entry(object).label());
        }
        rights.order().releasing(SyncKind.LOCK, lock.unit());
        rights.passOut();
        rights.letGo(lock);
    }

    @Override
    public Object readVolatile(VarHandle field, Object object) {
        return accesses.asVolatile(whole(object), () -> field.getVolatile(object));
    }

    @Override
    public Object readVolatile(VarHandle elements, Object array, int index) {
        return accesses.asVolatile(UnitRange.of(entry(array), index), () -> elements.getVolatile(array, index));
    }

    @Override
    public void writeVolatile(VarHandle field, Object object, Object value) {
        accesses.asVolatile(whole(object), () -> {
            field.setVolatile(object, value);
            return null;
        });
    }

    @Override
    public void writeVolatile(VarHandle elements, Object array, int index, Object value) {
        accesses.asVolatile(UnitRange.of(entry(array), index), () -> {
            elements.setVolatile(array, index, value);
            return null;
        });
    }

    @Override
    public boolean compareAndSet(VarHandle field, Object object, Object expected, Object value) {
        return accesses.asVolatile(whole(object), () -> field.compareAndSet(object, expected, value));
    }

    @Override
    public boolean compareAndSet(VarHandle elements, Object array, int index, Object expected, Object value) {
        return accesses.asVolatile(
                UnitRange.of(entry(array), index), () -> elements.compareAndSet(array, index, expected, value));
    }

    @Override
    public Object get(VarHandle field, Object object) {
        UnitRange range = whole(object);
        if (isStrict(range)) {
            return accesses.strictRead(range, () -> field.getVolatile(object));
        }
        rights.bring(range, Right.READ);
        return field.get(object);
    }

    @Override
    public Object get(VarHandle elements, Object array, int index) {
        UnitRange range = UnitRange.of(entry(array), index);
        if (isStrict(range)) {
            return accesses.strictRead(range, () -> elements.getVolatile(array, index));
        }
        rights.bring(range, Right.READ);
        return elements.get(array, index);
    }

    @Override
    public void set(VarHandle field, Object object, Object value) {
        accesses.exclusively(whole(object), () -> field.setVolatile(object, value));
    }

    @Override
    public void set(VarHandle elements, Object array, int index, Object value) {
        UnitRange range = UnitRange.of(entry(array), index);
        if (isStrict(range) || !range.hasElements()) {
            accesses.exclusively(range, () -> elements.setVolatile(array, index, value));
        } else {
            write(range);
            elements.set(array, index, value);
        }
    }

    private boolean isStrict(UnitRange range) {
        return range.entry().consistency().orElse(surroundings.consistency()) == Protocol.STRICT;
    }

    private UnitState lockOf(Object object) {
        return units.get(directory.lockOf(entry(object)));
    }

    @Override
    public void acquire(Object object) {
        acquire(whole(object));
    }

    @Override
    public void acquire(Object array, int index) {
        acquire(UnitRange.of(entry(array), index));
    }

    @Override
    public void acquire(Object array, int from, int to) {
        acquire(UnitRange.of(entry(array), from, to));
    }

    private void acquire(UnitRange range) {
        Thread me = Thread.currentThread();
        for (int i = 0; i < range.count(); i++) {
            rights.hold(range.state(i), me);
        }
        rights.acquired(range);
    }

    @Override
    public void release(Object object) {
        release(whole(object));
    }

    @Override
    public void release(Object array, int index) {
        release(UnitRange.of(entry(array), index));
    }

    @Override
    public void release(Object array, int from, int to) {
        release(UnitRange.of(entry(array), from, to));
    }

    private void release(UnitRange range) {
        Thread me = Thread.currentThread();
        for (int i = 0; i < range.count(); i++) {
            if (!range.state(i).heldBy(me)) {
                throw new IllegalStateException("release without acquire: "
                        + range.entry().label()
                        + (range.entry().units() > 1 ? ", block " + (range.first() + i) : ""));
            }
        }
        rights.releasing(range);
        rights.passOut();
        for (int i = range.count() - 1; i >= 0; i--) {
            rights.letGo(range.state(i));
        }
    }

    @Override
    public DsmFuture updateAsync(Object object) {
        return new CopyFuture(rights, whole(object), Thread.currentThread(), Right.UPDATE);
    }

    @Override
    public DsmFuture updateAsync(Object array, int index) {
        return new CopyFuture(rights, UnitRange.of(entry(array), index), Thread.currentThread(), Right.UPDATE);
    }

    @Override
    public DsmFuture updateAsync(Object array, int from, int to) {
        return new CopyFuture(rights, UnitRange.of(entry(array), from, to), Thread.currentThread(), Right.UPDATE);
    }

    @Override
    public DsmFuture acquireAsync(Object object) {
        return new HoldFuture(rights, whole(object), Thread.currentThread());
    }

    @Override
    public DsmFuture acquireAsync(Object array, int index) {
        return new HoldFuture(rights, UnitRange.of(entry(array), index), Thread.currentThread());
    }

    @Override
    public DsmFuture acquireAsync(Object array, int from, int to) {
        return new HoldFuture(rights, UnitRange.of(entry(array), from, to), Thread.currentThread());
    }

    private UnitRange whole(Object object) {
        return UnitRange.whole(entry(object));
    }

    private SharedEntry entry(Object object) {
        if (phase != Phase.RUNNING) {
            throw Refusal.of(new IllegalStateException(
                    phase == Phase.CLOSED
                            ? "the job has ended"
                            : "shared objects cannot be accessed before " + phase.until + ": do it in start()"));
        }
        SharedEntry entry = directory.find(Objects.requireNonNull(object, "a shared object that is null"));
        if (entry == null) {
            throw new IllegalArgumentException("not registered: an object of "
                    + object.getClass().getTypeName() + "; register it in initialize()");
        }
        return entry;
    }
}
