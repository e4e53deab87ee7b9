package jdsm.message;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import jdsm.codec.ContentDiff;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Interval;
import jdsm.coherence.RankSet;
import jdsm.coherence.UnitRanges;
import jdsm.comm.RegionKey;
import jdsm.comm.fuzz.FuzzTarget;
import jdsm.comm.fuzz.Fuzzer;
import jdsm.memory.SegmentLocation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes in the messages of the runtime. */
class MessagesFuzzTest {
    private static final int RANKS = 70;
    private static final byte[] NOTHING = {};

    static List<FuzzTarget> targets() {
        List<FuzzTarget> targets = new ArrayList<>();
        for (CoherenceMessage.Type type : CoherenceMessage.Type.values()) {
            targets.add(FuzzTarget.of(
                    "message: " + type.label(),
                    messages(type),
                    input -> decode(type, input),
                    IllegalArgumentException.class));
        }
        targets.add(FuzzTarget.of(
                "message: barrier",
                List.of(barrier()),
                input -> BarrierLayout.decode(little(input)),
                IllegalArgumentException.class));
        targets.add(FuzzTarget.of(
                "message: marks",
                List.of(marks(), marks(3), marks(IntStream.range(5, 505).toArray()), marks(7, 8, 100)),
                input -> MarksLayout.decode(ByteBuffer.wrap(input)),
                IllegalArgumentException.class));
        targets.add(FuzzTarget.of(
                "message: division",
                List.of(
                        DivisionLayoutTest.step(0, true).encode(),
                        DivisionLayoutTest.step(2, false).encode()),
                input -> DivisionLayout.decode(ByteBuffer.wrap(input)),
                IllegalArgumentException.class));
        return targets;
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void decode(CoherenceMessage.Type type, byte[] input) {
        CoherenceLayout.decode(type, little(input), Integer.MAX_VALUE, RANKS);
    }

    private static byte[] barrier() {
        ByteBuffer bytes = ByteBuffer.allocate(BarrierLayout.BYTES + 3).order(ByteOrder.LITTLE_ENDIAN);
        new BarrierLayout(7, BarrierLayout.GATHERING, 2).encode(bytes);
        return bytes.array();
    }

    private static byte[] marks(int... units) {
        return MarksLayout.of(3, false, units).encode();
    }

    private static List<byte[]> messages(CoherenceMessage.Type type) {
        List<byte[]> all = new ArrayList<>();
        for (int time : new int[] {0, RANKS}) {
            all.add(encoded(message(type, 0, time), CoherenceLayout.Extras.NONE));
            int content = CoherenceMessage.hasDiff(type, 0) ? 0 : CoherenceMessage.CONTENT;
            all.add(encoded(message(type, content, time), CoherenceLayout.Extras.of(notices())));
            SegmentLocation location = new SegmentLocation(new RegionKey(1, 2, 1 << 20), 64, 5, 1, 128);
            all.add(encoded(
                    message(type, CoherenceMessage.LOCATED, time),
                    new CoherenceLayout.Extras(notices(), List.of(), location, new byte[] {1, 2, 3})));
        }
        if (type == CoherenceMessage.Type.GRANT || type == CoherenceMessage.Type.READ_REPLY) {
            byte[] copy = encoded(message(CoherenceMessage.Type.COPY, 0, 0), CoherenceLayout.Extras.NONE);
            all.add(encoded(
                    message(type, CoherenceMessage.CONTENT, 0),
                    new CoherenceLayout.Extras(List.of(), List.of(copy), null, NOTHING)));
            all.add(encoded(message(type, CoherenceMessage.CHANGES, 0), CoherenceLayout.Extras.of(notices())));
            all.add(encoded(
                    message(type, CoherenceMessage.ACQUIRE, 0),
                    new CoherenceLayout.Extras(notices(), List.of(copy, copy), null, NOTHING)));
        }
        return all;
    }

    private static List<Interval> notices() {
        UnitRanges ranges = new UnitRanges();
        ranges.add(3, 7);
        ranges.add(5, 40, 8);
        return List.of(new Interval(0, 4, ranges), new Interval(69, 1, new UnitRanges()));
    }

    private static CoherenceMessage message(CoherenceMessage.Type type, int flags, int time) {
        return new CoherenceMessage(
                type,
                99,
                69,
                7,
                1L << 40,
                RankSet.allBut(RANKS, 3),
                RankSet.allBut(RANKS, 5),
                flags,
                new int[time],
                CoherenceMessage.hasDiff(type, flags) ? new ContentDiff(new byte[] {0, 2, 5, 6}) : null,
                new CoherenceMessage.Room(4096, true),
                7);
    }

    private static byte[] encoded(CoherenceMessage message, CoherenceLayout.Extras extras) {
        ByteBuffer bytes = ByteBuffer.allocate(CoherenceLayout.headBytes(message, extras) + 16)
                .order(ByteOrder.LITTLE_ENDIAN);
        CoherenceLayout.encode(message, extras, bytes);
        return bytes.array();
    }

    @ParameterizedTest
    @MethodSource("targets")
    void anyBytes(FuzzTarget target) throws InterruptedException {
        Fuzzer.run(target);
    }
}
