package jdsm.comm.ucx;

import java.util.List;
import jdsm.comm.Comm;
import jdsm.comm.RemoteMemoryContract;
import org.junit.jupiter.api.Tag;

/** Two ranks a host: jobs of two share memory only, those of more use UCX as well. */
@Tag("once")
@NeedsUcx
class MixedUcxPairsMemoryTest extends RemoteMemoryContract {
    @Override
    protected List<Comm> open(int ranks) {
        return UcxJobs.openMixed(ranks, rank -> "host " + rank / 2);
    }
}
