package jdsm.comm;

import static jdsm.comm.CommException.Reason.CLOSED;
import static jdsm.comm.CommException.Reason.HANDLER;
import static jdsm.comm.CommException.Reason.PEER_LOST;
import static jdsm.comm.CommException.Reason.PROTOCOL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Start, end, and failure. */
public interface LifecycleContract {
    TestJob job(int ranks);

    static CommException thrownBy(Future<?> call) {
        AtomicReference<CommException> thrown = new AtomicReference<>();
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> TestJob.get(call))
                .satisfies(thrown::set);
        return thrown.get();
    }

    @Test
    default void handlersAreSetBeforeStartOnly() {
        TestJob job = job(1);
        Comm comm = job.rank(0);
        comm.handle(1, (from, payload) -> {});
        assertThatIllegalStateException().isThrownBy(() -> comm.handle(1, (from, payload) -> {}));
        assertThatIllegalStateException().isThrownBy(() -> comm.send(0, ByteBuffer.allocate(1)));
        try (job) {
            job.start();
            assertThatIllegalStateException().isThrownBy(() -> comm.handle(2, (from, payload) -> {}));
            assertThatIllegalStateException().isThrownBy(() -> comm.onFailure(cause -> {}));
            assertThatIllegalStateException().isThrownBy(comm::start);
        }
    }

    @Test
    default void messagesMayComeBeforeStartHasReturned() {
        int ranks = 4;
        AtomicInteger answers = new AtomicInteger();
        TestJob job = job(ranks).configure(comm -> {
            comm.handle(1, (from, payload) -> {
                for (int to = 0; to < ranks; to++) {
                    RuntimeMessageContract.post(comm, to, 2, comm.rank());
                }
            });
            comm.handle(2, (from, payload) -> answers.incrementAndGet());
        });
        try (job) {
            job.onEach(comm -> {
                comm.start();
                for (int to = 0; to < ranks; to++) {
                    RuntimeMessageContract.post(comm, to, 1, 0);
                }
            });
            TestJob.until("answered", () -> answers.get() == ranks * ranks * ranks);
        }
    }

    /** The peer takes nothing: what the transport has of a long message stays with it. */
    @Test
    default void aFailureEndsALongMessageThatIsUnderWay() throws InterruptedException {
        CountDownLatch blocked = new CountDownLatch(1);
        TestJob job = job(2).configure(comm -> comm.handle(1, (from, payload) -> {
            throw new IllegalStateException("on purpose");
        }));
        try (job) {
            job.start();
            job.async(() -> {
                job.rank(1).execute(() -> {
                    try {
                        blocked.await();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
                return null;
            });
            Comm failing = job.rank(0);
            CompletableFuture<Void> sent = failing.sendAsync(1, ByteBuffer.allocate(64 << 20));
            CompletableFuture<Void> flushed = failing.flush();
            RuntimeMessageContract.post(failing, 0, 1, 0);
            try {
                // A transport that keeps a copy is done at once.
                for (CompletableFuture<Void> call : List.of(sent, flushed)) {
                    TestJob.until("it has ended", call::isDone);
                }
            } finally {
                blocked.countDown();
            }
        }
    }

    @Test
    default void aFailingHandlerEndsEveryBlockedCallHereAndThePeersLoseThisRank() {
        AtomicReference<CommException> told = new AtomicReference<>();
        AtomicInteger tellings = new AtomicInteger();
        TestJob job = job(3).configure(comm -> {
            comm.handle(1, (from, payload) -> {
                throw new IllegalStateException("on purpose");
            });
            if (comm.rank() == 1) {
                comm.onFailure(cause -> {
                    told.set(cause);
                    tellings.incrementAndGet();
                });
            }
        });
        try (job) {
            job.start();
            Comm failing = job.rank(1);
            failing.send(2, ByteBuffer.allocate(CreditContract.WINDOW_BYTES));
            final Future<?> receive = job.async(() -> failing.receive(0));
            final Future<?> receiveAny = job.async(() -> failing.receive(Comm.ANY_RANK, ByteBuffer.allocate(1)));
            final Future<?> send = job.async(() -> {
                failing.send(2, ByteBuffer.allocate(CreditContract.WINDOW_BYTES));
                return null;
            });
            final CompletableFuture<Void> queued =
                    failing.sendAsync(2, ByteBuffer.allocate(CreditContract.WINDOW_BYTES));
            final Future<?> peerReceive = job.async(() -> job.rank(0).receive(1));
            RuntimeMessageContract.post(job.rank(0), 1, 1, 0);
            for (Future<?> call : new Future<?>[] {receive, receiveAny, send, queued}) {
                CommException thrown = thrownBy(call);
                assertThat(thrown.reason()).isEqualTo(HANDLER);
                assertThat(thrown.peer()).isZero();
                assertThat(thrown).hasMessageContaining("on purpose");
            }
            CommException lost = thrownBy(peerReceive);
            assertThat(lost.reason()).isEqualTo(PEER_LOST);
            assertThat(lost.peer()).isEqualTo(1);
            assertThat(lost).hasMessageContaining("rank 1");
            TestJob.until("told", () -> told.get() != null);
            assertThat(told.get().reason()).isEqualTo(HANDLER);
            assertThat(thrownBy(job.async(() -> failing.probe(0))).reason()).isEqualTo(HANDLER);
            assertThat(thrownBy(job.async(failing::flush)).reason()).isEqualTo(HANDLER);
            assertThatExceptionOfType(CommException.class).isThrownBy(() -> failing.post(0, failing.frame(1, 0)));
            assertThat(tellings.get()).isEqualTo(1);
        }
    }

    @Test
    default void aFailingTaskIsAFailure() {
        try (TestJob job = job(2).start()) {
            job.rank(0).execute(() -> {
                throw new IllegalStateException("on purpose");
            });
            assertThat(thrownBy(job.async(() -> job.rank(0).receive(1))).reason())
                    .isEqualTo(HANDLER);
        }
    }

    @Test
    default void aKindWithoutHandlerIsAProtocolFailure() {
        TestJob job = job(2).configure(comm -> {
            if (comm.rank() == 0) {
                comm.handle(77, (from, payload) -> {});
            }
        });
        try (job) {
            job.start();
            RuntimeMessageContract.post(job.rank(0), 1, 77, 0);
            CommException thrown = thrownBy(job.async(() -> job.rank(1).receive(0)));
            assertThat(thrown.reason()).isEqualTo(PROTOCOL);
            assertThat(thrown.peer()).isZero();
            assertThat(thrown).hasMessageContaining("77");
        }
    }

    @Test
    default void allRanksCloseInOrderAndNobodyFails() {
        AtomicInteger failures = new AtomicInteger();
        AtomicInteger arrived = new AtomicInteger();
        TestJob job = job(4).configure(comm -> {
            comm.onFailure(cause -> failures.incrementAndGet());
            comm.handle(1, (from, payload) -> arrived.incrementAndGet());
        });
        job.start();
        job.onEach(comm -> {
            for (int to = 0; to < 4; to++) {
                Frame frame = comm.frame(1, 100_000);
                comm.post(to, frame);
            }
            comm.close();
            comm.close();
        });
        assertThat(failures.get()).isZero();
        assertThat(arrived.get()).isEqualTo(16);
        Comm closed = job.rank(2);
        assertThat(thrownBy(job.async(() -> closed.receive(0))).reason()).isEqualTo(CLOSED);
        assertThat(thrownBy(job.async(() -> closed.sendAsync(0, ByteBuffer.allocate(1))))
                        .reason())
                .isEqualTo(CLOSED);
        job.close();
    }

    @Test
    default void closeWaitsForTheMessagesToTheOwnRank() {
        CountDownLatch inHandler = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger arrived = new AtomicInteger();
        TestJob job = job(1).configure(comm -> comm.handle(1, (from, payload) -> {
            inHandler.countDown();
            TestJob.await(goOn);
            arrived.incrementAndGet();
        }));
        job.start();
        Comm comm = job.rank(0);
        job.thread(() -> comm.post(0, comm.frame(1, 0))); // a transport may run the handler on this thread
        TestJob.await(inHandler);
        comm.post(0, comm.frame(1, 0));
        Thread closer = job.thread(comm::close);
        TestJob.untilWaiting(closer);
        goOn.countDown();
        job.close();
        assertThat(arrived.get()).isEqualTo(2);
    }

    @Test
    default void waitingForARankThatHasLeftEnds() {
        try (TestJob job = job(3).start()) {
            Future<?> waiting = job.async(() -> job.rank(1).receive(0));
            job.rank(0).send(2, ByteBuffer.allocate(4));
            Thread closer = job.thread(job.rank(0)::close);
            CommException thrown = thrownBy(waiting);
            assertThat(thrown.reason()).isEqualTo(CLOSED);
            assertThat(thrown.peer()).isZero();
            assertThat(closer.isAlive()).as("waits for the others' goodbyes").isTrue();
            // What had been sent before is still there, and the others go on.
            assertThat(job.rank(2).receive(0).payload().remaining()).isEqualTo(4);
            job.rank(1).send(2, ByteBuffer.allocate(5));
            assertThat(job.rank(2).receive(Comm.ANY_RANK).payload().remaining()).isEqualTo(5);
            CommException refused = thrownBy(job.async(() -> {
                job.rank(1).send(0, ByteBuffer.allocate(1));
                return null;
            }));
            assertThat(refused.reason()).isEqualTo(CLOSED);
        }
    }

    @Test
    default void closingWakesThisRanksOwnReceivers() {
        try (TestJob job = job(2).start()) {
            Future<?> waiting = job.async(() -> job.rank(0).receive(1));
            job.onEach(Comm::close);
            assertThat(thrownBy(waiting).reason()).isEqualTo(CLOSED);
        }
    }

    @Test
    default void aCommThatNeverStartedCloses() {
        TestJob job = job(2);
        job.close();
        assertThat(job.size()).isEqualTo(2);
    }

    @Test
    default void closingWhileJoiningEndsTheJoin() {
        TestJob job = job(2);
        AtomicReference<CommException> thrown = new AtomicReference<>();
        Thread joiner = job.thread(() -> {
            try {
                job.rank(0).start();
            } catch (CommException e) {
                thrown.set(e);
            }
        });
        TestJob.until(
                "joins",
                () -> Arrays.stream(joiner.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("join")
                                && frame.getClassName().startsWith("jdsm.comm.")));
        job.rank(0).close();
        TestJob.until("ended", () -> thrown.get() != null);
        job.close();
    }
}
