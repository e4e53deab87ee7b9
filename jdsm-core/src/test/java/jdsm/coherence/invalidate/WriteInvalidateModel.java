package jdsm.coherence.invalidate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Outbox;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;

/**
 * A job of model ranks in one thread: the real reducers, a network that is FIFO for each pair and otherwise in any order,
 * and workers that run random programs. A seed decides every step. Checks after each step what must always hold.
 */
final class WriteInvalidateModel {
    private static final int MAX_STEPS = 20_000;
    private static final int SLOW_CONNECTIONS = 4;
    private static final int SLOW_STEPS = 60;

    /** A unit's content: a writer sets one half in one step and the other in a later one. */
    private record Content(long first, long second) {}

    private record Letter(int from, CoherenceMessage message, Content content) {}

    private final Random random;
    private final int ranks;
    private final int units;
    private final List<ModelRank> all = new ArrayList<>();
    private final List<ModelWorker> workers = new ArrayList<>();
    private final Deque<Letter>[][] network;
    /** Connections whose letters come late: others overtake them by far. */
    private final boolean[][] slow;

    private final long[] released;
    private final List<String> trace = new ArrayList<>();

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of queues
    WriteInvalidateModel(long seed, int ranks, int units, int workersPerRank, int operations, boolean replicated) {
        this.random = new Random(seed);
        this.ranks = ranks;
        this.units = units;
        this.network = new Deque[ranks][ranks];
        this.slow = new boolean[ranks][ranks];
        this.released = new long[units];
        for (int rank = 0; rank < ranks; rank++) {
            for (int to = 0; to < ranks; to++) {
                network[rank][to] = new ArrayDeque<>();
                slow[rank][to] = random.nextInt(SLOW_CONNECTIONS) == 0;
            }
            ModelRank made = new ModelRank(rank, replicated);
            all.add(made);
            for (int w = 0; w < workersPerRank; w++) {
                workers.add(new ModelWorker(made, operations));
            }
        }
    }

    /** Steps until everything has ended; fails if something is wrong or nothing can happen any more. */
    void run() {
        List<Runnable> possible = new ArrayList<>();
        for (int steps = 0; ; steps++) {
            assertThat(steps).as("steps: this goes round and round").isLessThan(MAX_STEPS);
            possible.clear();
            collect(possible, random.nextInt(SLOW_STEPS) == 0);
            if (possible.isEmpty()) {
                collect(possible, true);
            }
            if (possible.isEmpty()) {
                break;
            }
            possible.get(random.nextInt(possible.size())).run();
            checkAlways();
        }
        for (ModelWorker worker : workers) {
            assertThat(worker.left).as("operations left: nobody can go on").isZero();
        }
        checkQuiet();
    }

    private void collect(List<Runnable> possible, boolean slowToo) {
        for (int from = 0; from < ranks; from++) {
            for (int to = 0; to < ranks; to++) {
                Deque<Letter> queue = network[from][to];
                if (!queue.isEmpty() && (slowToo || !slow[from][to])) {
                    ModelRank receiver = all.get(to);
                    possible.add(() -> receiver.receive(queue.remove()));
                }
            }
        }
        for (ModelRank rank : all) {
            if (!rank.tasks.isEmpty()) {
                possible.add(() -> rank.tasks.remove().run());
            }
        }
        for (ModelWorker worker : workers) {
            if (worker.canStep()) {
                possible.add(worker::step);
            }
        }
    }

    private void checkAlways() {
        for (int u = 0; u < units; u++) {
            int writers = 0;
            int readers = 0;
            int owners = 0;
            for (ModelRank rank : all) {
                int access = rank.states.get(u).access();
                writers += access >= UnitState.WRITE ? 1 : 0;
                readers += access == UnitState.READ ? 1 : 0;
                owners += rank.states.get(u).owner ? 1 : 0;
            }
            assertThat(writers).as("exclusive copies of unit %s", u).isLessThanOrEqualTo(1);
            assertThat(owners).as("owners of unit %s", u).isLessThanOrEqualTo(1);
            if (writers == 1) {
                assertThat(readers)
                        .as("copies beside the exclusive one of unit %s", u)
                        .isZero();
            }
        }
    }

    /** Directory and copies agree when nothing is under way. */
    private void checkQuiet() {
        for (int u = 0; u < units; u++) {
            int unit = u;
            InvalidateState owner = all.stream()
                    .map(rank -> rank.states.get(unit))
                    .filter(state -> state.owner)
                    .reduce((a, b) -> {
                        throw new AssertionError("two owners of unit " + unit);
                    })
                    .orElseThrow(() -> new AssertionError("no owner of unit " + unit));
            for (ModelRank rank : all) {
                InvalidateState state = rank.states.get(u);
                if (state.access() >= UnitState.READ) {
                    Content copy = rank.contents[u];
                    assertThat(copy)
                            .as("rank %s's valid copy of unit %s", rank.me, u)
                            .isEqualTo(new Content(released[u], released[u]));
                    assertThat(state == owner || owner.sharers.contains(rank.me))
                            .isTrue();
                }
                assertThat(state.wanted())
                        .as("rank %s has waiters of unit %s", rank.me, u)
                        .isFalse();
            }
        }
    }

    String trace() {
        return String.join("\n", trace.subList(Math.max(0, trace.size() - 60), trace.size()));
    }

    private final class ModelRank implements Outbox {
        final int me;
        final WriteInvalidate protocol;
        final List<InvalidateState> states = new ArrayList<>();
        final Content[] contents = new Content[units];
        final Deque<Runnable> tasks = new ArrayDeque<>();
        private Content arrived;

        ModelRank(int me, boolean replicated) {
            this.me = me;
            this.protocol = new WriteInvalidate(me, ranks);
            for (int u = 0; u < units; u++) {
                states.add(protocol.newState(u, 0, replicated));
                contents[u] = replicated || me == 0 ? new Content(0, 0) : new Content(-1, -2);
            }
        }

        void receive(Letter letter) {
            trace.add(letter.from + "->" + me + " " + letter.message);
            arrived = letter.content;
            protocol.onMessage(states.get(letter.message.unit()), letter.from, letter.message, this);
            arrived = null;
        }

        @Override
        public void send(int to, CoherenceMessage message) {
            assertThat(to).as("a message to oneself: %s", message).isNotEqualTo(me);
            Content content = message.hasContent() ? contents[message.unit()] : null;
            if (content != null) {
                assertThat(content.first).as("content half written").isEqualTo(content.second);
            }
            network[me][to].add(new Letter(me, message, content));
        }

        @Override
        public void install(int unit) {
            assertThat(states.get(unit).access()).as("content over one in use").isLessThan(UnitState.WRITE);
            contents[unit] = arrived;
        }

        @Override
        public void complete(Waiter waiter) {
            ((ModelWait) waiter).done = true;
        }

        @Override
        public void again(Waiter waiter) {
            ((ModelWait) waiter).again = true;
        }

        @Override
        public void count(Event event) {}
    }

    private static final class ModelWait implements Waiter {
        private final Thread worker;
        boolean done;
        boolean again;

        ModelWait(Thread worker) {
            this.worker = worker;
        }

        @Override
        public Thread worker() {
            return worker;
        }
    }

    /** Runs updates, and acquire - write - write - release, on random units, one at a time; sometimes two nested in order. */
    private final class ModelWorker {
        private final ModelRank rank;
        private final Thread identity = new Thread();
        private final Deque<Runnable> script = new ArrayDeque<>();
        private ModelWait waiting;
        private Runnable afterWait;
        private long seenAtStart;
        int left;

        ModelWorker(ModelRank rank, int operations) {
            this.rank = rank;
            this.left = operations;
        }

        boolean canStep() {
            return waiting != null ? waiting.done || waiting.again : left > 0 || !script.isEmpty();
        }

        void step() {
            if (waiting != null) {
                Runnable next = afterWait;
                waiting = null;
                next.run();
            } else if (script.isEmpty()) {
                left--;
                plan();
            } else {
                script.remove().run();
            }
        }

        private void plan() {
            int unit = random.nextInt(units);
            if (random.nextInt(3) == 0) {
                planHold(unit, random.nextInt(4) == 0 && unit + 1 < units ? unit + 1 : -1);
            } else {
                script.add(() -> update(unit));
            }
        }

        private void planHold(int unit, int inner) {
            script.add(() -> acquire(unit));
            if (random.nextInt(5) == 0) {
                script.add(() -> acquire(unit));
                script.add(() -> release(unit));
            }
            script.add(() -> writeFirst(unit));
            if (inner >= 0) {
                script.add(() -> update(unit));
                planHold(inner, -1);
            }
            script.add(() -> writeSecond(unit));
            script.add(() -> release(unit));
        }

        private InvalidateState state(int unit) {
            return rank.states.get(unit);
        }

        private void update(int unit) {
            seenAtStart = released[unit];
            if (state(unit).readableBy(identity)) {
                checkRead(unit);
                return;
            }
            await(unit, false, () -> checkRead(unit));
        }

        private void checkRead(int unit) {
            Content seen = rank.contents[unit];
            if (state(unit).heldBy(identity)) {
                return;
            }
            // Another worker of this rank may have come to hold the unit between the reply and this step.
            if (state(unit).access() < UnitState.HELD) {
                assertThat(seen.first).as("unit %s half written", unit).isEqualTo(seen.second);
                assertThat(seen.first)
                        .as("unit %s older than at the call", unit)
                        .isGreaterThanOrEqualTo(seenAtStart);
            }
        }

        private void acquire(int unit) {
            if (state(unit).tryHold(identity)) {
                checkHold(unit);
                return;
            }
            ModelWait wait = await(unit, true, () -> {});
            afterWait = () -> {
                if (wait.again) {
                    acquire(unit);
                } else {
                    checkHold(unit);
                }
            };
        }

        private void checkHold(int unit) {
            Content seen = rank.contents[unit];
            long expected = released[unit];
            boolean nested = seen.first == expected + 1;
            assertThat(nested || seen.equals(new Content(expected, expected)))
                    .as("held unit %s: %s, released %s", unit, seen, expected)
                    .isTrue();
        }

        private ModelWait await(int unit, boolean exclusive, Runnable then) {
            ModelWait wait = new ModelWait(identity);
            waiting = wait;
            afterWait = then;
            rank.tasks.add(() -> {
                if (exclusive) {
                    rank.protocol.onAcquire(state(unit), wait, rank);
                } else {
                    rank.protocol.onFault(state(unit), wait, rank);
                }
            });
            return wait;
        }

        private void writeFirst(int unit) {
            Content now = rank.contents[unit];
            rank.contents[unit] = new Content(now.first + 1, now.second);
        }

        private void writeSecond(int unit) {
            Content now = rank.contents[unit];
            rank.contents[unit] = new Content(now.first, now.second + 1);
        }

        private void release(int unit) {
            Content now = rank.contents[unit];
            if (now.first == now.second) {
                released[unit] = now.first;
            }
            if (!state(unit).release()) {
                rank.tasks.add(() -> rank.protocol.onRelease(state(unit), rank));
            }
        }
    }
}
