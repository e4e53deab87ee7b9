package jdsm.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import jdsm.UsageException;
import jdsm.checkpoint.CheckpointException;
import jdsm.checkpoint.CheckpointFolder;
import jdsm.checkpoint.CheckpointKey;
import jdsm.checkpoint.Manifest;
import jdsm.codec.CannotTravelException;
import jdsm.comm.Comm;
import jdsm.comm.digest.Sha256;
import jdsm.config.CheckpointConfig;
import jdsm.observe.Counters;
import jdsm.pool.SavedUnits;
import jdsm.pool.SharedPool;
import jdsm.runtime.Heads;
import jdsm.runtime.LateInitializers;
import jdsm.runtime.ObjectCalls;
import jdsm.runtime.Presence;
import jdsm.runtime.Refusal;
import jdsm.sync.Waits;

/*
 * All workers come to a checkpoint by themselves: they count the heads, or have heard behind the same barrier that one is
 * asked for. There they meet in collective calls, so workers at different heads are an error that names both:
 *
 *   1. all are at the head            worker 0 brings the checkpoint's number
 *   2. first worker of each rank      saves what the rank owns, and brings what came of it
 *   3. worker 0                       completes the checkpoint, and brings whether that went well
 *
 * If ownership of a unit was on its way in step 2, steps 1 and 2 are done again. Between the steps no worker computes.
 */

/** Takes checkpoints of a job, and restores one. Workers call it. */
final class Checkpoints implements Heads.Listener {
    /** The parts of the rank that are used. */
    record Parts(
            Comm comm,
            SharedPool pool,
            CollectiveCalls collectives,
            Workers workers,
            Waits waits,
            Counters counters,
            RankHost host,
            Consumer<Throwable> onFailure) {}

    private static final int MOST_ATTEMPTS = 200;

    /** The data of one worker, used by it alone. */
    private static final class State {
        private final Set<String> entered = new HashSet<>();
        private boolean isAtFirstHead;
        private boolean restored;
        private int heads;
        private int asked;
    }

    private final Parts parts;
    private final CheckpointConfig config;
    private final RankSettings settings;
    private final CheckpointFolder folder;
    private final ClassDigests digests;
    private final State[] states;
    /** By loop: the classes whose initialisers had changed shared objects when the first worker of this rank entered it. */
    private final Map<String, Set<String>> changedBefore = new ConcurrentHashMap<>();

    private Class<?> program;
    /** The digest of the program's arguments. */
    private String arguments;

    private CheckpointKey key;
    private SavedUnits units;
    private final LongSupplier nanoTime;
    /** Worker 0 only. */
    private final Timetable timetable;
    /** The number of the checkpoint from which the job has gone on, and the first one of its own. Worker 0 only. */
    private int restored = Integer.MAX_VALUE;

    private int firstOwn;
    /** Of old checkpoints, by worker 0. */
    private final BehindWork removals = new BehindWork();

    /** @param nanoTime a clock as {@link System#nanoTime} */
    Checkpoints(Parts parts, CheckpointConfig config, RankSettings settings, LongSupplier nanoTime) {
        this.parts = parts;
        this.nanoTime = nanoTime;
        this.timetable = new Timetable(config.everyTime(), nanoTime);
        this.config = config;
        this.settings = settings;
        this.folder = new CheckpointFolder(config.directory());
        this.digests = new ClassDigests(Thread.currentThread().getContextClassLoader());
        this.states = new State[parts.workers().threads()];
        Arrays.setAll(states, i -> new State());
    }

    /** Requires that this rank can take checkpoints; throws UsageException if not. */
    void requirePossible(Class<?> type) {
        if (!settings.weaves()) {
            throw new UsageException("checkpoints are for woven programs, and this one is not woven: start it with the"
                    + " agent, or without --checkpoint and --restart");
        }
        if (parts.comm().size() == 1) {
            throw new UsageException(
                    "a job of one rank takes no checkpoints, for it shares nothing: give -p 2 or more, or"
                            + " leave --checkpoint and --restart out");
        }
        try {
            key = settings.checkpointKey()
                    .orElseThrow(() -> new CheckpointException(
                            "a job with checkpoints is started by jdsm launch, which knows the user's key"));
            folder.require();
        } catch (CheckpointException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /** Begins to listen to the heads of loops, before the workers start. */
    void begin(Class<?> type, String[] args) {
        program = type;
        arguments = Sha256.hex(String.join("\0", args).getBytes(StandardCharsets.UTF_8));
        units = parts.pool().saved();
        Heads.begin(this);
    }

    void ask() {
        units.askForHead();
    }

    private boolean isWorker0() {
        return parts.workers().current().number() == 0;
    }

    private boolean isFirstOfRank() {
        return parts.workers().slot() == 0;
    }

    private State state(String loop) {
        Workers.Worker worker = parts.collectives().worker("resumeFrom(" + loop + ")");
        return states[parts.workers().slot(worker)];
    }

    /** Meets all workers, and gives each what worker 0 has brought. */
    private Object meet(String call, Object ofWorker0) {
        return parts.collectives().collect(call, isWorker0(), ofWorker0)[0];
    }

    // Taking a checkpoint.

    @Override
    public void at(String loop, int index) {
        if (parts.workers().current() == null) {
            return; // start() was called by a thread that is no worker
        }
        State state = state(loop);
        if (state.isAtFirstHead || config.restart() && !state.restored) {
            state.isAtFirstHead = false;
            return;
        }
        state.heads++;
        if (isWorker0() && timetable.isDue()) {
            units.askForHead();
        }
        int asked = units.headsAskedFor();
        boolean counted = config.everyHeads().isPresent()
                && state.heads % config.everyHeads().getAsInt() == 0;
        if (counted || asked != state.asked) {
            take(loop, index);
            state.asked = units.headsAskedFor();
        }
    }

    private void take(String loop, int index) {
        long begin = nanoTime.getAsLong();
        String call = "checkpoint() at the head of loop '" + loop + "' with index " + index;
        Object number = null;
        SavedRanks taken = null;
        for (int attempt = 0; taken == null && attempt < MOST_ATTEMPTS; attempt++) {
            Object before = number;
            number = meet(call, isWorker0() ? number(before) : null);
            taken = number instanceof String why ? SavedRanks.lost(why) : attempt(loop, call, (Integer) number);
        }
        Object error = taken != null && taken.error() != null ? taken.error() : null;
        if (taken == null) {
            error = "objects go on moving between ranks";
        } else if (error == null) {
            Manifest manifest = new Manifest(
                    program.getName(),
                    arguments,
                    loop,
                    index,
                    (Integer) number,
                    settings.job().job(),
                    taken.files(),
                    taken.classes());
            error = meet(call + ", completed", isWorker0() ? completed(manifest) : null);
        }
        ended(call, number, error, nanoTime.getAsLong() - begin);
    }

    private void ended(String call, Object number, Object error, long nanos) {
        if (isWorker0()) {
            timetable.begin();
            if (error != null) {
                parts.host()
                        .found("no " + call.replace("checkpoint()", "checkpoint") + ": " + error
                                + "; the program goes on");
                if (number instanceof Integer begun) {
                    removed(begun);
                }
            }
        }
        if (isFirstOfRank()) {
            parts.counters().add(error == null ? Counters.Counter.CHECKPOINTS : Counters.Counter.CHECKPOINTS_LOST, 1);
            parts.counters().add(Counters.Counter.CHECKPOINT_NANOS, nanos);
        }
    }

    /** The number of the checkpoint, or why there can be none. */
    private Object number(Object before) {
        if (before != null) {
            return before;
        }
        removals.await();
        try {
            int number = Uninterrupted.get(folder::begin);
            firstOwn = firstOwn == 0 ? number : firstOwn;
            return number;
        } catch (IOException e) {
            return "folder " + config.directory() + ": " + e;
        }
    }

    private void removed(int number) {
        try {
            Uninterrupted.run(() -> folder.remove(number));
        } catch (IOException e) {
            parts.host().found("checkpoint " + number + ", which is not whole, cannot be removed: " + e);
        }
    }

    /** Returns null if the checkpoint was completed, else why not. */
    private String completed(Manifest manifest) {
        try {
            Uninterrupted.run(() -> folder.complete(manifest, key));
        } catch (IOException e) {
            return e.toString();
        }
        IntPredicate passedOver = passedOver();
        removals.begin(() -> tidy(manifest.number(), passedOver));
        return null;
    }

    /** The numbers of the checkpoints between that from which the job has gone on, and its own ones. */
    private IntPredicate passedOver() {
        int from = restored;
        int to = firstOwn;
        return number -> number > from && number < to;
    }

    /** Removes older checkpoints. The file system takes a while for long files. */
    private void tidy(int latest, IntPredicate passedOver) {
        try {
            folder.tidy(latest, passedOver, key);
        } catch (IOException e) {
            parts.host().found("older checkpoints cannot be removed: " + e);
        }
    }

    /** Returns when all files are as they stay. For the end of the job, behind the end of all workers. */
    void close() {
        removals.await();
    }

    /** Returns null if ownership was on its way. */
    private SavedRanks attempt(String loop, String call, int number) {
        boolean closed = false;
        try {
            SavedRank mine = null;
            if (isFirstOfRank()) {
                requireUnchanged(loop, call);
                closed = requireQuiet(call);
                mine = save(number);
            }
            Object[] all =
                    parts.collectives().collect(call + ", saved", mine != null, mine == null ? null : mine.text());
            return SavedRanks.of(all, parts.workers().threads());
        } finally {
            if (closed) {
                Presence.open();
            }
        }
    }

    private SavedRank save(int number) {
        SavedUnits.Saved[] saved = {null};
        try {
            Manifest.RankFile file = Uninterrupted.get(
                    () -> folder.write(number, parts.comm().rank(), out -> saved[0] = units.save(out)));
            Set<Class<?>> classes = new HashSet<>(saved[0].classes());
            classes.add(program);
            return new SavedRank(
                    null, saved[0].settled(), saved[0].owned(), saved[0].made(), file, digests.of(classes));
        } catch (IOException e) {
            return SavedRank.lost(e.toString());
        } catch (CannotTravelException e) {
            parts.onFailure().accept(e);
            throw e;
        }
    }

    /** Requires that no initialiser has changed shared objects in the loop: behind a restart it would do so again. */
    private void requireUnchanged(String loop, String call) {
        Set<String> before = changedBefore.get(loop);
        units.changingInitializers().stream()
                .filter(each -> !before.contains(each))
                .findFirst()
                .ifPresent(name -> {
                    throw Refusal.of("no checkpoint is possible" + call.substring(call.indexOf(" at "))
                            + ": the initialiser of class " + name + " has changed shared objects in the loop, and"
                            + " would do so again behind a restart; " + LateInitializers.remedy(name));
                });
    }

    /** Requires that nothing but the workers can change shared objects, and keeps it so until {@link Presence#open}. */
    private boolean requireQuiet(String call) {
        String head = call.substring(call.indexOf(" at "));
        parts.pool().forEachHolder((unit, holder) -> {
            throw Refusal.of("no checkpoint is possible" + head + ": thread '" + holder.getName()
                    + "' holds a monitor or a shared object; let go of it before the head of the loop");
        });
        if (Presence.visitors().stream().anyMatch(each -> each.getName().equals(ObjectCalls.WAITS_FOR_FUTURE))) {
            throw Refusal.of(
                    "no checkpoint is possible" + head + ": a stage of a shared future, with an executor of this"
                            + " rank, waits for its future; wait for the stage before the head of the loop");
        }
        Optional<Thread> alive =
                new StartedThreads(parts.workers(), parts.waits(), parts.host().isProcess()).next();
        if (alive.isPresent() || !Presence.close()) {
            String which =
                    alive.map(thread -> "thread '" + thread.getName() + "'").orElse("a thread");
            throw Refusal.of("no checkpoint is possible" + head + ": " + which
                    + ", which the program has started, is alive; wait for its end before the head of the loop");
        }
        return true;
    }

    // Restarting.

    /** Requires, behind the end of all workers, that a restart has found its loop; throws UsageException if not. */
    void requireRestored() {
        if (config.restart() && !states[0].restored) {
            throw new UsageException(
                    "the program has ended start(), and has not entered the loop of the checkpoint from"
                            + " which it was to go on");
        }
    }

    @Override
    public int resume(String loop, int first) {
        State state = state(loop);
        if (!state.entered.add(loop)) {
            throw Refusal.of(
                    "resumeFrom(\"" + loop + "\") is called a second time by the same worker: a restart would not"
                            + " know in which of its runs to begin; give each loop a name of its own, and enter it once");
        }
        changedBefore.computeIfAbsent(loop, entered -> units.changingInitializers());
        state.isAtFirstHead = true;
        state.heads = 0;
        state.asked = units.headsAskedFor();
        if (isWorker0()) {
            timetable.begin();
        }
        if (!config.restart() || state.restored) {
            return first;
        }
        String call = "resumeFrom(\"" + loop + "\")";
        Restart restart = new Restart(folder, key, digests, program, parts.host()::found);
        Agreed agreed = agreed(call, restart);
        Manifest manifest = agreed.manifest();
        ChosenCheckpoint chosen = agreed.chosen();
        if (!chosen.loop().equals(loop)) {
            return first;
        }
        long[] keys = (long[]) meet(call + ", prepared", isWorker0() ? restart.prepared(manifest, units) : null);
        BitSet inPlace = BitSet.valueOf(keys);
        if (isWorker0()) {
            restored = manifest.number();
            restart.restore(manifest, units);
        } else if (isFirstOfRank()) {
            restart.restoreOwn(manifest, units, inPlace);
        }
        meet(call + ", restored", null);
        if (isFirstOfRank()) {
            units.requireOwnIn(inPlace);
        }
        meet(call + ", checked", null);
        state.restored = true;
        return chosen.index();
    }

    /** @param manifest null for a worker that is not the first one of its rank */
    private record Agreed(Manifest manifest, ChosenCheckpoint chosen) {}

    /**
     * The checkpoint from which all ranks go on: each reads its part of the files, and says whether they are unchanged.
     * The launcher has read those of a given number.
     */
    private Agreed agreed(String call, Restart restart) {
        boolean isRead = config.number().isPresent();
        int rank = parts.comm().rank();
        for (int below = Integer.MAX_VALUE; ; ) {
            Manifest manifest = isWorker0() ? restart.candidate(config.number(), below) : null;
            ChosenCheckpoint candidate = ChosenCheckpoint.of((String) meet(
                    call,
                    manifest == null ? null : ChosenCheckpoint.of(manifest).text()));
            if (isFirstOfRank() && !isWorker0()) {
                manifest = restart.sameAs(candidate, rank);
            }
            String mine = isFirstOfRank() && !isRead
                    ? restart.fault(manifest, rank, parts.comm().size())
                    : "";
            Object[] faults = parts.collectives().collect(call + ", read", isFirstOfRank(), mine);
            Optional<Object> fault = Arrays.stream(faults)
                    .filter(each -> each != null && !each.equals(""))
                    .findFirst();
            if (fault.isEmpty()) {
                if (isWorker0()) {
                    restart.requireOfProgram(manifest, arguments);
                }
                return new Agreed(manifest, candidate);
            }
            below = candidate.number();
            if (isWorker0()) {
                parts.host().found("checkpoint " + below + " is not used: " + fault.get());
            }
        }
    }
}
