package jdsm.verify;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import jdsm.coherence.Outbox;
import jdsm.coherence.UnitState;
import jdsm.coherence.home.HomeState;

/** A simulated job under one schedule. The network keeps the order of messages between two ranks only. */
final class Simulation {
    private static final int MAX_STEPS = 100_000;
    private static final int STORES_MEANWHILE = 6;
    /** In the middle of a release, one step of workers in this many is their last one. */
    private static final int LAST_STEPS = 3;
    /**
     * The longest pause between the check of a worker in the middle of a release and its access, in steps; other
     * releases may begin.
     */
    private static final int LONGEST_REST = 40;
    /** The identities of workers: threads that are never started. */
    private static final Thread[] IDENTITIES = identities();

    final Programs.Shape shape;
    final Memory memory;
    /** Null if ranks do not reach each other's memory. */
    final SimSegments segments;

    private final Scheduler scheduler;
    private final Fault fault;
    private final long[] events;
    private final SimRank[] ranks;
    private final SimWorker[] workers;
    /** The messages in the network, at {@code from * ranks + to}. */
    private final Deque<Object>[] network;

    private final boolean[] held;
    /** The loss of a rank, if the scenario has one. */
    private final Loss loss;
    /**
     * The possible options: a connection's message, a rank's task, a worker's step, news of a loss, a loss; numbered in
     * this order.
     */
    private final int[] options;

    private final StringBuilder trace;
    /** The units and locks whose state may have changed in this step, a bit each. */
    private long touched;

    /**
     * Makes a simulation.
     *
     * @param fault the deliberate fault; null for none
     * @param events counts the events, by {@link Outbox.Event#ordinal}
     * @param trace receives a description of each step; null for none
     */
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of queues
    Simulation(Scenario scenario, Scheduler scheduler, Memory memory, Fault fault, long[] events, StringBuilder trace) {
        this.shape = scenario.shape();
        this.scheduler = scheduler;
        this.memory = memory;
        this.fault = fault;
        this.events = events;
        this.trace = trace;
        this.network = new Deque[shape.ranks() * shape.ranks()];
        this.held = new boolean[shape.units() + shape.locks()];
        this.loss = new Loss(scenario);
        if (held.length > Long.SIZE) {
            throw new IllegalArgumentException(held.length + " units and locks");
        }
        for (int pair = 0; pair < network.length; pair++) {
            network[pair] = new ArrayDeque<>(4);
        }
        this.segments = scenario.oneSided() ? new SimSegments(shape) : null;
        this.ranks = new SimRank[shape.ranks()];
        this.workers = new SimWorker[shape.allWorkers()];
        for (int number = 0; number < workers.length; number++) {
            int r = number / shape.workers();
            int slot = number % shape.workers();
            if (slot == 0) {
                ranks[r] = new SimRank(r, this, scenario);
            }
            workers[number] = new SimWorker(this, ranks[r], slot, scenario.programs()[number], IDENTITIES[number]);
            ranks[r].workers[slot] = workers[number];
        }
        this.options = new int[options(shape)];
    }

    private static Thread[] identities() {
        Thread[] threads = new Thread[64];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread();
        }
        return threads;
    }

    /**
     * Runs the job to its end, or until the scheduler abandons it.
     *
     * @return the number of steps
     * @throws RuntimeException a {@link Violation}, or an error that the runtime itself has detected
     */
    int run() {
        for (int steps = 0; ; steps++) {
            if (steps == MAX_STEPS) {
                throw new Violation("the job has not ended after " + MAX_STEPS + " steps");
            }
            int count = collect();
            if (count == 0) {
                checkQuiet();
                return steps;
            }
            int choice = scheduler.next(options, count);
            if (choice == Scheduler.ABANDON) {
                return steps;
            }
            step(choice);
            checkTouched();
        }
    }

    private int collect() {
        int count = 0;
        int option = 0;
        for (Deque<Object> queue : network) {
            if (!queue.isEmpty()) {
                options[count++] = option;
            }
            option++;
        }
        for (SimRank rank : ranks) {
            if (!rank.tasks.isEmpty()) {
                options[count++] = option;
            }
            option++;
        }
        int first = option;
        for (SimWorker worker : workers) {
            if (worker.canStep() && !worker.rests()) {
                options[count++] = option;
            }
            option++;
        }
        for (int number = 0; count == 0 && number < workers.length; number++) {
            if (workers[number].canStep()) {
                options[count++] = first + number; // no other option is possible: the pausing workers go on
            }
        }
        return loss.collect(options, count);
    }

    /** The number of options. */
    static int options(Programs.Shape shape) {
        return shape.ranks() * shape.ranks() + shape.ranks() + shape.allWorkers() + shape.ranks() + 1;
    }

    /** The option that a rank is lost; the last one. */
    static int lossOption(Programs.Shape shape) {
        return options(shape) - 1;
    }

    /** The rank of an option that is no loss. Steps of different ranks affect each other by messages only. */
    static int rankOf(Programs.Shape shape, int option) {
        int pairs = shape.ranks() * shape.ranks();
        if (option < pairs) {
            return option % shape.ranks();
        }
        int beyond = option - pairs;
        return beyond < shape.ranks() ? beyond : (beyond - shape.ranks()) / shape.workers();
    }

    private void step(int choice) {
        if (choice < network.length) {
            SimRank to = ranks[choice % ranks.length];
            Object letter = network[choice].remove();
            if (trace != null) {
                note("rank " + to.me + " receives " + letter);
            }
            if (letter instanceof Letter message) {
                to.receive(message);
            } else {
                to.receive((Cry) letter);
            }
        } else if (choice < network.length + ranks.length) {
            SimRank rank = ranks[choice - network.length];
            Task task = rank.tasks.remove();
            if (trace != null) {
                note("rank " + rank.me + " runs " + task);
            }
            rank.run(task);
        } else if (!loss.isOption(choice)) {
            SimWorker worker = workers[choice - network.length - ranks.length];
            if (trace != null) {
                note(worker.toString());
            }
            worker.step();
        } else {
            int hears = loss.happens(choice);
            if (trace != null) {
                note("rank " + loss.rank()
                        + (hears == Loss.NOBODY ? " is lost" : ": its loss is known at rank " + hears));
            }
            if (hears == Loss.NOBODY) {
                lose(ranks[loss.rank()]);
            }
        }
    }

    /**
     * Loses a rank: its tasks and workers end, no message reaches it, and each rank gets only the first few of its
     * messages.
     */
    private void lose(SimRank rank) {
        rank.tasks.clear();
        for (SimWorker worker : rank.workers) {
            worker.lost();
        }
        for (int other = 0; other < ranks.length; other++) {
            network[other * ranks.length + rank.me].clear();
            Deque<Object> sent = network[rank.me * ranks.length + other];
            int arrives = sent.isEmpty() ? 0 : scheduler.choose(sent.size() + 1);
            while (sent.size() > arrives) {
                sent.removeLast();
            }
        }
    }

    private void note(String what) {
        trace.append(what).append('\n');
    }

    // Actions of ranks and workers.

    boolean is(Fault one) {
        return fault == one;
    }

    /** Chooses whether an event with probability {@code 1 / in} happens. */
    boolean chance(int in) {
        return scheduler.chance(in);
    }

    void post(int from, int to, Object letter) {
        if (!loss.isLost(to)) {
            network[from * ranks.length + to].add(letter);
        }
    }

    /** Whether the waits of a rank end, because it has learned of a loss. */
    boolean hasFailedAt(int rank) {
        return loss.isKnownAt(rank);
    }

    void count(Outbox.Event event) {
        events[event.ordinal()]++;
    }

    void touched(int unit) {
        touched |= 1L << unit;
    }

    /** Lets a worker of the rank make its next access, perhaps, between two elements that the runtime copies. */
    void workerMayStore(SimRank rank) {
        int able = 0;
        for (SimWorker worker : rank.workers) {
            able += worker.accessesNext() ? 1 : 0;
        }
        if (able > 0 && chance(STORES_MEANWHILE)) {
            int which = able == 1 ? 0 : scheduler.choose(able);
            for (SimWorker worker : rank.workers) {
                if (worker.accessesNext() && which-- == 0) {
                    if (trace != null) {
                        note("  meanwhile " + worker);
                    }
                    worker.step();
                    return;
                }
            }
        }
    }

    /** Lets workers of the rank go on for a few steps, perhaps, in the middle of a release. */
    void workersMayGoOn(SimRank rank) {
        while (true) {
            SimWorker[] able =
                    Arrays.stream(rank.workers).filter(SimWorker::goesOn).toArray(SimWorker[]::new);
            if (able.length == 0 || chance(LAST_STEPS)) {
                return;
            }
            SimWorker worker = able[able.length == 1 ? 0 : scheduler.choose(able.length)];
            if (trace != null) {
                note("  meanwhile " + worker);
            }
            worker.step();
            if (worker.accessesNext() && chance(2)) {
                worker.rest(scheduler.choose(LONGEST_REST));
                return;
            }
        }
    }

    void hold(int unit) {
        if (held[unit]) {
            throw new Violation("two workers hold unit " + unit);
        }
        held[unit] = true;
    }

    void letGo(int unit) {
        held[unit] = false;
    }

    // Invariants.

    private void checkTouched() {
        for (long rest = touched; rest != 0; rest &= rest - 1) {
            check(Long.numberOfTrailingZeros(rest));
        }
        touched = 0;
    }

    private void check(int unit) {
        int owners = 0;
        int exclusive = 0;
        int readable = 0;
        for (SimRank rank : ranks) {
            HomeState state = rank.state(unit);
            int access = state.access();
            owners += state.isOwner() ? 1 : 0;
            exclusive += access == UnitState.OWNED ? 1 : 0;
            readable += state.isValid() ? 1 : 0;
        }
        if (owners > 1) {
            throw new Violation("unit " + unit + " has " + owners + " owners");
        }
        if (exclusive > 0 && readable > 1 && !ranks[0].state(unit).publication().hasNotices()) {
            throw new Violation("unit " + unit + " has an exclusive copy and " + (readable - 1) + " others");
        }
    }

    private void checkQuiet() {
        for (Deque<Object> queue : network) {
            if (!queue.isEmpty()) {
                throw new Violation("a message is left in the network");
            }
        }
        for (SimRank rank : ranks) {
            rank.checkQuiet();
        }
        if (!loss.hasHappened()) {
            checkUnitsQuiet();
        }
    }

    private void checkUnitsQuiet() {
        for (int unit = 0; unit < held.length; unit++) {
            int owners = 0;
            for (SimRank rank : ranks) {
                HomeState state = rank.state(unit);
                owners += state.isOwner() ? 1 : 0;
                if (state.isWanted()) {
                    throw new Violation("a worker or rank waits for unit " + unit + " for ever");
                }
                boolean readable = unit < shape.units() && state.isValid();
                if (readable && !memory.isCurrent(unit, rank.live(unit))) {
                    throw new Violation("rank " + rank.me + " has a stale copy of unit " + unit);
                }
            }
            if (owners != 1) {
                throw new Violation("unit " + unit + " has " + owners + " owners");
            }
        }
    }

    /** The states of ranks and workers, in words. */
    String snapshot() {
        StringBuilder text = new StringBuilder();
        for (SimRank rank : ranks) {
            text.append(rank).append('\n');
        }
        for (SimWorker worker : workers) {
            text.append(worker).append('\n');
        }
        return text.toString();
    }
}
