package jdsm.comm.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import jdsm.comm.Comm;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One ring, one thread on both sides. */
class RingTest {
    private static final int RANKS = 40; // so that rings are as small as they come

    @TempDir
    private Path directory;

    private Inbox inbox;
    private RingWriter writer;
    private Collected read;
    private RingReader reader;

    /** What was read. */
    private static final class Collected implements RingReader.Sink {
        private final List<byte[]> messages = new ArrayList<>();
        private final List<Integer> kinds = new ArrayList<>();
        private Runnable onMessage = () -> {};
        private final List<Boolean> inPieces = new ArrayList<>();
        private final List<String> faults = new ArrayList<>();

        @Override
        public void message(int kind, ByteBuffer payload) {
            assertThat(payload.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
            add(kind, payload, false);
        }

        @Override
        public ByteBuffer begins(int kind, int totalBytes) {
            return ByteBuffer.allocate(totalBytes);
        }

        @Override
        public void complete(int kind, ByteBuffer payload) {
            add(kind, payload, true);
        }

        @Override
        public void malformed(String what) {
            faults.add(what);
        }

        private void add(int kind, ByteBuffer payload, boolean pieces) {
            byte[] bytes = new byte[payload.remaining()];
            payload.get(bytes);
            kinds.add(kind);
            messages.add(bytes);
            onMessage.run();
            inPieces.add(pieces);
        }
    }

    @BeforeEach
    void open() throws IOException {
        Path file = directory.resolve("rings");
        inbox = Inbox.create(file, RANKS);
        writer = new RingWriter(Inbox.open(file, RANKS).ring(1));
        read = new Collected();
        reader = new RingReader(inbox.ring(1), read);
    }

    private static byte[] bytes(int length, int seed) {
        byte[] bytes = new byte[length];
        new SplittableRandom(seed).nextBytes(bytes);
        return bytes;
    }

    private boolean write(int kind, byte[] bytes) {
        return writer.write(kind, ByteBuffer.wrap(bytes), bytes.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 17, 16 << 10})
    void aMessageComesAsItIs(int length) {
        byte[] bytes = bytes(length, length);
        assertThat(reader.isEmpty()).isTrue();
        assertThat(write(239, bytes)).isTrue();
        assertThat(reader.isEmpty()).isFalse();

        assertThat(reader.poll()).isEqualTo(1);

        assertThat(read.messages).containsExactly(bytes);
        assertThat(read.kinds).containsExactly(239);
        assertThat(read.inPieces).containsExactly(false);
        assertThat(reader.isEmpty()).isTrue();
        assertThat(reader.poll()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10_000, 1_000_000, 3_000_000})
    void ringsAreAsSmallAsTheRoomAsksForAndWorkAllTheSame(int shareBytes) throws IOException {
        int ranks = 2;
        Path file = directory.resolve("tight");
        inbox = Inbox.create(file, ranks, (long) ranks * shareBytes);
        writer = new RingWriter(Inbox.open(file, ranks).ring(1));
        reader = new RingReader(inbox.ring(1), read);

        assertThat(Files.size(file)).isLessThanOrEqualTo(Math.max(shareBytes, Inbox.smallestBytes(ranks)));
        assertThat(Files.size(file)).isGreaterThanOrEqualTo(Math.min(shareBytes, 1 << 20) / 4);
        messagesKeepTheirOrderAndContent();
    }

    @Test
    void whatIsLongerThanTheRingComesInPieces() {
        byte[] bytes = bytes(3 * Inbox.dataBytes(RANKS) + 5, 1);
        ByteBuffer payload = ByteBuffer.wrap(bytes);
        while (!writer.write(7, payload, bytes.length)) {
            assertThat(reader.poll()).isPositive();
        }
        reader.poll();

        assertThat(read.messages).containsExactly(bytes);
        assertThat(read.inPieces).containsExactly(true);
    }

    /** Messages of all lengths, read now and then: what fits is written, what does not waits for room. */
    @Test
    void messagesKeepTheirOrderAndContent() {
        SplittableRandom random = new SplittableRandom(42);
        Deque<byte[]> expected = new ArrayDeque<>();
        for (int message = 0; message < 5_000; message++) {
            int length = random.nextInt(8) == 0 ? random.nextInt(100_000) : random.nextInt(600);
            byte[] bytes = bytes(length, message);
            ByteBuffer payload = ByteBuffer.wrap(bytes);
            while (!writer.write(message % 240, payload, length)) {
                drain();
                check(expected);
            }
            expected.add(bytes);
            if (random.nextInt(20) == 0) {
                drain();
                check(expected);
            }
        }
        drain();
        check(expected);
        assertThat(expected).isEmpty();
    }

    private void drain() {
        while (reader.poll() > 0) {
            // until nothing is left
        }
    }

    private void check(Deque<byte[]> expected) {
        for (byte[] message : read.messages) {
            assertThat(message).isEqualTo(expected.size() > 0 ? expected.remove() : null);
        }
        read.messages.clear();
    }

    /** Who writes as fast as is read must not keep the reader from all others. */
    @Test
    void aLookTakesSomeRecordsOnly() {
        byte[] bytes = bytes(16, 1);
        write(1, bytes);
        read.onMessage = () -> {
            assertThat(read.messages.size()).as("records of one look").isLessThanOrEqualTo(RingReader.MOST_RECORDS);
            write(1, bytes);
        };

        assertThat(reader.poll()).isEqualTo(RingReader.MOST_RECORDS);
        assertThat(reader.isEmpty()).isFalse();
    }

    @Test
    void whoFindsNoRoomIsToldWhenThereIs() {
        byte[] bytes = bytes(1000, 1);
        while (write(1, bytes)) {
            assertThat(reader.feedsSender()).isFalse();
        }
        assertThat(writer.starves()).as("there is room meanwhile").isFalse();
        assertThat(writer.hasMoreRoom()).isFalse();

        drain();

        assertThat(reader.feedsSender()).isTrue();
        assertThat(reader.feedsSender()).as("told once").isFalse();
        assertThat(writer.hasMoreRoom()).isTrue();
        assertThat(write(1, bytes)).isTrue();
    }

    @Test
    void anotherFileIsNoInbox() throws IOException {
        Path file = Files.write(directory.resolve("other"), new byte[10_000]);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Inbox.open(file, RANKS))
                .withMessageContaining("is no inbox of a job of 40 ranks");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Inbox.open(directory.resolve("rings"), 2))
                .withMessageContaining("is no inbox of a job of 2 ranks");
    }

    @Test
    void whoSleepsIsRungForOnceAndQuietlyOnItsOccasionOnly() {
        assertThat(inbox.mustWake()).as("asleep when it is made").isTrue();
        assertThat(inbox.mustWake()).isFalse();
        inbox.sleeps(Comm.NO_OCCASION);
        assertThat(inbox.mustWake(1)).isFalse();
        inbox.sleeps(7);
        assertThat(inbox.mustWake(6)).isFalse();
        assertThat(inbox.mustWake(8)).isFalse();
        assertThat(inbox.mustWake(7)).isTrue();
        assertThat(inbox.mustWake(7)).isFalse();
        inbox.sleeps(Comm.MAX_OCCASION);
        assertThat(inbox.mustWake()).isTrue();
        inbox.sleeps(7);
        inbox.isAwake();
        assertThat(inbox.mustWake(7)).isFalse();
        assertThat(inbox.mustWake()).isFalse();
    }

    /** Records that no writer makes: length, part, bytes 6 to 8, length of the whole message. */
    @ParameterizedTest
    @CsvSource({
        "-1, 0, 1, 0",
        "-2147483648, 1, 1, 100",
        "2147483647, 0, 1, 0",
        "65536, 0, 1, 0",
        "65521, 0, 1, 0",
        "0, 4, 1, 0",
        "0, -1, 1, 0",
        "0, 0, 0, 0",
        "0, 0, 3, 0",
        "0, 0, -1, 0",
        "8, 2, 1, 0",
        "8, 1, 1, -1",
        "8, 1, 1, 7",
        "8, 1, 1, 1073741825"
    })
    void aMalformedRecordIsReportedAndEndsReading(int length, int part, int there, int total) {
        Inbox.Ring ring = inbox.ring(1);
        assertThat(ring.data().capacity()).isEqualTo(65536);
        ring.data().putInt(RingWriter.TOTAL, total);
        long header = (long) there << 48 | (part & 0xffL) << 40 | 5L << 32 | length & 0xffffffffL;
        ring.publish(0, header == 0 ? 1L << 56 : header);

        assertThat(reader.poll()).isZero();
        assertThat(read.faults).hasSize(1);
        assertThat(reader.poll()).isZero();
        assertThat(reader.isEmpty()).isTrue();
        assertThat(read.faults).hasSize(1);
        assertThat(read.messages).isEmpty();
    }
}
