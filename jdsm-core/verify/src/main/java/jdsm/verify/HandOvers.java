package jdsm.verify;

import java.util.ArrayList;
import java.util.List;
import jdsm.coherence.Publication;
import jdsm.verify.Programs.Op;
import jdsm.verify.Programs.Step;

/**
 * Makes a job with releases one after another while a worker writes. The worker synchronises and checks again in the
 * middle of one release, and stores after later ones have begun. Random programs get into this situation only once in
 * very many schedules.
 */
final class HandOvers {
    static final Programs.Shape SHAPE = new Programs.Shape(2, 1, 1, 2, 20, 1, 1);

    private static final int WRITES = 2;

    private HandOvers() {}

    /**
     * The job for a publication. Rank 0 owns the locks of even numbers, so it releases whenever rank 1 takes one of
     * them.
     */
    static Scenario scenario(Publication publication) {
        List<Step> writer = new ArrayList<>();
        for (int i = 0; i < WRITES; i++) {
            writer.add(new Step(Op.WRITE, 0, 0));
            writer.add(new Step(Op.LOCK, 0, 0));
            writer.add(new Step(Op.UNLOCK, 0, 0));
        }
        List<Step> other = new ArrayList<>();
        for (int lock = 2; lock < SHAPE.locks(); lock += 2) {
            other.add(new Step(Op.LOCK, lock, 0));
            other.add(new Step(Op.READ, 0, 1));
            other.add(new Step(Op.UNLOCK, lock, 0));
        }
        writer.add(new Step(Op.BARRIER, 0, 0));
        other.add(new Step(Op.BARRIER, 0, 0));
        other.add(new Step(Op.READ, 0, 0));
        writer.add(new Step(Op.BARRIER, 0, 0));
        other.add(new Step(Op.BARRIER, 0, 0));
        return new Scenario(
                SHAPE,
                new Publication[] {publication},
                new boolean[] {true},
                new Step[][] {writer.toArray(Step[]::new), other.toArray(Step[]::new)},
                Loss.NOBODY);
    }
}
