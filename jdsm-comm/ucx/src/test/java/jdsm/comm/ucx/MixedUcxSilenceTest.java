package jdsm.comm.ucx;

import java.util.List;
import java.util.function.IntFunction;
import jdsm.comm.Comm;
import jdsm.comm.SilenceContract;
import jdsm.comm.spi.Limits;
import org.junit.jupiter.api.Tag;

/** Ranks 0 and 1 are of one part of the host, and rank 2 of another one. */
@Tag("once")
@NeedsUcx
class MixedUcxSilenceTest extends SilenceContract {
    @Override
    protected List<Comm> open(int ranks, IntFunction<Limits> limits) {
        return UcxJobs.openMixed(ranks, rank -> rank < 2 ? "left" : "right", limits);
    }
}
