package jdsm.comm;

import static jdsm.comm.RemoteMemoryContract.memory;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What holds while ranks access the same memory at once. What may come out is the same on each run, when it does not fail. */
public interface RemoteConcurrencyContract {
    TestJob job(int ranks);

    @Test
    default void noIncrementByCompareAndExchangeIsLost() {
        int perThread = 20_000;
        try (TestJob job = job(2).start();
                Region region = memory(job, 1).register(64)) {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                RemoteMemory memory = memory(job, thread % 2);
                running.add(job.async(() -> {
                    for (int i = 0; i < perThread; i++) {
                        increment(memory, region.key(), 8);
                    }
                    return null;
                }));
            }
            running.forEach(TestJob::get);
            assertThat(memory(job, 0).getLong(region.key(), 8)).isEqualTo(4L * perThread);
        }
    }

    private static void increment(RemoteMemory memory, RegionKey key, long offset) {
        long seen = memory.getLong(key, offset);
        while (true) {
            long before = memory.compareAndExchange(key, offset, seen, seen + 1);
            if (before == seen) {
                return;
            }
            seen = before;
        }
    }

    /** Puts and gets at odd places, each covering four aligned words whole; each put fills them with one byte. */
    @Test
    default void anAlignedWordIsNeverTorn() {
        int words = 4;
        int changesToSee = 1_000;
        try (TestJob job = job(2).start();
                Region region = memory(job, 1).register(64)) {
            AtomicBoolean seen = new AtomicBoolean();
            Future<?> writer = job.async(() -> {
                ByteBuffer source = ByteBuffer.allocateDirect(8 * words + 6);
                for (int i = 1; !seen.get(); i++) {
                    for (int at = 0; at < source.capacity(); at++) {
                        source.put(at, (byte) i);
                    }
                    memory(job, 0).put(region.key(), 13, source);
                    memory(job, 0).putLong(region.key(), 56, (i & 0xFF) * 0x0101_0101_0101_0101L);
                }
                return null;
            });
            ByteBuffer target = ByteBuffer.allocate(8 * words + 5).order(ByteOrder.LITTLE_ENDIAN);
            long last = 0;
            int changes = 0;
            try {
                while (changes < changesToSee) {
                    memory(job, 1).get(region.key(), 14, target);
                    for (int word = 0; word < words; word++) {
                        assertUniform(target.getLong(2 + 8 * word));
                    }
                    assertUniform(memory(job, 1).getLong(region.key(), 56));
                    changes += target.getLong(2) == last ? 0 : 1;
                    last = target.getLong(2);
                    assertThat(writer.isDone()).isFalse();
                }
            } finally {
                seen.set(true);
            }
            TestJob.get(writer);
        }
    }

    /** Two ranks put and get their own half of a word: neither half goes back to what it was. */
    @Test
    default void aPutInPartOfAWordLeavesItsOtherBytesAlone() {
        int puts = 20_000;
        try (TestJob job = job(2).start();
                Region region = memory(job, 1).register(24)) {
            List<Future<?>> running = new ArrayList<>();
            for (int rank = 0; rank < 2; rank++) {
                RemoteMemory memory = memory(job, rank);
                int offset = 5 - 5 * rank;
                int length = rank == 0 ? 3 : 5;
                running.add(job.async(() -> putAndGetBack(memory, region.key(), offset, length, puts)));
                running.add(job.async(() -> putAndGetBack(memory, region.key(), 16 + offset, length, puts)));
            }
            running.forEach(TestJob::get);
        }
    }

    private static Void putAndGetBack(RemoteMemory memory, RegionKey key, int offset, int length, int puts) {
        ByteBuffer source = ByteBuffer.allocate(length);
        ByteBuffer target = ByteBuffer.allocate(length);
        for (int i = 1; i <= puts; i++) {
            for (int at = 0; at < length; at++) {
                source.put(at, (byte) (i + at));
            }
            memory.put(key, offset, source);
            memory.get(key, offset, target);
            if (!source.equals(target)) {
                throw new AssertionError("put " + i + " at " + offset + " was undone");
            }
        }
        return null;
    }

    private static void assertUniform(long word) {
        if (word != (word & 0xFF) * 0x0101_0101_0101_0101L) {
            throw new AssertionError("torn word " + Long.toHexString(word));
        }
    }

    @ParameterizedTest
    @CsvSource({"1024, 1500", "40000, 200"})
    default void aRecordUnderASequenceLockIsNeverMixed(int recordBytes, int records) {
        try (TestJob job = job(2).start();
                Region region = memory(job, 1).register(8 + recordBytes)) {
            List<Future<?>> writers = new ArrayList<>();
            for (int rank = 0; rank < 2; rank++) {
                SequenceLocked record = new SequenceLocked(memory(job, rank), region.key(), recordBytes);
                int parity = rank;
                writers.add(job.async(() -> {
                    for (int i = 1; i <= records; i++) {
                        record.write(2L * i + parity);
                    }
                    return null;
                }));
            }
            SequenceLocked record = new SequenceLocked(memory(job, 0), region.key(), recordBytes);
            while (!writers.stream().allMatch(Future::isDone)) {
                record.read();
            }
            writers.forEach(TestJob::get);
            assertThat(record.read()).isIn(2L * records, 2L * records + 1);
            assertThat(memory(job, 0).getLong(region.key(), 0)).isEqualTo(4L * records);
        }
    }

    /** The protocol of {@link RemoteMemory}'s description, over a record whose words are all the same. */
    final class SequenceLocked {
        private static final long SEQUENCE = 0;
        private static final long RECORD = 8;

        private final RemoteMemory memory;
        private final RegionKey key;
        private final ByteBuffer bytes;

        SequenceLocked(RemoteMemory memory, RegionKey key, int recordBytes) {
            this.memory = memory;
            this.key = key;
            bytes = ByteBuffer.allocateDirect(recordBytes);
        }

        void write(long value) {
            for (int at = 0; at < bytes.capacity(); at += Long.BYTES) {
                bytes.putLong(at, value);
            }
            long before;
            do {
                before = whenEven();
            } while (memory.compareAndExchange(key, SEQUENCE, before, before + 1) != before);
            memory.putRecord(key, RECORD, bytes);
            memory.putLong(key, SEQUENCE, before + 2);
        }

        private long whenEven() {
            long sequence = memory.getLong(key, SEQUENCE);
            while (sequence % 2 != 0) {
                Thread.yield();
                sequence = memory.getLong(key, SEQUENCE);
            }
            return sequence;
        }

        long read() {
            long before;
            do {
                before = whenEven();
                memory.getRecord(key, RECORD, bytes);
            } while (memory.getLong(key, SEQUENCE) != before);
            long value = bytes.getLong(0);
            for (int at = 0; at < bytes.capacity(); at += Long.BYTES) {
                if (bytes.getLong(at) != value) {
                    throw new AssertionError("mixed record: " + value + " and " + bytes.getLong(at));
                }
            }
            return value;
        }
    }

    /** Store buffering: of two ranks that each put and then get what the other put, one sees the other's. */
    @Test
    default void whatIsPutIsVisibleToGetsThatBeginAfterwards() {
        int pairs = 60_000;
        try (TestJob job = job(2).start();
                Region region = memory(job, 1).register(128L * pairs)) {
            AtomicIntegerArray arrived = new AtomicIntegerArray(2);
            Future<long[]> first =
                    job.async(() -> putAndGetOther(memory(job, 0), region.key(), new long[pairs], arrived, 0));
            Future<long[]> second =
                    job.async(() -> putAndGetOther(memory(job, 1), region.key(), new long[pairs], arrived, 1));
            long[] seenByFirst = TestJob.get(first);
            long[] seenBySecond = TestJob.get(second);
            for (int pair = 0; pair < pairs; pair++) {
                if (seenByFirst[pair] == 0 && seenBySecond[pair] == 0) {
                    throw new AssertionError("pair " + pair + ": neither rank saw the other's put");
                }
            }
        }
    }

    /** Puts one word of each pair and gets the other, as words or as ranges in turn, both ranks at the same time. */
    private static long[] putAndGetOther(
            RemoteMemory memory, RegionKey key, long[] seen, AtomicIntegerArray arrived, int rank) {
        ByteBuffer source = ByteBuffer.allocateDirect(8).putLong(0, -1);
        ByteBuffer target = ByteBuffer.allocateDirect(8);
        for (int pair = 0; pair < seen.length; pair++) {
            // Each in a cache line of its own, which both ranks have in their caches: stores take long, loads do not.
            long mine = 128L * pair + 64 * rank;
            long others = 128L * pair + 64 * (1 - rank);
            seen[pair] = memory.getLong(key, others);
            arrived.set(rank, pair + 1);
            int spins = 0;
            while (arrived.get(1 - rank) <= pair) {
                if (++spins > 1_000) {
                    Thread.yield();
                }
            }
            // The later one goes on at once, the other only when it has seen that: it needs some start.
            for (int delay = spins == 0 ? pair / 3 % 200 : 0; delay > 0; delay--) {
                arrived.get(rank);
            }
            if (pair % 3 > 0) {
                memory.putLong(key, mine, -1);
            } else {
                memory.put(key, mine, source);
            }
            if (pair % 3 < 2) {
                seen[pair] = memory.getLong(key, others);
            } else {
                memory.get(key, others, target);
                seen[pair] = target.getLong(0);
            }
        }
        return seen;
    }

    /** Regions come and go under accesses: each of these either is carried out or says that the region is closed. */
    @Test
    default void accessesRaceWithTheEndOfARegion() {
        int regions = 30;
        int size = 40_000;
        ByteBuffer record = ByteBuffer.allocateDirect(size - 64);
        try (TestJob job = job(2).start()) {
            for (int i = 0; i < regions; i++) {
                Region region = memory(job, 1).register(size);
                RemoteMemory memory = memory(job, 0);
                Future<CommException> put =
                        job.async(() -> untilClosed(() -> memory.put(region.key(), 3, ByteBuffer.allocate(400))));
                Future<CommException> get =
                        job.async(() -> untilClosed(() -> memory.getRecord(region.key(), 9, record)));
                Future<CommException> exchange =
                        job.async(() -> untilClosed(() -> memory.compareAndExchange(region.key(), 0, 0, 1)));
                TestJob.until("accessed", () -> region.buffer().getLong(0) == 1);
                region.close();
                Region next = memory(job, 1).register(size);
                assertClosed(TestJob.get(put), region);
                assertClosed(TestJob.get(get), region);
                assertClosed(TestJob.get(exchange), region);
                assertThat(RemoteAccessContract.contentOf(next.buffer())).containsOnly(0);
                next.close();
            }
        }
    }

    private static void assertClosed(CommException e, Region region) {
        assertThat(e.reason()).isEqualTo(CommException.Reason.NO_REGION);
        assertThat(e).hasMessageContaining(region.key().toString());
    }

    private static CommException untilClosed(Runnable access) {
        while (true) {
            try {
                access.run();
            } catch (CommException e) {
                return e;
            }
        }
    }
}
