package jdsm.comm.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.comm.RemoteMemory;
import org.junit.jupiter.api.Test;

class SimRemoteMemoryTest {
    private static final int SEEDS = 500;
    private static final int WORDS = 4;
    private static final long RECORD = 8;

    private static SimMemory memory(long seed) {
        return new SimMemory(2, new Random(seed)::nextInt);
    }

    private static ByteBuffer record(long value) {
        ByteBuffer record = ByteBuffer.allocate(8 * WORDS).order(ByteOrder.LITTLE_ENDIAN);
        for (int word = 0; word < WORDS; word++) {
            record.putLong(8 * word, value);
        }
        return record;
    }

    private static boolean isMixed(ByteBuffer record) {
        return LongStream.range(1, WORDS).anyMatch(word -> record.getLong(8 * (int) word) != record.getLong(0));
    }

    /** One put and one get of a record at once, without a lock. */
    private static ByteBuffer readBesideWrite(long seed) {
        SimMemory memory = memory(seed);
        RegionKey key = memory.rank(1).register(RECORD + 8 * WORDS).key();
        ByteBuffer read = record(-1);
        CompletableFuture<Void> put = memory.rank(1).putAsync(key, RECORD, record(1));
        CompletableFuture<Void> get = memory.rank(0).getAsync(key, RECORD, read);
        while (!put.isDone() || !get.isDone()) {
            assertThat(memory.step()).isTrue();
        }
        assertThat(memory.step()).isFalse();
        assertThat(put).isCompleted();
        assertThat(get).isCompleted();
        return read;
    }

    @Test
    void aReadOfSeveralWordsIsMixedUnderAnUnluckySeed() {
        long mixed = LongStream.range(0, SEEDS)
                .filter(seed -> isMixed(readBesideWrite(seed)))
                .count();
        assertThat(mixed).isBetween(1L, SEEDS - 1L);
    }

    @Test
    void oneSeedGivesOneOrder() {
        for (long seed = 0; seed < 50; seed++) {
            assertThat(readBesideWrite(seed)).isEqualTo(readBesideWrite(seed));
        }
    }

    @Test
    void whatIsUnderWayGoesOnBeneathACallThatBlocks() {
        long mixed = LongStream.range(0, SEEDS)
                .filter(seed -> {
                    SimMemory memory = memory(seed);
                    RegionKey key = memory.rank(1).register(8 * WORDS).key();
                    memory.rank(1).putAsync(key, 0, record(1));
                    ByteBuffer read = record(-1);
                    memory.rank(0).get(key, 0, read);
                    return isMixed(read);
                })
                .count();
        assertThat(mixed).isBetween(1L, SEEDS - 1L);
    }

    /** What has come of reads beside a writer: records with mixed words, good ones, and reads that were thrown away. */
    private static final class Outcome {
        int mixed;
        int good;
        int discarded;
    }

    private static CompletableFuture<Void> write(RemoteMemory memory, RegionKey key, long value) {
        long sequence = 2 * (value - 1);
        assertThat(memory.compareAndExchange(key, 0, sequence, sequence + 1)).isEqualTo(sequence);
        return memory.putAsync(key, RECORD, record(value)).thenRun(() -> memory.putLong(key, 0, sequence + 2));
    }

    private static CompletableFuture<Void> read(
            RemoteMemory memory, RegionKey key, boolean lookTwice, Outcome outcome) {
        long before = memory.getLong(key, 0);
        if (before % 2 != 0) {
            return CompletableFuture.completedFuture(null);
        }
        ByteBuffer read = record(-1);
        return memory.getAsync(key, RECORD, read).thenRun(() -> {
            if (lookTwice && memory.getLong(key, 0) != before) {
                outcome.discarded++;
            } else if (isMixed(read)) {
                outcome.mixed++;
            } else {
                assertThat(read).isEqualTo(record(lookTwice ? before / 2 : read.getLong(0)));
                outcome.good++;
            }
        });
    }

    /** A writer and a reader, each beginning its next operation, or what is under way moving on, as a seed says. */
    private static void readBesideWriter(long seed, boolean lookTwice, Outcome outcome) {
        Random random = new Random(seed);
        SimMemory memory = new SimMemory(2, random::nextInt);
        RegionKey key = memory.rank(1).register(RECORD + 8 * WORDS).key();
        CompletableFuture<Void> writing = CompletableFuture.completedFuture(null);
        CompletableFuture<Void> reading = writing;
        for (int written = 0; written < 5 || !writing.isDone() || !reading.isDone(); ) {
            switch (random.nextInt(6)) {
                case 0 -> {
                    if (writing.isDone() && written < 5) {
                        writing = write(memory.rank(1), key, ++written);
                    }
                }
                case 1 -> reading = reading.isDone() ? read(memory.rank(0), key, lookTwice, outcome) : reading;
                default -> memory.step();
            }
        }
        writing.join();
        reading.join();
    }

    private static Outcome readBesideWriters(boolean lookTwice) {
        Outcome outcome = new Outcome();
        for (long seed = 0; seed < SEEDS; seed++) {
            readBesideWriter(seed, lookTwice, outcome);
        }
        return outcome;
    }

    @Test
    void noReadUnderTheSequenceLockIsMixed() {
        Outcome outcome = readBesideWriters(true);
        assertThat(outcome.mixed).isZero();
        assertThat(outcome.good).isPositive();
        assertThat(outcome.discarded).isPositive();
    }

    @Test
    void aSequenceLockThatIsLookedAtOnceDoesNotHelp() {
        assertThat(readBesideWriters(false).mixed).isPositive();
    }

    @Test
    void aStepMovesAWordOrAByteOfAWordThatIsCoveredInPart() {
        SimMemory memory = memory(3);
        Region region = memory.rank(0).register(40);
        byte[] ones = new byte[21];
        Arrays.fill(ones, (byte) 1);
        SimOperation put = memory.rank(1).beginPut(region.key(), 5, ByteBuffer.wrap(ones));
        int before = 0;
        for (int step = 1; step <= 3 + 2 + 2; step++) {
            assertThat(put.step()).isEqualTo(step < 7);
            int moved = 0;
            for (int at = 0; at < 40; at++) {
                moved += region.buffer().get(at);
            }
            assertThat(moved - before).isIn(1, 8);
            for (int word = 8; word < 24; word += 8) {
                assertThat(region.buffer().getLong(word)).isIn(0L, 0x0101_0101_0101_0101L);
            }
            before = moved;
        }
        assertThat(before).isEqualTo(21);
        assertThat(put.done()).isCompleted();
        assertThatIllegalStateException().isThrownBy(put::step);
        SimOperation nothing = memory.rank(1).beginPut(region.key(), 40, ByteBuffer.allocate(0));
        assertThat(nothing.step()).isFalse();
        assertThat(nothing.done()).isCompleted();
    }

    /** Whether the second put was seen before all of the first. */
    private static boolean overtakes(long seed, boolean fence) {
        SimMemory memory = memory(seed);
        Region region = memory.rank(1).register(24);
        CompletableFuture<Void> first =
                memory.rank(0).putAsync(region.key(), 0, record(1).limit(16));
        if (fence) {
            memory.rank(0).fence();
        }
        memory.rank(0).putAsync(region.key(), 16, record(1).limit(8));
        boolean overtaken = false;
        while (memory.step()) {
            overtaken |= region.buffer().getLong(16) == 1 && !first.isDone();
        }
        return overtaken;
    }

    @Test
    void onlyAFenceOrdersWhatIsUnderWay() {
        assertThat(LongStream.range(0, 100).filter(seed -> overtakes(seed, false)))
                .isNotEmpty();
        assertThat(LongStream.range(0, 100).filter(seed -> overtakes(seed, true)))
                .isEmpty();
    }

    @Test
    void aWordAfterAFenceComesAfterWhatWasBegunBefore() {
        SimMemory memory = memory(5);
        RegionKey key = memory.rank(1).register(64).key();
        SimOperation put = memory.rank(0).beginPut(key, 8, record(1));
        memory.rank(0).putLong(key, 0, 1);
        assertThat(put.done()).isNotDone();
        memory.rank(0).fence();
        memory.rank(0).putLong(key, 0, 2);
        assertThat(put.done()).isCompleted();
    }

    @Test
    void aWordThatNobodyWaitsForComesLater() {
        SimMemory memory = memory(5);
        RegionKey key = memory.rank(1).register(64).key();
        memory.rank(0).putLongNbi(key, 0, 1);
        assertThat(memory.rank(1).getLong(key, 0)).isZero();
        memory.rank(0).fence();
        assertThat(memory.rank(0).getLong(key, 0)).isEqualTo(1);
    }

    @Test
    void aRegionThatIsClosedMeanwhileEndsTheOperation() {
        SimMemory memory = memory(1);
        Region region = memory.rank(1).register(64);
        SimOperation put = memory.rank(0).beginPut(region.key(), 0, record(1));
        put.step();
        region.close();
        assertThat(put.step()).isFalse();
        assertThat(memory.ready()).isEmpty();
        assertThat(put.done()).isCompletedExceptionally();
        assertThatIllegalStateException().isThrownBy(region::buffer);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> memory.rank(0).get(region.key(), 0, record(0)))
                .withMessageContaining(region.key().toString())
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.NO_REGION));
    }

    @Test
    void aRankThatDiesLeavesWhatItHasPutSoFar() {
        SimMemory memory = memory(1);
        Region region = memory.rank(1).register(8 * WORDS);
        Region lost = memory.rank(0).register(8);
        SimOperation put = memory.rank(0).beginPut(region.key(), 0, record(1));
        put.step();
        memory.fail(0);
        assertThat(memory.step()).isFalse();
        assertThat(put.done()).isNotDone();
        long moved = LongStream.range(0, WORDS)
                .filter(word -> region.buffer().getLong(8 * (int) word) == 1)
                .count();
        assertThat(moved).isEqualTo(1);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> memory.rank(1).getLong(lost.key(), 0))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.PEER_LOST));
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> memory.rank(0).getLong(region.key(), 0))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.CLOSED));
    }

    @Test
    void argumentsAreChecked() {
        SimMemory memory = memory(1);
        RemoteMemory rank = memory.rank(0);
        RegionKey key = rank.register(16).key();
        assertThatIllegalArgumentException().isThrownBy(() -> rank.register(0));
        assertThatIllegalArgumentException().isThrownBy(() -> rank.getLong(key, 4));
        assertThatIllegalArgumentException().isThrownBy(() -> rank.getLong(new RegionKey(2, 1, 16), 0));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> rank.putLong(key, 16, 1));
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> rank.put(key, 0, record(1)));
        assertThat(memory.ready()).isEmpty();
        SimMemory badly = new SimMemory(1, options -> options);
        RegionKey own = badly.rank(0).register(8).key();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> badly.rank(0).get(own, 0, ByteBuffer.allocate(8)))
                .withMessageContaining("chose 1 of 1");
    }
}
