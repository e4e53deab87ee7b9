package jdsm.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import jdsm.sync.Waits;

/**
 * Workers of several ranks that take locks of the job and monitors of their ranks, and meet in barriers, at random. A
 * rank hears late that a barrier is over; a wait to read may end at any time.
 */
final class LockModel {
    static final long STEP_NANOS = 10_000_000;

    private static final int FREE = -1;

    private static final class Worker {
        private final int number;
        private final int rank;
        private final List<Integer> held = new ArrayList<>();
        private int wanted = FREE;
        private int read = FREE;
        private int barrier = Waits.NONE;
        private long waits;
        private long since;

        private Worker(int number, int rank) {
            this.number = number;
            this.rank = rank;
        }

        private boolean runs() {
            return wanted == FREE && read == FREE && barrier == Waits.NONE;
        }

        private String name() {
            return ThreadState.WORKER + number;
        }
    }

    private final Random random;
    private final boolean careful;
    private final int locks;
    private final int ranks;
    private final List<Worker> workers = new ArrayList<>();
    private final Worker[] holders;
    private final List<Deque<Worker>> queues = new ArrayList<>();
    private final int[] passed;
    private final Map<Integer, Integer> entered = new TreeMap<>();
    private long now;

    /** @param careful whether workers begin no wait that would never end, and hold no lock in a barrier */
    LockModel(Random random, boolean careful) {
        this.random = random;
        this.careful = careful;
        ranks = 1 + random.nextInt(4);
        int perRank = 1 + random.nextInt(3);
        for (int i = 0; i < ranks * perRank; i++) {
            workers.add(new Worker(i, i / perRank));
        }
        locks = 1 + random.nextInt(6);
        int monitors = random.nextInt(3) * ranks; // of the ranks in turn
        holders = new Worker[locks + monitors];
        for (int i = 0; i < holders.length; i++) {
            queues.add(new ArrayDeque<>());
        }
        passed = new int[ranks];
    }

    int ranks() {
        return ranks;
    }

    long now() {
        return now;
    }

    /** One event. */
    void step() {
        now += STEP_NANOS;
        Worker worker = workers.get(random.nextInt(workers.size()));
        if (worker.runs()) {
            act(worker);
        } else if (worker.read != FREE && random.nextInt(100) == 0) {
            worker.read = FREE;
        } else if (worker.barrier != Waits.NONE && random.nextInt(20) == 0) {
            hear(worker.rank);
        }
    }

    private void act(Worker worker) {
        int choice = random.nextInt(20);
        int lock = random.nextInt(holders.length);
        if (choice < 8) {
            boolean mine = lock < locks || (lock - locks) % ranks == worker.rank;
            if (mine && !worker.held.contains(lock) && !(careful && wouldDie(worker, lock))) {
                take(worker, lock);
            }
        } else if (choice < 16 && !worker.held.isEmpty()) {
            letGo(worker, random.nextInt(worker.held.size()));
        } else if (choice == 16 && (!careful || worker.held.isEmpty())) {
            begin(worker);
            worker.barrier = passed[worker.rank];
            entered.merge(worker.barrier, 1, Integer::sum);
        } else if (choice == 17 && lock < locks && holders[lock] != null && holders[lock] != worker) {
            begin(worker);
            worker.read = lock;
        }
    }

    private boolean wouldDie(Worker worker, int lock) {
        worker.wanted = holders[lock] == null ? FREE : lock;
        boolean dies = !dead().isEmpty();
        worker.wanted = FREE;
        return dies;
    }

    private void begin(Worker worker) {
        worker.waits++;
        worker.since = now;
    }

    private void take(Worker worker, int lock) {
        if (holders[lock] == null) {
            holders[lock] = worker;
            worker.held.add(lock);
        } else {
            begin(worker);
            worker.wanted = lock;
            queues.get(lock).add(worker);
        }
    }

    private void letGo(Worker worker, int index) {
        int lock = worker.held.remove(index);
        Worker next = queues.get(lock).poll();
        holders[lock] = next;
        if (next != null) {
            next.held.add(lock);
            next.wanted = FREE;
        }
    }

    private void hear(int rank) {
        if (isOver(passed[rank])) {
            workers.stream().filter(worker -> worker.rank == rank).forEach(worker -> worker.barrier = Waits.NONE);
            passed[rank]++;
        }
    }

    private boolean isOver(int barrier) {
        return entered.getOrDefault(barrier, 0) == workers.size();
    }

    /** The names of the workers that never go on. */
    Set<String> dead() {
        Set<Worker> live = new HashSet<>();
        boolean more = true;
        while (more) {
            more = false;
            for (Worker worker : workers) {
                more |= goesOn(worker, live) && live.add(worker);
            }
        }
        Set<String> dead = new HashSet<>();
        workers.stream().filter(worker -> !live.contains(worker)).forEach(worker -> dead.add(fullName(worker)));
        return dead;
    }

    private boolean goesOn(Worker worker, Set<Worker> live) {
        if (worker.wanted != FREE) {
            return live.contains(holders[worker.wanted]);
        }
        if (worker.barrier != Waits.NONE && !isOver(worker.barrier)) {
            return workers.stream()
                    .filter(other -> other.barrier != worker.barrier)
                    .allMatch(live::contains);
        }
        return true;
    }

    /** Whether each worker that never goes on waits for a lock. */
    boolean isDeadByLocksOnly(Set<String> dead) {
        return workers.stream()
                .filter(worker -> dead.contains(fullName(worker)))
                .allMatch(one -> one.wanted != FREE);
    }

    private static String fullName(Worker worker) {
        return "rank " + worker.rank + " " + worker.name();
    }

    /** Whether a search is due on a rank. */
    boolean isDue(int rank, long sinceNanos) {
        return workers.stream()
                .anyMatch(worker ->
                        worker.rank == rank && worker.wanted != FREE && Deadlock.isDue(now - worker.since, sinceNanos));
    }

    /** The present state of a rank, for the first look if {@code brief}. */
    RankState state(int rank, boolean brief) {
        Map<Integer, String> held = new TreeMap<>();
        IntStream.range(0, locks)
                .filter(lock -> holders[lock] != null && holders[lock].rank == rank)
                .forEach(lock -> held.put(lock, holders[lock].name()));
        List<ThreadState> states = workers.stream()
                .filter(worker -> worker.rank == rank)
                .map(worker -> state(worker, brief))
                .toList();
        return new RankState(rank, passed[rank], states, held);
    }

    private ThreadState state(Worker worker, boolean brief) {
        if (worker.runs()) {
            return ThreadState.running(worker.name(), new StackTraceElement[0], "");
        }
        boolean blocked = worker.wanted >= locks;
        int unit = worker.read != FREE ? (brief ? Waits.NONE : worker.read) : blocked ? Waits.NONE : worker.wanted;
        String owner = blocked ? holders[worker.wanted].name() : "";
        long millis = (now - worker.since) / 1_000_000;
        return new ThreadState(
                worker.name(), millis, "to wait", unit, worker.barrier, owner, false, worker.waits, List.of(), "");
    }
}
