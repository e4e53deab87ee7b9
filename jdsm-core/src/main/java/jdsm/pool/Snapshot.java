package jdsm.pool;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import jdsm.checkpoint.SavedObject;
import jdsm.checkpoint.UnitsWriter;
import jdsm.codec.CannotTravelException;
import jdsm.codec.UnitContent;
import jdsm.coherence.UnitState;
import jdsm.directory.SharedEntry;
import jdsm.runtime.Refusal;
import jdsm.runtime.Woven;

/** Writes the units that a rank owns. Service loop only, while no worker of the job runs. To be used once. */
final class Snapshot {
    private final SavedUnits.Parts parts;
    private final Set<Class<?>> classes = new HashSet<>();
    private final Set<SharedEntry> done = Collections.newSetFromMap(new IdentityHashMap<>());
    private final SavedReferences references;
    private long owned;
    private long made;
    private boolean settled = true;

    Snapshot(SavedUnits.Parts parts) {
        this.parts = parts;
        this.references = new SavedReferences(parts.objects(), classes::add);
    }

    SavedUnits.Saved save(OutputStream out) throws IOException {
        UnitsWriter writer = new UnitsWriter(out);
        // What a content refers to may become shared only now, and is saved in the next round.
        for (List<SharedEntry> fresh = fresh(); settled && !fresh.isEmpty(); fresh = fresh()) {
            for (SharedEntry entry : fresh) {
                done.add(entry);
                save(entry, writer);
            }
        }
        writer.end();
        if (settled) {
            requireOwnInitial();
        }
        return new SavedUnits.Saved(settled, owned, made, Set.copyOf(classes));
    }

    private List<SharedEntry> fresh() {
        List<SharedEntry> fresh = new ArrayList<>();
        parts.directory().entries().stream()
                .filter(entry -> !done.contains(entry))
                .forEach(fresh::add);
        parts.directory().forEachLater(entry -> {
            if (!done.contains(entry)) {
                fresh.add(entry);
            }
        });
        return fresh;
    }

    private void save(SharedEntry entry, UnitsWriter writer) throws IOException {
        count(entry);
        if (entry.key() < 0) {
            requireRestorable(entry); // on all ranks: each has values of its own
        }
        List<UnitContent> contents = entry.contents();
        boolean named = false;
        for (int unit = 0; unit < contents.size(); unit++) {
            UnitState state = entry.state(unit);
            settled &= !parts.protocol().mayBeComing(state);
            if (!parts.protocol().isOwner(state)) {
                continue;
            }
            if (!state.isValid()) {
                settled = false;
                return;
            }
            if (!named) {
                if (HeldTwins.isHeld(entry)) {
                    throw Refusal.of("a checkpoint is not possible while a thread has a lock of"
                            + " java.util.concurrent.locks: unlock it before the head of the loop");
                }
                name(entry, writer);
                named = true;
            }
            writer.unit(entry.number(), unit, encode(entry, contents.get(unit)));
        }
    }

    private void count(SharedEntry entry) {
        if (!entry.isFirst()) {
            return;
        }
        int ranks = parts.comm().size();
        int maker = entry.key() >= 0 ? 0 : parts.directory().beginsAt(entry.number(), ranks);
        for (int unit = 0; unit < entry.states().length; unit++) {
            long mixed = mixed(entry.firstUnit() + unit);
            made += maker == parts.comm().rank() ? mixed : 0;
            owned += parts.protocol().isOwner(entry.state(unit)) ? mixed : 0;
        }
    }

    /** A number that looks random, of SplitMix64: sums of such numbers are equal only for the same units. */
    private static long mixed(long unit) {
        long z = (unit + 1) * 0x9e3779b97f4a7c15L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    private void name(SharedEntry entry, UnitsWriter writer) throws IOException {
        classes.add(entry.type());
        writer.object(new SavedObject(
                entry.number(),
                entry.key(),
                entry.hash(),
                entry.blockLength(),
                entry.length(),
                entry.type().getName()));
    }

    private void requireRestorable(SharedEntry entry) {
        if (entry.object() instanceof Throwable) {
            throw Refusal.of("a checkpoint cannot have an exception that a worker has made (" + entry.typeName()
                    + "): set the fields that refer to it to null before, and keep its text, e.toString()");
        }
        if (!parts.directory().replacement().isPossible(entry)) {
            throw Refusal.of("a checkpoint cannot have the part of an object of " + entry.typeName()
                    + " that is of the JDK's: " + "the class extends "
                    + base(entry.type()).getName()
                    + ", whose state is each rank's own; make the object in initialize(), or do not extend that class");
        }
        if (Woven.isTwin(entry.type().getName())) {
            return; // what each rank has of its own is found again from the rest, or refused at its use
        }
        parts.directory().replacement().forEachOwn(entry.object(), (field, value) -> {
            boolean isDefault = Modifier.isTransient(field.getModifiers()) // as with Java's serialisation
                    || value == null
                    || value instanceof Number number && number.doubleValue() == 0
                    || value.equals(false)
                    || value.equals('\0');
            if (!isDefault) {
                throw Refusal.of("a checkpoint cannot have field "
                        + Woven.nameOf(field.getDeclaringClass().getName(), field.getName())
                        + " of an object that a worker has made, because each rank has its own value: make the object in"
                        + " initialize(), or let the ranks share the field");
            }
        });
    }

    private static Class<?> base(Class<?> type) {
        Class<?> base = type;
        while (base.getClassLoader() != null && base.getClassLoader() != ClassLoader.getPlatformClassLoader()) {
            base = base.getSuperclass();
        }
        return base;
    }

    private ByteBuffer encode(SharedEntry entry, UnitContent content) {
        try {
            return references.encode(content);
        } catch (CannotTravelException e) {
            throw e.within(entry.object());
        } catch (UnsupportedOperationException e) {
            throw Refusal.of("a checkpoint cannot have an object that was registered with the pool, other than an array"
                    + " of primitives: " + entry.label() + "; let a field of the program refer to it");
        }
    }

    private void requireOwnInitial() {
        String wrong = new OwnReach(parts.directory()).find(entry -> entry.key() >= 0);
        if (wrong != null) {
            throw Refusal.of(wrong + ", which a worker has made: a restart makes another object in its place, and the"
                    + " field would not refer to that one; let the ranks share the field (without @Local), or make the"
                    + " object in initialize()");
        }
    }
}
