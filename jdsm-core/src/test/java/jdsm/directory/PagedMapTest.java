package jdsm.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PagedMapTest {
    @Test
    void worksLikeAnotherMap() {
        Random random = new Random(1);
        PagedMap<String> pages = new PagedMap<>();
        Map<Integer, String> model = new HashMap<>();
        for (int i = 0; i < 5000; i++) {
            int id = (random.nextInt(3) << 29) + random.nextInt(3000);
            assertThat(pages.get(id)).isEqualTo(model.get(id));
            if (random.nextInt(3) == 0) {
                pages.remove(id);
                model.remove(id);
            } else {
                pages.put(id, "value " + i);
                model.put(id, "value " + i);
            }
        }

        Map<Integer, String> all = new HashMap<>();
        pages.forEach(all::put);
        assertThat(all).isEqualTo(model);
        assertThat(pages.get(Integer.MAX_VALUE)).isNull();
        for (int i = 0; i < 1000; i++) {
            int first = (random.nextInt(3) << 29) + random.nextInt(3000);
            int count = i % 3 == 0 ? Integer.MAX_VALUE : 1 + random.nextInt(1 << random.nextInt(31));
            Map<Integer, String> some = new HashMap<>();
            pages.forEach(first, count, some::put);
            Map<Integer, String> expected = new HashMap<>(model);
            expected.keySet().removeIf(id -> id < first || id >= (long) first + count);
            assertThat(some).isEqualTo(expected);
        }
    }
}
