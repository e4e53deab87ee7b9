package jdsm.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the objects that a program makes by the places where it makes them, under {@code jdsm profile}: how many there
 * are, how many become shared, and of how many another rank gets the content. An object has the number of its place in
 * a field that the agent adds ({@link Woven#SITE}), so that memory is needed by place and not by object. After the paper
 * on speculative allocation (TLH), which counts by place the objects that leave their thread.
 *
 * <p>The counts are in three slots of {@link Profiled} from the place's number on. Thread-safe; never blocks for another
 * rank.
 */
public final class Allocations {
    private static final int SHARED = 1;
    private static final int FETCHED = 2;
    static final int SLOTS = 3;

    /** The sizes of an object's header and of a reference on HotSpot with compressed pointers. */
    private static final int HEADER_BYTES = 12;

    private static final int REFERENCE_BYTES = 4;

    private static final Map<Place, Integer> PLACES = new LinkedHashMap<>();

    /** The place of all objects for whose places there are no slots left. */
    private static final Place OTHERS = new Place("", "", 0);

    private static final MethodHandle MADE;

    static {
        try {
            MADE = MethodHandles.lookup()
                    .findStatic(Allocations.class, "made", MethodType.methodType(void.class, int.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        PLACES.put(OTHERS, Profiled.OTHER_PLACES);
    }

    /** @param bytes the size of each object; 0 if it is not known */
    private record Place(String line, String type, long bytes) {}

    /**
     * The objects that this rank has made at a place.
     *
     * @param line the line of the program, as {@code Heat.start(Heat.java:31)}; empty for all places that are too many
     *     to be counted alone
     * @param type the class of the objects, with dots
     * @param made the number of objects
     * @param bytes their size together, without what they refer to
     * @param shared those that became shared
     * @param fetched those whose content went to another rank, at least once
     */
    public record Count(String line, String type, long made, long bytes, long shared, long fetched) {}

    private Allocations() {}

    /**
     * Bootstrap method: counts an object at its place.
     *
     * @param method {@code (Object)V}
     * @param line the line of the program
     * @param type the class of the objects, with dots
     */
    public static CallSite place(
            MethodHandles.Lookup caller, String name, MethodType method, String line, String type) {
        int place = number(line, type, caller.lookupClass().getClassLoader());
        return new ConstantCallSite(
                MethodHandles.insertArguments(MADE, 0, place).asType(method));
    }

    private static synchronized int number(String line, String type, ClassLoader loader) {
        Place place = new Place(line, type, bytes(type, loader));
        Integer known = PLACES.get(place);
        if (known != null) {
            return known;
        }
        int slot = Profiled.slots(SLOTS);
        if (slot == Profiled.OVERFLOW) {
            return PLACES.get(OTHERS);
        }
        PLACES.put(place, slot);
        return slot;
    }

    /** The size of an object with the fields that the program declares. */
    private static long bytes(String type, ClassLoader loader) {
        long bytes = HEADER_BYTES;
        try {
            for (Class<?> at = Class.forName(type, false, loader); at != null; at = at.getSuperclass()) {
                for (Field field : at.getDeclaredFields()) {
                    boolean own = !Modifier.isStatic(field.getModifiers())
                            && !field.getName().startsWith(Woven.FIELD);
                    bytes += own ? bytes(field.getType()) : 0;
                }
            }
        } catch (ClassNotFoundException | LinkageError e) {
            return 0;
        }
        return (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    }

    private static int bytes(Class<?> type) {
        return switch (type.descriptorString()) {
            case "Z", "B" -> Byte.BYTES;
            case "S", "C" -> Short.BYTES;
            case "I", "F" -> Integer.BYTES;
            case "J", "D" -> Long.BYTES;
            default -> REFERENCE_BYTES;
        };
    }

    static void made(int place, Object object) {
        long[] counters = Profiled.counters();
        counters[place]++;
        if (object instanceof Woven woven) {
            woven.$jdsmSite(place);
            if (woven.$jdsm() != null) {
                counters[place + SHARED]++; // its constructor has let others see it
            }
        }
    }

    /** Counts an object that has become shared, and that has the number of its place. */
    static void shared(Woven object) {
        Profiled.counters()[object.$jdsmSite() + SHARED]++;
    }

    /**
     * Counts an object whose content goes to another rank, if it has the number of its place, so that this rank's program
     * has made it. From then on the object has another number, so that it is counted once. To be called by one thread.
     */
    public static void fetched(Woven object) {
        int place = object.$jdsmSite();
        if (place > 0) {
            Profiled.counters()[place + FETCHED]++;
            object.$jdsmSite(-place);
        }
    }

    /** The counts of all threads, of places that have some, in the order in which they were come to. */
    public static synchronized List<Count> counts() {
        long[] sums = Profiled.sums();
        List<Count> counts = new ArrayList<>();
        PLACES.forEach((place, slot) -> {
            long made = sums[slot];
            if (made > 0) {
                counts.add(new Count(
                        place.line(),
                        place.type(),
                        made,
                        Math.multiplyExact(made, place.bytes()),
                        sums[slot + SHARED],
                        sums[slot + FETCHED]));
            }
        });
        return counts;
    }
}
