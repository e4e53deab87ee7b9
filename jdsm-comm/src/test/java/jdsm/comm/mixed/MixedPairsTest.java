package jdsm.comm.mixed;

import java.util.List;
import jdsm.comm.Comm;
import jdsm.comm.CommContract;

/** Two ranks a host: jobs of two have all on one, and sockets that nobody uses. */
class MixedPairsTest extends CommContract {
    @Override
    protected List<Comm> open(int ranks) {
        return MixedJobs.open(ranks, rank -> "host " + rank / 2);
    }
}
