package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import jdsm.directory.Directory;
import jdsm.runtime.HandWoven;
import org.junit.jupiter.api.Test;

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
        objects.seal(0, RANKS, (together, owner, mayBeWritten) -> {});
        number = objects.numberOf(new Cell());
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
