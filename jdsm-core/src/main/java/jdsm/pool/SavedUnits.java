package jdsm.pool;

import java.io.IOException;
import java.io.OutputStream;
import java.util.BitSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import jdsm.checkpoint.UnitsReader;
import jdsm.coherence.CoherenceProtocol;
import jdsm.comm.Comm;
import jdsm.directory.Directory;
import jdsm.runtime.Refusal;
import jdsm.sync.Waits;

/**
 * Saves the units that this rank owns, and restores saved ones. Workers call it while all workers of the job wait for
 * them. Methods block.
 */
public final class SavedUnits {
    /** The parts of the pool that this one uses. */
    record Parts(
            Comm comm,
            Directory directory,
            SharedObjects objects,
            CoherenceProtocol protocol,
            UnitTable units,
            CoherenceService service,
            WovenAccess woven,
            InitializerChanges changes,
            Waits waits) {}

    /**
     * The result of {@link #save}.
     *
     * @param settled whether every unit had an owner that stays
     * @param owned a sum over the units that the rank owns
     * @param made the same sum over the units that it made: over all ranks the sums are equal if each unit has one owner
     * @param classes the classes of the saved objects and values
     */
    public record Saved(boolean settled, long owned, long made, Set<Class<?>> classes) {}

    /** Gives the saved files of all ranks. May be asked for them several times. */
    public interface Source {
        int ranks();

        void read(int rank, UnitsReader.Receiver receiver) throws IOException;
    }

    private final Parts parts;
    private Restoration restoration;

    SavedUnits(Parts parts) {
        this.parts = parts;
    }

    /** Asks all workers of the job to meet at the first head behind the next barrier. Any thread; does not block. */
    public void askForHead() {
        parts.service().heads().ask();
    }

    /** How often that was asked for before the last barrier; equal on all workers between two barriers. */
    public int headsAskedFor() {
        return parts.service().heads().count();
    }

    /**
     * The classes whose initialisers have changed shared objects on this rank while ranks computed. Such an initialiser would
     * change the restored objects again. Any thread; does not block.
     */
    public Set<String> changingInitializers() {
        return parts.changes().own();
    }

    /**
     * Saves the units that this rank owns, as the service loop finds them. No worker of the job may write meanwhile.
     * Objects of this rank to which shared ones refer become shared.
     *
     * @throws IOException if they cannot be written
     * @throws jdsm.codec.CannotTravelException if a shared object refers to one that cannot be shared
     * @throws UnsupportedOperationException for an object that cannot be restored; the refusal fails the job
     */
    public Saved save(OutputStream out) throws IOException {
        return onServiceLoop(() -> new Snapshot(parts).save(out), "for its shared objects to be saved");
    }

    /**
     * Begins to restore shared objects: looks at all of them. For one worker of the job, worker 0.
     *
     * @param program the class of the program
     * @return the keys of the initial objects that took the place of saved ones
     * @throws IOException if the files cannot be read
     * @throws jdsm.codec.CodecException if they do not fit the program
     */
    public BitSet prepare(Source source, Class<?> program) throws IOException {
        restoration = new Restoration(parts, source, program);
        return restoration.prepare();
    }

    /**
     * Restores, for one worker of a rank without worker 0, the arrays in its part of the files.
     *
     * @param inPlace what {@link #prepare} has returned to worker 0
     * @throws IOException if the files cannot be read
     * @throws jdsm.codec.CodecException if they do not fit the program
     */
    public void restoreOwn(Source source, BitSet inPlace) throws IOException {
        new OwnArrays(parts, source, inPlace).restore();
    }

    /**
     * Restores, for worker 0 behind {@link #prepare}, all but what other ranks do by {@link #restoreOwn} meanwhile.
     *
     * @throws IOException if the files cannot be read
     * @throws jdsm.codec.CodecException if they do not fit the program
     */
    public void restore() throws IOException {
        onServiceLoop(
                () -> {
                    parts.objects().restored(restoration.hashes());
                    return null;
                },
                "for a restart");
        restoration.fill();
        onServiceLoop(
                () -> {
                    restoration.publish();
                    return null;
                },
                "for restored objects to be shared");
        restoration = null;
    }

    /**
     * Requires that this rank's own fields lead to no shared object that a restart has replaced.
     *
     * @param inPlace the keys of the initial objects that have not been replaced
     * @throws UnsupportedOperationException if one does; the refusal fails the job
     */
    public void requireOwnIn(BitSet inPlace) {
        String wrong = new OwnReach(parts.directory()).find(entry -> entry.key() >= 0 && inPlace.get(entry.key()));
        if (wrong != null) {
            throw Refusal.of(wrong + ", which the restart has replaced because it has another length or order with this"
                    + " number of ranks: restart with the same number of ranks, or set the field behind resumeFrom");
        }
    }

    private interface Task<T> {
        T call() throws IOException;
    }

    private <T> T onServiceLoop(Task<T> task, String what) throws IOException {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread me = Thread.currentThread();
        parts.comm().execute(() -> {
            try {
                result.complete(task.call());
            } catch (IOException | RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
            Waits.wake(me);
        });
        parts.waits().await(result::isDone, () -> what);
        try {
            return result.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof IOException known) {
                throw known;
            } else if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw e;
        }
    }
}
