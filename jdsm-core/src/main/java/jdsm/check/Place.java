package jdsm.check;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A site of the program, with the number that a rank gives to it and the number of the field in its object. The fields
 * of a class follow those of its superclass, in the order of their names, so that all ranks agree on the numbers.
 * Thread-safe.
 */
public final class Place {
    private static final ClassValue<List<Field>> FIELDS = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            return fieldsOf(type);
        }
    };

    /** The base class of programs: its fields belong to the runtime. */
    private static final String PROGRAM = "jdsm.SPMD";

    private final int number;
    private final Site site;
    private final String fieldName;
    /**
     * The number of the field, found with the first object: the instruction may name a subclass of the declaring class.
     */
    private volatile int field = -1;

    /**
     * Makes the place of an instruction of the program.
     *
     * @param number a number that no other place of this rank has
     * @param type the class, with dots
     * @param method the method that contains the instruction
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

    /** The number of the field in an object. An object has the same numbering on all ranks. */
    public int fieldIn(Object object) {
        int known = field;
        if (known < 0) {
            known = find(object.getClass());
            field = known;
        }
        return known;
    }

    /**
     * Looks from the class that the instruction names upwards, because subclasses may have other fields of that name.
     */
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

    /** The number of fields of an object. */
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

    /** The instruction in the notation of a stack trace. */
    @Override
    public String toString() {
        return site.toString();
    }
}
