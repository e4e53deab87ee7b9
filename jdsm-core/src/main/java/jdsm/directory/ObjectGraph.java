package jdsm.directory;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import jdsm.Consistency;
import jdsm.FromRank;
import jdsm.Protocol;
import jdsm.UsageException;
import jdsm.VolatileElements;
import jdsm.codec.CannotTravelException;
import jdsm.codec.References;
import jdsm.codec.ThrowableState;
import jdsm.codec.ValueCodec;
import jdsm.runtime.Remedies;
import jdsm.runtime.Woven;

/**
 * Finds the objects that a woven program shares: all objects that its shared fields reach, in an order that is the same
 * on all ranks.
 */
public final class ObjectGraph {
    private final Directory directory;
    private final References references;
    private final int ranks;
    private final boolean oneMemory;
    private final BiConsumer<SharedEntry, Supplier<String>> paths;
    private final Deque<Found> open = new ArrayDeque<>();
    /** The optionals that were found: each gets a number once its content has one. */
    private final List<Optional<?>> optionals = new ArrayList<>();
    /** The objects whose content all ranks take from one rank. */
    private final Set<Object> oneRanks = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * An object and the path to it: the previous object, and the field or the index in the array that leads from there;
     * or for the first object its name.
     *
     * @param part see {@link Parts}
     */
    private record Found(Object object, Found from, Field field, int index, String name, int part) {
        /** The first object. */
        private Found(Object object, String name) {
            this(object, null, null, 0, name, Parts.UNDIVIDED);
        }

        /** An object in the place of this one. */
        private Found with(Object other) {
            return new Found(other, from, field, index, name, part);
        }

        /** What a field of this object refers to. */
        private Found in(Field its, Object value) {
            return new Found(value, this, its, 0, null, part);
        }

        /** What an element of this array refers to. */
        private Found at(int place, Object value, int ranks) {
            return new Found(value, this, null, place, null, Parts.ofElement((Object[]) object, place, part, ranks));
        }

        /** Whether the object is an array in an array. */
        boolean isRow() {
            return field == null && from != null;
        }

        /** The array in whose elements, or in whose elements' fields, the object was found; else null. */
        private Found array() {
            if (from == null || from.object.getClass().isArray()) {
                return from;
            }
            return from.from != null && from.from.object.getClass().isArray() ? from.from : null;
        }

        /**
         * The protocol that the object's class declares, or for an array the field that leads to the array.
         * Elements that are volatile have one in which a write invalidates the copies, as volatile fields do.
         */
        Optional<Protocol> protocol() {
            if (!object.getClass().isArray()) {
                return protocolOf(object.getClass());
            } else if (field != null && hasVolatileElements(field)) {
                return Optional.of(Protocol.WRITE_INVALIDATE); // so that reads of elements share copies
            }
            return ofArrays();
        }

        /** The protocol that the field which leads to this array declares for it and the arrays in it. */
        private Optional<Protocol> ofArrays() {
            if (field != null) {
                return Optional.ofNullable(field.getAnnotation(Consistency.class))
                        .map(mark -> valid(mark, field));
            }
            return from != null && from.object.getClass().isArray() ? from.ofArrays() : Optional.empty();
        }

        private static boolean hasVolatileElements(Field field) {
            return field.isAnnotationPresent(VolatileElements.class) && !field.isAnnotationPresent(Consistency.class);
        }

        /** The last field on the path to the object. */
        Field fieldOnTheWay() {
            return field != null || from == null ? field : from.fieldOnTheWay();
        }

        String path() {
            if (from == null) {
                return name;
            }
            return field != null ? from.path() + "." + field.getName() : from.path() + "[" + index + "]";
        }
    }

    /**
     * Makes a search that adds objects to {@code directory}.
     *
     * @param ranks the number of ranks of the job
     * @param oneMemory whether all ranks exchange content by shared memory
     * @param paths called with each entry and a supplier of the path to its object
     */
    public ObjectGraph(
            Directory directory,
            References references,
            int ranks,
            boolean oneMemory,
            BiConsumer<SharedEntry, Supplier<String>> paths) {
        this.directory = directory;
        this.references = references;
        this.ranks = ranks;
        this.oneMemory = oneMemory;
        this.paths = paths;
    }

    /**
     * Adds an object, such as the program, and all objects that it reaches to the directory.
     *
     * @param name the object's name in messages
     * @throws UsageException if an object can be neither shared nor copied; then none is added
     */
    public void add(Object first, String name) {
        List<Found> all = reached(new Found(first, name));
        int to;
        for (int from = 0; from < all.size(); from = to) {
            Alike kind = directory.kindOf(all.get(from).object);
            to = from + 1;
            while (to < all.size() && areAlike(all.get(from), kind, all.get(to))) {
                to++;
            }
            add(all.subList(from, to), kind.bytes());
        }
        optionals.forEach(references::numberOf);
        optionals.clear();
    }

    /**
     * Adds objects that are alike, as units of several where they are many.
     *
     * @param bytes the length of an object's content
     */
    private void add(List<Found> alike, int bytes) {
        int together = alike.size() == 1 ? 1 : together(alike, bytes);
        for (int from = 0; from < alike.size(); from += together) {
            List<Found> unit = alike.subList(from, Math.min(from + together, alike.size()));
            Found found = unit.get(0);
            if (unit.size() == 1) {
                directory.add(found.object, blockLength(found), references, found.protocol());
            } else {
                directory.addTogether(unit.stream().map(Found::object).toList(), references, found.protocol());
            }
            for (Found one : unit) {
                SharedEntry entry = directory.find(one.object);
                entry.part(found.part);
                paths.accept(entry, one::path);
            }
        }
    }

    private int together(List<Found> alike, int bytes) {
        boolean inOnePart = alike.get(0).array().part() != Parts.UNDIVIDED;
        return inOnePart && ranks > 1
                ? BlockLengths.ofObjectsOfPart(alike.size(), bytes, ranks)
                : BlockLengths.ofObjects(alike.size(), bytes, ranks);
    }

    /**
     * Whether two objects may share a unit: small objects of one kind that the search found in the elements of one
     * array, or in those elements' fields.
     *
     * @param kind the kind of the first
     */
    private boolean areAlike(Found one, Alike kind, Found other) {
        return kind.bytes() > 0
                && one.object.getClass() == other.object.getClass()
                && one.array() != null
                && one.array() == other.array()
                && kind.equals(directory.kindOf(other.object))
                && !oneRanks.contains(one.object)
                && !oneRanks.contains(other.object);
    }

    private int blockLength(Found found) {
        if (!found.object.getClass().isArray()) {
            return 0;
        }
        return found.isRow()
                ? BlockLengths.ofElement(found.object, Array.getLength(found.from.object), ranks, oneMemory)
                : BlockLengths.ofField(found.object, ranks, oneMemory);
    }

    /** The objects that one reaches and that are not in the directory yet, itself included, breadth first. */
    private List<Found> reached(Found first) {
        List<Found> all = new ArrayList<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        open.add(first);
        while (!open.isEmpty()) {
            Found next = open.remove();
            if (directory.find(next.object) == null && seen.add(next.object)) {
                enter(next);
                all.add(next);
            }
        }
        return all;
    }

    private void enter(Found found) {
        Object object = found.object;
        if (object.getClass().isArray()) {
            if (object instanceof Object[] array) {
                for (int i = 0; i < array.length; i++) {
                    visit(array[i], found.at(i, array[i], ranks));
                }
            }
        } else if (object instanceof Woven) {
            for (Field field : directory.layoutOf(object.getClass()).references()) {
                Object value = ObjectContents.valueOf(field, object);
                if (field.isAnnotationPresent(FromRank.class)) {
                    addOneRanks(value);
                }
                visit(value, found.in(field, value));
            }
            enterThrown(found);
        } else if (object instanceof Throwable && ThrowableState.isKnown(object.getClass())) {
            enterThrown(found);
        } else if (object.getClass() != Object.class) { // a plain Object has no fields, but a monitor and an identity
            throw new UsageException(found.path() + " refers to a " + Remedies.classOf(object)
                    + ", which cannot be shared: " + Remedies.ofObject(object, found.fieldOnTheWay()));
        }
    }

    /** What an exception refers to in its part that is the JDK's, which has no content of a unit. */
    private void enterThrown(Found found) {
        if (found.object instanceof Throwable thrown) {
            if (oneRanks.contains(thrown)) {
                throw new UsageException(
                        found.path() + " is an exception, and the field is marked @FromRank: its message and"
                                + " frames are each rank's own then; let one worker make the exception in start()");
            }
            ThrowableState.others(thrown).forEach(each -> visit(each, found.with(each)));
        }
    }

    /** Keeps the objects of a field that all ranks take from one rank, directly or in arrays, in units of their own. */
    private void addOneRanks(Object value) {
        if (value instanceof Optional<?> optional) {
            addOneRanks(optional.orElse(null));
        } else if (value instanceof Object[] array) {
            for (Object element : array) {
                addOneRanks(element);
            }
        } else {
            oneRanks.add(value);
        }
    }

    private void visit(Object value, Found found) {
        if (value == null) {
            return;
        } else if (value instanceof Optional<?> optional) {
            optionals.add(optional);
            visit(optional.orElse(null), found.with(optional.orElse(null)));
        } else if (ValueCodec.isValue(value)) {
            try {
                references.numberOf(value);
            } catch (CannotTravelException e) {
                throw new UsageException(
                        found.path() + ": " + e.getMessage() + ": " + Remedies.ofObject(value, found.fieldOnTheWay()));
            }
        } else {
            open.add(found);
        }
    }

    /** The protocol that a class declares for its objects; empty for the job's. */
    public static Optional<Protocol> protocolOf(Class<?> type) {
        return Optional.ofNullable(type.getAnnotation(Consistency.class)).map(mark -> valid(mark, type));
    }

    private static Protocol valid(Consistency mark, AnnotatedElement where) {
        if (mark.value() == Protocol.STRICT) {
            throw new UsageException(where
                    + " is marked @Consistency(STRICT), but strict needs accesses by get and set of pool.of(...):"
                    + " mark it with another protocol");
        }
        return mark.value();
    }

    /** The number of elements in a unit of an object that a worker made; 0 for one unit, and for an object that is no array. */
    public static int blockLength(Object made) {
        Class<?> type = made.getClass();
        return type.isArray() ? blockLength(type, Array.getLength(made)) : 0;
    }

    /** As {@link #blockLength(Object)}, for an array of a class and length. */
    public static int blockLength(Class<?> type, int length) {
        return BlockLengths.ofRow(type, length);
    }
}
