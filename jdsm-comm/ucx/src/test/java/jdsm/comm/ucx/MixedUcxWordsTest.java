package jdsm.comm.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.comm.RemoteMemory;
import jdsm.comm.TestJob;
import org.junit.jupiter.api.Test;

/** Ranks 0 and 2 share memory, which rank 1 reaches by UCX: what both sorts of accesses do to the same words. */
@NeedsUcx
class MixedUcxWordsTest {
    private static TestJob job() {
        return new TestJob(UcxJobs.openMixed(3, rank -> "host " + rank % 2)).start();
    }

    private static RemoteMemory memory(TestJob job, int rank) {
        return job.rank(rank).remoteMemory().orElseThrow();
    }

    @Test
    void noIncrementIsLostAmongLoadsAndRequests() {
        int perRank = 5_000;
        try (TestJob job = job();
                Region region = memory(job, 0).register(64)) {
            List<Future<?>> running = new ArrayList<>();
            for (int rank = 0; rank < 3; rank++) {
                RemoteMemory memory = memory(job, rank);
                running.add(job.async(() -> {
                    for (int i = 0; i < perRank; i++) {
                        increment(memory, region.key());
                    }
                    return null;
                }));
            }
            running.forEach(TestJob::get);
            assertThat(memory(job, 1).getLong(region.key(), 8)).isEqualTo(3L * perRank);
        }
    }

    private static void increment(RemoteMemory memory, RegionKey key) {
        long seen = memory.getLong(key, 8);
        for (long before = memory.compareAndExchange(key, 8, seen, seen + 1);
                before != seen;
                before = memory.compareAndExchange(key, 8, seen, seen + 1)) {
            seen = before;
        }
    }

    /** Rank 1 puts an even word; rank 2 makes it odd when it finds it so. A word stored twice would be even again. */
    @Test
    void aPutDoesNotUndoAnExchange() {
        int puts = 5_000;
        try (TestJob job = job();
                Region region = memory(job, 0).register(64)) {
            RegionKey key = region.key();
            Future<?> exchanging = job.async(() -> {
                for (long even = 2; even <= 2L * puts; even += 2) {
                    while (memory(job, 2).compareAndExchange(key, 16, even, even + 1) != even) {
                        Thread.onSpinWait();
                    }
                    memory(job, 2).putLong(key, 24, even);
                }
                return null;
            });
            RemoteMemory far = memory(job, 1);
            ByteBuffer word = ByteBuffer.allocateDirect(8).order(ByteOrder.LITTLE_ENDIAN);
            for (long even = 2; even <= 2L * puts; even += 2) {
                if (even % 4 == 0) {
                    far.putLong(key, 16, even);
                } else {
                    far.put(key, 16, word.putLong(0, even));
                }
                while (far.getLong(key, 24) != even) {
                    Thread.onSpinWait();
                }
                assertThat(far.getLong(key, 16)).isEqualTo(even + 1);
            }
            TestJob.get(exchanging);
        }
    }

    /** Rank 2 stores words of ones and of zeros, which rank 1 gets many at a time. */
    @Test
    void wordsOfALongGetAreWholeBesideStoresOfANeighbour() {
        int bytes = 4096;
        try (TestJob job = job();
                Region region = memory(job, 0).register(bytes)) {
            AtomicBoolean over = new AtomicBoolean();
            Future<?> storing = job.async(() -> {
                ByteBuffer words = ByteBuffer.allocateDirect(bytes);
                while (!over.get()) {
                    byte next = (byte) ~words.get(0);
                    for (int i = 0; i < bytes; i++) {
                        words.put(i, next);
                    }
                    memory(job, 2).put(region.key(), 0, words);
                }
                return null;
            });
            Set<Long> seen = new HashSet<>();
            ByteBuffer got = ByteBuffer.allocateDirect(bytes);
            for (int i = 0; i < 1_000; i++) {
                memory(job, 1).get(region.key(), 0, got);
                for (int at = 0; at < bytes; at += Long.BYTES) {
                    seen.add(got.getLong(at));
                }
            }
            over.set(true);
            TestJob.get(storing);
            assertThat(seen).isSubsetOf(0L, -1L);
        }
    }

    /** More parts than may be under way at one time, from an odd place. */
    @Test
    void aLongRangeArrivesWhole() {
        byte[] sent = new byte[300_001];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = (byte) (i * 31 + (i >> 8));
        }
        try (TestJob job = job();
                Region region = memory(job, 0).register(sent.length + 10)) {
            memory(job, 1).put(region.key(), 5, ByteBuffer.wrap(sent));
            for (int rank = 0; rank < 3; rank++) {
                byte[] got = new byte[sent.length];
                memory(job, rank).get(region.key(), 5, ByteBuffer.wrap(got));
                assertThat(Arrays.equals(got, sent)).as("rank %d", rank).isTrue();
            }
            assertThat(region.buffer().get(4)).isZero();
            assertThat(region.buffer().get(5 + sent.length)).isZero();
        }
    }

    @Test
    void allRanksAreReached() {
        try (TestJob job = job()) {
            job.onEach(comm -> {
                for (int rank = 0; rank < 3; rank++) {
                    assertThat(comm.remoteMemory().orElseThrow().reaches(rank)).isTrue();
                }
            });
            assertThat(job.rank(0).firstOnHost(2)).isZero();
            assertThat(job.rank(0).firstOnHost(1)).isEqualTo(1);
        }
    }
}
