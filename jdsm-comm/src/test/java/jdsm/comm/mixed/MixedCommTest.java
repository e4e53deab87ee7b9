package jdsm.comm.mixed;

import java.util.List;
import jdsm.comm.Comm;
import jdsm.comm.CommContract;

/** Even ranks on one host, odd ones on another: jobs of two use sockets only, those of more both. */
class MixedCommTest extends CommContract {
    @Override
    protected List<Comm> open(int ranks) {
        return MixedJobs.open(ranks, (ranks + 1) / 2, rank -> "host " + rank % 2);
    }
}
