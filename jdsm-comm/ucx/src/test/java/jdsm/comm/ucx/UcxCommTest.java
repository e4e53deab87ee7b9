package jdsm.comm.ucx;

import java.util.List;
import jdsm.comm.Comm;
import jdsm.comm.CommContract;

@NeedsUcx
class UcxCommTest extends CommContract {
    @Override
    protected List<Comm> open(int ranks) {
        return UcxJobs.open(ranks);
    }
}
