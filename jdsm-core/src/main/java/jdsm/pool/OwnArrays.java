package jdsm.pool;

import java.io.IOException;
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
 * With as many ranks as then, a rank restores the units of initial arrays of primitives that it owned: its file has them,
 * they need no other object, and no other rank writes these units, for blocks begin where they did.
 */

/** Restores arrays from the file of this rank, while another worker restores the rest. Used by one worker, once. */
final class OwnArrays implements UnitsReader.Receiver {
    private final SavedUnits.Parts parts;
    private final BitSet inPlace;
    private final SavedReferences references;
    private final Map<Integer, SavedObject> saved = new HashMap<>();

    /** @param inPlace the keys of the initial objects that are restored in place */
    OwnArrays(SavedUnits.Parts parts, BitSet inPlace) {
        this.parts = parts;
        this.inPlace = inPlace;
        this.references = new SavedReferences(parts.objects(), type -> {});
    }

    /** Whether a unit of an object that is restored in place is restored by the rank in whose file it is. */
    static boolean has(SharedEntry entry, SavedObject object, byte[] content) {
        return entry.isArray()
                && !entry.hasVolatiles()
                && entry.blockLength() == object.blockLength()
                && (entry.blockLength() > 0 || entry.units() == 1)
                && SavedReferences.isPlain(content);
    }

    void restore(SavedUnits.Source source, int rank) throws IOException {
        source.read(rank, this);
    }

    @Override
    public void object(SavedObject object) {
        saved.put(object.number(), object);
    }

    @Override
    public void unit(int number, int unit, byte[] content) {
        SavedObject object = saved.get(number);
        List<SharedEntry> entries = parts.directory().entries();
        if (object == null || object.key() < 0 || object.key() >= entries.size() || !inPlace.get(object.key())) {
            return;
        }
        SharedEntry entry = entries.get(object.key());
        if (!has(entry, object, content)) {
            return;
        }
        List<UnitContent> contents = entry.contents();
        if (unit < 0 || unit >= contents.size()) {
            throw new CodecException("unit " + unit + " of an object that does not have it");
        }
        parts.woven().bring(Restoration.unitsOf(entry, object, unit), Right.WRITE);
        references.decode(content, contents.get(unit), any -> null);
    }

    @Override
    public boolean wantsContents() {
        return true;
    }
}
