package jdsm.runtime;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.StringWriter;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.URL;
import java.nio.Buffer;
import java.nio.charset.Charset;
import java.security.MessageDigest;
import java.text.Collator;
import java.text.Format;
import java.time.Clock;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.TimeZone;
import java.util.Timer;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.stream.BaseStream;
import java.util.stream.Collector;
import java.util.zip.Checksum;

/**
 * Texts in error messages that suggest code in place of a refused construct. A remedy that keeps the result right comes
 * first. A copy for each rank comes last, because it silently changes the result of a program whose ranks should have
 * the value in common.
 */
public final class Remedies {
    /**
     * The system property that the launcher sets: options are then those of the launcher, not those of the agent's jar.
     */
    private static final String LAUNCHED = "jdsm.launched";

    /** Classes of the JDK of which the program itself makes objects that can be shared. */
    private static final Set<String> SHAREABLE = Set.of(
            "java.util.AbstractMap$SimpleEntry",
            "java.util.AbstractMap$SimpleImmutableEntry",
            "java.util.ArrayDeque",
            "java.util.ArrayList",
            "java.util.DoubleSummaryStatistics",
            "java.util.HashMap",
            "java.util.HashSet",
            "java.util.IntSummaryStatistics",
            "java.util.LinkedHashMap",
            "java.util.LinkedHashSet",
            "java.util.LinkedList",
            "java.util.LongSummaryStatistics",
            "java.util.TreeMap",
            "java.util.TreeSet",
            "java.util.concurrent.ConcurrentHashMap",
            "java.util.concurrent.atomic.AtomicBoolean",
            "java.util.concurrent.atomic.AtomicInteger",
            "java.util.concurrent.atomic.AtomicLong",
            "java.util.concurrent.atomic.AtomicReference");

    private static final String BUILT =
            "its text as a String, or declare a field of that very type: then objects that the program makes are shared";

    private static final String FAILURE =
            "another exception with its text and frames, such as a RuntimeException with the message e.toString() and with"
                    + " setStackTrace(e.getStackTrace()): nothing but the JDK or a library knows all state of this class";

    /** What to do in place of entering the monitor of a shared exception. */
    public static final String MONITOR_OF_EXCEPTION =
            "synchronize on another object, such as the one with the field that refers to the exception, and declare no"
                    + " method of the exception's class synchronized that is called on a shared one";

    private static final String CONSTANTS =
            "a copy, EnumSet.copyOf(...): code that is not woven, such as the JDK's, has made this set";

    private static final String OF_CLASS =
            "a static final field: it accesses objects of a class, and each rank makes it when it initialises that class";

    /** The classes of objects that a program keeps for a class, not for an object. */
    private static final List<Class<?>> ACCESSORS = List.of(
            AtomicIntegerFieldUpdater.class,
            AtomicLongFieldUpdater.class,
            AtomicReferenceFieldUpdater.class,
            MethodHandle.class,
            VarHandle.class);

    private static final String PART = "a sub-list of an ArrayList, or a copy of the part";

    private static final String PLACE =
            "the collection and an index or a key: each worker makes an iterator of its own";

    private static final String OF_RANK =
            "a static final field: the object does not change, and each rank makes it when it initialises that class";

    private static final String OPEN =
            "a local variable, or a @Local field that start() sets: what is open is open in one rank, so let one worker use it, or each open its own";

    private static final String CHECKED = "java.util.Collections$Checked";

    private static final String UNCHECKED = "the collection itself: the compiler checks the classes of its elements";

    private static final String OF_THREADS = "its threads are those of one rank: let each rank make one of its own";

    /** The twin that keeps the executor of a future's stage. */
    private static final String STAGE = "jdsm.util.Dependent";

    private static final String EXECUTOR_OF_STAGE =
            "another rank may complete the future: add stages with an executor when other ranks have the future, behind a"
                    + " barrier(), or do without the executor";

    /** A thread may also stand for who does something, such as the owner of a lock; a thread of each rank's own would not do. */
    private static final String OF_WHO =
            "a thread is one of one rank. Where it stands for a worker, such as the one that has a lock,"
                    + " keep its number, worker(), in an int";

    private static final String GUARDED_MAP =
            "a ConcurrentSkipListMap, or Collections.synchronizedMap around the TreeMap, which has the same order";

    private static final String GUARDED_SET =
            "a ConcurrentSkipListSet, or Collections.synchronizedSet around the TreeSet, which has the same order";

    /** What keeps the meaning of an object in a shared field, by the classes of the JDK that cannot be shared. */
    private static final Map<String, String> INSTEAD = Map.ofEntries(
            Map.entry("java.lang.StringBuffer", BUILT),
            Map.entry("java.lang.StringBuilder", BUILT),
            Map.entry("java.util.AbstractList$RandomAccessSubList", PART),
            Map.entry("java.util.AbstractList$SubList", PART),
            Map.entry("java.util.Collections$SynchronizedNavigableMap", GUARDED_MAP),
            Map.entry("java.util.Collections$SynchronizedNavigableSet", GUARDED_SET),
            Map.entry("java.util.Collections$SynchronizedSortedMap", GUARDED_MAP),
            Map.entry("java.util.Collections$SynchronizedSortedSet", GUARDED_SET),
            Map.entry("java.util.Calendar", "a java.time.ZonedDateTime"),
            Map.entry("java.util.Date", "a java.time.Instant"),
            Map.entry("java.util.EnumSet", CONSTANTS),
            Map.entry("java.util.GregorianCalendar", "a java.time.ZonedDateTime"),
            Map.entry("java.util.JumboEnumSet", CONSTANTS),
            Map.entry("java.util.StringJoiner", BUILT),
            Map.entry("java.util.Properties", "a copy that the program makes: new Properties(), then putAll of this"),
            Map.entry("java.util.RegularEnumSet", CONSTANTS),
            Map.entry(
                    "java.util.WeakHashMap",
                    "a HashMap, and remove the entries that are over: no rank knows which keys the others still use"),
            Map.entry(
                    "java.util.concurrent.locks.StampedLock",
                    "a ReentrantReadWriteLock, with its read lock in place of optimistic reads"));

    /** The same by classes and interfaces of the JDK, for objects of all their subclasses; the first one that fits counts. */
    private static final List<Map.Entry<Class<?>, String>> INSTEAD_OF_ALL = List.of(
            Map.entry(Throwable.class, FAILURE),
            Map.entry(ThreadLocal.class, "a local variable, or an array with an element for each worker()"),
            Map.entry(
                    Future.class,
                    "a CompletableFuture or FutureTask that the program makes, such as new FutureTask<>(...) that an"
                            + " executor executes"),
            Map.entry(
                    BaseStream.class,
                    "a list of the elements, stream.toList(): a stream can be used once, by one thread"),
            Map.entry(Iterator.class, PLACE),
            Map.entry(Enumeration.class, PLACE),
            Map.entry(Spliterator.class, PLACE),
            Map.entry(MatchResult.class, "the text that was found, or its start() and end()"),
            Map.entry(
                    Format.class,
                    "the pattern as a String, and make the format where it is used, or a static final"
                            + " java.time.format.DateTimeFormatter"),
            Map.entry(DateTimeFormatter.class, OF_RANK),
            Map.entry(Clock.class, OF_RANK),
            Map.entry(Charset.class, OF_RANK),
            Map.entry(Reference.class, "the object itself: no rank knows which objects the others still use"),
            Map.entry(Buffer.class, "an array"),
            Map.entry(Checksum.class, "its value, a long"),
            Map.entry(MessageDigest.class, "its result, digest(), a byte[]"),
            Map.entry(Collector.class, "the collector where it is used: a local variable, or a static final field"),
            Map.entry(Collator.class, "a static final field: each rank makes it when it initialises that class"),
            Map.entry(HexFormat.class, OF_RANK),
            Map.entry(StackTraceElement.class, "its text, toString()"),
            Map.entry(TimeZone.class, "a java.time.ZoneId"),
            Map.entry(StringWriter.class, "a StringBuffer: a field of that very type is shared"),
            Map.entry(ByteArrayOutputStream.class, "its content, toByteArray()"),
            Map.entry(Closeable.class, OPEN),
            Map.entry(URL.class, "a java.net.URI"),
            Map.entry(InetAddress.class, "its text, getHostAddress()"),
            Map.entry(
                    RandomGenerator.class,
                    "a java.util.Random with a seed, or a local variable of start(): each worker then has a sequence of its own"));

    private static final String OWN = "where each rank shall have its own, and nothing is combined";

    private Remedies() {}

    /**
     * An option with a value, in the notation of the user's command: {@code --local app.Heat.cells} or
     * {@code local=app.Heat.cells}.
     */
    public static String option(String key, String value) {
        return Boolean.getBoolean(LAUNCHED) ? "--" + key + " " + value : key + "=" + value;
    }

    /** An option's name, in the notation of the user's command. */
    public static String option(String key) {
        return Boolean.getBoolean(LAUNCHED) ? "--" + key : key;
    }

    /**
     * The remedy for a change of a static field, or of a field of an enum.
     *
     * @param field as {@code package.Class.field}
     */
    public static String ofStatic(String field) {
        return "make it a field of the SPMD class, or of an object that such a field leads to; or, " + OWN
                + ", mark it @Local or say " + option("local", field);
    }

    /** What to use in place of a class of the JDK, by its name, or of a superclass; null if there is nothing special to say. */
    public static String instead(String type) {
        if (ACCESSORS.stream().anyMatch(each -> each.getName().equals(type))) {
            return OF_CLASS;
        }
        String special = type.startsWith(CHECKED) ? UNCHECKED : INSTEAD.get(type);
        return special != null ? special : insteadOfAll(type);
    }

    private static String insteadOfAll(String type) {
        Class<?> ofJdk;
        try {
            ofJdk = Class.forName(type, false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
        return INSTEAD_OF_ALL.stream()
                .filter(each -> each.getKey().isAssignableFrom(ofJdk))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /** The class of an object that cannot be shared, as the user knows it. */
    public static String classOf(Object object) {
        Class<?> type = object.getClass();
        for (Class<?> accessor : ACCESSORS) {
            type = accessor.isInstance(object) ? accessor : type;
        }
        return type.getName();
    }

    /** The refusal of a thread that does not leave a monitor for the ranks. */
    public static UnsupportedOperationException staysIn(Thread thread, String monitor) {
        return Refusal.of(
                "thread '" + thread.getName() + "', which initialize() has started, stays in the monitor of " + monitor
                        + " while the ranks begin to share it: let the thread leave the monitor, or wait in it, before initialize() ends");
    }

    private static String instead(Object object) {
        String special = instead(classOf(object));
        if (special == null && object instanceof ThreadFactory) {
            return "a factory that the program makes, such as the lambda task -> new Thread(task)";
        }
        return special == null && object instanceof Throwable ? FAILURE : special;
    }

    /**
     * The remedy for an object that cannot be shared.
     *
     * @param object the object
     * @param field the field through which the runtime reached the object, or null
     */
    public static String ofObject(Object object, Field field) {
        String special = instead(object);
        String instead = special != null ? special : "arrays and objects of the program's own classes";
        if (SHAREABLE.contains(object.getClass().getName())) {
            return "code that is not woven has made it, such as the JDK's: store a copy, new "
                    + object.getClass().getSimpleName() + "(...)";
        } else if (isConstant(object)) {
            return "a collector or other code of the JDK has made it: store a copy, new " + copyOf(object) + "<>(...)";
        }
        boolean hasThreads = object instanceof Executor || object instanceof Thread || object instanceof Timer;
        Class<?> above = special == null && !hasThreads ? superclassOfJdk(object.getClass()) : null;
        if (above != null) {
            return "its class extends " + above.getName()
                    + ", whose fields are not woven: let it implement an interface, or extend a class of the program or a"
                    + " collection of the JDK";
        }
        if (hasThreads && field == null) {
            return object instanceof Thread ? OF_WHO : OF_THREADS + ", in a @Local field";
        }
        if (object instanceof Executor && field.getDeclaringClass().getName().equals(STAGE)) {
            return EXECUTOR_OF_STAGE;
        }
        if (field == null || Woven.isTwin(field.getDeclaringClass().getName())) {
            return "use " + instead; // a collection's own field is nothing that a program could mark
        }
        if (Woven.isLambda(field.getDeclaringClass().getName())) {
            return "a lambda captures it, and travels with what it captures: let the lambda make such an object, or take it"
                    + " from a field marked @Local; the function of a future's stage stays on this rank if the stage has an"
                    + " executor of this rank, as in thenApplyAsync(function, executor)";
        }
        if (object instanceof Thread) {
            return ofThread(Woven.nameOf(field.getDeclaringClass().getName(), field.getName()));
        }
        if (hasThreads) {
            return ofThreads(Woven.nameOf(field.getDeclaringClass().getName(), field.getName()));
        }
        boolean byHand = special == null && (object instanceof Collection<?> || object instanceof Map<?, ?>);
        boolean concurrent = object.getClass().getName().startsWith("java.util.concurrent.");
        return ofField(
                instead,
                byHand && !concurrent,
                Woven.nameOf(field.getDeclaringClass().getName(), field.getName()));
    }

    /** Whether an object is a collection of the JDK's own that never changes, so that a copy of it is as good. */
    private static boolean isConstant(Object object) {
        String type = object.getClass().getName();
        return (object instanceof Collection<?> || object instanceof Map<?, ?>)
                && (type.startsWith("java.util.ImmutableCollections$")
                        || type.equals("java.util.Collections$CopiesList")
                        || type.startsWith("java.util.stream."));
    }

    private static String copyOf(Object collection) {
        if (collection instanceof Map<?, ?>) {
            return "HashMap";
        }
        return collection instanceof Set<?> ? "HashSet" : "ArrayList";
    }

    /** The class of the JDK that keeps objects of a program's class from being shared; null if there is none. */
    private static Class<?> superclassOfJdk(Class<?> type) {
        Class<?> above = type;
        while (above != null && above.getClassLoader() != null && !above.isHidden()) {
            above = above.getSuperclass();
        }
        return above == type || above == Object.class ? null : above;
    }

    /**
     * The remedy for an instance field whose type is {@link Thread}.
     *
     * @param field as {@code package.Class.field}
     */
    public static String ofThread(String field) {
        return OF_WHO + "; where each rank shall have a thread of its own there, mark the field @Local or say "
                + option("local", field);
    }

    /**
     * The remedy for an instance field that refers to an object that has threads.
     *
     * @param field as {@code package.Class.field}
     */
    public static String ofThreads(String field) {
        return OF_THREADS + ", and mark the field @Local or say " + option("local", field);
    }

    /**
     * The remedy for an instance field whose object cannot be shared.
     *
     * @param instead the types to use in place of the object's type
     * @param byHand whether {@code pool.register} accepts such an object
     * @param field as {@code package.Class.field}
     */
    public static String ofField(String instead, boolean byHand, String field) {
        String register = byHand
                ? ", or mark the field transient and share its object by hand: pool.register in initialize(), pool.acquire"
                        + " and pool.release around each use"
                : "";
        return "use " + instead + register + "; or, " + OWN + ", mark the field @Local or say "
                + option("local", field);
    }
}
