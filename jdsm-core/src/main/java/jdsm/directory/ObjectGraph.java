package jdsm.directory;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import jdsm.Consistency;
import jdsm.Protocol;
import jdsm.UsageException;
import jdsm.VolatileElements;
import jdsm.codec.CannotTravelException;
import jdsm.codec.ElementKind;
import jdsm.codec.References;
import jdsm.codec.ValueCodec;
import jdsm.runtime.Remedies;
import jdsm.runtime.Woven;

/**
 * Finds the objects that a woven program shares: all objects that its shared fields reach, in an order that is the same
 * on all ranks.
 */
public final class ObjectGraph {
    /** The largest array in a field, in bytes, that is one unit; a larger one is divided into small blocks. */
    private static final int WHOLE_BYTES = 64 << 10;

    private static final int SMALL_BLOCK_BYTES = 4 << 10;

    /** The largest array in an array, in bytes, that is one unit: programs mostly use rows as a whole. */
    private static final int ROW_BYTES = 1 << 20;

    private static final int LARGE_BLOCK_BYTES = 64 << 10;

    private final Directory directory;
    private final References references;
    private final BiConsumer<SharedEntry, Supplier<String>> paths;
    private final Deque<Found> open = new ArrayDeque<>();

    /**
     * An object and the path to it: the previous object, and the field or the index in the array that leads from there.
     */
    private record Found(Object object, Found from, Field field, int index) {
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
            return from.object.getClass().isArray() ? from.ofArrays() : Optional.empty();
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
                return object.getClass().getSimpleName();
            }
            return field != null ? from.path() + "." + field.getName() : from.path() + "[" + index + "]";
        }
    }

    /** Makes a search that adds objects to {@code directory}. */
    public ObjectGraph(Directory directory, References references) {
        this(directory, references, (entry, path) -> {});
    }

    /**
     * Makes a search that reports paths.
     *
     * @param paths called with each entry and a supplier of the path to its object
     */
    public ObjectGraph(Directory directory, References references, BiConsumer<SharedEntry, Supplier<String>> paths) {
        this.directory = directory;
        this.references = references;
        this.paths = paths;
    }

    /**
     * Adds a program and all objects that it reaches to the directory.
     *
     * @throws UsageException if an object can be neither shared nor copied
     */
    public void add(Object program) {
        open.add(new Found(program, null, null, 0));
        while (!open.isEmpty()) {
            Found next = open.remove();
            if (directory.find(next.object) == null) {
                add(next);
                paths.accept(directory.find(next.object), next::path);
            }
        }
    }

    private void add(Found found) {
        Object object = found.object;
        if (object.getClass().isArray()) {
            boolean row = found.field == null;
            directory.add(object, blockLength(object, row), references, found.protocol());
            if (object instanceof Object[] array) {
                for (int i = 0; i < array.length; i++) {
                    visit(array[i], new Found(array[i], found, null, i));
                }
            }
        } else if (object instanceof Woven) {
            directory.add(object, 0, references, found.protocol());
            for (Field field : directory.layoutOf(object.getClass()).references()) {
                Object value;
                try {
                    value = field.get(object);
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException("field " + field, e);
                }
                visit(value, new Found(value, found, field, 0));
            }
        } else if (object.getClass() == Object.class) { // a plain Object has no fields, but a monitor and an identity
            directory.add(object, 0, references, Optional.empty());
        } else {
            throw new UsageException(
                    found.path() + " refers to a " + object.getClass().getName() + ", which cannot be shared: "
                            + Remedies.ofObject(object, found.fieldOnTheWay()));
        }
    }

    private void visit(Object value, Found found) {
        if (value == null) {
            return;
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

    /**
     * The default number of elements in a unit of an array; 0 for one unit, and for an object that is no array.
     *
     * @param row whether the array is an element of an array
     */
    public static int blockLength(Object array, boolean row) {
        Class<?> type = array.getClass();
        return type.isArray() ? blockLength(type, Array.getLength(array), row) : 0;
    }

    /** As {@link #blockLength(Object, boolean)}, for an array of a class and length. */
    public static int blockLength(Class<?> type, int length, boolean row) {
        ElementKind kind = ElementKind.of(type);
        int width = kind == null ? Integer.BYTES : kind.widthBytes();
        long bytes = (long) length * width;
        if (row) {
            return bytes <= ROW_BYTES ? 0 : LARGE_BLOCK_BYTES / width;
        }
        return bytes <= WHOLE_BYTES ? 0 : SMALL_BLOCK_BYTES / width;
    }
}
