package jdsm.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.stream.LongStream;
import jdsm.Local;

/**
 * Checks of objects whose fields the JDK accesses for woven code, by serialisation or by reflection: the JDK itself
 * checks nothing. And hash codes that are the same on all ranks. Thread-safe; a method blocks while it fetches a copy.
 */
public final class ObjectCalls {
    /** The name of threads in which stages of shared futures wait, because they have an executor of this rank. */
    public static final String WAITS_FOR_FUTURE = "jdsm-waits-for-future";

    private ObjectCalls() {}

    /**
     * Called before a method of a thread that depends on what each rank has of its own of a shared object of a subclass of
     * {@link Thread}: there is a thread on each rank, which other ranks do not start or name.
     *
     * @param method the method's name
     * @throws UnsupportedOperationException if the thread is shared, and this rank cannot do as if there was one thread
     */
    public static void threadAsked(Object thread, String method) {
        Shared known = thread instanceof Woven woven ? woven.$jdsm() : null;
        if (known != null && thread instanceof Thread asked) {
            SharedThread.require(asked, known, method);
        }
    }

    /**
     * Gives the threads of this JVM ids and names that no other rank's have.
     *
     * @param main the thread that runs {@code initialize} and {@code finish}, whose id is that of the other ranks' ones
     */
    public static void numberThreads(int rank, int ranks, Thread main) {
        ThreadNumbers.begin(rank, ranks, main);
    }

    /** Gives further threads names that no other rank's have: so far, all ranks have made the same threads. */
    public static void threadsDiffer() {
        ThreadNumbers.apart();
    }

    /** Replaces {@link Thread#getId} and {@code threadId}: an id that no other thread of the job has. */
    public static long threadId(Thread thread) {
        return ThreadNumbers.id(thread);
    }

    /** The name of a thread that the program makes without one: no other thread of the job has it. */
    public static String threadName() {
        return ThreadNumbers.name();
    }

    /** The id of a thread in this JVM, for methods of the JDK that take one, by its id in the job. */
    public static long ofJvm(long threadId) {
        return ThreadNumbers.ofJvm(threadId);
    }

    /** As {@link #ofJvm(long)}, for several; null for null. */
    public static long[] ofJvm(long[] threadIds) {
        return threadIds == null
                ? null
                : LongStream.of(threadIds).map(ThreadNumbers::ofJvm).toArray();
    }

    /** The id of a thread in the job, by its id in this JVM, which a method of the JDK has returned. */
    public static long ofJob(long threadId) {
        return ThreadNumbers.ofJob(threadId);
    }

    /** As {@link #ofJob(long)}, for several; null for null. */
    public static long[] ofJob(long[] threadIds) {
        return threadIds == null
                ? null
                : LongStream.of(threadIds).map(ThreadNumbers::ofJob).toArray();
    }

    /** Whether other ranks may have references to an object. */
    public static boolean isShared(Object object) {
        Shared known = Checks.ofAny(object);
        return known != null && !(known instanceof Constant);
    }

    /**
     * Called before and after a method that changes what an exception has of the JDK's: its cause, its frames, or its suppressed
     * exceptions. Ranks have that as it was when the exception became shared. If it became so during the call, no one knows
     * whether the ranks have the change.
     *
     * @param change the call or store, such as {@code initCause()}
     * @throws UnsupportedOperationException if the exception is shared, or is each rank's own while ranks compute
     */
    public static void throwableChanges(Object thrown, String change) {
        Shared known = Checks.ofAny(thrown);
        if (known instanceof Constant constant) {
            Statics.changing(constant);
        } else if (known != null) {
            throw Refusal.of(change + " of a shared " + thrown.getClass().getName()
                    + " would change it on this rank only: do so before a shared field comes to refer to the exception,"
                    + " or add further exceptions to a list in a shared field");
        }
    }

    /**
     * Makes a shared array of primitives readable before Java serialisation writes it.
     *
     * @param object any object or null
     * @throws UnsupportedOperationException for any other shared object or array: no check would precede the reads of
     *     the objects that it refers to
     */
    public static void serialized(Object object) {
        if (isSharedArray(object)) {
            ArrayCalls.read(object);
        }
    }

    /**
     * The object that Java serialisation writes in place of an object: a copy of a shared array of primitives, because
     * a stream of the program may synchronise while it takes the bytes; otherwise the object itself.
     *
     * @param object any object or null
     * @throws UnsupportedOperationException as {@link #serialized}
     */
    public static Object written(Object object) {
        return isSharedArray(object) ? ArrayCopy.given(ArrayCopy.toRead(object), object) : object;
    }

    /** Whether an object is a shared array of primitives; refuses all other shared objects. */
    private static boolean isSharedArray(Object object) {
        Shared known = Checks.ofAny(object);
        if (known == null || known instanceof Constant) {
            return false;
        }
        Class<?> element = object.getClass();
        while (element.isArray()) {
            element = element.getComponentType();
        }
        if (!element.isPrimitive()) {
            throw Refusal.of("Java serialisation of a shared "
                    + object.getClass().getTypeName()
                    + " is not kept coherent: write its fields one by one, or a record"
                    + " of them");
        }
        return true;
    }

    /**
     * Makes the fields of an object readable before {@link Field#get} and its variants for primitives.
     *
     * @throws UnsupportedOperationException for a volatile field of a shared object
     */
    public static void reads(Field field, Object object) {
        Checks.read(ofFieldIn(field, object));
    }

    /**
     * Makes the fields of an object writable before {@link Field#set} and its variants for primitives.
     *
     * @throws UnsupportedOperationException for a volatile or final field of a shared object
     */
    public static void writes(Field field, Object object) {
        Shared shared = ofFieldIn(field, object);
        if (shared != null && Modifier.isFinal(Reflected.getModifiers(field))) {
            throw Refusal.of(
                    "final field " + Woven.nameOf(field.getDeclaringClass().getName(), field.getName())
                            + " of a shared object would keep its value on other ranks: declare the field without final");
        }
        Checks.write(shared);
    }

    private static Shared ofFieldIn(Field field, Object object) {
        int modifiers = field == null ? Modifier.STATIC : field.getModifiers();
        boolean own =
                (modifiers & (Modifier.STATIC | Modifier.TRANSIENT)) != 0 || field.isAnnotationPresent(Local.class);
        Shared shared = own ? null : Checks.ofAny(object);
        if (shared != null && Modifier.isVolatile(modifiers)) {
            throw Refusal.of("volatile field "
                    + field.getDeclaringClass().getName() + "." + field.getName()
                    + " of a shared object is not kept coherent by reflection: use the field itself");
        }
        return shared;
    }

    /** The refusal of a method of a twin of the JDK's classes. */
    public static UnsupportedOperationException refused(String text) {
        return Refusal.of(text);
    }

    /**
     * Whether two references in a collection are to one object; in a shared collection also whether they are to equal
     * values, which have no identity on other ranks.
     */
    public static boolean areSame(Object collection, Object one, Object other) {
        return one == other || Checks.ofAny(collection) != null && Values.areSame(one, other);
    }

    /** A hash code for {@link #areSame} that is the same on all ranks. */
    public static int identityHash(Object object) {
        return Values.identityHash(object);
    }

    // Hash codes. The JDK's own methods would use identity hash codes of enum constants and classes.

    /**
     * Replaces a call of {@code hashCode}: the result is the same on all ranks for each object that they can have in
     * common.
     */
    public static int hashCode(Object object) {
        return HashCodes.of(object);
    }

    /** Replaces {@link java.util.Objects#hashCode}. */
    public static int hashOrZero(Object object) {
        return object == null ? 0 : HashCodes.of(object);
    }

    /** Replaces {@link java.util.Objects#hash} and {@link java.util.Arrays#hashCode(Object[])}. */
    public static int hashAll(Object[] array) {
        return HashCodes.ofElements(array, false);
    }

    /** Replaces {@link java.util.Arrays#deepHashCode}. */
    public static int hashDeep(Object[] array) {
        return HashCodes.ofElements(array, true);
    }
}
