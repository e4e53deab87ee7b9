package jdsm.comm.ucx;

import java.util.List;
import jdsm.comm.Comm;
import jdsm.comm.CommContract;
import org.junit.jupiter.api.Tag;

/** With the error handling of UCX, as between hosts. */
@Tag("once")
@NeedsUcx
class UcxApartTest extends CommContract {
    @Override
    protected List<Comm> open(int ranks) {
        return UcxJobs.openApart(ranks);
    }
}
