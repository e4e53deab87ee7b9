package jdsm.comm.inproc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.Region;
import jdsm.comm.RemoteMemory;
import jdsm.comm.RemoteMemoryContract;
import jdsm.comm.TestJob;
import jdsm.comm.spi.CommSettings;
import org.junit.jupiter.api.Test;

class InprocRemoteMemoryTest extends RemoteMemoryContract {
    private static final AtomicInteger JOBS = new AtomicInteger();

    private final String jobId = "memory-" + JOBS.incrementAndGet();

    @Override
    protected List<Comm> open(int ranks) {
        List<Comm> comms = new ArrayList<>();
        byte[] secret = "a secret of some length".getBytes();
        for (int rank = 0; rank < ranks; rank++) {
            comms.add(new InprocProvider()
                    .open(new CommSettings(rank, ranks, jobId, secret, null, false, null, ranks, 1)));
        }
        return comms;
    }

    @Test
    void aRankThatWasDeclaredLostIsReachedNoMoreEvenBeforeOneHasHeardOfIt() {
        CountDownLatch blocked = new CountDownLatch(1);
        try (TestJob job = job(2).start()) {
            Region region = job.rank(1).remoteMemory().orElseThrow().register(8);
            RemoteMemory memory = job.rank(0).remoteMemory().orElseThrow();
            job.rank(0).execute(() -> {
                try {
                    blocked.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(memory.getLong(region.key(), 0)).isZero();
            InprocHub.lose(jobId, 1);
            try {
                assertThatExceptionOfType(CommException.class)
                        .isThrownBy(() -> memory.getLong(region.key(), 0))
                        .satisfies(e -> assertThat(e.reason()).isEqualTo(CommException.Reason.PEER_LOST))
                        .satisfies(e -> assertThat(e.peer()).isEqualTo(1));
            } finally {
                blocked.countDown();
            }
        }
    }
}
