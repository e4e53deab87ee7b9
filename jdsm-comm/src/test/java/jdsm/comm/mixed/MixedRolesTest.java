package jdsm.comm.mixed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.Frame;
import jdsm.comm.RegionKey;
import jdsm.comm.RemoteMemory;
import jdsm.comm.TestJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that come to one rank from its own host and from another at the same time; and who is on which host. */
class MixedRolesTest {
    private static final int KIND = 1;

    @TempDir
    private Path files;

    @BeforeEach
    void filesLieApart() {
        System.setProperty("jdsm.shm.dir", files.toString());
    }

    @AfterEach
    void nothingIsLeft() {
        System.clearProperty("jdsm.shm.dir");
        assertThat(files).isEmptyDirectory();
    }

    /** Ranks 0 and 2 on one host, rank 1 on another. */
    private static TestJob job(int ranksOnHost) {
        return new TestJob(MixedJobs.open(3, ranksOnHost, rank -> "host " + rank % 2));
    }

    private static int shareOf(Random random) {
        return random.nextInt(20) == 0 ? 200_000 : random.nextInt(3) == 0 ? 5_000 : 8;
    }

    /** With 2 ranks a host they spin, on this many processors or more; with 3 they do not. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void handlersAndTasksRunOneAtATimeAndEachPairKeepsItsOrder(int ranksOnHost) {
        int count = 5_000;
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        int[] next = new int[3];
        AtomicInteger arrived = new AtomicInteger();
        TestJob job = job(ranksOnHost);
        Comm zero = job.rank(0);
        zero.handle(KIND, (from, payload) -> {
            boolean alone = inside.getAndIncrement() == 0 && zero.onDeliveryThread();
            int number = payload.getInt(0);
            int last = payload.limit() > 8 ? payload.getInt(payload.limit() - 4) : number;
            if (!alone || number != next[from]++ || last != number) {
                wrong.incrementAndGet();
            }
            if (number % 7 == 0) {
                // Sends in the course of a handler, which may do the work of sockets.
                zero.post(3 - from, zero.frame(KIND, 2_000));
            }
            inside.decrementAndGet();
            arrived.incrementAndGet();
        });
        AtomicInteger echoes = new AtomicInteger();
        job.rank(1).handle(KIND, (from, payload) -> echoes.incrementAndGet());
        job.rank(2).handle(KIND, (from, payload) -> echoes.incrementAndGet());
        try (job) {
            job.start();
            List<Future<Object>> senders = Stream.of(1, 2)
                    .map(rank -> job.async(() -> {
                        Random random = new Random(rank);
                        Comm comm = job.rank(rank);
                        for (int i = 0; i < count; i++) {
                            int length = shareOf(random);
                            Frame frame = comm.frame(KIND, length);
                            frame.buffer().putInt(0, i).putInt(length - 4, i);
                            comm.post(0, frame);
                        }
                        return null;
                    }))
                    .toList();
            AtomicInteger tasks = new AtomicInteger();
            for (int i = 0; arrived.get() < 2 * count; i++) {
                int target = i;
                zero.execute(() -> {
                    if (inside.getAndIncrement() != 0) {
                        wrong.incrementAndGet();
                    }
                    inside.decrementAndGet();
                    tasks.incrementAndGet();
                });
                zero.progress(() -> tasks.get() > target);
                zero.poll();
            }
            senders.forEach(TestJob::get);
            assertThat(wrong.get()).isZero();
            TestJob.until("echoes", () -> echoes.get() == 2 * ((count + 6) / 7));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void programMessagesOfBothSortsComeWhole(int ranksOnHost) {
        int count = 300;
        try (TestJob job = job(ranksOnHost)) {
            job.start();
            job.onEach(comm -> {
                if (comm.rank() == 0) {
                    int[] next = new int[3];
                    ByteBuffer target = ByteBuffer.allocateDirect(2 << 20);
                    for (int i = 0; i < 2 * count; i++) {
                        int from = comm.receive(i % 3 == 0 && next[1] < count ? 1 : Comm.ANY_RANK, target.clear())
                                .from();
                        target.flip();
                        assertThat(target.getInt(0)).isEqualTo(next[from]);
                        assertThat(target.getInt(target.limit() - 4)).isEqualTo(next[from]++);
                    }
                } else {
                    Random random = new Random(comm.rank());
                    for (int i = 0; i < count; i++) {
                        int length = random.nextInt(5) == 0 ? 1_500_000 : shareOf(random);
                        comm.send(
                                0,
                                ByteBuffer.allocateDirect(length).putInt(0, i).putInt(length - 4, i));
                    }
                }
            });
        }
    }

    /** Long frames are made before it is known to whom they go. */
    @Test
    void longFramesGoToBothSorts() {
        int length = 3 << 20;
        AtomicInteger sum = new AtomicInteger();
        TestJob job = job(2).configure(comm -> comm.handle(KIND, (from, payload) -> {
            assertThat(payload.remaining()).isEqualTo(length);
            sum.addAndGet(payload.getInt(length - 4));
        }));
        try (job) {
            job.start();
            for (int i = 1; i <= 20; i++) {
                for (int to = 0; to < 3; to++) {
                    Frame frame = job.rank(0).frame(KIND, length);
                    frame.buffer().putInt(length - 4, i);
                    job.rank(0).post(to, frame);
                }
            }
            TestJob.until("all arrived", () -> sum.get() == 3 * 210);
        }
    }

    @Test
    void eachPartOfAHostHasFilesOfItsOwn() throws IOException {
        try (TestJob job = job(2)) {
            job.start();
            try (Stream<Path> folders = Files.list(files)) {
                assertThat(folders.map(folder -> Stream.of(0, 1, 2)
                                .filter(rank -> Files.exists(folder.resolve(rank + ".rings")))
                                .toList()))
                        .containsExactlyInAnyOrder(List.of(0, 2), List.of(1));
            }
        }
    }

    @Test
    void onlyRanksOfAHostReachEachOthersMemory() {
        try (TestJob job = job(2)) {
            job.start();
            RemoteMemory memory = job.rank(0).remoteMemory().orElseThrow();
            assertThat(IntStream.range(0, 3).filter(memory::reaches)).containsExactly(0, 2);
            RegionKey near =
                    job.rank(2).remoteMemory().orElseThrow().register(8).key();
            RegionKey far = job.rank(1).remoteMemory().orElseThrow().register(8).key();
            memory.putLong(near, 0, 77);
            assertThat(job.rank(2).remoteMemory().orElseThrow().getLong(near, 0))
                    .isEqualTo(77);
            assertThatExceptionOfType(CommException.class)
                    .isThrownBy(() -> memory.getLong(far, 0))
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(CommException.Reason.NO_REGION));
        }
    }

    @Test
    void moreRanksOnAHostThanWasSaidAreRefused() {
        List<Comm> comms = MixedJobs.open(2, 1, rank -> "");
        try (TestJob job = new TestJob(comms)) {
            assertThatExceptionOfType(CommException.class)
                    .isThrownBy(job::start)
                    .withMessageContaining("2 ranks are on the host of rank")
                    .withMessageContaining("JDSM_RANKS_ON_HOST is 1");
        }
    }

    @Test
    void ranksWithoutRoomForSharedMemoryReachEachOtherByTcp() {
        System.setProperty("jdsm.shm.dir", files.resolve("none").toString());
        AtomicInteger arrived = new AtomicInteger();
        TestJob job = new TestJob(MixedJobs.open(3, rank -> ""));
        for (int rank = 0; rank < 3; rank++) {
            job.rank(rank).handle(KIND, (from, payload) -> arrived.incrementAndGet());
        }
        try (job) {
            job.start();
            for (int rank = 0; rank < 3; rank++) {
                for (int to = 0; to < 3; to++) {
                    RemoteMemory memory = job.rank(rank).remoteMemory().orElseThrow();
                    assertThat(memory.reaches(to)).isEqualTo(to == rank);
                    if (to != rank) {
                        job.rank(rank).post(to, job.rank(rank).frame(KIND, 100_000));
                    }
                }
            }
            TestJob.until("messages", () -> arrived.get() == 6);
        }
    }
}
