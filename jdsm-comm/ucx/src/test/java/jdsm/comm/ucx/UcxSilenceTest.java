package jdsm.comm.ucx;

import java.util.List;
import java.util.function.IntFunction;
import jdsm.comm.Comm;
import jdsm.comm.SilenceContract;
import jdsm.comm.spi.Limits;
import org.junit.jupiter.api.Tag;

@Tag("once")
@NeedsUcx
class UcxSilenceTest extends SilenceContract {
    @Override
    protected List<Comm> open(int ranks, IntFunction<Limits> limits) {
        return UcxJobs.open(ranks, limits);
    }
}
