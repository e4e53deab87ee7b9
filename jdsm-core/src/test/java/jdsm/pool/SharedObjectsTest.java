package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.directory.Directory;
import org.junit.jupiter.api.Test;

class SharedObjectsTest {
    /** Equal to one of the same id, whatever the text. */
    record Entry(int id, String text) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Entry entry && entry.id == id;
        }

        @Override
        public int hashCode() {
            return id;
        }
    }

    private final SharedObjects objects =
            new SharedObjects(new Directory(), getClass().getClassLoader());

    @Test
    void recordsOfOneContentHaveOneNumber() {
        int one = objects.numberOf(new Entry(1, "a"));

        assertThat(objects.numberOf(new Entry(1, "a"))).isEqualTo(one);
        assertThat(objects.ownNumber(one)).isEqualTo(one);
    }

    @Test
    void whatARecordCallsEqualMayDiffer() {
        int one = objects.numberOf(new Entry(1, "a"));
        int other = objects.numberOf(new Entry(1, "b"));

        assertThat(((Entry) objects.objectOf(one)).text()).isEqualTo("a");
        assertThat(((Entry) objects.objectOf(other)).text()).isEqualTo("b");
    }
}
