package jdsm.comm.tcp;

import java.util.List;
import jdsm.comm.Comm;
import jdsm.comm.CommContract;

class TcpCommTest extends CommContract {
    @Override
    protected List<Comm> open(int ranks) {
        return TcpJobs.open(ranks);
    }
}
