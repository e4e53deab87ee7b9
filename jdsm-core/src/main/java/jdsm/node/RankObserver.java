package jdsm.node;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Collections;
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

/** Looks from outside at what the program's threads of a rank do. Costs nothing until it is asked. Thread-safe. */
final class RankObserver {
    private static final String WORKER = "jdsm-worker-";

    /** Who has waited no longer may have done so often, in a loop. */
    private static final long SHORT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final int rank;
    private final Waits waits;
    private final Workers workers;
    private final Directory directory;
    private final Consumer<BiConsumer<Integer, Thread>> holders;
    /** Threads that were found to be kept out of a monitor of this JVM. */
    private final Map<Thread, Blocked> blocked = new ConcurrentHashMap<>();

    private volatile Object program;

    /**
     * @param times how often the thread had been kept out of monitors by then
     * @param since when it was first seen so
     */
    private record Blocked(long times, long since) {}

    /** @param holders tells of each unit that is held, and by whom */
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

    /** The object by whose fields others are named. */
    void program(Object theProgram) {
        program = theProgram;
    }

    /** Whether some thread has waited for so long. */
    boolean hasWaited(long atLeastNanos) {
        lookForBlocked();
        long now = System.nanoTime();
        return waits.longerThan(atLeastNanos).stream().anyMatch(wait -> !isAside(wait))
                || blocked.values().stream().anyMatch(one -> now - one.since >= atLeastNanos);
    }

    private static boolean isAside(Waiting wait) {
        return wait.what().equals(Workers.FOR_WORKERS);
    }

    /** What is wrong with a value that cannot travel, where it is, and which of the program's lines stored it, as far as known. */
    String describe(CannotTravelException e) {
        return UntravelledValue.describe(e, program, workers.threadsOfTheProgram(), this::nameOf);
    }

    RankState state() {
        // First, so that what a thread which waits below has is what it had when it began to wait.
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
