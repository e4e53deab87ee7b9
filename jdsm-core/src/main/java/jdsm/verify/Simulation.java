package jdsm.verify;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;
import jdsm.coherence.UnitState;
import jdsm.coherence.home.HomeState;

/**
 * One job under one schedule, both from a seed. The network keeps the order of each pair of ranks and no other; some
 * connections are slow.
 */
final class Simulation {
    private static final int MAX_STEPS = 100_000;
    private static final int SLOW_CONNECTIONS = 4;
    private static final int SLOW_STEPS = 40;
    private static final int STORES_MEANWHILE = 6;
    /** Identities of workers; a thread is never started here. */
    private static final Thread[] IDENTITIES = identities();

    final Programs.Shape shape;
    private final SplittableRandom random;
    private final Fault fault;
    private final long[] events;
    private final List<SimRank> ranks = new ArrayList<>();
    private final List<SimWorker> workers = new ArrayList<>();
    private final Deque<Object>[] network;
    private final boolean[] slow;
    /** What each element must read as. */
    private final long[][] truth;

    private final boolean[] held;
    private final int[] choices;
    private final StringBuilder trace;
    private long lastValue;

    /**
     * @param publications how units are published: one for all units, or null for a random one each
     * @param fault null: none
     * @param events counts what happens, by {@link Outbox.Event#ordinal}
     * @param traced whether to keep what happens, in words
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of queues
    Simulation(long seed, Programs.Shape shape, Publication publication, Fault fault, long[] events, boolean traced) {
        this.random = new SplittableRandom(seed);
        this.shape = shape;
        this.fault = fault;
        this.events = events;
        this.trace = traced ? new StringBuilder() : null;
        this.network = new Deque[shape.ranks() * shape.ranks()];
        this.slow = new boolean[network.length];
        this.truth = new long[shape.units()][shape.elements()];
        this.held = new boolean[shape.units() + shape.locks()];
        this.choices = new int[network.length + shape.ranks() + shape.allWorkers()];
        for (int pair = 0; pair < network.length; pair++) {
            network[pair] = new ArrayDeque<>();
            slow[pair] = random.nextInt(SLOW_CONNECTIONS) == 0;
        }
        Publication[] publications = new Publication[shape.units()];
        boolean[] replicated = new boolean[shape.units()];
        for (int unit = 0; unit < publications.length; unit++) {
            publications[unit] = publication != null ? publication : Publication.values()[random.nextInt(3)];
            replicated[unit] = random.nextBoolean();
        }
        Programs.Step[][] programs = new Programs(shape, random).make();
        for (int r = 0; r < shape.ranks(); r++) {
            SimRank rank = new SimRank(r, this, publications, replicated);
            ranks.add(rank);
            for (int w = 0; w < shape.workers(); w++) {
                int number = r * shape.workers() + w;
                SimWorker worker = new SimWorker(this, rank, w, programs[number], IDENTITIES[number]);
                rank.workers.add(worker);
                workers.add(worker);
            }
        }
    }

    private static Thread[] identities() {
        Thread[] threads = new Thread[64];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread();
        }
        return threads;
    }

    /** Runs to the end. @return the number of steps */
    int run() {
        for (int steps = 0; ; steps++) {
            if (steps == MAX_STEPS) {
                throw new Violation("this goes round and round" + snapshot());
            }
            boolean slowToo = random.nextInt(SLOW_STEPS) == 0;
            int count = collect(slowToo);
            if (count == 0 && !slowToo) {
                count = collect(true);
            }
            if (count == 0) {
                checkQuiet();
                return steps;
            }
            step(choices[random.nextInt(count)]);
            checkAlways();
        }
    }

    private int collect(boolean slowToo) {
        int count = 0;
        for (int pair = 0; pair < network.length; pair++) {
            if (!network[pair].isEmpty() && (slowToo || !slow[pair])) {
                choices[count++] = pair;
            }
        }
        for (int r = 0; r < ranks.size(); r++) {
            if (!ranks.get(r).tasks.isEmpty()) {
                choices[count++] = network.length + r;
            }
        }
        for (int w = 0; w < workers.size(); w++) {
            if (workers.get(w).canStep()) {
                choices[count++] = network.length + ranks.size() + w;
            }
        }
        return count;
    }

    private void step(int choice) {
        if (choice < network.length) {
            SimRank to = ranks.get(choice % ranks.size());
            Object letter = network[choice].remove();
            note(() -> "rank " + to.me + " receives " + letter);
            if (letter instanceof SimRank.Cry cry) {
                to.receive(cry);
            } else {
                to.receive((SimRank.Letter) letter);
            }
        } else if (choice < network.length + ranks.size()) {
            SimRank rank = ranks.get(choice - network.length);
            note(() -> "rank " + rank.me + " runs a task");
            rank.run(rank.tasks.remove());
        } else {
            SimWorker worker = workers.get(choice - network.length - ranks.size());
            note(worker::toString);
            worker.step();
        }
    }

    private void note(java.util.function.Supplier<String> what) {
        if (trace != null) {
            trace.append(what.get()).append('\n');
        }
    }

    String trace() {
        return String.valueOf(trace);
    }

    // What ranks and workers do to the job.

    boolean is(Fault one) {
        return fault == one;
    }

    /** One in so many. */
    boolean chance(int in) {
        return random.nextInt(in) == 0;
    }

    void post(int from, int to, Object letter) {
        network[from * ranks.size() + to].add(letter);
    }

    void count(Outbox.Event event) {
        events[event.ordinal()]++;
    }

    /** Between two elements that the runtime copies, a worker of the rank may access one. */
    void workerMayStore(SimRank rank) {
        if (shape.workers() > 0 && random.nextInt(STORES_MEANWHILE) == 0) {
            SimWorker worker = rank.workers.get(random.nextInt(rank.workers.size()));
            if (worker.accessesNext()) {
                note(() -> "  meanwhile " + worker);
                worker.step();
            }
        }
    }

    long write(int unit, int element) {
        truth[unit][element] = ++lastValue;
        return lastValue;
    }

    void read(SimWorker reader, int unit, int element, long value) {
        if (value != truth[unit][element]) {
            throw new Violation(
                    reader + " reads " + value + " where " + truth[unit][element] + " was written last" + snapshot());
        }
    }

    void hold(int unit) {
        if (held[unit]) {
            throw new Violation("two workers hold unit " + unit + snapshot());
        }
        held[unit] = true;
    }

    void letGo(int unit) {
        held[unit] = false;
    }

    // What must hold.

    private void checkAlways() {
        for (int unit = 0; unit < held.length; unit++) {
            int owners = 0;
            int exclusive = 0;
            int readable = 0;
            for (SimRank rank : ranks) {
                HomeState state = rank.states.get(unit);
                owners += state.isOwner() ? 1 : 0;
                exclusive += state.access() == UnitState.OWNED ? 1 : 0;
                readable += state.access() >= UnitState.READ ? 1 : 0;
            }
            if (owners > 1) {
                throw new Violation("unit " + unit + " has " + owners + " owners" + snapshot());
            }
            if (exclusive > 0 && readable > 1 && ranks.get(0).states.get(unit).publication() != Publication.NOTIFY) {
                throw new Violation("unit " + unit + " has an only copy and " + (readable - 1) + " more" + snapshot());
            }
        }
    }

    private void checkQuiet() {
        for (Deque<Object> queue : network) {
            if (!queue.isEmpty()) {
                throw new Violation("a message is left" + snapshot());
            }
        }
        try {
            ranks.forEach(SimRank::checkQuiet);
        } catch (Violation e) {
            throw new Violation(e.getMessage() + snapshot(), e);
        }
        for (int unit = 0; unit < held.length; unit++) {
            int owners = 0;
            for (SimRank rank : ranks) {
                HomeState state = rank.states.get(unit);
                owners += state.isOwner() ? 1 : 0;
                if (state.isWanted()) {
                    throw new Violation("somebody waits for unit " + unit + " for ever" + snapshot());
                }
                if (unit < truth.length && state.access() >= UnitState.READ) {
                    if (!java.util.Arrays.equals(rank.live[unit], truth[unit])) {
                        throw new Violation("rank " + rank.me + " has a stale copy of unit " + unit + snapshot());
                    }
                }
            }
            if (owners != 1) {
                throw new Violation("unit " + unit + " has " + owners + " owners" + snapshot());
            }
        }
    }

    private String snapshot() {
        StringBuilder text = new StringBuilder("\n");
        ranks.forEach(rank -> text.append(rank).append('\n'));
        workers.forEach(worker -> text.append(worker).append('\n'));
        return text.toString();
    }
}
