package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NewNoticesTest {
    private final NewNotices notices = new NewNotices();

    private List<String> taken() {
        List<String> all = new ArrayList<>();
        notices.take().forEach((unit, version) -> all.add(unit + ":" + version));
        return all;
    }

    @Test
    void noticesAreTakenInAscendingOrder() {
        notices.add(7, 3);
        notices.add(2, 1);
        notices.add(5, 9);
        assertThat(taken()).containsExactly("2:1", "5:9", "7:3");
        assertThat(notices.isEmpty()).isTrue();
        assertThat(taken()).isEmpty();
    }

    @Test
    void theNewestOfAUnitCounts() {
        notices.add(4, 2);
        notices.add(4, 6);
        notices.add(4, 5);
        assertThat(taken()).containsExactly("4:6");

        notices.add(4, 6);
        notices.add(1, 1);
        notices.add(4, 2);
        assertThat(taken()).containsExactly("1:1", "4:6");
    }

    @Test
    void anyNoticesComeAsFromASortedMap() {
        SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 200; round++) {
            TreeMap<Integer, Long> expected = new TreeMap<>();
            for (int i = random.nextInt(60); i > 0; i--) {
                int unit = random.nextInt(40);
                long version = random.nextLong(1L << 40);
                notices.add(unit, version);
                expected.merge(unit, version, Math::max);
            }
            List<String> all = new ArrayList<>();
            expected.forEach((unit, version) -> all.add(unit + ":" + version));
            assertThat(taken()).isEqualTo(all);
        }
    }
}
