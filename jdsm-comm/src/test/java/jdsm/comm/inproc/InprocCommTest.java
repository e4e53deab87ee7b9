package jdsm.comm.inproc;

import static jdsm.comm.CommException.Reason.JOIN;
import static jdsm.comm.CommException.Reason.PEER_LOST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import jdsm.comm.Comm;
import jdsm.comm.CommContract;
import jdsm.comm.CommException;
import jdsm.comm.TestJob;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InprocCommTest extends CommContract {
    private static final AtomicInteger JOBS = new AtomicInteger();

    private final String jobId = "job-" + JOBS.incrementAndGet();

    @Override
    protected List<Comm> open(int ranks) {
        List<Comm> comms = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            comms.add(open(rank, ranks, "a secret of some length"));
        }
        return comms;
    }

    private Comm open(int rank, int ranks, String secret) {
        return new InprocProvider()
                .open(new CommSettings(rank, ranks, jobId, secret.getBytes(), null, false, null, ranks, 1));
    }

    @AfterEach
    void theHubHasForgottenTheJob() {
        assertThat(InprocHub.knows(jobId)).isFalse();
    }

    @Test
    void theProviderIsFound() {
        assertThat(ServiceLoader.load(CommProvider.class, Comm.class.getClassLoader()))
                .extracting(CommProvider::name)
                .contains("inproc");
    }

    @Test
    void aLostRankIsSeenByTheOthers() {
        TestJob job = job(3).start();
        Future<?> waiting = job.async(() -> job.rank(0).receive(2));
        InprocHub.lose(jobId, 1);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> TestJob.get(waiting))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(PEER_LOST))
                .satisfies(e -> assertThat(e.peer()).isEqualTo(1));
        job.close();
    }

    @Test
    void aRankLostBeforeItJoinedEndsTheOthersStart() {
        TestJob job = job(2);
        InprocHub.lose(jobId, 1);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> job.rank(0).start())
                .satisfies(e -> assertThat(e.reason()).isEqualTo(PEER_LOST));
        job.close();
    }

    @Test
    void aRankLostBeforeItJoinedCannotJoin() {
        TestJob job = job(2);
        InprocHub.lose(jobId, 0);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> job.rank(0).start())
                .withMessageContaining("declared lost before it joined")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(CommException.Reason.JOIN));
        job.close();
        InprocHub.end(jobId);
    }

    @Test
    void losingARankThatHasLeftInOrderChangesNothing() {
        TestJob job = job(2).start();
        job.close();
        InprocHub.lose(jobId, 1);
        InprocHub.end(jobId);
        assertThat(InprocHub.knows(jobId)).isFalse();
    }

    @Test
    void aRankMayJoinOnce() {
        refused(open(0, 2, "a secret of some length"), "joined already");
    }

    @Test
    void anotherSecretIsRefused() {
        refused(open(1, 2, "some other secret here"), "another secret");
    }

    @Test
    void anotherNumberOfRanksIsRefused() {
        refused(open(1, 3, "a secret of some length"), "has 2 ranks, but rank 1 was told 3");
    }

    private void refused(Comm second, String why) {
        TestJob job = job(2);
        Thread first = job.thread(() -> {
            try {
                job.rank(0).start();
            } catch (CommException e) {
                assertThat(e).hasMessageContaining("clos");
            }
        });
        TestJob.untilWaiting(first);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(second::start)
                .satisfies(e -> assertThat(e.reason()).isEqualTo(JOIN))
                .withMessageContaining(why);
        second.close();
        job.close();
    }
}
