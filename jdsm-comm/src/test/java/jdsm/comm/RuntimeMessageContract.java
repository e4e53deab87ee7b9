package jdsm.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runtime messages: handlers, order, the delivery thread, counting. */
public interface RuntimeMessageContract {
    TestJob job(int ranks);

    static void post(Comm comm, int to, int kind, int value) {
        Frame frame = comm.frame(kind, 4);
        frame.buffer().putInt(0, value);
        comm.post(to, frame);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 1023, 65_536, 1_048_579, 33_000_001})
    default void contentArrives(int lengthBytes) {
        List<byte[]> got = Collections.synchronizedList(new ArrayList<>());
        TestJob job = job(2).configure(comm -> comm.handle(3, (from, payload) -> {
            assertThat(payload.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
            assertThat(payload.position()).isZero();
            got.add(ProgramMessageContract.bytes(payload));
        }));
        try (job) {
            job.start();
            byte[] sent = ProgramMessageContract.content(lengthBytes, lengthBytes);
            for (int to : new int[] {1, 0}) {
                Frame frame = job.rank(0).frame(3, lengthBytes);
                ByteBuffer buffer = frame.buffer();
                assertThat(buffer.capacity()).isEqualTo(lengthBytes);
                assertThat(buffer.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
                buffer.put(sent);
                job.rank(0).post(to, frame);
            }
            TestJob.until("both arrived", () -> got.size() == 2);
            assertThat(got.get(0)).isEqualTo(sent);
            assertThat(got.get(1)).isEqualTo(sent);
        }
    }

    private static void postQuietly(Comm comm, int to, int kind, int value) {
        Frame frame = comm.frame(kind, 4);
        frame.buffer().putInt(0, value);
        comm.postQuietly(to, frame);
    }

    /** A ball: who has it, says to which turn he listens next, throws it back, and wakes the other one for his. */
    @Test
    default void whatIsPostedQuietlyArrivesWhenWhoAttendsIsWoken() {
        int turns = 300;
        AtomicInteger last = new AtomicInteger();
        AtomicInteger attending = new AtomicInteger();
        TestJob job = job(2).configure(comm -> comm.handle(3, (from, payload) -> {
            int turn = payload.getInt();
            last.set(turn);
            if (turn < turns) {
                comm.attend(turn + 2);
                postQuietly(comm, from, 3, turn + 1);
                comm.wake(from, turn + 1);
            }
        }));
        try (job) {
            job.start();
            for (int rank = 0; rank < 2; rank++) {
                Comm comm = job.rank(rank);
                comm.execute(() -> {
                    comm.attend(2 - comm.rank());
                    attending.incrementAndGet();
                });
            }
            TestJob.until("both attend", () -> attending.get() == 2);
            postQuietly(job.rank(0), 1, 3, 1);
            job.rank(0).wake(1, 1);
            TestJob.until("all turns are over", () -> last.get() == turns);
        }
    }

    /** The caller stays with the transport until the answer comes; the rank that answers sleeps at first. */
    @Test
    default void aTaskThatAsksRunsFirst() {
        int questions = 300;
        AtomicInteger answered = new AtomicInteger();
        TestJob job = job(2).configure(comm -> {
            comm.handle(3, (from, payload) -> post(comm, from, 4, payload.getInt()));
            comm.handle(4, (from, payload) -> answered.set(payload.getInt()));
        });
        try (job) {
            job.start();
            Comm comm = job.rank(0);
            for (int question = 1; question <= questions; question++) {
                int number = question;
                boolean done = comm.progress(
                        () -> {
                            assertThat(comm.onDeliveryThread()).isTrue();
                            post(comm, 1, 3, number);
                        },
                        () -> answered.get() == number);
                if (!done) {
                    TestJob.until("question " + number + " is answered", () -> answered.get() == number);
                }
            }
        }
    }

    /** The caller stops helping before the answer comes. */
    @Test
    default void aMessageArrivesAlthoughItsSenderHelpsNoMore() {
        AtomicInteger got = new AtomicInteger();
        TestJob job = job(2).configure(comm -> comm.handle(3, (from, payload) -> got.set(payload.getInt())));
        try (job) {
            job.start();
            for (int question = 1; question <= 30; question++) {
                int number = question;
                AtomicInteger sent = new AtomicInteger();
                job.rank(0)
                        .progress(
                                () -> {
                                    post(job.rank(0), 1, 3, number);
                                    sent.set(number);
                                },
                                () -> sent.get() == number);
                TestJob.until("message " + number + " arrives", () -> got.get() == number);
            }
        }
    }

    /** The receiver has looked for messages, and does not look again. */
    @Test
    default void aMessageArrivesAlthoughItsReceiverLooksNoMore() {
        AtomicInteger got = new AtomicInteger();
        TestJob job = job(2).configure(comm -> comm.handle(3, (from, payload) -> got.set(payload.getInt())));
        try (job) {
            job.start();
            for (int message = 1; message <= 30; message++) {
                int number = message;
                for (int look = 0; look < 3; look++) {
                    job.rank(1).look();
                }
                post(job.rank(0), 1, 3, number);
                TestJob.until("message " + number + " arrives", () -> got.get() == number);
            }
        }
    }

    @Test
    default void whatIsPostedQuietlyArrivesBeforeWhatIsPostedNext() {
        int length = 3_000_000;
        List<Integer> got = Collections.synchronizedList(new ArrayList<>());
        TestJob job = job(2).configure(comm -> comm.handle(3, (from, payload) -> got.add(payload.getInt())));
        try (job) {
            job.start();
            postQuietly(job.rank(0), 1, 3, 1);
            postQuietly(job.rank(0), 0, 3, 2);
            Frame large = job.rank(0).frame(3, length);
            large.buffer().putInt(0, 3);
            job.rank(0).postQuietly(1, large);
            post(job.rank(0), 1, 3, 4);
            TestJob.until("all arrived", () -> got.size() == 4);
            assertThat(got.stream().filter(value -> value != 2)).containsExactly(1, 3, 4);
        }
    }

    @Test
    default void onlyTheDeliveryThreadAttends() {
        try (TestJob job = job(2)) {
            job.start();
            assertThatIllegalStateException().isThrownBy(() -> job.rank(0).attend(1));
        }
    }

    @Test
    default void allRanksSayTheSameOfTheirHosts() {
        try (TestJob job = job(4)) {
            job.start();
            for (int rank = 0; rank < 4; rank++) {
                int first = job.rank(0).firstOnHost(rank);
                assertThat(first).isBetween(0, rank);
                assertThat(job.rank(0).firstOnHost(first)).isEqualTo(first);
                for (int asked = 1; asked < 4; asked++) {
                    assertThat(job.rank(asked).firstOnHost(rank)).isEqualTo(first);
                }
            }
        }
    }

    @Test
    default void eachPairKeepsTheOrderOfEachThreadWithBothSortsMixed() {
        int threads = 4;
        int count = 2_000;
        int[][][] next = new int[3][3][threads];
        AtomicInteger disorders = new AtomicInteger();
        AtomicInteger arrived = new AtomicInteger();
        TestJob job = job(3).configure(comm -> comm.handle(9, (from, payload) -> {
            int value = payload.getInt();
            if (value % count != next[comm.rank()][from][value / count]++) {
                disorders.incrementAndGet();
            }
            arrived.incrementAndGet();
        }));
        try (job) {
            job.start();
            job.onEach(comm -> {
                List<Thread> senders = new ArrayList<>();
                for (int t = 0; t < threads; t++) {
                    int thread = t;
                    senders.add(job.thread(() -> {
                        for (int i = 0; i < count; i++) {
                            int to = (comm.rank() + 1) % 3;
                            post(comm, to, 9, thread * count + i);
                            comm.send(to, ProgramMessageContract.number(thread * count + i));
                        }
                    }));
                }
                int[] expected = new int[threads];
                int from = (comm.rank() + 2) % 3;
                for (int i = 0; i < threads * count; i++) {
                    int value = comm.receive(from).payload().getInt();
                    assertThat(value % count).isEqualTo(expected[value / count]++);
                }
                for (Thread sender : senders) {
                    sender.join();
                }
            });
            TestJob.until("all arrived", () -> arrived.get() == 3 * threads * count);
            assertThat(disorders.get()).isZero();
        }
    }

    @Test
    default void handlersRunOnOneThreadAndMayPost() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        CountDownLatch done = new CountDownLatch(1);
        TestJob job = job(2).configure(comm -> comm.handle(1, (from, payload) -> {
            assertThat(comm.onDeliveryThread()).isTrue();
            if (comm.rank() == 0) {
                threads.add(Thread.currentThread());
            }
            int value = payload.getInt();
            if (value == 500) {
                done.countDown();
            } else {
                post(comm, value % 5 == 0 ? comm.rank() : from, 1, value + 1);
            }
        }));
        try (job) {
            job.start();
            assertThat(job.rank(0).onDeliveryThread()).isFalse();
            post(job.rank(1), 0, 1, 0);
            TestJob.until("ping-pong ends", () -> done.getCount() == 0);
            assertThat(threads).hasSize(1);
        }
    }

    @Test
    default void tasksRunOnTheDeliveryThreadInOrder() {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        TestJob job = job(2).configure(comm -> comm.handle(1, (from, payload) -> order.add(-1)));
        try (job) {
            job.start();
            Comm comm = job.rank(0);
            for (int i = 0; i < 1_000; i++) {
                int number = i;
                comm.execute(() -> order.add(comm.onDeliveryThread() ? number : Integer.MIN_VALUE));
            }
            TestJob.until("all ran", () -> order.size() == 1_000);
            for (int i = 0; i < 1_000; i++) {
                assertThat(order.get(i)).isEqualTo(i);
            }
            AtomicReference<Boolean> later = new AtomicReference<>();
            comm.execute(() -> {
                AtomicInteger ran = new AtomicInteger();
                comm.execute(() -> later.set(ran.get() == 1));
                ran.set(1);
            });
            TestJob.until("nested ran", () -> later.get() != null);
            assertThat(later.get()).isTrue();
        }
    }

    @Test
    default void blockingCallsAreRefusedOnTheDeliveryThread() {
        try (TestJob job = job(2).start()) {
            Comm comm = job.rank(0);
            AtomicReference<AssertionError> wrong = new AtomicReference<>();
            CountDownLatch checked = new CountDownLatch(1);
            comm.execute(() -> {
                try {
                    assertThatIllegalStateException().isThrownBy(() -> comm.receive(1));
                    assertThatIllegalStateException().isThrownBy(() -> comm.send(1, ByteBuffer.allocate(1)));
                    assertThatIllegalStateException().isThrownBy(comm::close);
                } catch (AssertionError e) {
                    wrong.set(e);
                }
                checked.countDown();
            });
            TestJob.until("checked", () -> checked.getCount() == 0);
            assertThat(wrong.get()).isNull();
        }
    }

    @Test
    default void messagesAndBytesAreCountedByKind() {
        AtomicInteger arrived = new AtomicInteger();
        TestJob job = job(2).configure(comm -> {
            comm.handle(5, (from, payload) -> arrived.incrementAndGet());
            comm.handle(6, (from, payload) -> arrived.incrementAndGet());
        });
        try (job) {
            job.start();
            Comm comm = job.rank(0);
            comm.post(1, comm.frame(5, 10));
            comm.post(1, comm.frame(5, 20));
            comm.post(0, comm.frame(6, 3));
            comm.send(1, ByteBuffer.allocate(100));
            job.rank(1).receive(0);
            TestJob.until("arrived", () -> arrived.get() == 3);
            CommStatistics sender = comm.statistics();
            CommStatistics receiver = job.rank(1).statistics();
            assertThat(sender.messagesSent()[5]).isEqualTo(2);
            assertThat(sender.bytesSent()[5]).isEqualTo(30);
            assertThat(sender.messagesReceived()[6]).isEqualTo(1);
            assertThat(sender.bytesReceived()[6]).isEqualTo(3);
            assertThat(receiver.messagesReceived()[5]).isEqualTo(2);
            assertThat(receiver.bytesReceived()[5]).isEqualTo(30);
            assertThat(receiver.messagesReceived()[0]).isEqualTo(1);
            assertThat(receiver.bytesReceived()[0]).isEqualTo(100);
            assertThat(Arrays.stream(receiver.messagesSent()).sum()).isZero();
            assertThat(Arrays.stream(sender.messagesSent()).sum()).isEqualTo(4);
        }
    }

    @Test
    default void aFrameGoesOnceOnly() {
        TestJob job = job(2).configure(comm -> comm.handle(5, (from, payload) -> {}));
        try (job) {
            job.start();
            Comm comm = job.rank(0);
            Frame posted = comm.frame(5, 10);
            comm.post(1, posted);
            assertThatIllegalStateException().isThrownBy(() -> comm.post(1, posted));
            assertThatIllegalStateException().isThrownBy(posted::release);
            Frame released = comm.frame(5, 10);
            released.release();
            assertThatIllegalStateException().isThrownBy(() -> comm.post(1, released));
        }
    }
}
