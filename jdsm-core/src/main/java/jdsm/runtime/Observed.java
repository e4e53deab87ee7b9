package jdsm.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import jdsm.check.Place;
import jdsm.check.Recorder;
import jdsm.check.Recorder.Use;
import jdsm.check.SyncKind;
import jdsm.check.Watch;
import jdsm.check.Watched;

/**
 * Where the agent checks a program ({@code jdsm launch --check}): told of each access just before it, and of what orders the workers of
 * one rank. Woven code calls the methods that take a {@link Place} by {@code invokedynamic}: the bootstrap makes the place once.
 * Nothing happens while nobody listens. Thread-safe; may block until the detector has heard.
 */
public final class Observed {
    private static final AtomicInteger PLACES = new AtomicInteger();

    private static final ThreadLocal<Place> CURRENT = new ThreadLocal<>();

    private static volatile Recorder recorder;
    /** Makes an object a shared one. */
    private static volatile Consumer<Object> publisher;

    private Observed() {}

    /**
     * From now on.
     *
     * @param publish makes an object a shared one, and what it leads to
     */
    public static void by(Recorder listener, Consumer<Object> publish) {
        publisher = publish;
        recorder = listener;
    }

    /** Nobody listens any more. */
    public static void end() {
        recorder = null;
    }

    /**
     * Links an instruction.
     *
     * @param name the method of this class, but for the place
     * @param field {@code Class.name}, or empty
     */
    public static CallSite place(
            MethodHandles.Lookup caller,
            String name,
            MethodType type,
            String method,
            String file,
            int line,
            String field)
            throws ReflectiveOperationException {
        Place place = new Place(PLACES.getAndIncrement(), caller.lookupClass().getName(), method, file, line, field);
        MethodHandle target =
                MethodHandles.lookup().findStatic(Observed.class, name, type.insertParameterTypes(0, Place.class));
        return new ConstantCallSite(MethodHandles.insertArguments(target, 0, place));
    }

    // Fields and elements.

    static void readsField(Place place, Object object) {
        field(place, object, false);
    }

    static void writesField(Place place, Object object) {
        field(place, object, true);
    }

    private static void field(Place place, Object object, boolean write) {
        Recorder listener = recorder;
        if (listener == null || !(object instanceof Woven woven)) {
            return;
        }
        Shared shared = woven.$jdsm();
        if (shared instanceof Watched watched) {
            listener.access(watched.watch(), place.fieldIn(object), write, place, true);
        } else if (write && shared instanceof Constant) {
            throw new IllegalStateException("woven code changes a constant unchecked: " + shared + ", at " + place);
        }
    }

    static void readsElement(Place place, Object array, int index) {
        element(place, array, index, false, true);
    }

    static void writesElement(Place place, Object array, int index) {
        element(place, array, index, true, true);
    }

    private static void element(Place place, Object array, int index, boolean write, boolean audited) {
        Recorder listener = recorder;
        if (listener != null && array != null && index >= 0 && index < Array.getLength(array)) {
            Watch watch = watchOf(array);
            if (watch != null) {
                listener.access(watch, index, write, place, audited);
            }
        }
    }

    private static Watch watchOf(Object object) {
        return Checks.ofAny(object) instanceof Watched watched ? watched.watch() : null;
    }

    /**
     * Before a reference is stored. What a shared object comes to refer to is shared at once, as it may be at any time from then on: so
     * nothing is missed that its maker does to it behind its publication.
     *
     * @param target the object or array that is stored to
     */
    public static void publishes(Object target, Object value) {
        if (recorder != null && value != null && watchOf(target) != null && Checks.ofAny(value) == null) {
            if (value instanceof Woven || value.getClass().isArray() || value.getClass() == Object.class) {
                publisher.accept(value);
            }
        }
    }

    // Volatile fields and elements: in the middle of the access.

    static void readsVolatile(Place place, Object object) {
        Watch watch = recorder == null ? null : watchOf(object);
        if (watch != null) {
            recorder.acquired(SyncKind.VOLATILE, SyncKind.id(watch.unit(), place.fieldIn(object)));
        }
    }

    static void writesVolatile(Place place, Object object) {
        Watch watch = recorder == null ? null : watchOf(object);
        if (watch != null) {
            recorder.releasing(SyncKind.VOLATILE, SyncKind.id(watch.unit(), place.fieldIn(object)));
        }
    }

    /** Of an element of an array. */
    public static void readsVolatile(Object array, int index) {
        Watch watch = recorder == null ? null : watchOf(array);
        if (watch != null) {
            recorder.acquired(SyncKind.VOLATILE, SyncKind.id(watch.unit(), index));
        }
    }

    /** As {@link #readsVolatile(Object, int)}. */
    public static void writesVolatile(Object array, int index) {
        Watch watch = recorder == null ? null : watchOf(array);
        if (watch != null) {
            recorder.releasing(SyncKind.VOLATILE, SyncKind.id(watch.unit(), index));
        }
    }

    // What is given to the JDK.

    static void readsRange(Place place, Object array, int from, int to) {
        range(place, array, from, to, Use.READ);
    }

    static void writesRange(Place place, Object array, int from, int to) {
        range(place, array, from, to, Use.WRITE);
    }

    private static void range(Place place, Object array, int from, int to, Use use) {
        Recorder listener = recorder;
        Watch watch = listener == null || array == null ? null : watchOf(array);
        if (watch != null) {
            listener.access(watch, Math.max(from, 0), Math.min(to, Array.getLength(array)), use, place, true);
        }
    }

    /** All elements, or all fields. */
    static void readsAll(Place place, Object object) {
        all(place, object, Use.READ, null);
    }

    static void writesAll(Place place, Object array) {
        all(place, array, Use.WRITE, null);
    }

    /** Arrays in the array, too. */
    static void readsDeep(Place place, Object array) {
        all(place, array, Use.READ, newSet());
    }

    /** It is not known what is done. */
    static void mayWrite(Place place, Object array) {
        all(place, array, Use.MAY_WRITE, newSet());
    }

    private static Set<Object> newSet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /** @param seen arrays of arrays; null where only the outer one matters */
    private static void all(Place place, Object object, Use use, Set<Object> seen) {
        if (recorder == null || object == null) {
            return;
        }
        if (!object.getClass().isArray()) {
            Watch watch = watchOf(object);
            if (watch != null && object instanceof Woven) {
                recorder.access(watch, 0, Place.fieldsOf(object), use, place, false);
            }
            return;
        }
        range(place, object, 0, Array.getLength(object), use);
        if (seen != null && object instanceof Object[] elements && seen.add(object)) {
            for (Object inner : elements) {
                if (inner != null && inner.getClass().isArray()) {
                    all(place, inner, use, seen);
                }
            }
        }
    }

    // What the runtime accesses for the program.

    /** Before a call of the runtime that accesses arrays by itself, now or later. */
    static void at(Place place) {
        if (recorder != null) {
            CURRENT.set(place);
        }
    }

    /** Where this thread has called the runtime last; null while nobody listens. */
    static Place current() {
        return recorder == null ? null : CURRENT.get();
    }

    /** Of an element that the runtime has checked. @param place as {@link #current} has said it */
    static void accessed(Place place, Object array, int index, boolean write) {
        if (place != null) {
            element(place, array, index, write, false);
        }
    }

    /** As {@link #accessed}, of reading elements {@code from} to {@code to - 1}. */
    static void read(Place place, Object array, int from, int to) {
        Recorder listener = recorder;
        if (place != null && listener != null) {
            part(listener, place, array, from, to - from, Use.READ);
        }
    }

    /** Before {@link ArrayCalls#arraycopy}, which checks by itself. */
    static void copies(Place place, Object source, int sourceFrom, Object target, int targetFrom, int length) {
        Recorder listener = recorder;
        if (listener == null || source == null || target == null || length <= 0 || sourceFrom < 0 || targetFrom < 0) {
            return;
        }
        part(listener, place, source, sourceFrom, length, Use.READ);
        part(listener, place, target, targetFrom, length, Use.WRITE);
    }

    private static void part(Recorder listener, Place place, Object array, int from, int length, Use use) {
        Watch watch = array.getClass().isArray() ? watchOf(array) : null;
        if (watch != null) {
            int to = (int) Math.min((long) from + length, Array.getLength(array));
            listener.access(watch, from, to, use, place, false);
        }
    }

    // What orders workers of one rank only.

    /** Before a volatile access; what matters is whether the object is shared. */
    public static void begins(Object object) {
        if (object != null && Checks.ofAny(object) == null) {
            exiting(null);
        }
    }

    /** As {@link #begins(Object)}, of an element. */
    public static void begins(Object array, int index) {
        begins(array);
    }

    /** Behind a volatile access. */
    public static void ended(Shared shared) {
        if (shared == null) {
            entered(null);
        }
    }

    /** As {@link #ended(Shared)}, of an element. */
    public static void ended(Shared shared, int index) {
        ended(shared);
    }

    /** Before the program sends a message. */
    public static void sends() {
        Recorder listener = recorder;
        if (listener != null) {
            listener.releasing(SyncKind.MESSAGE, 0);
        }
    }

    /** Behind the receipt of one: it may come from anybody. */
    public static void received() {
        Recorder listener = recorder;
        if (listener != null) {
            listener.acquired(SyncKind.MESSAGE, 0);
        }
    }

    /** Behind the call that follows the begin of a monitor; null: of what the JDK synchronises by. */
    public static void entered(Object monitor) {
        Recorder listener = recorder;
        if (listener != null && listener.hasSeveralWorkers()) {
            listener.acquired(SyncKind.OWN, listener.own(monitor));
        }
    }

    /** Before a monitor is left. */
    public static void exiting(Object monitor) {
        Recorder listener = recorder;
        if (listener != null && listener.hasSeveralWorkers()) {
            listener.releasing(SyncKind.OWN, listener.own(monitor));
        }
    }
}
