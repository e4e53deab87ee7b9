package jdsm.comm.shm;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import jdsm.comm.Comm;
import jdsm.comm.CommContract;
import org.junit.jupiter.api.AfterEach;

class ShmCommTest extends CommContract {
    private static final AtomicInteger JOBS = new AtomicInteger();

    private final String job = "shm-" + ProcessHandle.current().pid() + "-" + JOBS.incrementAndGet();

    @Override
    protected List<Comm> open(int ranks) {
        return ShmJobs.open(job, ranks);
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        ShmJobs.assertNothingLeft(job);
    }
}
