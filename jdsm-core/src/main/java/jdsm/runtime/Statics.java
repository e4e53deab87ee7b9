package jdsm.runtime;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Keeps the objects that have the shared static fields, one for each class with such fields ({@link Woven#HOLDER}). And
 * guards the other static fields, of which each rank has its own. All ranks may read the objects that such a field leads
 * to when its class has been initialised. While ranks compute, a program must not change these objects; a field marked
 * {@link jdsm.Local} is exempt, because each rank has its own value on purpose. An object that a field of the program
 * leads to as well is shared, and behaves as any shared object. Thread-safe.
 */
public final class Statics {
    private enum Phase {
        /** Classes are being initialised; it is not known yet whether the job has other ranks. */
        BEFORE,
        /** The job has one rank. */
        OWN,
        /** Ranks compute, and constants must not change. */
        FIXED
    }

    /** The value of a static field, and the field's name as {@code package.Class.field}. */
    record Field(Object value, String name) {
        String className() {
            return name.substring(0, name.lastIndexOf('.'));
        }
    }

    private static final List<Field> EARLY = new ArrayList<>();
    /** Fields of classes that are initialised while ranks compute, by class. One thread initialises a class. */
    private static final Map<String, List<Field>> LATE = new ConcurrentHashMap<>();
    /** The names of initialised classes. A write before that moment belongs to the class's initialiser. */
    private static final Set<String> INITIALIZED = ConcurrentHashMap.newKeySet();

    /** The holders by the names of the classes that they belong to. Guarded by {@link #EARLY}. */
    private static final SortedMap<String, Object> HOLDERS = new TreeMap<>();

    /** The classes that all ranks initialise before their workers start. */
    private static final Set<String> INITIALIZED_EARLY = new HashSet<>();

    private static volatile Phase phase = Phase.BEFORE;

    private Statics() {}

    /**
     * Receives the object that has the shared static fields of a class, when the first access to one of them makes it.
     *
     * @param className the class's name, with dots
     * @throws UnsupportedOperationException while ranks compute: the object would be this rank's own
     */
    public static void holder(Object holder, String className) {
        synchronized (EARLY) {
            HOLDERS.put(className, holder);
        }
        if (phase == Phase.FIXED) {
            throw Refusal.of("class " + className + " is used for the first time while ranks compute, too late to share"
                    + " its static fields; name the class in initialize(), for instance by Class.forName(\"" + className
                    + "\")");
        }
    }

    /**
     * Initialises the classes with shared static fields that a program reaches. A class whose initialiser fails stays
     * unusable; the JVM says so when the program uses the class.
     *
     * @param program the SPMD class
     */
    public static void initialize(Class<?> program) {
        Holders reached = program.getAnnotation(Holders.class);
        for (String name : reached == null ? new String[0] : reached.value()) {
            INITIALIZED_EARLY.add(name);
            initialize(name, program.getClassLoader());
            initialize(name + Woven.HOLDER, program.getClassLoader());
        }
        // A check before a loop may have made the holder of a class that is not initialised yet.
        Set<String> owners = new HashSet<>();
        while (owners.addAll(holderOwners())) {
            owners.forEach(name -> initialize(name, program.getClassLoader()));
        }
    }

    private static void initialize(String name, ClassLoader loader) {
        try {
            Class.forName(name, true, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            // Not all classes have holders; and a class that fails may never be used.
        }
    }

    private static List<String> holderOwners() {
        synchronized (EARLY) {
            return List.copyOf(HOLDERS.keySet());
        }
    }

    /**
     * Shares the objects with the shared static fields. Then those that final static fields of the program's classes
     * refer to, as far as these can be shared with all that they reach; the others remain each rank's own. All ranks do
     * so in the same order.
     *
     * @param sharing shares an object of a given name with all that it reaches
     * @param trying does the same if that is possible, and else has no effect: a change of the object is refused then
     */
    public static void share(BiConsumer<Object, String> sharing, BiConsumer<Object, String> trying) {
        SortedMap<String, Object> finals = new TreeMap<>();
        synchronized (EARLY) {
            HOLDERS.forEach(
                    (className, holder) -> sharing.accept(holder, className.substring(className.lastIndexOf('.') + 1)));
            for (Field field : EARLY) {
                if (INITIALIZED_EARLY.contains(field.className()) && mayBeShared(field.value())) {
                    finals.put(field.name(), field.value());
                }
            }
        }
        finals.forEach((name, value) -> trying.accept(value, name));
    }

    /** Returns the objects with the shared static fields, in the order of the names of the classes. */
    public static List<Object> holders() {
        synchronized (EARLY) {
            return List.copyOf(HOLDERS.values());
        }
    }

    private static boolean mayBeShared(Object value) {
        return value instanceof Woven || Sharing.hasEntry(value);
    }

    /**
     * Begins the initialisation of a class whose initialiser may do more than set the class's own fields.
     *
     * @param className the class's name, with dots
     */
    public static void initializing(String className) {
        LateInitializers.begin(className);
    }

    /**
     * To be called before an initialiser writes a shared static field of another class.
     *
     * @param field the field, as {@code package.Class.field}
     * @throws UnsupportedOperationException while ranks compute, if another rank's initialiser of the class has changed shared
     *     objects
     */
    public static void initializerChanges(String field) {
        LateInitializers.changes(() -> field);
    }

    /**
     * Records the value of a static field at the end of its class's initialiser.
     *
     * @param value the value of a static field that is not marked, or null
     * @param name the field, as {@code package.Class.field}
     */
    public static void initialized(Object value, String name) {
        if (value == null || phase == Phase.OWN) {
            return;
        }
        synchronized (EARLY) {
            if (phase == Phase.BEFORE) {
                EARLY.add(new Field(value, name));
                return;
            }
        }
        if (phase == Phase.FIXED) {
            Field field = new Field(value, name);
            LATE.computeIfAbsent(field.className(), none -> new ArrayList<>()).add(field);
        }
    }

    /**
     * Completes the initialisation of a class: fixes the values that its static fields have.
     *
     * @param className the class's name, with dots
     */
    public static void initialized(String className) {
        List<Field> late = LATE.remove(className);
        if (late != null) {
            Constant.fix(late);
        }
        LateInitializers.end(className);
        INITIALIZED.add(className);
    }

    /** Lifts the guard: with one rank, all changes are allowed. */
    public static void areOwn() {
        LateInitializers.end();
        end(Phase.OWN);
    }

    /**
     * Fixes all objects that static fields lead to and that are not shared. Called after the shared objects of the
     * program have their handles.
     *
     * @param rank what initialisers need of the rank from now on
     */
    public static void begin(LateInitializers.Rank rank) {
        Constant.fix(end(Phase.FIXED));
        LateInitializers.compute(rank);
    }

    private static List<Field> end(Phase next) {
        synchronized (EARLY) {
            List<Field> all = List.copyOf(EARLY);
            EARLY.clear();
            phase = next;
            return all;
        }
    }

    /**
     * Refuses a change of an enum's field while ranks compute, before woven code makes the change.
     *
     * @param className the class that declares the field
     * @param field the field's name
     * @throws UnsupportedOperationException while ranks compute, unless the class is being initialised
     */
    public static void changing(String className, String field) {
        if (phase == Phase.FIXED && INITIALIZED.contains(className)) {
            String name = className + "." + field;
            throw refused(name, name);
        }
    }

    /**
     * Refuses a change of an unshareable object that a static field leads to, before woven code makes the change.
     * Examples are collections, atomics and locks.
     *
     * @param object any object or null
     * @throws UnsupportedOperationException if a static field leads to the object, while ranks compute
     */
    public static void changing(Object object) {
        Shared known = SharedArrays.ownState(object);
        if (known != null && phase == Phase.FIXED) {
            known.bringWritable(0, 1);
        }
    }

    /** As {@link #changing(Object)}, for a constant that has been found. */
    static void changing(Constant known) {
        if (phase == Phase.FIXED) {
            known.bringWritable(0, 1);
        }
    }

    /**
     * Finds constants that were changed without a call of {@link #changing}, such as through an iterator. Called after
     * the ranks have computed.
     *
     * @throws UnsupportedOperationException if an object has changed
     */
    public static void requireUnchanged() {
        if (phase == Phase.FIXED) {
            SharedArrays.OWN_STATE.forEach(shared -> ((Constant) shared).requireUnchanged());
        }
    }

    /**
     * The refusal of a change.
     *
     * @param path the path from the static field to the changed object
     * @param field the static field
     */
    static UnsupportedOperationException refused(String path, String field) {
        return Refusal.of(path + " cannot be changed while ranks compute, for each rank has its own; "
                + Remedies.ofStatic(field));
    }
}
