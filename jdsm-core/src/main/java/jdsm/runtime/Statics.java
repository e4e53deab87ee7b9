package jdsm.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Static fields, of which each rank has its own. What they refer to when their class has been initialised may be read
 * by all, but from the time when ranks compute, it must not change, unless the field is marked {@link jdsm.Local}: then
 * each rank has its own on purpose. What was shared by then, because a field of the program leads to it, is as any
 * shared object. Thread-safe.
 */
public final class Statics {
    private enum Phase {
        /** Classes are initialised, and who knows whether there will be other ranks. */
        BEFORE,
        /** There are no other ranks. */
        OWN,
        /** Ranks compute. */
        FIXED
    }

    /** What a static field refers to. */
    record Field(Object value, String name) {}

    private static final List<Field> EARLY = new ArrayList<>();
    /** By class, which one thread initialises. */
    private static final Map<String, List<Field>> LATE = new ConcurrentHashMap<>();
    /** Names of classes that have been initialised: until then, who writes their fields does that for them. */
    private static final Set<String> INITIALIZED = ConcurrentHashMap.newKeySet();

    private static volatile Phase phase = Phase.BEFORE;

    private Statics() {}

    /**
     * At the end of a class initialiser.
     *
     * @param value what a static field that is not marked refers to, or null
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
            String className = name.substring(0, name.lastIndexOf('.'));
            LATE.computeIfAbsent(className, none -> new ArrayList<>()).add(new Field(value, name));
        }
    }

    /** Behind the initialiser of a class, by its name, with dots. */
    public static void initialized(String className) {
        List<Field> late = LATE.remove(className);
        if (late != null) {
            Constant.fix(late);
        }
        INITIALIZED.add(className);
    }

    /** There is one rank only: it may do as it likes. */
    public static void areOwn() {
        end(Phase.OWN);
    }

    /** From now on what static fields refer to must not change; what is shared is shared by now. */
    public static void begin() {
        Constant.fix(end(Phase.FIXED));
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
     * Before woven code changes a field of an enum.
     *
     * @param className its class
     * @throws UnsupportedOperationException while ranks compute, unless the class is just being initialised
     */
    public static void changing(String className, String field) {
        if (phase == Phase.FIXED && INITIALIZED.contains(className)) {
            String name = className + "." + field;
            throw refused(name, name);
        }
    }

    /**
     * Before woven code changes an object that cannot be shared, such as a collection, an atomic or a lock.
     *
     * @param object anything
     * @throws UnsupportedOperationException if a static field leads to it, while ranks compute
     */
    public static void changing(Object object) {
        Shared known = SharedArrays.ownState(object);
        if (known != null && phase == Phase.FIXED) {
            known.bringWritable(0, 1);
        }
    }

    /**
     * When ranks have computed: finds what was changed without being told of, as by an iterator.
     *
     * @throws UnsupportedOperationException if anything was
     */
    public static void requireUnchanged() {
        if (phase == Phase.FIXED) {
            SharedArrays.OWN_STATE.forEach(shared -> ((Constant) shared).requireUnchanged());
        }
    }

    /** @param path what is to be changed, reached from the field */
    static UnsupportedOperationException refused(String path, String field) {
        return Refusal.of(path + " cannot be changed while ranks compute, for each rank has its own; "
                + Remedies.ofStatic(field));
    }
}
