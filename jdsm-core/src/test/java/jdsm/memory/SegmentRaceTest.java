package jdsm.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.sim.SimMemory;
import jdsm.memory.FaultyMemory.Fault;
import jdsm.memory.SegmentRead.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An owner that writes two units, moves them, takes them away and exports them again, in few slots, and beside it a
 * reader whose gets move word by word, also between two words that the owner writes.
 */
class SegmentRaceTest {
    private static final int SEEDS = 600;
    private static final int UNITS = 2;

    /** What has come of the reads of all seeds. */
    private static final class Tally {
        int contents;
        int gone;
        int busy;
        /** Reads that had to begin anew, or more than once, and still came to a content. */
        int repeated;

        final List<String> wrong = new ArrayList<>();
    }

    /** A seed's run. */
    private static final class Run {
        private final long seed;
        private final Tally tally;
        private final Random random;
        private final SimMemory memory;
        private final SegmentHeap heap;
        private final SegmentReader reader;
        private final HomeSegment[] segments = new HomeSegment[UNITS];
        /** Null: the unit has no segment. */
        private final SegmentLocation[] locations = new SegmentLocation[UNITS];

        private final long[] begun = new long[UNITS];
        private final long[] published = new long[UNITS];
        private final List<SegmentLocation> told = new ArrayList<>();

        private CompletableFuture<SegmentRead> reading;
        private SegmentLocation readAt;
        private long atLeast;
        private int steps;

        Run(long seed, Fault fault, Tally tally) {
            this.seed = seed;
            this.tally = tally;
            random = new Random(seed);
            memory = new SimMemory(2, random::nextInt);
            heap = new SegmentHeap(new FaultyMemory(memory.rank(1), fault), 128);
            reader = new SegmentReader(new FaultyMemory(memory.rank(0), fault));
        }

        void run() {
            for (int action = 0; action < 20; action++) {
                actAsOwner(random.nextInt(UNITS));
                proceed(random.nextBoolean() ? 2 : 30);
            }
            while (reading != null) {
                proceed(1);
            }
        }

        private void actAsOwner(int unit) {
            if (segments[unit] != null && random.nextInt(3) == 0) {
                locations[unit] = null;
                segments[unit].gone();
                segments[unit] = null;
                return;
            }
            long version = ++begun[unit];
            int words = words(unit, version);
            if (segments[unit] == null) {
                segments[unit] = heap.export(unit, version, 8 * words, target -> encode(target, unit, version));
            } else {
                segments[unit].write(version, 8 * words, target -> encode(target, unit, version));
            }
            published[unit] = version;
            locations[unit] = segments[unit].location();
            told.add(locations[unit]);
        }

        private static int words(int unit, long version) {
            return (int) ((unit * 5 + version * 7) % 13);
        }

        private static long word(int unit, long version) {
            return (long) (unit + 1) << 32 | version;
        }

        /** At a pace of its own: some writes are over before the reader has moved a word. */
        private void encode(ByteBuffer target, int unit, long version) {
            int pace = random.nextInt(5);
            proceed(pace);
            while (target.hasRemaining()) {
                target.putLong(word(unit, version));
                proceed(pace);
            }
        }

        /** The reader makes some steps, or none. */
        private void proceed(int upTo) {
            for (int left = random.nextInt(upTo + 1); left > 0; left--) {
                if (reading == null && !told.isEmpty()) {
                    int latest = told.size() - 1;
                    read(told.get(latest - random.nextInt(Math.min(told.size(), 3))));
                }
                memory.step();
                steps++;
                if (reading != null && reading.isDone()) {
                    CompletableFuture<SegmentRead> done = reading;
                    reading = null;
                    done.whenComplete(this::ended);
                }
            }
        }

        private void read(SegmentLocation location) {
            readAt = location;
            boolean there = location.equals(locations[location.unit()]);
            atLeast = there ? published[location.unit()] : Long.MAX_VALUE;
            steps = 0;
            reading = reader.read(location, ByteBuffer.allocate(location.readBytes()));
        }

        private void ended(SegmentRead read, Throwable failure) {
            if (failure != null) {
                tally.wrong.add("seed " + seed + ": " + failure);
            } else if (read.outcome() == Outcome.CONTENT) {
                tally.contents++;
                // The record has been got twice; steps may be those of marks that earlier reads have left, too.
                tally.repeated += steps > 2 * (readAt.slotBytes() / 8) ? 1 : 0;
                check(read);
            } else if (read.outcome() == Outcome.GONE) {
                tally.gone++;
                if (readAt.equals(locations[readAt.unit()])) {
                    tally.wrong.add("seed " + seed + ": gone, but it is there: " + readAt);
                }
            } else {
                tally.busy++;
            }
        }

        private void check(SegmentRead read) {
            int unit = readAt.unit();
            boolean good = read.version() >= atLeast
                    && read.version() <= begun[unit]
                    && read.content().remaining() == 8 * words(unit, read.version());
            while (good && read.content().hasRemaining()) {
                good = read.content().getLong() == word(unit, read.version());
            }
            if (!good) {
                tally.wrong.add("seed " + seed + ": version " + read.version() + " where " + atLeast + " to "
                        + begun[unit] + " may come, or a mixture, at " + readAt);
            }
        }
    }

    /** All seeds, or up to the first that goes wrong. */
    private static Tally run(Fault fault) {
        Tally tally = new Tally();
        for (long seed = 0; seed < SEEDS && tally.wrong.isEmpty(); seed++) {
            new Run(seed, fault, tally).run();
        }
        return tally;
    }

    @Test
    void everyContentIsOneThatWasThereMeanwhile() {
        Tally tally = run(Fault.NONE);
        assertThat(tally.wrong).isEmpty();
        assertThat(tally.contents).isGreaterThan(SEEDS);
        assertThat(tally.gone).isGreaterThan(SEEDS);
        assertThat(tally.busy).isPositive();
        assertThat(tally.repeated).isPositive();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "NO_MEMORY"})
    void eachRuleOfTheSequenceIsNeeded(Fault fault) {
        assertThat(run(fault).wrong).isNotEmpty();
    }
}
