package jdsm.comm;

import static jdsm.comm.CommException.Reason.INTERRUPTED;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Back-pressure: how much a rank may have lying unreceived at another. */
public interface CreditContract {
    /** No transport lets more than this lie unreceived, but for a single message. */
    int WINDOW_BYTES = 4 << 20;

    TestJob job(int ranks);

    @Test
    default void aSenderIsHeldBackAfterAWindowAndRuntimeMessagesPass() {
        AtomicInteger answered = new AtomicInteger();
        TestJob job = job(2).configure(comm -> comm.handle(7, (from, payload) -> answered.incrementAndGet()));
        try (job) {
            job.start();
            AtomicInteger sent = new AtomicInteger();
            int length = 64 << 10;
            int count = 4 * WINDOW_BYTES / length;
            Thread sender = job.thread(() -> {
                for (int i = 0; i < count; i++) {
                    job.rank(0).send(1, ByteBuffer.allocate(length).putInt(0, i));
                    sent.incrementAndGet();
                }
            });
            TestJob.untilWaiting(sender);
            TestJob.until("window filled", () -> sent.get() >= WINDOW_BYTES / length - 1);
            TestJob.untilWaiting(sender);
            assertThat(sent.get()).isLessThanOrEqualTo(WINDOW_BYTES / length);
            job.rank(0).post(1, job.rank(0).frame(7, 10));
            TestJob.until("runtime message passed", () -> answered.get() == 1);
            for (int i = 0; i < count; i++) {
                assertThat(job.rank(1).receive(0).payload().getInt(0)).isEqualTo(i);
            }
            TestJob.until("all sent", () -> sent.get() == count);
        }
    }

    @Test
    default void emptyMessagesAreBoundedToo() {
        try (TestJob job = job(2).start()) {
            AtomicInteger sent = new AtomicInteger();
            int count = 200_000;
            Thread sender = job.thread(() -> {
                for (int i = 0; i < count; i++) {
                    job.rank(0).send(1, ByteBuffer.allocate(0));
                    sent.incrementAndGet();
                }
            });
            TestJob.untilWaiting(sender);
            assertThat(sent.get()).isLessThan(count);
            for (int i = 0; i < count; i++) {
                assertThat(job.rank(1).receive(0).payload().remaining()).isZero();
            }
        }
    }

    @Test
    default void aMessageLongerThanTheWindowGoesWhenNothingIsOutstanding() {
        try (TestJob job = job(2).start()) {
            ByteBuffer big = ByteBuffer.allocateDirect(2 * WINDOW_BYTES);
            for (int round = 0; round < 3; round++) {
                // Small ones before and after: their credit must come back although it is less than half a window.
                CompletableFuture<Void> before = job.rank(0).sendAsync(1, ByteBuffer.allocate(10));
                CompletableFuture<Void> sent = job.rank(0).sendAsync(1, big);
                CompletableFuture<Void> after = job.rank(0).sendAsync(1, ByteBuffer.allocate(11));
                assertThat(job.rank(1).receive(0).payload().remaining()).isEqualTo(10);
                assertThat(job.rank(1).receive(0).payload().remaining()).isEqualTo(big.capacity());
                assertThat(job.rank(1).receive(0).payload().remaining()).isEqualTo(11);
                TestJob.get(CompletableFuture.allOf(before, sent, after));
            }
        }
    }

    @Test
    default void sendAsyncNeverBlocksAndFlushWaitsForIt() {
        try (TestJob job = job(2).start()) {
            int count = 40;
            CompletableFuture<?>[] sent = new CompletableFuture<?>[count];
            for (int i = 0; i < count; i++) {
                sent[i] = job.rank(0).sendAsync(1, ByteBuffer.allocate(1 << 20).putInt(0, i));
            }
            CompletableFuture<Void> flushed = job.rank(0).flush();
            assertThat(sent[count - 1]).isNotDone();
            assertThat(flushed).isNotDone();
            for (int i = 0; i < count; i++) {
                assertThat(job.rank(1).receive(0).payload().getInt(0)).isEqualTo(i);
            }
            TestJob.get(flushed);
            TestJob.get(CompletableFuture.allOf(sent));
        }
    }

    @Test
    default void anInterruptedSendTakesItsMessageBack() {
        try (TestJob job = job(2).start()) {
            job.rank(0).send(1, ByteBuffer.allocate(WINDOW_BYTES));
            AtomicReference<CommException> thrown = new AtomicReference<>();
            Thread sender = job.thread(() -> {
                try {
                    job.rank(0).send(1, ByteBuffer.allocate(1000));
                } catch (CommException e) {
                    thrown.set(e);
                }
            });
            TestJob.untilWaiting(sender);
            sender.interrupt();
            TestJob.until("thrown", () -> thrown.get() != null);
            assertThat(thrown.get().reason()).isEqualTo(INTERRUPTED);
            CompletableFuture<Void> next = job.rank(0).sendAsync(1, ByteBuffer.allocate(2000));
            assertThat(job.rank(1).receive(0).payload().remaining()).isEqualTo(WINDOW_BYTES);
            assertThat(job.rank(1).receive(0).payload().remaining()).isEqualTo(2000);
            TestJob.get(next);
        }
    }

    @Test
    default void whatWasSentWithoutCreditStillArrivesAtAnOrderlyEnd() {
        try (TestJob job = job(2).start()) {
            for (int i = 0; i < 10; i++) {
                job.rank(0).sendAsync(1, ByteBuffer.allocate(1 << 20).putInt(0, i));
            }
            Thread closer = job.thread(job.rank(0)::close);
            for (int i = 0; i < 10; i++) {
                assertThat(job.rank(1).receive(0).payload().getInt(0)).isEqualTo(i);
            }
            job.rank(1).close();
            TestJob.until("closed", () -> !closer.isAlive());
        }
    }
}
