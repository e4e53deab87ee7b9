package jdsm.comm.ucx;

import java.util.List;
import jdsm.comm.Comm;
import jdsm.comm.RemoteMemoryContract;

@NeedsUcx
class UcxRemoteMemoryTest extends RemoteMemoryContract {
    @Override
    protected List<Comm> open(int ranks) {
        return UcxJobs.open(ranks);
    }
}
