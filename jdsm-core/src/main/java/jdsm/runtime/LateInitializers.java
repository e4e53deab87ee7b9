package jdsm.runtime;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/*
 * A thread that waits in an initialiser needs the service loop, and the JVM has the service loop wait for that initialiser if
 * an object of the class arrives. Neither would end. So each tells the other before it looks: the service loop names the class and then
 * looks at the threads that wait, a thread enters itself there and then looks at that class.
 */

/**
 * The initialisers of the program's classes that run while ranks compute. Each rank runs that of a class without
 * shared static fields when it first uses the class, or when an object of the class arrives. The second case is on the service loop, which
 * cannot wait for other ranks. Thread-safe.
 */
public final class LateInitializers {
    /** What an initialiser needs of its rank. */
    public interface Rank {
        /** Whether the calling thread runs a task of the service loop. */
        boolean isServiceLoop();

        /**
         * Has threads of this rank ask again before they write. Blocks until that is so, or need not be waited for. Not for
         * the service loop.
         *
         * @param enough whether to wait no longer
         */
        void lowerRights(BooleanSupplier enough);

        /**
         * Requires that no other rank's initialiser of a class has changed shared objects, and has later ones refused. Blocks.
         *
         * @param changed what this rank's is about to change, in words
         * @throws UnsupportedOperationException if another rank's has
         */
        void changes(String className, String changed);

        /**
         * Watches the service loop while it runs an initialiser. Never blocks.
         *
         * @param loop the thread that does its work
         * @param over whether the initialiser has ended
         * @param refuse hears in words for what it waits in vain
         */
        void watch(Thread loop, BooleanSupplier over, Consumer<String> refuse);
    }

    /**
     * A class that the service loop initialises, because an object of it has come.
     *
     * @param loop the thread that runs the service loop's work
     */
    private record Arrival(Class<?> type, Thread loop) {
        private boolean isMine() {
            return loop == Thread.currentThread();
        }
    }

    /** The threads of initialisers that run, by class. One that has thrown stays until its thread is looked at. */
    private static final Map<String, Thread> RUNNING = new ConcurrentHashMap<>();

    /** The threads that wait in an initialiser, with what ends the wait. */
    private static final Map<Thread, BooleanSupplier> WAITING = new ConcurrentHashMap<>();

    private static final ClassValue<Boolean> ARRIVED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            arrives(type);
            return true;
        }
    };

    /** Null while no rank computes. */
    private static volatile Rank rank;

    private static volatile Arrival arrival;

    private LateInitializers() {}

    /** From now on ranks compute. */
    static void compute(Rank known) {
        rank = known;
    }

    /** Ranks compute no longer, or there is only one. */
    static void end() {
        rank = null;
    }

    /** Begins an initialiser on the calling thread. */
    static void begin(String className) {
        Rank known = rank;
        if (known != null) {
            RUNNING.put(className, Thread.currentThread());
            lowerRights(known);
        }
    }

    /** So that the initialiser's own writes are seen. The service loop may come to wait for this initialiser instead. */
    private static void lowerRights(Rank known) {
        if (!known.isServiceLoop()) {
            Thread me = Thread.currentThread();
            known.lowerRights(() -> isOfOther(arrival, me));
        }
    }

    /** Ends an initialiser that has not thrown. */
    static void end(String className) {
        Thread ended = RUNNING.remove(className);
        Rank known = rank;
        if (ended != null && known != null && RUNNING.containsValue(ended)) {
            lowerRights(known); // for the initialiser around it, to which those writes do not belong
        }
    }

    /** The class whose initialiser the calling thread runs, the innermost of several; null if there is none. */
    static String innermost() {
        return RUNNING.isEmpty() || !RUNNING.containsValue(Thread.currentThread()) ? null : innermostOfStack();
    }

    /**
     * Whether the calling thread runs an initialiser. It must not do the service loop's work then: an object of the class could arrive,
     * and the JVM would let this thread use the class as it is, with constants that are missing.
     */
    public static boolean areMine() {
        return innermost() != null;
    }

    private static String innermostOfStack() {
        Thread me = Thread.currentThread();
        Set<String> running = new HashSet<>();
        String innermost = StackWalker.getInstance().walk(frames -> {
            String[] first = new String[1];
            frames.filter(frame -> frame.getMethodName().equals("<clinit>"))
                    .map(StackWalker.StackFrame::getClassName)
                    .filter(name -> RUNNING.get(name) == me)
                    .forEach(name -> {
                        running.add(name);
                        first[0] = first[0] == null ? name : first[0];
                    });
            return first[0];
        });
        RUNNING.entrySet().removeIf(entry -> entry.getValue() == me && !running.contains(entry.getKey()));
        return innermost;
    }

    /**
     * Initialises the class of an object that has arrived, unless it is.
     *
     * @throws UnsupportedOperationException on the service loop, if the initialiser would have to wait for other ranks
     */
    public static void initialize(Class<?> type) {
        ARRIVED.get(type);
        if (RUNNING.get(type.getName()) == Thread.currentThread()) {
            ARRIVED.remove(type); // it is not initialised yet, but the JVM lets this thread use it
            if (type.isEnum()) {
                throw refused(type, "this thread, which helps the service loop, is in its initialiser");
            }
        }
    }

    private static void arrives(Class<?> type) {
        if (type.getClassLoader() == null || type.isHidden()) {
            return; // of the JDK, or without an initialiser of the program
        }
        Rank known = rank;
        if (known == null || !known.isServiceLoop()) {
            initializeNow(type);
            return;
        }
        Arrival outer = arrival;
        Arrival mine = new Arrival(type, Thread.currentThread());
        arrival = mine;
        known.watch(mine.loop, () -> arrival != mine, why -> refused(type, "its initialiser " + why));
        try {
            requireNobodyWaitsIn(type);
            initializeNow(type);
        } finally {
            arrival = outer;
        }
    }

    private static void initializeNow(Class<?> type) {
        try {
            Class.forName(type.getName(), true, type.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e); // the class is there
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Error e) { // which wraps what the initialiser has thrown, or is that itself
            throw failed(type, e instanceof ExceptionInInitializerError && e.getCause() != null ? e.getCause() : e);
        }
    }

    private static UnsupportedOperationException failed(Class<?> type, Throwable thrown) {
        String line = Arrays.stream(thrown.getStackTrace())
                .filter(frame -> frame.getMethodName().equals("<clinit>"))
                .findFirst()
                .map(frame -> " in line " + frame.getLineNumber())
                .orElse("");
        UnsupportedOperationException refused = new UnsupportedOperationException(
                "an object of class " + type.getName() + " has come from another rank, where the class is initialised,"
                        + " and its initialiser fails on this one" + line + ": " + thrown);
        refused.initCause(thrown);
        return Refusal.of(refused);
    }

    private static boolean isOfOther(Arrival one, Thread thread) {
        return one != null && one.loop != thread;
    }

    private static void requireNobodyWaitsIn(Class<?> type) {
        WAITING.keySet().forEach(LockSupport::unpark); // some wait until the service loop initialises a class
        WAITING.forEach((thread, done) -> {
            if (isInitializing(thread, type) && !done.getAsBoolean()) {
                throw refused(
                        type, "thread '" + thread.getName() + "' is in its initialiser, and waits for other ranks");
            }
        });
    }

    /** Whether a thread runs an initialiser that has to end before a class is initialised. */
    private static boolean isInitializing(Thread thread, Class<?> type) {
        if (type == null) {
            return false;
        }
        boolean found = RUNNING.get(type.getName()) == thread || isInitializing(thread, type.getSuperclass());
        for (Class<?> implemented : type.getInterfaces()) {
            found = found || isInitializing(thread, implemented);
        }
        return found;
    }

    /**
     * To be called by a thread that is about to wait for other ranks.
     *
     * @param done what ends the wait
     * @param what the reason in words
     * @throws UnsupportedOperationException if the service loop would wait in an initialiser
     */
    public static void requireMayWait(BooleanSupplier done, Supplier<String> what) {
        Arrival now = arrival;
        if (now != null && now.isMine() && !done.getAsBoolean()) {
            throw refused(now.type, "its initialiser has to wait " + what.get());
        }
        Rank known = rank;
        String initialized = known != null && known.isServiceLoop() ? innermost() : null;
        if (initialized != null && !done.getAsBoolean()) {
            throw refused("the initialiser of class " + initialized + " has to wait " + what.get(), initialized);
        }
    }

    /**
     * To be called before the calling thread changes a shared object. Blocks if it does so in an initialiser.
     *
     * @param changed the object in words
     * @throws UnsupportedOperationException if an initialiser must not change shared objects here
     */
    public static void changes(Supplier<String> changed) {
        String initialized = innermost();
        Rank known = rank;
        if (initialized == null || known == null) {
            return;
        }
        Arrival now = arrival;
        if (now != null && now.isMine()) {
            throw refused(now.type, "its initialiser is about to change " + changed.get());
        }
        if (known.isServiceLoop()) {
            throw refused(
                    "the initialiser of class " + initialized + " is about to change " + changed.get(), initialized);
        }
        known.changes(initialized, changed.get());
    }

    /**
     * To be called by a thread before it waits without helping the service loop.
     *
     * @param done what ends the wait
     * @return whether {@link #goesOn} has to follow
     * @throws UnsupportedOperationException if the service loop waits for an initialiser that the thread runs
     */
    public static boolean waits(BooleanSupplier done) {
        Thread me = Thread.currentThread();
        if (RUNNING.isEmpty() || !RUNNING.containsValue(me)) {
            return false;
        }
        WAITING.put(me, done);
        Arrival now = arrival;
        if (isOfOther(now, me) && isInitializing(me, now.type) && !done.getAsBoolean()) {
            goesOn();
            throw refused(
                    now.type,
                    "thread '" + me.getName() + "' is in its initialiser, and is about to wait for other ranks");
        }
        return true;
    }

    /** Whether a thread waits in an initialiser. */
    public static boolean isIn(Thread thread) {
        BooleanSupplier done = WAITING.get(thread);
        return done != null && !done.getAsBoolean();
    }

    /** Ends what {@link #waits} has begun. */
    public static void goesOn() {
        WAITING.remove(Thread.currentThread());
    }

    private static UnsupportedOperationException refused(Class<?> type, String why) {
        return Refusal.of("an object of class " + type.getName()
                + " has come from another rank before this one has initialised the class, and " + why + "; "
                + remedy(type.getName()));
    }

    /** @param what an initialiser does in code that the service loop runs for an object, such as a record's constructor */
    private static UnsupportedOperationException refused(String what, String className) {
        return Refusal.of("an object has come from another rank, for which " + what + "; " + remedy(className));
    }

    /** What to do about an initialiser that cannot run while ranks compute. */
    public static String remedy(String className) {
        return "have all ranks initialise the class before they compute: name it in initialize(), for instance by Class.forName(\""
                + className + "\")";
    }
}
