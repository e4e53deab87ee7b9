package jdsm.pool;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import jdsm.Protocol;
import jdsm.SharedObjectPool;
import jdsm.SharedView;
import jdsm.UsageException;
import jdsm.check.Recorder;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.UnitState;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.directory.Directory;
import jdsm.directory.ObjectGraph;
import jdsm.directory.SharedEntry;
import jdsm.message.Kinds;
import jdsm.runtime.Hashes;
import jdsm.runtime.LateInitializers;
import jdsm.runtime.Refusal;
import jdsm.runtime.Sharing;
import jdsm.runtime.Statics;
import jdsm.sync.BarrierCargo;
import jdsm.sync.MalformedMessage;
import jdsm.sync.Waits;

/**
 * The pool of a rank, over any protocol: registers objects, makes views of them, and follows the phases of the program.
 * Workers may use it between {@link #run} and {@link #close}.
 */
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
    private final Handles handles = new Handles();
    private UnitTable units;
    private final InitializerChanges changes;
    private WovenAccess woven;
    /** Whether the program is woven, so that not only registered objects are shared. */
    private boolean isWoven;

    private volatile Phase phase = Phase.CONNECTING;

    /** Makes a pool that uses {@code comm}, which must not be started yet. */
    public SharedPool(
            Comm comm, CoherenceProtocol protocol, Directory directory, Waits waits, Surroundings surroundings) {
        this.comm = comm;
        this.directory = directory;
        this.surroundings = surroundings;
        this.waits = waits;
        this.objects = new SharedObjects(directory, Thread.currentThread().getContextClassLoader());
        Passes passes = new Passes(surroundings.workers());
        this.protocol = protocol;
        this.service = new CoherenceService(comm, protocol, directory, passes, surroundings);
        this.rights = new Rights(comm, service, passes, waits, surroundings);
        this.accesses = new Accesses(rights);
        this.changes = new InitializerChanges(comm, waits, surroundings.onFailure());
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
            throw new IllegalArgumentException("a notification names unit " + lock + ", which is not a lock");
        }
        woven.notified(lock);
    }

    /** Makes the states of all units, after the last object is registered. */
    private UnitTable open(ToIntFunction<SharedEntry> origin) {
        directory.seal(comm.rank(), comm.size());
        UnitTable table = new UnitTable(directory, protocol, comm.size());
        InitialStates initial = new InitialStates(table, surroundings.consistency());
        boolean lazy = isWoven; // later objects may have any protocol
        for (SharedEntry entry : directory.entries()) {
            if (entry.isFirst()) {
                int from = origin.applyAsInt(entry);
                if (from < 0) {
                    initial.addReplicated(entry, comm.size());
                } else {
                    initial.add(entry, from);
                }
            }
            lazy |= initial.publicationOf(entry).hasNotices();
        }
        Allocated allocated = Allocated.inThisJvm(surroundings.freeAfter());
        objects.seal(comm.rank(), comm.size(), (together, owner, mayBeWritten) -> {
            allocated.added(together);
            SharedEntry first = together.get(0);
            initial.add(first, owner);
            for (int i = 0; mayBeWritten && i < first.units(); i++) {
                first.state(i).access(UnitState.WRITE);
            }
            if (owner == comm.rank()) {
                handles.reveal(together, woven, true);
            } else {
                handles.revealNew(together, woven);
            }
        });
        service.open(table, objects, initial, lazy, allocated, rights::asksNothing);
        return table;
    }

    /**
     * Shares an object, such as a woven program, with all objects that it reaches. To be called after {@code initialize}.
     *
     * @param name the object's name in messages
     * @throws UsageException if one of the objects cannot be shared, or the job's protocol is strict
     */
    public void share(Object first, String name) {
        if (surroundings.consistency() == Protocol.STRICT) {
            throw new UsageException("a woven program cannot run under strict, which is for accesses by get and set of"
                    + " pool.of(...): choose another --consistency, or --no-agent; to see whether the program has a data race,"
                    + " run it with --check");
        }
        isWoven = true;
        new ObjectGraph(directory, objects, comm.size(), surroundings.oneMemory(), handles::name).add(first, name);
    }

    /** As {@link #share}, but without an effect if one of the objects cannot be shared or lacks a class. */
    public void shareIfPossible(Object first, String name) {
        try {
            share(first, name);
        } catch (UsageException | LinkageError e) {
            // The object stays each rank's own.
        }
    }

    /** Records all accesses of workers to shared objects. To be called before {@link #seal}. */
    public void check(Recorder listener) {
        handles.check(listener);
        rights.order(listener);
    }

    /**
     * Shares an object of this rank and all objects that it reaches, as if a reference to the object left the rank now.
     * Blocks until that is done. Has no effect on the service loop.
     */
    public void publish(Object made) {
        if (comm.onDeliveryThread()) {
            return;
        }
        onServiceLoop(() -> objects.publish(made), "for an object to be shared");
    }

    /** The part of each barrier that concerns shared objects. */
    public BarrierCargo barrierCargo() {
        return service;
    }

    /** Allows the registration of objects from now on. */
    public void beginInitialize() {
        phase = Phase.INITIALIZING;
    }

    /**
     * Ends registration; the service loop handles messages about units from now on. To be called before any peer can
     * learn of it.
     *
     * @param origin the rank that provides an object's content and owns its units at first; -1 if all ranks have the
     *     same content, in which case {@link SharedEntry#firstOwner} tells who owns the units
     */
    public void seal(ToIntFunction<SharedEntry> origin) {
        units = open(origin);
        woven = new WovenAccess(
                directory,
                rights,
                units,
                waits,
                new WovenAccess.Others(
                        this::tell, comm.rank(), surroundings.workers() == 1, comm::onDeliveryThread, rights.order()));
        Hashes.begin();
        if (isWoven) {
            Sharing.begin((name, object) -> new NamedMonitor(directory.lockOf(name), name, object, woven))
                    .forEach(woven::shared);
            directory.entries().stream()
                    .filter(entry -> !entry.contents().get(0).callsObject())
                    .forEach(entry -> handles.reveal(List.of(entry), woven, false));
            directory.entries().forEach(entry -> Sharing.countRows(entry.object()));
            Statics.begin(new Initializing());
        } else {
            Statics.areOwn();
        }
        comm.execute(service::begin); // which also makes the states visible to the service loop
    }

    /** What class initialisers need of this rank. */
    private final class Initializing implements LateInitializers.Rank {
        @Override
        public boolean isServiceLoop() {
            return comm.onDeliveryThread();
        }

        @Override
        public void lowerRights(BooleanSupplier enough) {
            Thread me = Thread.currentThread();
            AtomicBoolean done = new AtomicBoolean();
            Runnable task = () -> {
                service.lowerRights();
                done.set(true);
                Waits.wake(me);
            };
            // A thread that executes a task may handle messages, too, with objects of the class that has no constants
            // yet.
            Thread other = new Thread(() -> comm.execute(task), "jdsm-initializer");
            other.setDaemon(true);
            other.start();
            waits.await(() -> done.get() || enough.getAsBoolean(), () -> "to begin an initialiser");
        }

        @Override
        public void watch(Thread loop, BooleanSupplier over, Consumer<String> refuse) {
            ArrivalWatch.begin(waits, loop, over, refuse);
        }

        @Override
        public void changes(String className, String changed) {
            changes.requireFirst(className, changed);
        }
    }

    /** Blocks until the service loop has run a task. */
    private void onServiceLoop(Runnable task, String purpose) {
        Thread me = Thread.currentThread();
        AtomicBoolean done = new AtomicBoolean();
        comm.execute(() -> {
            task.run();
            done.set(true);
            Waits.wake(me);
        });
        waits.await(done::get, () -> purpose);
    }

    private void tell(int rank, int lock) {
        Frame frame = comm.frame(Kinds.NOTIFY, Integer.BYTES);
        frame.buffer().putInt(lock);
        comm.post(rank, frame);
    }

    /** The encoded strings and other values to which shared objects refer at the beginning; equal on all ranks. */
    public List<byte[]> initialValues() {
        return objects.initialValues();
    }

    /** The part that saves shared objects and restores them. To be called after {@link #seal}. */
    public SavedUnits saved() {
        return new SavedUnits(
                new SavedUnits.Parts(comm, directory, objects, protocol, units, service, woven, changes, waits));
    }

    /**
     * Ends the comparison of what the ranks have at the start. To be called before threads of the program go on. Blocks until the
     * service loop has heard of it.
     */
    public void compared() {
        onServiceLoop(objects::begin, "for the numbers of values");
    }

    /** Allows workers to use the pool from now on. */
    public void run() {
        phase = Phase.RUNNING;
    }

    /** Makes the calling thread the worker with this index. */
    public void attach(int worker) {
        rights.attach(worker);
    }

    /**
     * Requires that a worker at its end holds no unit: no other thread could release the unit.
     *
     * @throws IllegalStateException if the worker holds a unit; names the object
     */
    public void requireNothingHeld(Thread worker) {
        rights.giveUpKept();
        units.forEach(state -> {
            if (state.heldBy(worker)) {
                int unit = state.unit();
                throw new IllegalStateException(
                        (directory.isLock(unit) ? "lock without unlock: " : "acquire without release: ")
                                + directory.label(unit) + " is held at the end of start()");
            }
        });
    }

    /**
     * Gives the receiver each unit that a worker of this rank holds, with the worker, but no lock that the worker has
     * unlocked. Any thread, at any time; never blocks.
     */
    public void forEachHolder(BiConsumer<Integer, Thread> receiver) {
        UnitTable all = units;
        if (all != null) {
            all.forEach(state -> {
                Thread holder = rights.holderOf(state);
                if (holder != null) {
                    receiver.accept(state.unit(), holder);
                }
            });
        }
    }

    /**
     * Adds the uses of the units that this rank owns to the counters; blocks until that is done. For the end of a job.
     */
    public void countUses() {
        rights.countUses();
    }

    /** Ends the use of the pool: later accesses fail. */
    public void close() {
        phase = Phase.CLOSED;
        Sharing.end();
        Statics.areOwn();
        woven.close();
        rights.close();
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
            throw new IllegalArgumentException("block length " + blockLength + ": a block has at least one element");
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
    public SharedView of(Object object) {
        return PoolView.of(this, entry(object));
    }

    @Override
    public SharedView of(Object array, int index) {
        return PoolView.of(this, entry(array), index);
    }

    @Override
    public SharedView of(Object array, int from, int to) {
        return PoolView.of(this, entry(array), from, to);
    }

    Rights rights() {
        return rights;
    }

    Accesses accesses() {
        return accesses;
    }

    /** The state of an object's lock. */
    UnitState lockOf(SharedEntry entry) {
        return units.get(directory.lockOf(entry));
    }

    /** The protocol of an object. */
    Protocol consistencyOf(SharedEntry entry) {
        return entry.consistency().orElse(surroundings.consistency());
    }

    /** @throws IllegalStateException unless workers may access shared objects at this time */
    void requireRunning() {
        if (phase != Phase.RUNNING) {
            throw notRunning();
        }
    }

    private RuntimeException notRunning() {
        String before = "shared objects cannot be accessed before " + phase.until + ": do it in start()";
        return Refusal.of(new IllegalStateException(phase == Phase.CLOSED ? "the job has ended" : before));
    }

    /** The entry of an object that is to be viewed: views name blocks, so an array keeps its own from now on. */
    private SharedEntry entry(Object object) {
        requireRunning();
        SharedEntry entry = directory.find(Objects.requireNonNull(object, "a shared object that is null"));
        if (entry == null) {
            throw new IllegalArgumentException("not registered: an object of "
                    + object.getClass().getTypeName() + "; register it in initialize()");
        }
        entry.keepBlocks();
        return entry;
    }
}
