package jdsm.runtime;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/*
 * A unit stays dirty until no thread can store by a check from before its write right was lowered. So each thread of
 * the program counts the synchronisations that it passes, and whether it is in woven code at all. Workers are, as long
 * as they run. Any other thread comes by a method that code without checks calls, such as Runnable.run: woven code that
 * may store enters there, and leaves at the method's end. A thread that idles in a pool is therefore out. Woven code
 * also leaves around calls of the JDK that wait for long. These are synchronisations, so no check is kept over them.
 *
 * A count is odd while the thread is in. It becomes visible before the thread's next check loads a right: a service
 * loop that has lowered the right and then finds an earlier count is seen by that check.
 */

/**
 * Whether one thread is in woven code, and the number of synchronisations that it has passed. Only the thread itself
 * changes its presence; any thread may read the count.
 */
public final class Presence {
    /** The distance to other data in memory, so that two threads' counts do not share a cache line. */
    private static final int STRIDE = 16;

    /** The presence of threads: a worker's own, or one of {@link Visitors}. */
    private static final ThreadLocal<Presence> MINE = ThreadLocal.withInitial(Visitors::add);

    private static final int UNCHANGED = 0;
    private static final int CHANGED = 1;

    /** The number of workers that are out, around a call that waits. */
    private static final AtomicInteger WORKERS_AWAY = new AtomicInteger();

    private static volatile Class<?> classOfWorkers;

    /** Closed while only workers, which all wait, may enter. */
    private static final Gate GATE = new Gate();

    private final AtomicLongArray counts = new AtomicLongArray(2 * STRIDE);

    /** Makes the presence of a thread that is not in woven code. */
    public Presence() {}

    /**
     * Sets the class of the threads that are workers, whose callbacks from the JDK need no entry.
     *
     * @param type a class of which all objects are workers
     */
    public static void workersAre(Class<?> type) {
        classOfWorkers = type;
    }

    /** Makes this the presence of the calling thread, which is a worker. */
    public void attach() {
        MINE.set(this);
    }

    /** The number of synchronisations and of entries and leaves; odd while the thread is in woven code. */
    public long count() {
        return counts.getAcquire(STRIDE);
    }

    /** Whether the thread is in woven code. */
    public boolean isIn() {
        return isIn(counts.getPlain(STRIDE));
    }

    private static boolean isIn(long count) {
        return count % 2 != 0;
    }

    /** Counts one synchronisation, if the thread is in woven code. Readers of the count see the stores before it. */
    public void pass() {
        if (isIn()) {
            count(2);
        }
    }

    /**
     * Enters woven code.
     *
     * @return whether the thread was out
     */
    public boolean comeIn() {
        boolean wasOut = !isIn();
        if (wasOut) {
            count(1);
            while (GATE.isClosed() && !isWorker()) {
                goOut();
                GATE.awaitOpen();
                count(1);
            }
        }
        return wasOut;
    }

    /**
     * Leaves woven code. Readers of the count see the stores before it.
     *
     * @return whether the thread was in
     */
    public boolean goOut() {
        boolean wasIn = isIn();
        if (wasIn) {
            counts.setRelease(STRIDE, counts.getPlain(STRIDE) + 1);
        }
        return wasIn;
    }

    private void count(int steps) {
        counts.setRelease(STRIDE, counts.getPlain(STRIDE) + steps);
        VarHandle.fullFence(); // before the next check loads a right
    }

    /** The presence of the calling thread. */
    public static Presence mine() {
        return MINE.get();
    }

    /** Whether threads besides the workers have come to woven code. */
    public static boolean hasVisitors() {
        return Visitors.all().length > 0;
    }

    /** The threads besides the workers that have come to woven code, and have not ended. */
    public static List<Thread> visitors() {
        return Visitors.threads();
    }

    /**
     * Keeps all threads but the workers from entering woven code that may store, until {@link #open}. To be called while
     * all workers wait.
     *
     * @return false, without an effect, if such a thread is in
     */
    public static boolean close() {
        if (shut()) {
            return true;
        }
        GATE.open();
        return false;
    }

    /**
     * As {@link #close}, but keeps threads from entering also while others are in.
     *
     * @return whether none is in
     */
    public static boolean shut() {
        GATE.close();
        VarHandle.fullFence(); // before the counts are loaded; a thread that enters loads the gate behind its count
        for (Presence visitor : Visitors.all()) {
            if (isIn(visitor.count())) {
                return false;
            }
        }
        return true;
    }

    /** Lets threads enter again. */
    public static void open() {
        GATE.open();
    }

    /**
     * The counts of the workers, and behind them those of all other threads that have come to woven code. A thread
     * keeps its place; a new thread may take over the place of one that has ended.
     */
    public static long[] counts(Presence[] workers) {
        VarHandle.fullFence(); // between the stores that lower rights and the loads of the counts
        Presence[] visitors = Visitors.all();
        long[] now = new long[workers.length + visitors.length];
        for (int i = 0; i < workers.length; i++) {
            now[i] = workers[i].count();
        }
        for (int i = 0; i < visitors.length; i++) {
            now[workers.length + i] = visitors[i].count();
        }
        return now;
    }

    // Woven code calls these.

    /**
     * Called at the begin of a method that code without checks may call, and that may store: enters, unless the thread
     * is in already.
     *
     * @return the argument for {@link #leave}
     */
    public static int enter() {
        if (isWorker() && WORKERS_AWAY.get() == 0) {
            return UNCHANGED; // for callbacks of a worker this must cost little
        }
        return MINE.get().comeIn() ? CHANGED : UNCHANGED;
    }

    /** Called at each end of such a method. */
    public static void leave(int entered) {
        if (entered == CHANGED) {
            MINE.get().goOut();
        }
    }

    /**
     * Called before a call of a method that waits, and that is not woven: leaves.
     *
     * @param receiver the object whose method is called; null for a static method
     * @return the argument for {@link #back}
     */
    public static int away(Object receiver) {
        boolean isWoven = receiver instanceof Woven && !(receiver instanceof Thread);
        if (isWoven || !MINE.get().goOut()) {
            return UNCHANGED;
        }
        if (isWorker()) {
            WORKERS_AWAY.incrementAndGet();
        }
        return CHANGED;
    }

    /** Called at each end of such a call. */
    public static void back(int away) {
        if (away == CHANGED) {
            if (isWorker()) {
                WORKERS_AWAY.decrementAndGet();
            }
            MINE.get().comeIn();
        }
    }

    private static boolean isWorker() {
        return Thread.currentThread().getClass() == classOfWorkers;
    }
}
