package jdsm.pool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdsm.checkpoint.SavedObject;
import jdsm.checkpoint.UnitsReader;
import jdsm.codec.CodecException;
import jdsm.codec.UnitContent;
import jdsm.directory.SharedEntry;
import jdsm.pool.PendingAccess.Right;

/*
 * The files are divided among the ranks. A rank restores the units of initial arrays of primitives that its files have:
 * they need no other object, and no other rank writes these units, for each unit is in one file, and blocks begin where
 * they did. With as many ranks as then, a rank has the file that it wrote, of the units that it owned.
 */

/** Restores arrays from the files of this rank, while another worker restores the rest. Used by one worker, once. */
final class OwnArrays implements UnitsReader.Receiver {
    private final SavedUnits.Parts parts;
    private final BitSet inPlace;
    private final SavedUnits.Source source;
    private final boolean sameRanks;
    private final SavedReferences references;
    private final Map<Integer, SavedObject> saved = new HashMap<>();

    /** @param inPlace the keys of the initial objects that are restored in place */
    OwnArrays(SavedUnits.Parts parts, SavedUnits.Source source, BitSet inPlace) {
        this.parts = parts;
        this.source = source;
        this.sameRanks = source.ranks() == parts.comm().size();
        this.inPlace = inPlace;
        this.references = new SavedReferences(parts.objects(), type -> {});
    }

    /** Whether a file is one of a rank. */
    static boolean isOf(int rank, int file, int ranks) {
        return file % ranks == rank;
    }

    /**
     * Whether a unit of an object that is restored in place is restored by the rank that has its file.
     *
     * @param sameRanks whether the job has as many ranks as then, and so the same objects in each unit
     */
    static boolean has(SharedEntry entry, SavedObject object, boolean sameRanks) {
        return entry.isArray()
                && (sameRanks || entry.objectsInUnit() == 1)
                && !entry.hasVolatiles()
                && entry.blockLength() == object.blockLength()
                && (entry.blockLength() > 0 || entry.units() == 1)
                && SavedReferences.isPlain(entry.contents().get(0));
    }

    void restore() throws IOException {
        int rank = parts.comm().rank();
        for (int file = 0; file < source.ranks(); file++) {
            if (isOf(rank, file, parts.comm().size())) {
                source.read(file, this);
            }
        }
    }

    @Override
    public void object(SavedObject object) {
        saved.put(object.number(), object);
    }

    @Override
    public boolean wants(int number, int unit) {
        SavedObject object = saved.get(number);
        SharedEntry entry = object == null ? null : entryOf(object);
        return entry != null && has(entry, object, sameRanks);
    }

    /** The object that is restored in place of a saved one; null if there is none. */
    private SharedEntry entryOf(SavedObject object) {
        List<SharedEntry> entries = parts.directory().entries();
        boolean known = object.key() >= 0 && object.key() < entries.size() && inPlace.get(object.key());
        return known ? entries.get(object.key()) : null;
    }

    @Override
    public void unit(int number, int unit, ByteBuffer content) {
        if (content == null) {
            return;
        }
        SavedObject object = saved.get(number);
        SharedEntry entry = entryOf(object);
        List<UnitContent> contents = entry.contents();
        if (unit < 0 || unit >= contents.size()) {
            throw new CodecException("unit " + unit + " of an object that does not have it");
        }
        parts.woven().bring(Restoration.unitsOf(entry, object, unit), Right.WRITE);
        references.decode(content, contents.get(unit), any -> null);
    }
}
