package jdsm.comm.ucx;

import java.util.List;
import jdsm.comm.Comm;
import jdsm.comm.RemoteMemoryContract;
import org.junit.jupiter.api.Tag;

/** With the error handling of UCX, as between hosts. */
@Tag("once")
@NeedsUcx
class UcxApartMemoryTest extends RemoteMemoryContract {
    @Override
    protected List<Comm> open(int ranks) {
        return UcxJobs.openApart(ranks);
    }
}
