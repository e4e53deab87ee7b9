package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.runtime.HandWoven;
import jdsm.runtime.Sharing;
import jdsm.runtime.UnitAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DescriptionWriterTest {
    private static final int RANKS = 3;
    private static final int RECEIVER = 1;
    private static final int OTHER = 2;

    static final class Cell extends HandWoven {
        int value;
    }

    private final Directory directory = new Directory();
    private final SharedObjects objects =
            new SharedObjects(directory, getClass().getClassLoader());
    private final int number;

    DescriptionWriterTest() {
        directory.add(new Cell(), 0, objects, Optional.empty());
        directory.seal(0, RANKS);
        objects.seal(0, RANKS, (together, owner, mayBeWritten) -> together.forEach(DescriptionWriterTest::reveal));
        number = objects.numberOf(new Cell());
    }

    private static final class Right extends UnitAccess {
        private Right() {
            super(INVALID);
        }
    }

    private static void reveal(SharedEntry entry) {
        if (entry.object() instanceof Throwable thrown) {
            Sharing.reveal(thrown, new Handle(entry, new UnitAccess[] {new Right()}, null));
        }
    }

    /** Whatever the writer knows of its receiver: of ranks from the 64th on it records nothing. */
    @ParameterizedTest
    @ValueSource(ints = {DescriptionWriter.ANYBODY, RECEIVER, 64})
    void exceptionsInARingAreDescribedOnceInAMessage(int receiver) {
        Exception one = new Exception("first of a ring");
        Exception other = new Exception("second of a ring", one);
        one.initCause(other);
        one.addSuppressed(other);
        int first = objects.numberOf(one);
        int second = objects.numberOf(other);
        assertThat(objects.numberOf(one)).isEqualTo(first);
        DescriptionWriter writer = new DescriptionWriter(objects, receiver);
        GrowingBytes out = new GrowingBytes();

        writer.add(first, out);
        int both = out.size();
        writer.add(second, out);
        writer.add(first, out);

        assertThat(out.size()).isEqualTo(both);
        String described = new String(out.toArray(), StandardCharsets.ISO_8859_1);
        assertThat(described).containsOnlyOnce("first of a ring").containsOnlyOnce("second of a ring");
    }

    private int describedBytes(DescriptionWriter writer) {
        GrowingBytes out = new GrowingBytes();
        writer.add(number, out);
        return out.size();
    }

    @Test
    void whatAllHaveFromTheBeginningIsNotDescribed() {
        GrowingBytes out = new GrowingBytes();
        new DescriptionWriter(objects, RECEIVER).add(1, out);
        assertThat(out.size()).isZero();
    }

    @Test
    void anObjectIsDescribedOnceToEachRank() {
        assertThat(describedBytes(new DescriptionWriter(objects, RECEIVER))).isPositive();
        assertThat(describedBytes(new DescriptionWriter(objects, RECEIVER))).isZero();
        assertThat(describedBytes(new DescriptionWriter(objects, OTHER))).isPositive();
    }

    @Test
    void toAnybodyItIsDescribedEachTime() {
        assertThat(describedBytes(new DescriptionWriter(objects, DescriptionWriter.ANYBODY)))
                .isPositive();
        assertThat(describedBytes(new DescriptionWriter(objects, DescriptionWriter.ANYBODY)))
                .isPositive();
    }

    @Test
    void aMessageThatIsNotSentHasDescribedNothing() {
        DescriptionWriter dropped = DescriptionWriter.unsure(objects, RECEIVER);
        assertThat(describedBytes(dropped)).isPositive();
        assertThat(describedBytes(dropped)).as("once in a message").isZero();

        DescriptionWriter sent = DescriptionWriter.unsure(objects, RECEIVER);
        assertThat(describedBytes(sent)).isPositive();
        sent.sent();
        assertThat(describedBytes(DescriptionWriter.unsure(objects, RECEIVER))).isZero();
        assertThat(describedBytes(new DescriptionWriter(objects, RECEIVER))).isZero();
    }

    private int valueBytes(DescriptionWriter writer, Object value) {
        GrowingBytes out = new GrowingBytes();
        writer.add(objects.numberOf(value), out);
        return out.size();
    }

    @Test
    void aValueIsDescribedOnceToEachRankBetweenTwoSearches() {
        for (Object value : List.of("text", Optional.of("content"))) {
            for (int search = 0; search < 3; search++) {
                assertThat(valueBytes(new DescriptionWriter(objects, RECEIVER), value))
                        .isPositive();
                assertThat(valueBytes(new DescriptionWriter(objects, RECEIVER), value))
                        .isZero();
                assertThat(valueBytes(new DescriptionWriter(objects, OTHER), value))
                        .isPositive();
                objects.values().searched();
            }
        }
    }

    @Test
    void aValueInAMessageThatIsNotSentIsDescribedAgain() {
        DescriptionWriter dropped = DescriptionWriter.unsure(objects, RECEIVER);
        assertThat(valueBytes(dropped, "text")).isPositive();
        assertThat(valueBytes(dropped, "text")).isZero();
        DescriptionWriter sent = DescriptionWriter.unsure(objects, RECEIVER);
        assertThat(valueBytes(sent, "text")).isPositive();
        sent.sent();
        assertThat(valueBytes(new DescriptionWriter(objects, RECEIVER), "text")).isZero();
    }

    @Test
    void aRankBeyondTheSixtyFourthIsToldEachTime() {
        assertThat(valueBytes(new DescriptionWriter(objects, 64), "text")).isPositive();
        assertThat(valueBytes(new DescriptionWriter(objects, 64), "text")).isPositive();
        assertThat(valueBytes(new DescriptionWriter(objects, 0), "text")).isPositive();
    }
}
