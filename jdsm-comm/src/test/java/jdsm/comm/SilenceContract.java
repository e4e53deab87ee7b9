package jdsm.comm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import jdsm.comm.CommException.Reason;
import jdsm.comm.spi.Limits;
import org.junit.jupiter.api.Test;

/** Transports whose ranks are processes: who gives no sign of life is lost, and nobody else. A rank without a bound gives none. */
public abstract class SilenceContract {
    private static final Limits SILENT = Limits.DEFAULT.with(Limits.NONE);
    private static final Limits HASTY =
            Limits.DEFAULT.with(Duration.ofMillis(900).toNanos());

    /** Opens the ranks of a job, not started. */
    protected abstract List<Comm> open(int ranks, IntFunction<Limits> limits);

    @Test
    void whoIsSilentIsLostToAllOthers() {
        List<String> texts = new CopyOnWriteArrayList<>();
        TestJob silent = new TestJob(open(3, rank -> rank == 1 ? SILENT : HASTY));
        silent.configure(comm -> comm.onFailure(cause -> texts.add(cause.getMessage())));
        try (TestJob job = silent.start()) {
            for (int rank : new int[] {0, 2}) {
                CommException lost = LifecycleContract.thrownBy(
                        job.async(() -> job.rank(rank).receive(1)));
                assertThat(lost.reason()).isEqualTo(Reason.PEER_LOST);
                assertThat(lost.peer()).isEqualTo(1);
                assertThat(lost).hasMessageContaining("lost rank 1");
            }
            CommException lost =
                    LifecycleContract.thrownBy(job.async(() -> job.rank(0).receive(2)));
            assertThat(lost.peer()).isEqualTo(1);
            // It is told so, and blames none of those that live.
            CommException own =
                    LifecycleContract.thrownBy(job.async(() -> job.rank(1).receive(0)));
            assertThat(own.peer()).isEqualTo(1);
            // Who has noticed first says since when, and where.
            TestJob.until(
                    "the first to notice has told its listener",
                    () -> texts.stream()
                            .anyMatch(text ->
                                    text.matches("lost rank 1 \\(.+\\): no sign of life for [01] s, since \\d{4}-.*")));
        }
    }

    @Test
    void whoseHandlersTakeLongIsNotSilent() {
        CountDownLatch over = new CountDownLatch(1);
        TestJob job = new TestJob(open(2, rank -> HASTY));
        job.configure(comm -> comm.handle(1, (from, payload) -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }));
        try (job) {
            job.start();
            RuntimeMessageContract.post(job.rank(0), 1, 1, 0);
            Future<?> waiting = job.async(() -> job.rank(0).receive(1));
            long end = System.nanoTime() + 4 * HASTY.silenceNanos();
            TestJob.until("several bounds are over", () -> System.nanoTime() - end > 0);
            assertThat(waiting.isDone()).isFalse();
            over.countDown();
            job.rank(1).send(0, ByteBuffer.allocate(1));
            TestJob.get(waiting);
        }
    }

    @Test
    void whoIsSilentWhileTheOthersLeaveKeepsThemNot() {
        List<String> texts = new CopyOnWriteArrayList<>();
        TestJob job = new TestJob(open(2, rank -> rank == 1 ? SILENT : HASTY));
        job.configure(comm -> comm.onFailure(cause -> texts.add(cause.getMessage())));
        job.start();
        TestJob.get(job.async(() -> {
            job.rank(0).close();
            return null;
        }));
        assertThat(texts)
                .as("as little a failure as the end of one that has said all")
                .isEmpty();
        job.close();
    }
}
