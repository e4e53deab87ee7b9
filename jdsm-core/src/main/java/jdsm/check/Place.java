package jdsm.check;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A site as a rank numbers it; for a field, with its number in the object. Fields of a class have numbers behind those
 * of its superclass, by name, so that all ranks agree. Thread-safe.
 */
public final class Place {
    private static final ClassValue<List<Field>> FIELDS = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            return fieldsOf(type);
        }
    };

    /** Its fields are the runtime's. */
    private static final String PROGRAM = "jdsm.SPMD";

    private final int number;
    private final Site site;
    private final String fieldName;
    /** Found with the first object, for the instruction may name a subclass of the one that declares the field. */
    private volatile int field = -1;

    /**
     * An instruction of the program.
     *
     * @param number no other place of this rank has it
     * @param type the class, with dots
     * @param file the source file, or empty
     * @param line the line, or 0
     * @param field the field as {@code Class.name}; empty for an element of an array
     */
    public Place(int number, String type, String method, String file, int line, String field) {
        this(number, new Site(type, method, file, line, field));
    }

    Place(int number, Site site) {
        this.number = number;
        this.site = site;
        this.fieldName = site.field().substring(site.field().lastIndexOf('.') + 1);
    }

    int number() {
        return number;
    }

    Site site() {
        return site;
    }

    /** The number of the field in an object. */
    public int fieldIn(Object object) {
        int known = field;
        if (known < 0) {
            known = find(object.getClass());
            field = known;
        }
        return known;
    }

    /** From the class that the instruction names upwards: below it there may be other fields of that name. */
    private int find(Class<?> type) {
        String named = site.field().substring(0, site.field().lastIndexOf('.'));
        Class<?> from = type;
        while (from != null && !from.getName().equals(named)) {
            from = from.getSuperclass();
        }
        List<Field> all = FIELDS.get(from == null ? type : from);
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).getName().equals(fieldName)) {
                return i;
            }
        }
        throw new IllegalStateException("no field " + site.field() + " in " + type.getName());
    }

    /** How many fields an object has. */
    public static int fieldsOf(Object object) {
        return FIELDS.get(object.getClass()).size();
    }

    private static List<Field> fieldsOf(Class<?> type) {
        if (type == null || type.getClassLoader() == null || type.getName().equals(PROGRAM)) {
            return List.of();
        }
        List<Field> all = new ArrayList<>(FIELDS.get(type.getSuperclass()));
        Arrays.stream(type.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .sorted((one, other) -> one.getName().compareTo(other.getName()))
                .forEach(all::add);
        return List.copyOf(all);
    }

    /** The instruction as a stack trace has it. */
    @Override
    public String toString() {
        return site.toString();
    }
}
