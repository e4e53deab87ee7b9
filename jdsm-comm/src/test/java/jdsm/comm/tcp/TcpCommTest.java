package jdsm.comm.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdsm.comm.Comm;
import jdsm.comm.CommContract;
import jdsm.comm.TestJob;
import org.junit.jupiter.api.Test;

class TcpCommTest extends CommContract {
    @Override
    protected List<Comm> open(int ranks) {
        return TcpJobs.open(ranks);
    }

    @Test
    void itHasNoRemoteMemory() {
        try (TestJob job = job(1)) {
            assertThat(job.rank(0).remoteMemory()).isEmpty();
        }
    }
}
