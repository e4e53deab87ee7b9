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
    /** The threads that are blocked at the entry of a monitor of this JVM. */
    private final Map<Thread, Blocked> blocked = new ConcurrentHashMap<>();

    private volatile Object program;

    /**
     * A thread's wait at the entry of a monitor.
     *
     * @param times the thread's count of such waits, this one included
     * @param since the time at which the wait was first seen, by {@link System#nanoTime}
     */
    private record Blocked(long times, long since) {}

    /** @param holders gives a receiver each unit that is held, with the holder */
    RankObserver(
            int rank,
            Waits waits,
            Workers workers,
            Directory directory,
            Consumer<BiConsumer<Integer, Thread>> holders) {
        this.rank = rank;
        this.waits = waits;
        this.workers = workers;
        this.directory = directory;
        this.holders = holders;
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
        // The holders come first: a thread that is found waiting below then held them when its wait began.
        Map<Integer, String> held = new TreeMap<>();
        holders.accept((unit, thread) -> held.put(unit, nameOf(thread)));
        lookForBlocked();
        List<ThreadState> states = new ArrayList<>();
        List<Thread> left = new ArrayList<>(workers.threadsOfTheProgram());
        List<Waiting> all = waits.longerThan(0);
        Map<Object, String> paths = paths(all);
        for (Waiting wait : all) {
            left.remove(wait.thread());
            if (!isAside(wait)) {
                StackTraceElement[] stack = wait.thread().getStackTrace();
                String hint = wait.nanos() < SHORT_NANOS ? SpinHints.of(stack) : "";
                states.add(ThreadState.waiting(nameOf(wait.thread()), wait, text(wait, paths), stack, hint));
            }
        }
        left.forEach(thread -> states.add(notWaiting(thread)));
        return new RankState(rank, states, held);
    }

    private String nameOf(Thread thread) {
        String name = thread.getName();
        if (thread == workers.main()) {
            return ThreadState.MAIN;
        }
        return name.startsWith(WORKER) ? ThreadState.WORKER + name.substring(WORKER.length()) : "thread " + name;
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

    private ThreadState notWaiting(Thread thread) {
        Blocked since = blocked.get(thread);
        ThreadInfo info = since == null ? null : info(thread);
        if (info == null || info.getThreadState() != Thread.State.BLOCKED || info.getLockInfo() == null) {
            StackTraceElement[] stack = thread.getStackTrace();
            return ThreadState.running(nameOf(thread), stack, SpinHints.of(stack));
        }
        String owner = workers.threadsOfTheProgram().stream()
                .filter(other -> other.getId() == info.getLockOwnerId())
                .map(this::nameOf)
                .findFirst()
                .orElse("");
        return ThreadState.blocked(
                nameOf(thread),
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since.since),
                "to enter the monitor of " + monitor(info.getLockInfo()),
                owner,
                thread.getStackTrace());
    }

    private String monitor(LockInfo lock) {
        return FieldPaths.of(program, lock.getClassName(), lock.getIdentityHashCode())
                .map(path -> path + ", " + lock.getClassName())
                .orElseGet(() -> "an object of " + lock.getClassName());
    }

    private void lookForBlocked() {
        List<Thread> threads = workers.threadsOfTheProgram();
        blocked.keySet().retainAll(threads);
        for (Thread thread : threads) {
            ThreadInfo info = thread.getState() == Thread.State.BLOCKED ? info(thread) : null;
            if (info == null) {
                blocked.remove(thread);
            } else {
                blocked.merge(
                        thread,
                        new Blocked(info.getBlockedCount(), System.nanoTime()),
                        (before, now) -> before.times == now.times ? before : now);
            }
        }
    }

    private static ThreadInfo info(Thread thread) {
        return ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId());
    }
}
