package jdsm.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import jdsm.coherence.Publication;
import jdsm.verify.Programs.Op;
import jdsm.verify.Programs.Step;

/**
 * Makes jobs in which a thread of each rank goes on while the workers pass barriers, and all pass one lock on. What one
 * rank publishes while it is in a barrier, and another one acquires before it has passed the barrier, is rare in random
 * programs.
 */
final class ThroughBarriers {
    static final Programs.Shape SHAPE = new Programs.Shape(3, 2, 1, 1, 4, 1, 3, 1);

    private ThroughBarriers() {}

    /** A random job of this kind. Element 0 belongs to a thread, and the lock guards the others. */
    static Scenario scenario(long seed, Publication publication) {
        SplittableRandom random = new SplittableRandom(seed);
        int owner = random.nextInt(SHAPE.ranks());
        Step[][] programs = new Step[SHAPE.allWorkers()][];
        for (int worker = 0; worker < programs.length; worker++) {
            boolean isThread = SHAPE.isThread(worker % SHAPE.workers());
            List<Step> steps = new ArrayList<>();
            if (isThread) {
                thread(steps, worker / SHAPE.workers() == owner, random);
            } else {
                worker(steps, random);
            }
            programs[worker] = steps.toArray(Step[]::new);
        }
        return new Scenario(
                SHAPE, new Publication[] {publication}, new boolean[] {random.nextBoolean()}, programs, Loss.NOBODY);
    }

    private static void thread(List<Step> steps, boolean isOwner, SplittableRandom random) {
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            if (isOwner && random.nextBoolean()) {
                steps.add(new Step(Op.WRITE, 0, 0));
            }
            underLock(steps, random);
        }
    }

    private static void worker(List<Step> steps, SplittableRandom random) {
        for (int phase = 0; phase < SHAPE.phases(); phase++) {
            if (random.nextInt(3) == 0) {
                underLock(steps, random);
            }
            steps.add(Step.BARRIER);
        }
        underLock(steps, random); // in the last phase, when the threads have ended
        steps.add(Step.BARRIER);
    }

    private static void underLock(List<Step> steps, SplittableRandom random) {
        steps.add(new Step(Op.LOCK, 0, 0));
        for (int left = 1 + random.nextInt(2); left > 0; left--) {
            steps.add(new Step(random.nextBoolean() ? Op.WRITE : Op.READ, 0, 1 + random.nextInt(SHAPE.elements() - 1)));
        }
        steps.add(new Step(Op.UNLOCK, 0, 0));
    }
}
