package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import jdsm.directory.Directory;
import org.junit.jupiter.api.Test;

class CopiesTest {
    private static final int UNIT = 0;

    private final Directory directory = new Directory();
    private final SharedObjects objects =
            new SharedObjects(directory, getClass().getClassLoader());
    private final Copies copies = new Copies(directory, objects);
    private final Object[] array = {"a", null, "b"};

    CopiesTest() {
        directory.add(array, 0, objects, Optional.empty());
    }

    private ByteBuffer published() {
        ByteBuffer bytes = ByteBuffer.allocate(copies.fixedBytes(UNIT)).order(ByteOrder.LITTLE_ENDIAN);
        copies.encodePublished(UNIT, bytes);
        return bytes.flip();
    }

    @Test
    void aWriteBehindThePreparationIsInTheNextDiffAndNotInTheCopy() {
        ByteBuffer before = published();

        assertThat(copies.prepare(UNIT)).isTrue();
        array[1] = "c";
        copies.takeTwin(UNIT);
        copies.unprepare();

        assertThat(published()).isEqualTo(before);
        assertThat(copies.diff(UNIT)).isNotNull();
        assertThat(published()).isNotEqualTo(before);
        assertThat(copies.diff(UNIT)).isNull();
    }

    @Test
    void aCopyWithoutATwinHasTheWritesBehindThePreparation() {
        ByteBuffer before = published();

        assertThat(copies.prepare(UNIT)).isTrue();
        array[1] = "c";

        assertThat(published()).isNotEqualTo(before);
        copies.unprepare();
    }

    @Test
    void nothingIsLeftOfAPreparationThatEnded() {
        assertThat(copies.prepare(UNIT)).isTrue();
        copies.unprepare();
        array[0] = null;

        copies.takeTwin(UNIT);

        assertThat(copies.diff(UNIT)).isNull();
    }

    @Test
    void twoTwinsHaveBytesOfTheirOwn() {
        Object[] other = {"x", "y", "z"};
        directory.add(other, 0, objects, Optional.empty());
        assertThat(copies.prepare(UNIT)).isTrue();
        copies.takeTwin(UNIT);
        ByteBuffer before = published();

        assertThat(copies.prepare(UNIT + 1)).isTrue();
        copies.unprepare();

        assertThat(published()).isEqualTo(before);
    }
}
