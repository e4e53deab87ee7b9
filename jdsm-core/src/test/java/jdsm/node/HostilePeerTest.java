package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import jdsm.SPMD;
import jdsm.codec.ContentDiff;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Interval;
import jdsm.coherence.RankSet;
import jdsm.coherence.UnitRanges;
import jdsm.message.BarrierLayout;
import jdsm.message.CoherenceLayout;
import jdsm.message.Kinds;
import jdsm.message.NoticesLayout;
import jdsm.runtime.HandWoven;
import jdsm.runtime.Shared;
import jdsm.runtime.Woven;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What no rank sends ends the job of who receives it, by a line that names the sender; nothing else comes of it. */
@Timeout(120)
class HostilePeerTest {
    private static final String KEY = HostilePeerTest.class.getName();
    private static final int MESSAGES = 30;
    private static final int MADE = 1 << 26;

    /** As the agent would leave it. */
    public static final class Program extends SPMD implements Woven {
        transient Shared $jdsm;
        Object any = new Cell();
        Cell cell = new Cell();
        int[] numbers = new int[10];
        String text = "text";
        Object[] all = {1, "two", null};

        @Override
        public Shared $jdsm() {
            return $jdsm;
        }

        @Override
        public void $jdsm(Shared shared) {
            $jdsm = shared;
        }

        @Override
        public void start() {
            while (true) {
                barrier();
            }
        }
    }

    static final class Cell extends HandWoven {
        int value;
        Cell next;
    }

    /** By the pool: what it registers travels by Kryo. */
    public static final class ByHand extends SPMD {
        private final Object[] values = {"text", 1, new int[] {1, 2}, null};

        @Override
        public void initialize() {
            pool.register(values);
        }

        @Override
        public void start() {
            while (true) {
                barrier();
            }
        }
    }

    record Trap(int number) {
        static {
            System.setProperty(KEY, "initialised");
        }
    }

    private static final Map<String, String> LAZY = Map.of("JDSM_CONSISTENCY", "lazy-release");

    private static ByteBuffer malformed() {
        return ByteBuffer.allocate(3);
    }

    private static void assertOneLine(HostilePeer.Outcome outcome, String as) {
        assertThat(outcome.err())
                .as(as)
                .singleElement()
                .satisfies(line -> assertThat(line).as(as).matches("jdsm: rank 1: .*rank 0 .*"));
        assertThat(outcome.status()).as(as).isEqualTo(1);
        assertThat(System.getProperty(KEY)).as(as).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 7, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28})
    void messagesThatAreCutOff(int kind) throws Exception {
        for (int length : new int[] {0, 3}) {
            try (HostilePeer peer = new HostilePeer(Program.class, LAZY)) {
                peer.start();
                peer.send(kind, new byte[length]);
                HostilePeer.Outcome outcome = peer.outcome();
                assertOneLine(outcome, "kind " + kind);
                assertThat(outcome.err().get(0))
                        .startsWith("jdsm: rank 1: rank 0 sent a malformed " + Kinds.label(kind) + ": ");
            }
        }
    }

    /** 16 bytes that name all units there can be. */
    @Test
    void aLongRangeOfReachedUnits() throws Exception {
        try (HostilePeer peer = new HostilePeer(Program.class, LAZY)) {
            peer.start();
            ByteBuffer marks = ByteBuffer.allocate(16).putInt(12, Integer.MAX_VALUE);
            peer.send(Kinds.MARKS, marks);
            peer.send(Kinds.MARKS, marks.rewind());
            HostilePeer.Outcome outcome = peer.outcome();
            assertOneLine(outcome, "all units, twice");
            assertThat(outcome.err().get(0)).contains("rank 0 sent a malformed marks: step 0 of rank 0");
        }
    }

    @Test
    void aQuestionThatOnlyRankZeroAnswersAndAnAnswerWithoutAQuestion() throws Exception {
        for (int kind : new int[] {Kinds.INITIALIZER, Kinds.INITIALIZER_REPLY}) {
            try (HostilePeer peer = new HostilePeer(Program.class, LAZY)) {
                peer.start();
                peer.send(kind, ByteBuffer.allocate(8).putInt(0, 1));
                HostilePeer.Outcome outcome = peer.outcome();
                assertOneLine(outcome, Kinds.label(kind));
                assertThat(outcome.err().get(0)).contains("rank 0 sent a malformed " + Kinds.label(kind) + ": ");
            }
        }
    }

    @Test
    void aStepOfADivisionThatNobodyHasBegun() throws Exception {
        try (HostilePeer peer = new HostilePeer(Program.class, LAZY)) {
            peer.start();
            peer.send(Kinds.DIVISION, ByteBuffer.allocate(16).putInt(0, 1));
            HostilePeer.Outcome outcome = peer.outcome();
            assertOneLine(outcome, "step 1");
            assertThat(outcome.err().get(0)).contains("rank 0 sent a malformed division: step 1 of rank 0");
        }
    }

    @Test
    void theComparisonOfRegistrations() throws Exception {
        for (byte[] bytes : new byte[][] {{}, {9}, {5, 0, 0}, {5, 127, -1, -1, -1}}) {
            try (HostilePeer peer = new HostilePeer(Program.class, LAZY, bytes)) {
                peer.start();
                assertOneLine(peer.outcome(), Arrays.toString(bytes));
            }
        }
    }

    @Test
    void aDescriptionOfWhatCannotBeThere() throws Exception {
        try (HostilePeer peer = new HostilePeer(Program.class, LAZY)) {
            peer.start();
            // Unit 0 is the program: all, any, cell, numbers, text; what `cell` refers to is a record.
            ByteBuffer content =
                    ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN).putLong(16, -100);
            peer.send(17, reply(0, described(-100, trap()), content.array()));
            HostilePeer.Outcome outcome = peer.outcome();

            assertOneLine(outcome, "a record for an object");
            assertThat(outcome.err().get(0)).contains("where there can be none");
        }
    }

    private static byte[] trap() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        byte[] name = Trap.class.getName().getBytes(StandardCharsets.UTF_8);
        out.writeByte(14);
        out.writeBoolean(true);
        out.writeInt(name.length);
        out.write(name);
        out.writeByte(6);
        out.writeInt(1);
        return bytes.toByteArray();
    }

    private static byte[] described(int number, byte[] value) {
        ByteBuffer described = ByteBuffer.allocate(8 + value.length);
        putShort(2 * -number - 1, described);
        putShort(0, described);
        putShort(value.length, described);
        return Arrays.copyOf(described.put(value).array(), described.position());
    }

    /** Puts a number below 2^14, seven bits in a byte. */
    private static void putShort(int number, ByteBuffer target) {
        if (number > 0x7f) {
            target.put((byte) (number & 0x7f | 0x80));
        }
        target.put((byte) (number > 0x7f ? number >>> 7 : number));
    }

    private static ByteBuffer reply(int unit, byte[] descriptions, byte[] content) {
        CoherenceMessage message = CoherenceMessage.readReply(unit, 0, 1, CoherenceMessage.CONTENT);
        return encoded(message, new CoherenceLayout.Extras(List.of(), List.of(), null, descriptions), content);
    }

    private static ByteBuffer encoded(CoherenceMessage message, CoherenceLayout.Extras extras, byte[] body) {
        ByteBuffer buffer = ByteBuffer.allocate(CoherenceLayout.headBytes(message, extras) + body.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        CoherenceLayout.encode(message, extras, buffer);
        return buffer.put(body).flip();
    }

    /** Seeded: messages of all kinds, right in part. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void messagesOfAnyBytes(int part) throws Exception {
        for (int seed = part * 4; seed < (part + 1) * 4; seed++) {
            Random random = new Random(seed);
            Class<? extends SPMD> program = seed % 3 == 0 ? ByHand.class : Program.class;
            try (HostilePeer peer = new HostilePeer(program, LAZY)) {
                peer.start();
                for (int i = 0; i < MESSAGES; i++) {
                    sendAny(peer, random);
                }
                peer.send(16, malformed());
                assertOneLine(peer.outcome(), "seed " + seed);
            }
        }
    }

    private static void sendAny(HostilePeer peer, Random random) throws IOException {
        int choice = random.nextInt(10);
        if (choice == 0) {
            ByteBuffer barrier = ByteBuffer.allocate(BarrierLayout.BYTES + 20).order(ByteOrder.LITTLE_ENDIAN);
            new BarrierLayout(random.nextInt(3), random.nextInt(5) - 2, random.nextInt(5)).encode(barrier);
            barrier.putInt(random.nextInt(3)).putInt(random.nextInt(3));
            peer.send(Kinds.BARRIER, changed(barrier.rewind(), random));
        } else if (choice == 2) {
            byte[] body = new byte[random.nextInt(24)];
            for (int i = 0; i < body.length; i += 4) {
                body[i] = (byte) (random.nextInt(5) - 1);
            }
            peer.send(Kinds.BLOCK + random.nextInt(4), body);
        } else if (choice == 1) {
            peer.send(Kinds.NOTIFY, ByteBuffer.allocate(4).putInt(0, number(random)));
        } else {
            CoherenceMessage.Type[] types = CoherenceMessage.Type.values();
            CoherenceMessage.Type type = types[random.nextInt(types.length)];
            peer.send(type.kind(), changed(anyMessage(type, random), random));
        }
    }

    private static ByteBuffer anyMessage(CoherenceMessage.Type type, Random random) throws IOException {
        byte[] body = new byte[random.nextBoolean() ? 40 : random.nextInt(48)];
        for (int i = 0; i < body.length; i += 4) {
            body[i] = (byte) (random.nextInt(12) - 4);
        }
        int changes = random.nextInt(4) == 0 ? CoherenceMessage.CHANGES : 0;
        ContentDiff diff = CoherenceMessage.hasDiff(type, changes) ? new ContentDiff(body) : null;
        boolean content = diff == null && random.nextBoolean();
        int flags =
                (random.nextInt(64) & ~CoherenceMessage.CONTENT) | changes | (content ? CoherenceMessage.CONTENT : 0);
        RankSet sharers = random.nextBoolean() ? new RankSet() : RankSet.allBut(2, random.nextInt(2));
        int[] time = random.nextBoolean() ? new int[0] : new int[] {random.nextInt(3), random.nextInt(3)};
        CoherenceMessage message = new CoherenceMessage(
                type,
                number(random),
                random.nextInt(2),
                random.nextInt(3),
                random.nextInt(4),
                sharers,
                new RankSet(),
                flags,
                time,
                diff,
                new CoherenceMessage.Room(100 * type.kind(), false),
                random.nextInt(3));
        byte[] descriptions = random.nextInt(3) == 0 ? described(-100, trap()) : new byte[0];
        UnitRanges ranges = new UnitRanges();
        ranges.add(random.nextInt(5), 1 + random.nextInt(100), random.nextInt(5));
        List<Interval> notices =
                random.nextInt(3) == 0 ? List.of(new Interval(random.nextInt(2), 1, ranges)) : List.of();
        assertThat(NoticesLayout.bytes(notices)).isNotNegative();
        return encoded(
                message,
                new CoherenceLayout.Extras(notices, List.of(), null, descriptions),
                content || diff != null ? body : new byte[0]);
    }

    /** A unit, or lock, that may be there. */
    private static int number(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> MADE + random.nextInt(40);
            case 1 -> random.nextInt();
            default -> random.nextInt(14);
        };
    }

    private static ByteBuffer changed(ByteBuffer message, Random random) {
        byte[] bytes = new byte[message.remaining()];
        message.get(bytes);
        if (random.nextBoolean()) {
            for (int i = random.nextInt(3); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
        }
        return ByteBuffer.wrap(bytes, 0, random.nextInt(5) == 0 ? random.nextInt(bytes.length) : bytes.length);
    }
}
