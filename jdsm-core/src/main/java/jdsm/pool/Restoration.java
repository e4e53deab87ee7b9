package jdsm.pool;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdsm.checkpoint.SavedObject;
import jdsm.checkpoint.UnitsReader;
import jdsm.codec.CodecException;
import jdsm.codec.Instances;
import jdsm.codec.UnitContent;
import jdsm.directory.SharedEntry;
import jdsm.pool.PendingAccess.Right;
import jdsm.runtime.Lambdas;
import jdsm.runtime.Refusal;
import jdsm.runtime.Woven;

/*
 * One worker restores all objects, by ordinary writes, but those of OwnArrays, while all others wait. An initial object takes the place of the
 * saved one with the same key, if the two programs have had the same initial objects with the same hash codes, and this
 * object has the same length: then fields that are each rank's own may refer to it. If the initial objects differ, as they may with another
 * number of ranks, only the program and the holders of static fields do. For all other saved objects the worker makes
 * new ones.
 */

/** Restores saved objects in a running job. Used by one worker, once. */
final class Restoration {
    private final SavedUnits.Parts parts;
    private final SavedUnits.Source source;
    private final Class<?> program;
    private final SavedReferences references;

    private final Map<Integer, SavedObject> saved = new LinkedHashMap<>();
    /** The number of units of each object that the files have. */
    private final Map<Integer, Integer> unitsOf = new HashMap<>();

    private final Map<Integer, SharedEntry> inPlace = new HashMap<>();
    private final Map<Integer, Object> made = new LinkedHashMap<>();
    private final Map<Integer, List<UnitContent>> blocks = new HashMap<>();

    Restoration(SavedUnits.Parts parts, SavedUnits.Source source, Class<?> program) {
        this.parts = parts;
        this.source = source;
        this.program = program;
        this.references = new SavedReferences(parts.objects(), type -> {});
    }

    /** Reads which objects there are, and makes those that are new. Returns the keys of those that are restored in place. */
    BitSet prepare() throws IOException {
        readAll(new UnitsReader.Receiver() {
            @Override
            public void object(SavedObject object) {
                SavedObject known = saved.putIfAbsent(object.number(), object);
                if (known != null && !known.equals(object)) {
                    throw new CodecException("two objects have number " + object.number());
                }
            }

            @Override
            public void unit(int number, int unit, ByteBuffer content) {
                unitsOf.merge(number, 1, Integer::sum);
            }

            @Override
            public boolean wants(int number, int unit) {
                return false;
            }
        });
        match();
        BitSet keys = new BitSet();
        for (SavedObject object : saved.values()) {
            SharedEntry entry = inPlace.get(object.number());
            if (entry != null) {
                keys.set(entry.key());
            } else {
                made.put(object.number(), instance(object));
            }
        }
        for (SavedObject object : saved.values()) {
            int expected = contentsOf(object).size();
            if (unitsOf.getOrDefault(object.number(), 0) != expected) {
                throw new CodecException("object " + object.number() + " of " + object.type() + " has "
                        + unitsOf.getOrDefault(object.number(), 0) + " of its " + expected + " units");
            }
        }
        return keys;
    }

    private void match() {
        List<SharedEntry> entries = parts.directory().entries();
        List<SavedObject> initial =
                saved.values().stream().filter(object -> object.key() >= 0).toList();
        boolean same = initial.size() == entries.size()
                && initial.stream()
                        .allMatch(object -> object.key() < entries.size()
                                && entries.get(object.key()).type().getName().equals(object.type())
                                && entries.get(object.key()).hash() == object.hash());
        for (SavedObject object : initial) {
            if (same && entries.get(object.key()).length() == object.length()) {
                inPlace.put(object.number(), entries.get(object.key()));
            } else if (!same && isRoot(object.type())) {
                SharedEntry root = entries.stream()
                        .filter(entry -> entry.type().getName().equals(object.type()))
                        .findFirst()
                        .orElseThrow(() -> new CodecException(
                                "the program has no static fields of " + Woven.ownerOf(object.type()) + " any more"));
                inPlace.put(object.number(), root);
            }
        }
    }

    /** Whether there is one object of a class, which the ranks reach by no other. */
    private boolean isRoot(String type) {
        return type.equals(program.getName()) || Woven.isHolder(type);
    }

    private Object instance(SavedObject object) {
        Class<?> type;
        try {
            type = Lambdas.classNamed(object.type(), parts.objects().loader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw new CodecException("class " + object.type() + " of the checkpoint is not here: " + e, e);
        }
        if (Throwable.class.isAssignableFrom(type)) {
            throw Refusal.of("a restart with other ranks or arguments cannot make an exception of "
                    + type.getName()
                    + " anew that the program has made in initialize(): restart with the same number of"
                    + " ranks and the same arguments");
        }
        if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), object.length());
        }
        return type == Object.class ? new Object() : Instances.of(type);
    }

    private Object objectOf(int number) {
        SharedEntry entry = inPlace.get(number);
        Object object = entry != null ? entry.object() : made.get(number);
        if (object == null) {
            throw new CodecException("a reference to object " + number + ", which the checkpoint does not have");
        }
        return object;
    }

    /** The contents of an object in the units that it had when it was saved. */
    private List<UnitContent> contentsOf(SavedObject object) {
        Object instance = objectOf(object.number());
        if (object.blockLength() == 0) {
            return parts.directory().replacement().contentsOf(instance, 0, parts.objects());
        }
        return blocks.computeIfAbsent(
                object.number(),
                any -> parts.directory().replacement().contentsOf(instance, object.blockLength(), parts.objects()));
    }

    /** The hash codes of the new objects. */
    Map<Object, Integer> hashes() {
        Map<Object, Integer> hashes = new IdentityHashMap<>();
        made.forEach((number, object) -> hashes.put(object, saved.get(number).hash()));
        return hashes;
    }

    private void readAll(UnitsReader.Receiver receiver) throws IOException {
        for (int rank = 0; rank < source.ranks(); rank++) {
            source.read(rank, receiver);
        }
    }

    /** Stores all contents but those that other ranks do. */
    void fill() throws IOException {
        for (int file = 0; file < source.ranks(); file++) {
            boolean others =
                    !OwnArrays.isOf(parts.comm().rank(), file, parts.comm().size());
            source.read(file, contents(others));
        }
    }

    /** @param others whether another rank restores the arrays that the file has */
    private UnitsReader.Receiver contents(boolean others) {
        return new UnitsReader.Receiver() {
            @Override
            public void object(SavedObject object) {
                // known
            }

            @Override
            public boolean wants(int number, int unit) {
                SharedEntry entry = others ? inPlace.get(number) : null;
                boolean sameRanks = source.ranks() == parts.comm().size();
                return entry == null || !OwnArrays.has(entry, saved.get(number), sameRanks);
            }

            @Override
            public void unit(int number, int unit, ByteBuffer content) {
                if (content != null) {
                    store(saved.get(number), unit, content);
                }
            }
        };
    }

    private void store(SavedObject object, int unit, ByteBuffer content) {
        List<UnitContent> contents = object == null ? List.of() : contentsOf(object);
        if (unit < 0 || unit >= contents.size()) {
            throw new CodecException("unit " + unit + " of an object that does not have it");
        }
        SharedEntry entry = inPlace.get(object.number());
        if (entry != null && entry.hasVolatiles() && unit == entry.units()) {
            parts.woven().enterVolatile(entry.state(unit));
            references.decode(content, contents.get(unit), this::objectOf);
            parts.woven().exitVolatile(entry.state(unit));
            return;
        }
        if (entry != null) {
            parts.woven().bring(unitsOf(entry, object, unit), Right.WRITE);
        }
        references.decode(content, contents.get(unit), this::objectOf);
    }

    /** The units that have the elements of a saved unit; their lengths depend on the number of ranks. */
    static UnitRange unitsOf(SharedEntry entry, SavedObject object, int unit) {
        if (entry.blockLength() == 0 || object.blockLength() == 0) {
            return UnitRange.whole(entry);
        }
        return UnitRange.of(entry, object.firstOf(unit), object.endOf(unit));
    }

    /** Shares the new objects. Service loop only. */
    void publish() {
        List<Object> all = new ArrayList<>(made.values());
        all.forEach(parts.objects()::publish);
        parts.objects().restored(Map.of());
    }
}
