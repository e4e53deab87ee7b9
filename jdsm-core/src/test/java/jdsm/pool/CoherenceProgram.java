package jdsm.pool;

import java.util.List;
import jdsm.SPMD;

/**
 * A program without data races, which knows what each of its reads must see. Runs by itself, for as many rounds as its
 * argument says; or as a part of {@link All}. Each worker that has found all as it must be reports it.
 */
abstract class CoherenceProgram extends SPMD {
    /** How often its loops run. */
    int rounds = args().length == 0 ? 0 : Integer.parseInt(args()[0]);

    CoherenceProgram rounds(int number) {
        rounds = number;
        return this;
    }

    /** What each worker does; throws when something is wrong. */
    abstract void work();

    @Override
    public final void start() {
        work();
        report(getClass().getSimpleName());
    }

    final void require(boolean right, String what, Object value) {
        if (!right) {
            throw new AssertionError(getClass().getSimpleName() + ": " + what + " " + value + " on worker " + worker());
        }
    }

    /** All of them, one after the other in one job: most of a small job's time is its start. */
    public static final class All extends SPMD {
        private final List<CoherenceProgram> parts = List.of(
                new WritePrograms.Interleaved().rounds(8),
                new WritePrograms.Locked().rounds(30),
                new WritePrograms.Spinning().rounds(8),
                new WritePrograms.StoreBuffering().rounds(80),
                new HoldPrograms.Count().rounds(40),
                new HoldPrograms.Turns().rounds(40),
                new HoldPrograms.Broadcast().rounds(9),
                new HoldPrograms.Overlap().rounds(15),
                new HoldPrograms.Types().rounds(1));

        @Override
        public void initialize() throws Exception {
            for (CoherenceProgram part : parts) {
                part.initialize();
            }
        }

        @Override
        public void start() {
            for (CoherenceProgram part : parts) {
                part.start();
                barrier();
            }
        }
    }
}
