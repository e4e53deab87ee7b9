package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByUnitTest {
    private static final int INITIAL = 10;

    private final ByUnit<String> values = new ByUnit<>(INITIAL);

    @Test
    void isAMap() {
        Map<Integer, String> expected = new HashMap<>();
        Random random = new Random(4711);
        for (int step = 0; step < 5000; step++) {
            int unit = random.nextInt(4) == 0 ? Integer.MAX_VALUE - random.nextInt(5) : random.nextInt(INITIAL + 3);
            if (random.nextBoolean()) {
                values.put(unit, "value " + step);
                expected.put(unit, "value " + step);
            } else {
                assertThat(values.remove(unit)).isEqualTo(expected.remove(unit));
            }
            assertThat(values.get(unit)).isEqualTo(expected.get(unit));
        }
        for (int unit = 0; unit < INITIAL + 3; unit++) {
            assertThat(values.get(unit)).isEqualTo(expected.get(unit));
        }
    }

    @Test
    void isEmptyAtFirst() {
        assertThat(values.get(0)).isNull();
        assertThat(values.get(INITIAL)).isNull();
        assertThat(values.remove(INITIAL - 1)).isNull();
        assertThat(values.remove(Integer.MAX_VALUE)).isNull();
    }

    @Test
    void withoutInitialUnitsAllComeLater() {
        ByUnit<String> none = new ByUnit<>(0);
        none.put(0, "made");
        assertThat(none.get(0)).isEqualTo("made");
        assertThat(none.remove(0)).isEqualTo("made");
        assertThat(none.get(0)).isNull();
    }
}
