package jdsm.pool;

import java.util.function.IntUnaryOperator;
import jdsm.Protocol;
import jdsm.coherence.CoherenceProtocol.Initial;
import jdsm.coherence.Content;
import jdsm.coherence.Publication;
import jdsm.coherence.UnitState;
import jdsm.directory.SharedEntry;

/**
 * Makes the states of an object's units when the object becomes shared: before the workers start, or on the service
 * loop.
 */
final class InitialStates {
    private final UnitTable table;
    private final Protocol ofJob;

    /** @param ofJob the protocol of objects without a protocol of their own */
    InitialStates(UnitTable table, Protocol ofJob) {
        this.table = table;
        this.ofJob = ofJob;
    }

    /** Adds the states of an object's units, whose content all ranks have, to the table and to the object's entry. */
    void addReplicated(SharedEntry entry, int ranks) {
        add(entry, unit -> entry.firstOwner(unit, ranks), true);
    }

    /**
     * As {@link #addReplicated}, of an object whose content one rank has.
     *
     * @param owner that rank, which owns the units at first
     */
    void add(SharedEntry entry, int owner) {
        add(entry, unit -> owner, false);
    }

    /**
     * As {@link #add(SharedEntry, int)}, of an array whose units several ranks have.
     *
     * @param owner for each unit, numbered within the array, the rank that has it
     */
    void add(SharedEntry entry, IntUnaryOperator owner) {
        add(entry, owner, false);
    }

    private void add(SharedEntry entry, IntUnaryOperator owner, boolean replicated) {
        UnitState[] states = new UnitState[entry.allUnits()];
        for (int i = 0; i < states.length; i++) {
            states[i] = table.add(initial(entry, i, owner.applyAsInt(i), replicated));
        }
        entry.states(states);
    }

    private Initial initial(SharedEntry entry, int unit, int owner, boolean replicated) {
        boolean elements = entry.contents().get(unit).elementBytes() > 0;
        Publication publication = unit < entry.units() ? publicationOf(entry) : Publication.INVALIDATE;
        if (!elements && publication == Publication.UPDATE) {
            publication = Publication.INVALIDATE; // a diff would be the whole content, as long as a fetch
        }
        return new Initial(
                entry.firstUnit() + unit, owner, replicated, elements ? Content.ELEMENTS : Content.WHOLE, publication);
    }

    /** How other ranks hear of releases of an object. */
    Publication publicationOf(SharedEntry entry) {
        return switch (entry.consistency().orElse(ofJob)) {
            case WRITE_INVALIDATE, STRICT -> Publication.INVALIDATE;
            case LAZY_RELEASE -> Publication.NOTIFY;
            case WRITE_UPDATE -> Publication.UPDATE;
            case AUTO -> Publication.ADAPT;
        };
    }
}
