package jdsm.node;

import java.io.IOException;
import java.io.InputStream;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import jdsm.UsageException;
import jdsm.checkpoint.CheckpointException;
import jdsm.checkpoint.CheckpointFolder;
import jdsm.checkpoint.CheckpointKey;
import jdsm.checkpoint.Manifest;
import jdsm.checkpoint.UnitsReader;
import jdsm.codec.CodecException;
import jdsm.pool.SavedUnits;

/** Chooses the checkpoint from which a job goes on, and restores it. Workers call it. */
final class Restart {
    private static final String REMEDY = "give a folder that is the same one on all hosts";

    private final CheckpointFolder folder;
    private final CheckpointKey key;
    private final ClassDigests digests;
    private final Class<?> program;
    private final Consumer<String> say;

    /** @param say hears what the user should know, in one line */
    Restart(CheckpointFolder folder, CheckpointKey key, ClassDigests digests, Class<?> program, Consumer<String> say) {
        this.folder = folder;
        this.key = key;
        this.digests = digests;
        this.program = program;
        this.say = say;
    }

    /**
     * The checkpoint of a number, or else the newest one with all its files and a number below {@code below}; throws
     * UsageException if there is none.
     */
    Manifest candidate(OptionalInt number, int below) {
        try {
            return Uninterrupted.get(() ->
                    number.isPresent() ? folder.numbered(number.getAsInt(), key) : folder.newest(key, 0, below, say));
        } catch (CheckpointException e) {
            throw new UsageException(e.getMessage());
        }
    }

    /** Why one of the files that are a rank's was changed; empty if none was. Reads all of them. */
    String fault(Manifest manifest, int rank, int ranks) {
        return Uninterrupted.get(() -> IntStream.range(0, manifest.ranks())
                .filter(file -> file % ranks == rank)
                .mapToObj(file -> folder.fault(manifest, file))
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(""));
    }

    /** Requires that a checkpoint is one of this program; throws UsageException if not. */
    void requireOfProgram(Manifest manifest, String arguments) {
        String which = "checkpoint " + manifest.number() + " in " + folder;
        if (!manifest.program().equals(program.getName())) {
            throw new UsageException(
                    which + " is one of program " + manifest.program() + ", and this is " + program.getName());
        }
        if (!manifest.arguments().equals(arguments)) {
            throw new UsageException(
                    which + " was taken by a job whose program had other arguments; give the same ones");
        }
        String difference = digests.difference(manifest.classes());
        if (difference != null) {
            throw new UsageException(which + " is of other classes: " + difference
                    + "; restart with the classes of then, or begin anew without --restart");
        }
    }

    private SavedUnits.Source files(Manifest manifest) {
        return new SavedUnits.Source() {
            @Override
            public int ranks() {
                return manifest.ranks();
            }

            @Override
            public void read(int rank, UnitsReader.Receiver receiver) throws IOException {
                try (InputStream in = folder.open(manifest, rank)) {
                    UnitsReader.read(in, receiver);
                }
            }
        };
    }

    private <T> T step(Manifest manifest, Uninterrupted.Use<T, IOException> step) {
        try {
            return Uninterrupted.get(step);
        } catch (IOException | CodecException e) {
            throw new UsageException("checkpoint " + manifest.number() + " in " + folder + " cannot be restored: "
                    + reason(manifest, e));
        }
    }

    /** Looks at all that is to be restored. Returns the keys of the initial objects that are restored in place, as a bit set. */
    long[] prepared(Manifest manifest, SavedUnits units) {
        return step(manifest, () -> units.prepare(files(manifest), program).toLongArray());
    }

    /** Restores what other ranks do not. */
    void restore(Manifest manifest, SavedUnits units) {
        step(manifest, () -> {
            units.restore();
            return null;
        });
        say.accept("restarted from checkpoint " + manifest.number() + ", at the head of loop '" + manifest.loop()
                + "' with index " + manifest.index());
    }

    /**
     * The checkpoint of worker 0, as another rank sees it; throws UsageException if this rank sees another one, or none: its
     * host has another folder under the same path.
     */
    Manifest sameAs(ChosenCheckpoint chosen, int rank) {
        Manifest manifest;
        try {
            manifest = Uninterrupted.get(() -> folder.numbered(chosen.number(), key));
        } catch (CheckpointException e) {
            throw new UsageException("rank " + rank + " on host " + CheckpointFolder.hostName() + ": " + e.getMessage()
                    + ", and rank 0 on host " + chosen.host() + " goes on from it; " + REMEDY);
        }
        if (!manifest.digest().equals(chosen.digest())) {
            throw new UsageException("checkpoint " + chosen.number() + " in " + folder
                    + " is not the same one on all hosts: " + chosen.seenBy(0) + ", and "
                    + ChosenCheckpoint.of(manifest).seenBy(rank) + "; " + REMEDY);
        }
        return manifest;
    }

    /** Restores arrays of another rank than that of worker 0. */
    void restoreOwn(Manifest manifest, SavedUnits units, BitSet inPlace) {
        step(manifest, () -> {
            units.restoreOwn(files(manifest), inPlace);
            return null;
        });
    }

    /** Why a checkpoint cannot be decoded: a file that was changed may have any content. */
    private String reason(Manifest manifest, Exception found) {
        try {
            folder.verify(manifest);
            return found.getMessage();
        } catch (CheckpointException e) {
            return e.getMessage();
        }
    }
}
