package jdsm.comm;

import static jdsm.comm.CommException.Reason.INTERRUPTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Program messages: content, order, selection. */
public interface ProgramMessageContract {
    TestJob job(int ranks);

    /** Reproducible content. */
    static byte[] content(int seed, int lengthBytes) {
        byte[] bytes = new byte[lengthBytes];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    static ByteBuffer number(int value) {
        return ByteBuffer.allocate(4).putInt(value).flip();
    }

    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 1023, 65_536, 1_048_579, 37_000_001})
    default void contentArrivesFromEitherSortOfBuffer(int lengthBytes) {
        try (TestJob job = job(2).start()) {
            byte[] sent = content(lengthBytes, lengthBytes);
            Future<?> sender = job.async(() -> {
                job.rank(0).send(1, ByteBuffer.wrap(sent));
                job.rank(0).send(1, direct(sent));
                return null;
            });
            Message first = job.rank(1).receive(0);
            assertThat(first.from()).isZero();
            assertThat(bytes(first.payload())).isEqualTo(sent);
            ByteBuffer target = ByteBuffer.allocateDirect(lengthBytes + 2).position(1);
            assertThat(job.rank(1).receive(0, target)).isEqualTo(new Envelope(0, lengthBytes));
            assertThat(target.position()).isEqualTo(lengthBytes + 1);
            assertThat(bytes(target.limit(lengthBytes + 1).position(1))).isEqualTo(sent);
            TestJob.get(sender);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 200_000, 9_000_001})
    default void aThreadThatWaitsWithABufferGetsTheWholeMessage(int lengthBytes) {
        try (TestJob job = job(2).start()) {
            byte[] sent = content(lengthBytes, lengthBytes);
            for (boolean direct : new boolean[] {true, false}) {
                int room = lengthBytes + 5;
                ByteBuffer target = direct ? ByteBuffer.allocateDirect(room) : ByteBuffer.allocate(room);
                target.position(2);
                AtomicReference<Envelope> got = new AtomicReference<>();
                Thread receiver = job.thread(() -> got.set(job.rank(1).receive(Comm.ANY_RANK, target)));
                TestJob.untilWaiting(receiver);
                job.rank(0).send(1, ByteBuffer.wrap(sent));
                job.rank(0).send(1, number(7));
                TestJob.until("received", () -> got.get() != null);
                assertThat(got.get()).isEqualTo(new Envelope(0, lengthBytes));
                assertThat(target.position()).isEqualTo(lengthBytes + 2);
                assertThat(target.get(0)).isZero();
                assertThat(target.get(room - 1)).isZero();
                assertThat(bytes(target.flip().position(2))).isEqualTo(sent);
                assertThat(job.rank(1).receive(0).payload().getInt()).isEqualTo(7);
            }
        }
    }

    @Test
    default void onlyTheBytesBetweenPositionAndLimitAreSentAndBothStay() {
        try (TestJob job = job(2).start()) {
            byte[] all = content(5, 100);
            ByteBuffer payload = ByteBuffer.wrap(all).position(10).limit(60);
            job.rank(0).send(1, payload);
            assertThat(payload.position()).isEqualTo(10);
            assertThat(payload.limit()).isEqualTo(60);
            assertThat(job.rank(1).receive(0).payload()).isEqualTo(ByteBuffer.wrap(all, 10, 50));
        }
    }

    @Test
    default void thePayloadMayBeReusedAfterSend() {
        try (TestJob job = job(2).start()) {
            ByteBuffer direct = ByteBuffer.allocateDirect(300_000);
            Future<?> sender = job.async(() -> {
                for (int i = 0; i < 30; i++) {
                    direct.clear().putInt(0, i).putInt(direct.capacity() - 4, i);
                    job.rank(0).send(1, direct);
                }
                return null;
            });
            for (int i = 0; i < 30; i++) {
                ByteBuffer got = job.rank(1).receive(0).payload();
                assertThat(got.getInt(0)).isEqualTo(i);
                assertThat(got.getInt(got.capacity() - 4)).isEqualTo(i);
            }
            TestJob.get(sender);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8})
    default void allToAll(int ranks) {
        try (TestJob job = job(ranks).start()) {
            job.onEach(comm -> {
                for (int round = 0; round < 20; round++) {
                    for (int to = 0; to < ranks; to++) {
                        comm.send(to, ByteBuffer.wrap(content(comm.rank() * 31 + to + round, round * 97)));
                    }
                }
                for (int from = 0; from < ranks; from++) {
                    for (int round = 0; round < 20; round++) {
                        byte[] expected = content(from * 31 + comm.rank() + round, round * 97);
                        assertThat(bytes(comm.receive(from).payload())).isEqualTo(expected);
                    }
                }
            });
        }
    }

    @Test
    default void aMessageToOneselfIsCopied() {
        try (TestJob job = job(2).start()) {
            Comm comm = job.rank(1);
            byte[] bytes = {1, 2, 3};
            comm.send(1, ByteBuffer.wrap(bytes));
            bytes[0] = 9;
            CompletableFuture<Void> sent = comm.sendAsync(1, ByteBuffer.wrap(bytes));
            TestJob.get(sent);
            bytes[0] = 8;
            assertThat(bytes(comm.receive(1).payload())).containsExactly(1, 2, 3);
            assertThat(bytes(comm.receive(Comm.ANY_RANK).payload())).containsExactly(9, 2, 3);
        }
    }

    @Test
    default void receiveTakesFromTheRankThatWasNamed() {
        try (TestJob job = job(3).start()) {
            job.rank(0).send(2, number(10));
            TestJob.until("arrived", () -> job.rank(2).probe(0) != null);
            job.rank(1).send(2, number(11));
            job.rank(1).send(2, number(12));
            assertThat(job.rank(2).receive(1).payload().getInt()).isEqualTo(11);
            assertThat(job.rank(2).receive(Comm.ANY_RANK).payload().getInt()).isEqualTo(10);
            Message last = job.rank(2).receive(Comm.ANY_RANK);
            assertThat(last.from()).isEqualTo(1);
            assertThat(last.payload().getInt()).isEqualTo(12);
        }
    }

    @Test
    default void anyTakesTheOldestOfAll() {
        try (TestJob job = job(3).start()) {
            for (int i = 0; i < 6; i++) {
                int from = i % 2;
                job.rank(from).send(2, number(i));
                int arrived = i + 1;
                TestJob.until("arrived", () -> job.rank(2).statistics().messagesReceived()[0] == arrived);
            }
            for (int i = 0; i < 6; i++) {
                assertThat(job.rank(2).receive(Comm.ANY_RANK).payload().getInt())
                        .isEqualTo(i);
            }
        }
    }

    @Test
    default void waitingReceiversAreServedEachFromItsSource() {
        try (TestJob job = job(3).start()) {
            AtomicReference<Message> fromOne = new AtomicReference<>();
            AtomicReference<Message> fromZero = new AtomicReference<>();
            Thread one = job.thread(() -> fromOne.set(job.rank(2).receive(1)));
            Thread zero = job.thread(() -> fromZero.set(job.rank(2).receive(0)));
            TestJob.untilWaiting(one);
            TestJob.untilWaiting(zero);
            job.rank(0).send(2, number(100));
            TestJob.until("received", () -> fromZero.get() != null);
            assertThat(fromOne.get()).isNull();
            job.rank(1).send(2, number(101));
            TestJob.until("received", () -> fromOne.get() != null);
            assertThat(fromZero.get().payload().getInt()).isEqualTo(100);
            assertThat(fromOne.get().payload().getInt()).isEqualTo(101);
        }
    }

    @Test
    default void probeTellsWhatCouldBeReceivedAndTakesNothing() {
        try (TestJob job = job(2).start()) {
            assertThat(job.rank(1).probe(Comm.ANY_RANK)).isNull();
            job.rank(0).send(1, ByteBuffer.allocate(33));
            TestJob.until("arrived", () -> job.rank(1).probe(0) != null);
            assertThat(job.rank(1).probe(0)).isEqualTo(new Envelope(0, 33));
            assertThat(job.rank(1).probe(Comm.ANY_RANK)).isEqualTo(new Envelope(0, 33));
            assertThat(job.rank(1).probe(1)).isNull();
            assertThat(job.rank(1).receive(0).payload().remaining()).isEqualTo(33);
            assertThat(job.rank(1).probe(0)).isNull();
        }
    }

    @Test
    default void aMessageStaysWhereTheBufferIsTooShort() {
        try (TestJob job = job(2).start()) {
            ByteBuffer shortOne = ByteBuffer.allocate(4);
            Future<Envelope> waiting = job.async(() -> job.rank(1).receive(0, shortOne));
            job.rank(0).send(1, ByteBuffer.wrap(content(1, 5)));
            assertThatExceptionOfType(BufferOverflowException.class).isThrownBy(() -> TestJob.get(waiting));
            assertThatExceptionOfType(BufferOverflowException.class)
                    .isThrownBy(() -> job.rank(1).receive(0, shortOne));
            assertThat(shortOne.position()).isZero();
            assertThat(bytes(job.rank(1).receive(0).payload())).isEqualTo(content(1, 5));
        }
    }

    @Test
    default void sendAndSendAsyncKeepTheirOrder() {
        try (TestJob job = job(2).start()) {
            int count = 200;
            Future<?> sender = job.async(() -> {
                List<CompletableFuture<Void>> sent = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    ByteBuffer payload = ByteBuffer.allocate(100_000).putInt(0, i);
                    if (i % 3 == 0) {
                        job.rank(0).send(1, payload);
                    } else {
                        sent.add(job.rank(0).sendAsync(1, payload));
                    }
                }
                sent.forEach(TestJob::get);
                return null;
            });
            for (int i = 0; i < count; i++) {
                assertThat(job.rank(1).receive(0).payload().getInt(0)).isEqualTo(i);
            }
            TestJob.get(sender);
        }
    }

    @Test
    default void aSendFromAFuturesCallbackGoesOut() {
        try (TestJob job = job(2).start()) {
            job.rank(0).sendAsync(1, number(1)).thenCompose(sent -> job.rank(0).sendAsync(1, number(2)));
            assertThat(job.rank(1).receive(0).payload().getInt()).isEqualTo(1);
            assertThat(job.rank(1).receive(0).payload().getInt()).isEqualTo(2);
        }
    }

    @Test
    default void anInterruptedReceiveEndsAndTheCommGoesOn() {
        try (TestJob job = job(2).start()) {
            AtomicReference<CommException> thrown = new AtomicReference<>();
            AtomicReference<Boolean> status = new AtomicReference<>();
            Thread receiver = job.thread(() -> {
                try {
                    job.rank(1).receive(0);
                } catch (CommException e) {
                    status.set(Thread.currentThread().isInterrupted());
                    thrown.set(e);
                }
            });
            TestJob.untilWaiting(receiver);
            receiver.interrupt();
            TestJob.until("thrown", () -> thrown.get() != null);
            assertThat(thrown.get().reason()).isEqualTo(INTERRUPTED);
            assertThat(status.get()).isTrue();
            job.rank(0).send(1, number(3));
            assertThat(job.rank(1).receive(0).payload().getInt()).isEqualTo(3);
        }
    }

    @Test
    default void badArgumentsAreRefused() {
        try (TestJob job = job(2).start()) {
            Comm comm = job.rank(0);
            ByteBuffer empty = ByteBuffer.allocate(0);
            assertThatIllegalArgumentException().isThrownBy(() -> comm.send(2, empty));
            assertThatIllegalArgumentException().isThrownBy(() -> comm.sendAsync(-1, empty));
            assertThatIllegalArgumentException().isThrownBy(() -> comm.receive(2));
            assertThatIllegalArgumentException().isThrownBy(() -> comm.probe(-2));
            assertThatIllegalArgumentException().isThrownBy(() -> comm.frame(0, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> comm.frame(240, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> comm.frame(1, -1));
            assertThatIllegalArgumentException().isThrownBy(() -> comm.frame(1, Comm.MAX_MESSAGE_BYTES + 1));
        }
    }
}
