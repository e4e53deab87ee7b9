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
 * Reports the accesses and the synchronisation of a program to the race detector, under {@code jdsm launch --check}. A
 * report precedes its access. Woven code calls the methods with a {@link Place} by {@code invokedynamic}; the bootstrap
 * method {@link #place} makes each place once. Without a detector the methods do nothing. Thread-safe; a method may
 * block until the detector has taken the report.
 */
public final class Observed {
    private static final AtomicInteger PLACES = new AtomicInteger();

    private static final ThreadLocal<Place> CURRENT = new ThreadLocal<>();

    private static volatile Recorder recorder;
    /** Makes an object shared, and the objects that it leads to. */
    private static volatile Consumer<Object> publisher;

    private Observed() {}

    /**
     * Starts the reports.
     *
     * @param listener receives them
     * @param publish makes an object shared, and the objects that it leads to
     */
    public static void by(Recorder listener, Consumer<Object> publish) {
        publisher = publish;
        recorder = listener;
    }

    static boolean isRecording() {
        return recorder != null;
    }

    /** Ends the reports. */
    public static void end() {
        recorder = null;
    }

    /**
     * Bootstrap method: links an instruction to a method of this class, with the instruction's place as the first
     * argument.
     *
     * @param name the method of this class
     * @param type its parameters without the place
     * @param method the program's method that contains the instruction
     * @param file the source file
     * @param line the line in it
     * @param field the accessed field as {@code Class.name}, or empty
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

    // Accesses to fields and elements.

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
     * Shares an object at the moment at which a shared object comes to refer to it. In a run without the detector the
     * object may become shared at any time after that store; sharing it at once lets the detector see every later
     * access. An exception is excluded, for the program may complete it until it becomes shared.
     *
     * @param target the object or array that is stored to
     * @param value the reference that is stored, or null
     */
    public static void publishes(Object target, Object value) {
        if (recorder != null && value != null && watchOf(target) != null && Checks.ofAny(value) == null) {
            if (!(value instanceof Throwable) && (value instanceof Woven || Sharing.hasEntry(value))) {
                publisher.accept(value);
            }
        }
    }

    // Volatile accesses: called between Volatiles.enter and Volatiles.exit.

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

    /** Reports a volatile read of an element. */
    public static void readsVolatile(Object array, int index) {
        Watch watch = recorder == null ? null : watchOf(array);
        if (watch != null) {
            recorder.acquired(SyncKind.VOLATILE, SyncKind.id(watch.unit(), index));
        }
    }

    /** Reports a volatile write of an element. */
    public static void writesVolatile(Object array, int index) {
        Watch watch = recorder == null ? null : watchOf(array);
        if (watch != null) {
            recorder.releasing(SyncKind.VOLATILE, SyncKind.id(watch.unit(), index));
        }
    }

    // Accesses by the JDK to its arguments.

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

    /** Reports a read of all elements, or of all fields. */
    static void readsAll(Place place, Object object) {
        all(place, object, Use.READ, null);
    }

    static void writesAll(Place place, Object array) {
        all(place, array, Use.WRITE, null);
    }

    /** Reports a read of all elements, also of nested arrays. */
    static void readsDeep(Place place, Object array) {
        all(place, array, Use.READ, newSet());
    }

    /** Reports a call that may write all elements, also of nested arrays. */
    static void mayWrite(Place place, Object array) {
        all(place, array, Use.MAY_WRITE, newSet());
    }

    private static Set<Object> newSet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /** @param seen the arrays visited so far; null to leave out nested arrays */
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

    // Accesses by the runtime on behalf of the program.

    /** Remembers the place of a call of the runtime that accesses arrays itself, during the call or later. */
    static void at(Place place) {
        if (recorder != null) {
            CURRENT.set(place);
        }
    }

    /** The place of this thread's last call of the runtime; null without a detector. */
    static Place current() {
        return recorder == null ? null : CURRENT.get();
    }

    /**
     * Reports the access to an element that the runtime has checked.
     *
     * @param place the value of {@link #current}
     */
    static void accessed(Place place, Object array, int index, boolean write) {
        if (place != null) {
            element(place, array, index, write, false);
        }
    }

    /** Reports a read of elements {@code from} to {@code to - 1} that the runtime has checked. */
    static void read(Place place, Object array, int from, int to) {
        Recorder listener = recorder;
        if (place != null && listener != null) {
            part(listener, place, array, from, to - from, Use.READ);
        }
    }

    /** Reports a read of all elements of an array by this thread's last call of the runtime, which has checked them. */
    static void readsAll(Object array) {
        Place place = current();
        if (place != null) {
            read(place, array, 0, Array.getLength(array));
        }
    }

    /** Reports the accesses of {@link ArrayCalls#arraycopy}, before that call checks them. */
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

    // Synchronisation among the workers of one rank only.

    /**
     * Reports a release before a volatile access to a private object; a shared object's accesses are reported by
     * {@link #writesVolatile}.
     */
    public static void begins(Object object) {
        if (object != null && Checks.ofAny(object) == null) {
            exiting(null);
        }
    }

    /** As {@link #begins(Object)}, for an element. */
    public static void begins(Object array, int index) {
        begins(array);
    }

    /** Reports an acquire after a volatile access to a private object. */
    public static void ended(Shared shared) {
        if (shared == null) {
            entered(null);
        }
    }

    /** As {@link #ended(Shared)}, for an element. */
    public static void ended(Shared shared, int index) {
        ended(shared);
    }

    /** Reports a release before the program sends a message. */
    public static void sends() {
        Recorder listener = recorder;
        if (listener != null) {
            listener.releasing(SyncKind.MESSAGE, 0);
        }
    }

    /** Reports an acquire after the program received a message, whichever rank sent it. */
    public static void received() {
        Recorder listener = recorder;
        if (listener != null) {
            listener.acquired(SyncKind.MESSAGE, 0);
        }
    }

    /**
     * Reports an acquire after a monitor was entered.
     *
     * @param monitor the object; null stands for all synchronisers of the JDK
     */
    public static void entered(Object monitor) {
        Recorder listener = recorder;
        if (listener != null && listener.hasSeveralWorkers()) {
            listener.acquired(SyncKind.OWN, listener.own(monitor));
        }
    }

    /**
     * Reports a release before a monitor is left.
     *
     * @param monitor the object; null stands for all synchronisers of the JDK
     */
    public static void exiting(Object monitor) {
        Recorder listener = recorder;
        if (listener != null && listener.hasSeveralWorkers()) {
            listener.releasing(SyncKind.OWN, listener.own(monitor));
        }
    }
}
