package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NumberPagesTest {
    @Test
    void isAMap() {
        Random random = new Random(1);
        NumberPages<Integer> pages = new NumberPages<>();
        Map<Integer, Integer> expected = new HashMap<>();
        for (int step = 0; step < 100_000; step++) {
            int number = random.nextInt(1 << random.nextInt(2, 20));
            if (random.nextBoolean()) {
                pages.put(number, step);
                expected.put(number, step);
            }
            assertThat(pages.get(number)).isEqualTo(expected.get(number));
            if (step % 10_000 == 0) {
                int divisor = random.nextInt(1, 4);
                pages.removeIf(object -> object % divisor == 0);
                expected.values().removeIf(object -> object % divisor == 0);
            }
        }
        expected.forEach((number, object) -> assertThat(pages.get(number)).isEqualTo(object));
        assertThat(pages.get(Integer.MAX_VALUE)).isNull();
    }
}
