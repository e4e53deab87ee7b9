package jdsm.node;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import jdsm.codec.CannotTravelException;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.sync.Waits;
import jdsm.sync.Waits.Waiting;

/** Observes the program's threads of a rank from outside. Has no cost until a report is made. Thread-safe. */
final class RankObserver {
    private static final String WORKER = "jdsm-worker-";

    /** A wait shorter than this may be one of many in a loop, so the report looks for a spin loop too. */
    private static final long SHORT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int rank;
    private final Waits waits;
    private final Workers workers;
    private final Directory directory;
    private final Consumer<BiConsumer<Integer, Thread>> holders;
    private final IntSupplier passed;
    /** The threads that are blocked at the entry of a monitor of this JVM. */
    private final Map<Thread, Blocked> blocked = new ConcurrentHashMap<>();

    private volatile Object program;

    /**
     * A thread's wait at the entry of a monitor.
     *
     * @param info the thread's state
     * @param since the time at which the wait was first seen, by {@link System#nanoTime}
     */
    private record Blocked(ThreadInfo info, long since) {
        /** The thread's count of such waits, this one included. */
        long times() {
            return info.getBlockedCount();
        }
    }

    /**
     * @param holders gives a receiver each unit that is held, with the holder
     * @param passed gives the number of barriers that the rank has passed
     */
    RankObserver(
            int rank,
            Waits waits,
            Workers workers,
            Directory directory,
            Consumer<BiConsumer<Integer, Thread>> holders,
            IntSupplier passed) {
        this.rank = rank;
        this.waits = waits;
        this.workers = workers;
        this.directory = directory;
        this.holders = holders;
        this.passed = passed;
    }

    /** Sets the program, by whose fields reports name objects. */
    void program(Object theProgram) {
        program = theProgram;
    }

    /** Whether a thread has waited for at least {@code atLeastNanos}. */
    boolean hasWaited(long atLeastNanos) {
        lookForBlocked();
        long now = System.nanoTime();
        return waits.longerThan(atLeastNanos).stream().anyMatch(wait -> !isAside(wait))
                || blocked.values().stream().anyMatch(one -> now - one.since >= atLeastNanos);
    }

    /**
     * Whether a search for deadlocks is due, because of a thread that waits for a lock or at the end of {@code start}:
     * see {@link Deadlock#isDue}.
     *
     * @param sinceNanos the time since the last call, in nanoseconds
     */
    boolean isSearchDue(long sinceNanos) {
        long now = System.nanoTime();
        return lookForBlocked().values().stream().anyMatch(one -> Deadlock.isDue(now - one.since, sinceNanos))
                || waits.longerThan(Deadlock.FIRST_NANOS).stream()
                        .anyMatch(wait -> (wait.exclusive() || ThreadState.hasEndedStart(wait.what()))
                                && Deadlock.isDue(wait.nanos(), sinceNanos));
    }

    private static boolean isAside(Waiting wait) {
        return wait.what().equals(Workers.FOR_WORKERS);
    }

    /**
     * Describes a value that cannot travel: the reason, the place of the value, and the program's line that stored it,
     * if known.
     */
    String describe(CannotTravelException e) {
        return UntravelledValue.describe(e, program, workers.threadsOfTheProgram(), this::nameOf);
    }

    /** The present state of the rank's threads and the units that they hold. */
    RankState state() {
        return state(false);
    }

    /** As {@link #state}, for a search for deadlocks: see {@link ThreadState#brief}. Costs less. */
    RankState brief() {
        return state(true);
    }

    private RankState state(boolean brief) {
        // The barriers, the holders and the owners of monitors come first: if a thread was in the same wait before that
        // and is in it afterwards, it has passed, held and owned them all the time.
        int barriers = passed.getAsInt();
        Map<Integer, String> held = new TreeMap<>();
        holders.accept((unit, thread) -> held.put(unit, nameOf(thread)));
        Map<Thread, Blocked> atMonitors = lookForBlocked();
        List<ThreadState> states = new ArrayList<>();
        List<Thread> left = new ArrayList<>(workers.threadsOfTheProgram());
        List<Waiting> all = waits.longerThan(0);
        Map<Object, String> paths = brief ? Map.of() : paths(all);
        for (Waiting wait : all) {
            left.remove(wait.thread());
            if (!isAside(wait)) {
                states.add(brief ? ThreadState.brief(nameOf(wait.thread()), wait) : waiting(wait, paths));
            }
        }
        left.forEach(thread -> states.add(notWaiting(thread, atMonitors.get(thread), brief)));
        return new RankState(rank, barriers, states, held);
    }

    private ThreadState waiting(Waiting wait, Map<Object, String> paths) {
        StackTraceElement[] stack = wait.thread().getStackTrace();
        String hint = wait.nanos() < SHORT_NANOS ? SpinHints.of(stack) : "";
        return ThreadState.waiting(nameOf(wait.thread()), wait, text(wait, paths), stack, hint);
    }

    private String nameOf(Thread thread) {
        String name = thread.getName();
        if (thread == workers.main()) {
            return ThreadState.MAIN;
        }
        return workers.include(thread)
                ? ThreadState.WORKER + name.substring(WORKER.length())
                : "thread " + name + " #" + thread.getId(); // several threads may have one name
    }

    private Map<Object, String> paths(List<Waiting> all) {
        Set<Object> wanted = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Waiting wait : all) {
            SharedEntry entry = wait.unit() == Waits.NONE ? null : directory.entryOfUnit(wait.unit());
            if (entry != null) {
                wanted.add(entry.object());
            }
        }
        return FieldPaths.of(program, wanted);
    }

    /**
     * The fields that lead to arrays, by the numbers of the arrays or of their units: of those that the program reaches.
     * The program must have ended.
     */
    Map<Integer, String> fieldsOf(Set<Integer> units) {
        Map<Integer, Object> arrays = new HashMap<>();
        for (int unit : units) {
            SharedEntry entry = unit < 0 ? null : directory.entryOfUnit(unit);
            if (entry != null && entry.isArray() && entry.object() != null) {
                arrays.put(unit, entry.object());
            }
        }
        Set<Object> wanted = Collections.newSetFromMap(new IdentityHashMap<>());
        wanted.addAll(arrays.values());
        Map<Object, String> found = FieldPaths.fieldsOf(program, wanted);
        Map<Integer, String> fields = new HashMap<>();
        arrays.forEach((unit, array) -> {
            if (found.containsKey(array)) {
                fields.put(unit, found.get(array));
            }
        });
        return fields;
    }

    private String text(Waiting wait, Map<Object, String> paths) {
        SharedEntry entry = wait.unit() == Waits.NONE ? null : directory.entryOfUnit(wait.unit());
        String path = entry == null ? null : paths.get(entry.object());
        return path == null ? wait.what() : wait.what().replace(entry.label(), path + ", " + entry.label());
    }

    private ThreadState notWaiting(Thread thread, Blocked wait, boolean brief) {
        StackTraceElement[] stack = brief ? new StackTraceElement[0] : thread.getStackTrace();
        if (wait == null || !isStillIn(wait, thread)) {
            return ThreadState.running(nameOf(thread), stack, brief ? "" : SpinHints.of(stack));
        }
        String owner = workers.threadsOfTheProgram().stream()
                .filter(other -> other.getId() == wait.info.getLockOwnerId())
                .map(this::nameOf)
                .findFirst()
                .orElse("");
        LockInfo lock = wait.info.getLockInfo();
        return ThreadState.blocked(
                nameOf(thread),
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - wait.since),
                "to enter the monitor of " + (brief ? lock.getClassName() : monitor(lock)),
                owner,
                wait.times(),
                stack);
    }

    private static boolean isStillIn(Blocked wait, Thread thread) {
        ThreadInfo now = info(thread);
        return wait.info.getLockInfo() != null && isBlocked(now) && now.getBlockedCount() == wait.times();
    }

    private static boolean isBlocked(ThreadInfo info) {
        return info != null && info.getThreadState() == Thread.State.BLOCKED;
    }

    private String monitor(LockInfo lock) {
        return FieldPaths.of(program, lock.getClassName(), lock.getIdentityHashCode())
                .map(path -> path + ", " + lock.getClassName())
                .orElseGet(() -> "an object of " + lock.getClassName());
    }

    /** Looks which threads are blocked at monitors now. */
    private Map<Thread, Blocked> lookForBlocked() {
        List<Thread> threads = workers.threadsOfTheProgram();
        blocked.keySet().retainAll(threads);
        Map<Thread, Blocked> found = new HashMap<>();
        for (Thread thread : threads) {
            ThreadInfo info = thread.getState() == Thread.State.BLOCKED ? info(thread) : null;
            if (!isBlocked(info)) {
                blocked.remove(thread);
                continue;
            }
            Blocked before = blocked.get(thread);
            boolean same = before != null && before.times() == info.getBlockedCount();
            Blocked now = new Blocked(info, same ? before.since : System.nanoTime());
            blocked.put(thread, now);
            found.put(thread, now);
        }
        return found;
    }

    private static ThreadInfo info(Thread thread) {
        return ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId());
    }
}
