package jdsm.comm.ucx;

import java.util.List;
import jdsm.comm.Comm;
import jdsm.comm.CommContract;

/** Even ranks on one host, odd ones on another: jobs of two use UCX only, those of more both. */
@NeedsUcx
class MixedUcxCommTest extends CommContract {
    @Override
    protected List<Comm> open(int ranks) {
        return UcxJobs.openMixed(ranks, rank -> "host " + rank % 2);
    }
}
