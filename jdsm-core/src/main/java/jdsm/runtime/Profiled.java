package jdsm.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts the accesses of a program to the fields of its objects, under {@code jdsm profile}. Each thread has counters of
 * its own, so that threads do not contend; a counter's index, its slot, is the same for all threads. Woven code finds the
 * slot of a field by {@code invokedynamic}, whose bootstrap method is {@link #site}. The counts neither synchronise nor
 * touch shared objects. Thread-safe; never blocks for another rank.
 *
 * <p>Where woven code samples, it counts in some {@link Segments} of its run only, and each access there stands for
 * {@link Segments#INTERVAL} accesses. The first segment of each method is counted too, and stands for itself alone.
 */
public final class Profiled {
    /** The turns of loops after which a segment of a sample ends. */
    public static final int TURNS = 64;

    /**
     * The number of slots: two for each field, one for each class whose objects are locked, three for each place where
     * objects are made.
     */
    static final int SLOTS = 1 << 15;

    /** The slot of everything that has no slot of its own, because there are too many fields. */
    static final int OVERFLOW = 0;

    /** The slots of all places where objects are made that have no slots of their own. */
    static final int OTHER_PLACES = OVERFLOW + 1;

    private static final Map<Key, Integer> KNOWN = new LinkedHashMap<>();
    /** The counters of live threads. */
    private static final Map<Thread, Counters> COUNTERS = new LinkedHashMap<>();
    /** The sums of ended threads. */
    private static final long[] ENDED = new long[SLOTS];

    private static final ThreadLocal<Counters> OWN = ThreadLocal.withInitial(Profiled::begin);

    private static final ClassValue<Integer> MONITORS = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            return slot(new Key(type.getName(), "", ""), type.getClassLoader(), false);
        }
    };

    private static final MethodHandle COUNT;
    private static final MethodHandle ADD;

    private static int used = OTHER_PLACES + Allocations.SLOTS;

    static {
        try {
            COUNT = MethodHandles.lookup()
                    .findStatic(Profiled.class, "count", MethodType.methodType(void.class, int.class));
            ADD = MethodHandles.lookup()
                    .findStatic(Profiled.class, "add", MethodType.methodType(void.class, long[].class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * The counters of a thread, by slot. Only this thread changes them.
     *
     * @param exact of accesses that are counted one by one
     * @param sampled of accesses that stand for {@link Segments#INTERVAL} each; null if that is 1
     */
    private record Counters(long[] exact, long[] sampled) {
        void addTo(long[] sum, int slots) {
            for (int i = 0; i < slots; i++) {
                sum[i] += exact[i] + (sampled == null ? 0 : sampled[i] * Segments.INTERVAL);
            }
        }
    }

    /** A field; a class whose objects are locked, if the name of the field is empty. */
    private record Key(String owner, String field, String descriptor) {}

    /** What is known of a key. Guarded by the class. */
    private static final class Facts {
        private final Set<ClassLoader> loaders = new HashSet<>();
        private boolean isVolatile;
    }

    private static final Map<Key, Facts> FACTS = new LinkedHashMap<>();

    /**
     * The accesses that this rank has made to a field, or the entries of monitors of objects of a class.
     *
     * @param owner the class that declares the field, or the class of the objects, with dots
     * @param field the field; empty for monitors
     * @param descriptor the field's type as in class files; empty for monitors
     * @param loaders the class loaders whose classes made the accesses; null stands for the JVM's own
     * @param reads the number of reads, or of entries
     * @param writes the number of writes; 0 for monitors
     */
    public record Count(
            String owner,
            String field,
            String descriptor,
            boolean isVolatile,
            Set<ClassLoader> loaders,
            long reads,
            long writes) {}

    private Profiled() {}

    /**
     * Bootstrap method: finds the slot of a field.
     *
     * @param name {@code reads} or {@code writes}
     * @param type {@code ()I} for code that takes the slot and counts in {@link #counters}; {@code ([J)V} for code that
     *     passes the counters of its segment; {@code ()V} for code that lets this class count
     * @param owner the class that declares the field, with dots
     * @param field the field's name
     * @param descriptor the field's type as in class files
     * @param isVolatile 1 if the field is volatile, else 0
     */
    public static CallSite site(
            MethodHandles.Lookup caller,
            String name,
            MethodType type,
            String owner,
            String field,
            String descriptor,
            int isVolatile) {
        int slot = slot(new Key(owner, field, descriptor), caller.lookupClass().getClassLoader(), isVolatile != 0)
                + (name.equals("writes") ? 1 : 0);
        MethodHandle target = type.returnType() == int.class
                ? MethodHandles.constant(int.class, slot)
                : type.parameterCount() == 1
                        ? MethodHandles.insertArguments(ADD, 1, slot)
                        : MethodHandles.insertArguments(COUNT, 0, slot);
        return new ConstantCallSite(target);
    }

    /**
     * Bootstrap method: gives a method that samples the counters for the segment that begins with its call, or null if
     * the segment is not counted.
     *
     * @param type {@code ()[J}
     */
    public static CallSite segment(MethodHandles.Lookup caller, String name, MethodType type) {
        return new Segments.Site(type);
    }

    /** The counters for the segment that begins in a loop; null if it is not counted. */
    public static long[] segment() {
        return Segments.next();
    }

    private static synchronized int slot(Key key, ClassLoader loader, boolean isVolatile) {
        Facts facts = FACTS.computeIfAbsent(key, any -> new Facts());
        facts.loaders.add(loader);
        facts.isVolatile |= isVolatile;
        Integer known = KNOWN.get(key);
        if (known != null) {
            return known;
        }
        int slot = slots(key.field().isEmpty() ? 1 : 2);
        if (slot != OVERFLOW) {
            KNOWN.put(key, slot);
        }
        return slot;
    }

    /** The first of some new slots, or {@link #OVERFLOW}. */
    static synchronized int slots(int number) {
        if (used + number > SLOTS) {
            return OVERFLOW;
        }
        int slot = used;
        used += number;
        return slot;
    }

    /** The counters of the calling thread, by slot. Only this thread may change them. */
    public static long[] counters() {
        return OWN.get().exact();
    }

    /** The counters of the calling thread whose counts stand for several accesses. */
    static long[] sampled() {
        Counters own = OWN.get();
        return own.sampled() == null ? own.exact() : own.sampled();
    }

    static void count(int slot) {
        counters()[slot]++;
    }

    static void add(long[] counters, int slot) {
        counters[slot]++;
    }

    /** Counts the entry of a monitor, if the object is one that can be shared. */
    public static void enters(Object object) {
        if (object instanceof Woven && !Woven.isTwin(object.getClass().getName())) {
            counters()[MONITORS.get(object.getClass())]++;
        }
    }

    /** Makes the counters of a new thread, and keeps only the sum of the counters of threads that have ended. */
    private static synchronized Counters begin() {
        COUNTERS.entrySet().removeIf(entry -> {
            boolean ended = entry.getKey().getState() == Thread.State.TERMINATED;
            if (ended) {
                entry.getValue().addTo(ENDED, used);
            }
            return ended;
        });
        Counters counters = new Counters(new long[SLOTS], Segments.INTERVAL == 1 ? null : new long[SLOTS]);
        COUNTERS.put(Thread.currentThread(), counters);
        return counters;
    }

    /** The sums of all threads' counters, by slot. */
    static synchronized long[] sums() {
        long[] sum = ENDED.clone();
        COUNTERS.values().forEach(counters -> counters.addTo(sum, used));
        return sum;
    }

    /** One access that is counted in a sample stands for so many; 1 if woven code counts every access. */
    public static int interval() {
        return Segments.INTERVAL;
    }

    /**
     * The counts of all threads, sorted by name. Without samples exact for threads that have ended or that the caller has waited for.
     *
     * @throws IllegalStateException if the program accesses more fields than there are slots
     */
    public static synchronized List<Count> counts() {
        long[] sum = sums();
        if (KNOWN.size() < FACTS.size()) {
            throw new IllegalStateException("the program accesses more than " + SLOTS / 2
                    + " fields, too many for a profile; weave fewer classes (--include, --exclude)");
        }
        List<Count> counts = new ArrayList<>();
        KNOWN.forEach((key, slot) -> {
            Facts facts = FACTS.get(key);
            counts.add(new Count(
                    key.owner(),
                    key.field(),
                    key.descriptor(),
                    facts.isVolatile,
                    Collections.unmodifiableSet(new HashSet<>(facts.loaders)),
                    sum[slot],
                    key.field().isEmpty() ? 0 : sum[slot + 1]));
        });
        counts.sort(
                Comparator.comparing(Count::owner).thenComparing(Count::field).thenComparing(Count::descriptor));
        return counts;
    }
}
