package jdsm.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ids and default names of threads that no other thread of the job has: those of the JVM begin anew on each rank.
 * Thread-safe.
 */
final class ThreadNumbers {
    /** The id of the main thread, which is one thread for the program. */
    private static final long MAIN = 1;

    /** Whether the program's class of a thread has ids of its own. */
    private static final ClassValue<Boolean> OWN_IDS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                return type.getMethod("getId").getDeclaringClass() != Thread.class;
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException("a thread without getId()", e);
            }
        }
    };

    private static final AtomicInteger NAMES = new AtomicInteger();

    private static volatile int rank;
    private static volatile int ranks = 1;
    /** Null as long as the ids are those of the JVM. */
    private static volatile Thread main;

    /** How many names all ranks have given alike. */
    private static volatile int alike = Integer.MAX_VALUE;

    private ThreadNumbers() {}

    static void begin(int ownRank, int ofRanks, Thread mainThread) {
        rank = ownRank;
        ranks = ofRanks;
        alike = Integer.MAX_VALUE;
        main = ofRanks == 1 ? null : mainThread;
    }

    /** From here on the ranks make different threads. Before, all of them make the same ones. */
    static void apart() {
        alike = NAMES.get();
    }

    /** The id of a thread, as {@link Thread#getId} of one JVM. */
    static long id(Thread thread) {
        long own = thread.getId();
        return thread instanceof Woven && OWN_IDS.get(thread.getClass()) ? own : ofJob(own);
    }

    /** The id in the job by the id in this JVM. Only the main thread's is less than twice the number of ranks. */
    static long ofJob(long own) {
        Thread known = main;
        return known == null || own <= 0 ? own : own == known.getId() ? MAIN : (own + 1) * ranks + rank;
    }

    /** The id in this JVM by the id in the job; one that no thread has for a thread of another rank. */
    static long ofJvm(long id) {
        Thread known = main;
        if (known == null || id <= 0) {
            return id;
        }
        return id == MAIN ? known.getId() : id % ranks == rank && id >= 2L * ranks ? id / ranks - 1 : Long.MAX_VALUE;
    }

    /** The name of a thread that the program gives none. */
    static String name() {
        int number = NAMES.getAndIncrement();
        int before = alike;
        // Ranks may have made different numbers of threads by then: the rank is the remainder by which all differ.
        int others = (before + ranks - 1) / ranks;
        return "Thread-" + (number < before ? number : (others + number - before) * ranks + rank);
    }
}
