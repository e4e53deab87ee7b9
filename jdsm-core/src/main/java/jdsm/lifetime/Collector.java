package jdsm.lifetime;

import java.util.List;
import java.util.function.Consumer;
import jdsm.coherence.UnitRanges;
import jdsm.message.MarksLayout;

/*
 * The search runs behind a barrier, while no worker of the job computes. It goes in steps: in each, every rank sends all
 * others the units that it has newly found to be reached, and then follows the references of the units that the others
 * have sent. When a step finds nothing on any rank, the phase is over, on all ranks alike.
 *
 * In the first phase, the ranks follow the contents of shared objects from those that are never freed. Most objects that
 * live are found so. In the second phase, each rank lets go of its instances of the other objects, and has the garbage
 * collector tell which of them its program still reaches, for instance by a local variable of a worker: these are where
 * the second phase begins. What neither phase has found is reached by nothing, cycles across ranks included. In a last
 * step the ranks tell each other that they have freed it: before that, a rank that goes on could ask another one for an
 * object that has no instance there for the moment.
 */

/**
 * One rank's part in the search for shared objects that no rank reaches, as a reducer. All ranks begin it behind the same
 * barrier. One thread calls it: the rank's service loop.
 */
public final class Collector {
    /** The shared objects of the rank. A unit counts as reached if one of its objects does. */
    public interface Heap {
        /**
         * Begins the search.
         *
         * @return false if nothing can be found now: contents of units are on their way to this rank, so that nobody
         *     can follow them, or a thread of the program may store
         */
        boolean begin();

        /**
         * Finds what the objects that are never freed, and those in use, refer to by the contents on this rank.
         *
         * @return the units reached, in ascending order
         */
        int[] reachedFromRoots();

        /**
         * Follows the contents on this rank of units that other ranks have found to be reached.
         *
         * @param units those of each rank; this rank may know some of them already, and others not at all. Ranges may be of
         *     any length
         * @return the units newly reached from them, without them, in ascending order
         */
        int[] follow(List<UnitRanges> units);

        /**
         * Finds which of the units not reached yet the program reaches on this rank without other shared objects.
         *
         * @return these units, and those newly reached from them, in ascending order
         */
        int[] reachedByProgram();

        /** Ends the search: frees the objects that are not reached. */
        void free();

        /** Ends the search without a result. Called only before {@link #reachedByProgram}. */
        void cancel();
    }

    private enum Phase {
        IDLE,
        FROM_ROOTS,
        BY_PROGRAM,
        FREED
    }

    private static final int[] NOTHING = {};
    /** The steps of the first phase in which messages arrive that were sent, or were caused by one sent, before it. */
    private static final int LEAST_STEPS = 1;

    private final Heap heap;
    private final Consumer<MarksLayout> sender;
    private final Steps<MarksLayout> steps;

    private Phase phase = Phase.IDLE;
    private MarksLayout mine;
    private Runnable then;

    /** @param sender sends a step to all other ranks */
    public Collector(int me, int ranks, Heap heap, Consumer<MarksLayout> sender) {
        this.heap = heap;
        this.sender = sender;
        this.steps = new Steps<>(me, ranks);
    }

    /**
     * Begins the search, which must not be under way.
     *
     * @param goOn runs when the search has ended on this rank
     */
    public void begin(Runnable goOn) {
        then = goOn;
        phase = Phase.FROM_ROOTS;
        boolean takesPart = heap.begin();
        send(MarksLayout.of(0, !takesPart, takesPart ? heap.reachedFromRoots() : NOTHING));
        advance();
    }

    private void send(MarksLayout step) {
        mine = step;
        steps.begin(step.step(), step);
        sender.accept(step);
    }

    /**
     * Takes another rank's step.
     *
     * @throws IllegalArgumentException if no rank can have sent it now
     */
    public void onStep(int from, MarksLayout step) {
        steps.hear(from, step.step(), step);
        advance();
    }

    private void advance() {
        for (List<MarksLayout> all = steps.take(); all != null; all = steps.take()) {
            end(all);
        }
    }

    /** Ends a step of which all ranks have told the result. */
    private void end(List<MarksLayout> all) {
        boolean blocked = all.stream().anyMatch(MarksLayout::blocked);
        boolean found = all.stream().anyMatch(step -> step.units().size() > 0);
        if (blocked) {
            heap.cancel();
            finish();
        } else if (found) {
            send(MarksLayout.of(mine.step() + 1, false, follow(all)));
        } else if (phase == Phase.FREED) {
            finish();
        } else {
            send(MarksLayout.of(mine.step() + 1, false, next()));
        }
    }

    /** Enters the next phase, after a step that has found nothing on any rank. */
    private int[] next() {
        if (mine.step() < LEAST_STEPS) {
            return NOTHING;
        } else if (phase == Phase.FROM_ROOTS) {
            phase = Phase.BY_PROGRAM;
            return heap.reachedByProgram();
        }
        heap.free();
        phase = Phase.FREED;
        return NOTHING;
    }

    private int[] follow(List<MarksLayout> all) {
        List<UnitRanges> units = all.stream()
                .filter(step -> step != mine && step.units().size() > 0)
                .map(MarksLayout::units)
                .toList();
        return units.isEmpty() ? NOTHING : heap.follow(units);
    }

    private void finish() {
        phase = Phase.IDLE;
        steps.end();
        Runnable next = then;
        then = null;
        next.run();
    }
}
