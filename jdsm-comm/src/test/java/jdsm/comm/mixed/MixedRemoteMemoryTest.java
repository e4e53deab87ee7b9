package jdsm.comm.mixed;

import java.util.List;
import jdsm.comm.Comm;
import jdsm.comm.RemoteMemoryContract;

/** Of ranks of one host. */
class MixedRemoteMemoryTest extends RemoteMemoryContract {
    @Override
    protected List<Comm> open(int ranks) {
        return MixedJobs.open(ranks, rank -> "");
    }
}
